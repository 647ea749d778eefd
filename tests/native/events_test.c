/* Changes of a running world: what is refused, when they take place, and that they are remembered. */
#include "boidforge/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static bfError error;

static bfWorld *makeWorld(const bfParams *params) {
    bfWorld *world = NULL;
    if (bfCreateWorld(params, &world, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
    return world;
}

static void change(bfWorld *world, const char *name, const char *text) {
    if (bfWorld_Change(world, name, text, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
}

static uint64_t hashOf(const bfWorld *world) {
    bfFrame frame = bfWorld_Frame(world);
    return bfFrame_Hash(&frame);
}

static bfEvent makeEvent(int64_t step, const char *name, const char *text) {
    bfEvent event;
    if (bfMakeEvent(step, name, text, &event, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
    return event;
}

static void what_a_world_is_made_of_cannot_change(void **unused) {
    (void)unused;
    static const char *const fixed[] = {"seed",   "steps",    "dt",    "world_width", "world_height", "boundary",
                                        "metric", "numerics", "level", "simd",        "threads"};
    bfEvent event;
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; ++i) {
        assert_int_equal(bfMakeEvent(0, fixed[i], "1", &event, &error), BF_ERROR_CONFLICT);
        assert_int_equal(strncmp(error.message, fixed[i], strlen(fixed[i])), 0);
        assert_non_null(strstr(error.message, "cannot change in a running world"));
    }
    assert_true(makeEvent(0, "w-sep", "-2.5").value == -2.5);
    assert_string_equal(makeEvent(7, "pointer_x", "1e3").param->name, "pointer_x");
    assert_int_equal(bfMakeEvent(0, "weight", "1", &event, &error), BF_ERROR_UNKNOWN_NAME);
    assert_int_equal(bfMakeEvent(0, "w_sep", "strong", &event, &error), BF_ERROR_NOT_A_NUMBER);
    assert_int_equal(bfMakeEvent(0, "agents", "2.5", &event, &error), BF_ERROR_NOT_A_NUMBER);
    assert_int_equal(bfMakeEvent(0, "agents", "-1", &event, &error), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(bfMakeEvent(-1, "agents", "1", &event, &error), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(bfMakeEvent(2147483646, "agents", "1", &event, &error), BF_OK);
    assert_int_equal(bfMakeEvent(2147483647, "agents", "1", &event, &error), BF_ERROR_OUT_OF_RANGE);
}

static void events_are_checked_together_step_by_step(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams(); /* speeds 40 to 180 */
    bfEvent events[] = {makeEvent(3, "min_speed", "200"), makeEvent(3, "max_speed", "300"),
                        makeEvent(9, "max_speed", "250"), makeEvent(9, "min_speed", "260")};
    assert_int_equal(bfCheckEvents(&p, events, 3, &error), BF_OK);
    assert_int_equal(bfCheckEvents(&p, events, 1, &error), BF_ERROR_CONFLICT);
    assert_string_equal(error.message, "event 1 (step 3): min_speed: 200 is above max_speed, which is 180");
    assert_int_equal(bfCheckEvents(&p, events, 4, &error), BF_ERROR_CONFLICT);
    assert_string_equal(error.message, "events 3 to 4 (step 9): min_speed: 260 is above max_speed, which is 250");
    events[2].step = 2;
    assert_int_equal(bfCheckEvents(&p, events, 3, &error), BF_ERROR_CONFLICT);
    assert_non_null(strstr(error.message, "event 3: its step 2 lies before that of the event before it, 3"));
    events[0] = makeEvent(0, "r_coh", "400"); /* 3 * 400 is more than the world's height of 1080 */
    assert_int_equal(bfCheckEvents(&p, events, 1, &error), BF_ERROR_CONFLICT);
    p.metric = BF_PLANE;
    assert_int_equal(bfCheckEvents(&p, events, 1, &error), BF_OK);
}

static void a_change_takes_place_with_the_next_step(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    bfWorld *world = makeWorld(&p), *other = makeWorld(&p);
    for (int step = 0; step < 5; ++step) {
        bfWorld_Step(world);
        bfWorld_Step(other);
    }
    change(world, "w_coh", "9");
    change(world, "agents", "600");
    assert_int_equal(hashOf(world), hashOf(other));
    assert_true(bfWorld_Params(world)->w_coh == 1);
    assert_int_equal(bfWorld_Frame(world).n, 500);
    bfWorld_Step(world);
    assert_true(bfWorld_Params(world)->w_coh == 9);
    assert_int_equal(bfWorld_Frame(world).n, 600);
    assert_int_equal(((const int32_t *)bfWorld_Record(world))[0], 5);
    assert_int_equal(((const int32_t *)bfWorld_Record(world))[1], 600);
    bfDestroyWorld(world);
    bfDestroyWorld(other);
}

/* A session in which everything that may change does; its events make it again on any level. */
static void a_session_is_replayed_from_its_events(void **unused) {
    (void)unused;
    static const char *const changes[][3] = {
        {"0", "pointer_x", "300"},     {"0", "pointer_y", "200"},  {"0", "pointer_radius", "150"},
        {"4", "pointer_x", "310.5"},   {"5", "agents", "900"},     {"9", "pointer_strength", "-2000"},
        {"10", "r_coh", "45"},         {"10", "r_ali", "12.5"},    {"12", "agents", "17"},
        {"13", "w_sep", "60"},         {"15", "max_speed", "220"}, {"15", "min_speed", "190"},
        {"20", "agents", "0"},         {"21", "max_force", "0"},   {"22", "agents", "3000"},
        {"25", "pointer_radius", "0"}, {"26", "r_sep", "0"},       {"26", "w_ali", "-1"},
        {"26", "w_coh", "3"},          {"29", "agents", "2999"},
    };
    enum { STEPS = 32, CHANGES = sizeof changes / sizeof changes[0] };
    bfParams p = bfDefaultParams();
    p.world_width = 700;
    p.world_height = 450;
    uint64_t hashes[STEPS];
    bfWorld *live = makeWorld(&p);
    for (int step = 0, next = 0; step < STEPS; ++step) {
        char text[16];
        snprintf(text, sizeof text, "%d", step);
        for (; next < CHANGES && strcmp(changes[next][0], text) == 0; ++next) {
            change(live, changes[next][1], changes[next][2]);
        }
        bfWorld_Step(live);
        hashes[step] = hashOf(live);
    }
    int32_t count;
    const bfEvent *events = bfWorld_Events(live, &count);
    assert_int_equal(count, CHANGES);
    for (int32_t level = BF_NAIVE; level <= BF_NATIVE; ++level) {
        p.level = level;
        p.threads = level;
        bfWorld *replay = makeWorld(&p);
        assert_int_equal(bfWorld_AddEvents(replay, events, count, &error), BF_OK);
        for (int step = 0; step < STEPS; ++step) {
            bfWorld_Step(replay);
            assert_int_equal(hashOf(replay), hashes[step]);
        }
        bfDestroyWorld(replay);
    }
    bfDestroyWorld(live);
}

static void two_changes_of_a_parameter_before_a_step_are_one(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    bfWorld *world = makeWorld(&p);
    change(world, "w_sep", "3");
    change(world, "w_coh", "2");
    change(world, "w_sep", "4");
    int32_t count;
    const bfEvent *events = bfWorld_Events(world, &count);
    assert_int_equal(count, 2);
    assert_true(strcmp(events[0].param->name, "w_sep") == 0 && events[0].value == 4);
    bfWorld_Step(world);
    assert_true(bfWorld_Params(world)->w_sep == 4);
    change(world, "w_sep", "5");
    bfWorld_Events(world, &count);
    assert_int_equal(count, 3);
    bfDestroyWorld(world);
}

static void a_refused_change_leaves_the_world_as_it_was(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    bfWorld *world = makeWorld(&p), *other = makeWorld(&p);
    bfEvent later = makeEvent(6, "max_speed", "150"), past = makeEvent(1, "w_sep", "2");
    assert_int_equal(bfWorld_AddEvents(world, &later, 1, &error), BF_OK);
    assert_int_equal(bfWorld_AddEvents(other, &later, 1, &error), BF_OK);
    bfWorld_Step(world);
    bfWorld_Step(world);
    bfWorld_Step(other);
    bfWorld_Step(other);
    assert_int_equal(bfWorld_Change(world, "seed", "1", &error), BF_ERROR_CONFLICT);
    assert_int_equal(bfWorld_Change(world, "min_speed", "181", &error), BF_ERROR_CONFLICT);
    assert_string_equal(error.message, "min_speed: 181 is above max_speed, which is 180");
    assert_int_equal(bfWorld_Change(world, "min_speed", "160", &error), BF_ERROR_CONFLICT);
    assert_string_equal(error.message, "event 2 (step 6): min_speed: 160 is above max_speed, which is 150");
    assert_int_equal(bfWorld_AddEvents(world, &past, 1, &error), BF_ERROR_CONFLICT);
    assert_string_equal(error.message, "event 1: step 1 has been taken, the next is 2");
    change(world, "w_sep", "1.5"); /* what it is: its place is taken by the next one, which is refused */
    assert_int_equal(bfWorld_Change(world, "w_sep", "1e6", &error), BF_ERROR_OUT_OF_RANGE);
    for (int step = 2; step < 9; ++step) {
        bfWorld_Step(world);
        bfWorld_Step(other);
        assert_int_equal(hashOf(world), hashOf(other));
    }
    assert_true(bfWorld_Params(world)->max_speed == 150);
    bfDestroyWorld(world);
    bfDestroyWorld(other);
}

/* Seen one tiny step later, since whoever joins takes part in the step at once. */
static void an_agent_joins_where_seed_and_id_say(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    p.w_sep = p.w_ali = p.w_coh = 0;
    p.dt = 1e-6;
    p.seed = 77;
    bfParams q = p;
    p.agents = 3;
    q.agents = 10;
    bfWorld *a = makeWorld(&p), *b = makeWorld(&q);
    change(a, "agents", "40");
    bfWorld_Step(a);
    change(b, "agents", "0");
    bfWorld_Step(b);
    change(b, "agents", "30");
    bfWorld_Step(b);
    bfFrame one = bfWorld_Frame(a), other = bfWorld_Frame(b);
    for (int32_t id = 3; id < 30; ++id) {
        assert_true(one.px[id] == other.px[id] && one.py[id] == other.py[id]);
        assert_true(one.vx[id] == other.vx[id] && one.vy[id] == other.vy[id]);
        assert_true(one.px[id] != one.px[id + 1] && one.vx[id] != one.vx[id + 1]);
    }
    bfDestroyWorld(a);
    bfDestroyWorld(b);
}

static void a_world_outlives_what_it_can_remember(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    p.agents = 1;
    bfWorld *world = makeWorld(&p);
    for (int i = 0; i < BF_MAX_EVENTS; ++i) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        change(world, "pointer_x", text);
        bfWorld_Step(world);
    }
    int32_t count;
    assert_true(bfWorld_RemembersEvents(world));
    assert_non_null(bfWorld_Events(world, &count));
    assert_int_equal(count, BF_MAX_EVENTS);
    change(world, "pointer_x", "-5");
    bfWorld_Step(world);
    assert_true(bfWorld_Params(world)->pointer_x == -5);
    assert_false(bfWorld_RemembersEvents(world));
    assert_null(bfWorld_Events(world, &count));
    assert_int_equal(count, 0);
    bfDestroyWorld(world);
}

static void the_agents_of_frames_are_known_before(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    const bfEvent events[] = {makeEvent(0, "agents", "600"), makeEvent(4, "agents", "20"),
                              makeEvent(4, "agents", "550"), makeEvent(9, "agents", "700")};
    int64_t fewest, most;
    bfAgentRange(&p, events, 0, 10, &fewest, &most);
    assert_true(fewest == 500 && most == 500);
    bfAgentRange(&p, events, 4, 4, &fewest, &most);
    assert_true(fewest == 600 && most == 600);
    bfAgentRange(&p, events, 4, 9, &fewest, &most);
    assert_true(fewest == 550 && most == 600);
    bfAgentRange(&p, events, 4, 10, &fewest, &most);
    assert_true(fewest == 550 && most == 700);
}

static void threads_follow_the_number_of_agents(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    p.agents = 100;
    bfWorld *world = makeWorld(&p);
    assert_int_equal(bfWorld_ThreadCount(world), 1);
    change(world, "agents", "200000");
    bfWorld_Step(world);
    p.agents = 200000;
    bfWorld *large = makeWorld(&p);
    bfWorld_Step(large);
    assert_int_equal(bfWorld_ThreadCount(world), bfWorld_ThreadCount(large));
    bfDestroyWorld(large);
    bfDestroyWorld(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_world_is_made_of_cannot_change),
        cmocka_unit_test(events_are_checked_together_step_by_step),
        cmocka_unit_test(a_change_takes_place_with_the_next_step),
        cmocka_unit_test(a_session_is_replayed_from_its_events),
        cmocka_unit_test(two_changes_of_a_parameter_before_a_step_are_one),
        cmocka_unit_test(a_refused_change_leaves_the_world_as_it_was),
        cmocka_unit_test(an_agent_joins_where_seed_and_id_say),
        cmocka_unit_test(a_world_outlives_what_it_can_remember),
        cmocka_unit_test(the_agents_of_frames_are_known_before),
        cmocka_unit_test(threads_follow_the_number_of_agents),
    };
    return cmocka_run_group_tests_name("events", tests, NULL, NULL);
}
