/* The parameter table, scenes, and what is refused. */
#include "boidforge/scene.h"
#include "boidforge/sim.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bfResult setParam(bfParams *params, const char *name, const char *text) {
    bfError error;
    return bfTable_SetText(bfParamsTable(), params, name, text, &error);
}

static void defaults_are_the_originals(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    assert_int_equal(p.agents, 500);
    assert_int_equal(p.steps, 300);
    assert_int_equal(p.seed, 0);
    assert_true(p.dt == 0.05 && p.world_width == 1920 && p.world_height == 1080);
    assert_true(p.r_sep == 12 && p.r_ali == 30 && p.r_coh == 30);
    assert_true(p.w_sep == 1.5 && p.w_ali == 1 && p.w_coh == 1);
    assert_true(p.min_speed == 40 && p.max_speed == 180 && p.max_force == 220);
    assert_int_equal(p.boundary, BF_WRAP);
    assert_int_equal(bfParams_Check(&p, NULL), BF_OK);
}

static void text_that_is_not_one_decimal_number_is_refused(void **unused) {
    (void)unused;
    static const char *const wrong[] = {"",   " ",     "nan", "inf", "-inf", "0x10",     "1e999", "1,5", "1 ",
                                        " 1", "1.2.3", "--1", "1e",  "e5",   "infinity", "NaN",   "1f",  "."};
    bfParams p = bfDefaultParams();
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        assert_int_equal(setParam(&p, "dt", wrong[i]), BF_ERROR_NOT_A_NUMBER);
    }
    assert_true(p.dt == 0.05);
    assert_int_equal(setParam(&p, "agents", "10.5"), BF_ERROR_NOT_A_NUMBER);
    assert_int_equal(setParam(&p, "boundary", "wraps"), BF_ERROR_UNKNOWN_CHOICE);
    assert_int_equal(setParam(&p, "boundary", "wrap|reflect"), BF_ERROR_UNKNOWN_CHOICE);
    assert_int_equal(setParam(&p, "boundary", ""), BF_ERROR_UNKNOWN_CHOICE);
    assert_int_equal(setParam(&p, "colour", "1"), BF_ERROR_UNKNOWN_NAME);
}

static void ranges_hold_at_their_ends(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    assert_int_equal(setParam(&p, "seed", "4294967295"), BF_OK);
    assert_true(p.seed == 4294967295);
    assert_int_equal(setParam(&p, "seed", "4294967296"), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(setParam(&p, "seed", "-1"), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(setParam(&p, "agents", "-1"), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(setParam(&p, "dt", "0"), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(setParam(&p, "max-force", "1e9"), BF_OK);
    assert_int_equal(setParam(&p, "max_force", "1.0001e9"), BF_ERROR_OUT_OF_RANGE);
}

static void every_value_reads_back_from_its_own_text(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams(), q = bfDefaultParams();
    p.dt = 0.1 + 0.2;
    p.r_sep = 1.0 / 3.0;
    p.seed = 4294967295;
    p.boundary = BF_REFLECT;
    for (int i = 0; i < bfParamsTable()->count; ++i) {
        char text[64];
        const char *name = bfParamsTable()->infos[i].name;
        assert_int_equal(bfTable_GetText(bfParamsTable(), &p, name, text, sizeof text, NULL), BF_OK);
        assert_int_equal(setParam(&q, name, text), BF_OK);
    }
    assert_memory_equal(&p, &q, sizeof p);
}

static void the_json_of_the_table_is_measured_before_it_is_written(void **unused) {
    (void)unused;
    size_t length = bfTable_WriteJson(bfParamsTable(), NULL, 0);
    char *json = malloc(length + 1);
    assert_int_equal(bfTable_WriteJson(bfParamsTable(), json, length + 1), length);
    assert_int_equal(strlen(json), length);
    assert_non_null(strstr(json, "\"name\":\"boundary\",\"type\":\"choice\",\"default\":\"wrap\",\"min\":0,\"max\":1"));
    free(json);
}

static void values_that_cannot_go_together_are_refused(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    p.min_speed = 200;
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_CONFLICT);
    p = bfDefaultParams();
    p.metric = BF_TORUS, p.boundary = BF_REFLECT;
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_CONFLICT);
    p = bfDefaultParams();
    p.world_width = 90.08; /* 3 * 30 * (1 + 2^-10) = 90.0879 */
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_CONFLICT);
    p.world_width = 90.09;
    assert_int_equal(bfParams_Check(&p, NULL), BF_OK);
    p.world_width = 20, p.metric = BF_PLANE;
    assert_int_equal(bfParams_Check(&p, NULL), BF_OK);
    p = bfDefaultParams();
    p.dt = 6; /* 180 * 6 = 1080, the world's height */
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_CONFLICT);
    p.numerics = BF_CLASSIC;
    assert_int_equal(bfParams_Check(&p, NULL), BF_OK);
    p.metric = BF_TORUS;
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_CONFLICT);
    p = bfDefaultParams();
    p.numerics = BF_CLASSIC, p.level = BF_GRID;
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_CONFLICT);
    p = bfDefaultParams();
    p.pointer_radius = 50;
    assert_int_equal(bfParams_Check(&p, NULL), BF_OK);
    p.numerics = BF_CLASSIC;
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_CONFLICT);
    p = bfDefaultParams();
    p.r_sep = 0.0005;
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_OUT_OF_RANGE);
    p = bfDefaultParams();
    p.dt = NAN;
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_NOT_A_NUMBER);
    p = bfDefaultParams();
    p.boundary = 2;
    assert_int_equal(bfParams_Check(&p, NULL), BF_ERROR_OUT_OF_RANGE);
}

static bfResult parse(bfScene *scene, const char *json) {
    bfError error;
    return bfScene_ParseJson(scene, json, strlen(json), &error);
}

static void a_scene_is_read(void **unused) {
    (void)unused;
    bfScene scene;
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"name\":\"n\",\"title\":\"T\",\"density\":0.001,"
                                   "\"params\":{\"agents\":4000,\"r_sep\":7.25,\"boundary\":\"reflect\"},"
                                   "\"look\":{\"palette\":\"ice\",\"bloom\":0.5},\"events\":[]}"),
                     BF_OK);
    assert_string_equal(scene.name, "n");
    assert_int_equal(scene.params.agents, 4000);
    assert_true(scene.params.r_sep == 7.25 && scene.params.boundary == BF_REFLECT);
    assert_int_equal(scene.look_count, 2);
    assert_string_equal(scene.look[1].name, "bloom");
    assert_string_equal(scene.look[1].text, "0.5");
}

static void a_scene_that_would_lose_something_is_refused(void **unused) {
    (void)unused;
    bfScene scene;
    assert_int_equal(parse(&scene, "{"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "[]"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"name\":\"x\"}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":2}"), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"params\":{\"agents\":-4}}"), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"params\":{\"agent\":4}}"), BF_ERROR_UNKNOWN_NAME);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"colour\":4}"), BF_ERROR_UNKNOWN_NAME);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"extra\":{}}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"params\":{\"dt\":{}}}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"params\":{\"dt\":null}}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1} and more"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1}\n \t"), BF_OK);
    assert_int_equal(bfScene_ParseJson(&scene, "{\"boidforge_scene\":1}\0", 23, NULL), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":\"1\"}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"name\":3}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"name\":\"../x\"}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"aspect\":1,\"aspect\":2}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"params\":[1]}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"params\":{},\"params\":{}}"), BF_ERROR_SCENE);
    assert_int_equal(parse(&scene, "{\"boidforge_scene\":1,\"events\":{}}"), BF_ERROR_SCENE);
}

/* Parse a scene with these events; the result, and the message where it fails. */
static bfResult parseEvents(const char *events, bfScene *scene, bfError *error) {
    char json[1024];
    int length =
        snprintf(json, sizeof json, "{\"boidforge_scene\":1,\"params\":{\"agents\":60},\"events\":[%s]}", events);
    bfResult result = bfScene_ParseJson(scene, json, (size_t)length, error);
    bfParams params;
    return result == BF_OK ? bfScene_Resolve(scene, &params, error) : result;
}

static void events_are_read_and_written_in_order(void **unused) {
    (void)unused;
    static const char events[] = "{\"step\":0,\"name\":\"w_sep\",\"value\":0.30000000000000004},"
                                 "{\"step\":7,\"name\":\"pointer_x\",\"value\":-12.5},"
                                 "{\"step\":7,\"name\":\"agents\",\"value\":5000000},"
                                 "{\"step\":2147483646,\"name\":\"max_force\",\"value\":1e-07}";
    bfScene scene;
    bfError error;
    assert_int_equal(parseEvents(events, &scene, &error), BF_OK);
    assert_int_equal(scene.event_count, 4);
    assert_true(scene.events[1].step == 7 && scene.events[1].value == -12.5);
    char *json = bfScene_WriteJson(&scene, &scene.params);
    assert_non_null(strstr(json, "\"params\":{\"agents\":60,\"seed\":0,"));
    char *written = strstr(json, "\"events\":[");
    assert_non_null(written);
    assert_memory_equal(written + strlen("\"events\":["), events, sizeof events - 1);
    assert_string_equal(written + strlen("\"events\":[") + sizeof events - 1, "]}");
    bfScene again;
    assert_int_equal(bfScene_ParseJson(&again, json, strlen(json), &error), BF_OK);
    char *same = bfScene_WriteJson(&again, &again.params);
    assert_string_equal(json, same);
    free(json);
    free(same);
    bfScene_Clear(&scene);
    bfScene_Clear(&again);
    assert_null(scene.events);
}

static void an_event_that_cannot_be_is_refused_by_its_number(void **unused) {
    (void)unused;
    static const char object[] =
        "event 1: give an object, { \"step\": number, \"name\": \"parameter\", \"value\": number }";
    static const struct {
        const char *events, *message;
    } wrong[] = {
        {"3", object},
        {"{}", object},
        {"{\"step\":1}", object},
        {"{\"step\":1,\"name\":\"w_sep\"}", object},
        {"{\"step\":\"1\",\"name\":\"w_sep\",\"value\":2}", object},
        {"{\"step\":1,\"name\":7,\"value\":2}", object},
        {"{\"step\":1,\"name\":\"w_sep\",\"value\":null}", object},
        {"{\"step\":1,\"name\":\"w_sep\",\"value\":2,\"note\":3}", object},
        {"{\"step\":1,\"name\":\"w_sep\",\"name\":\"w_coh\"}", object},
        {"{\"step\":-1,\"name\":\"w_sep\",\"value\":2}",
         "event 1: step: -1 is out of range, give a value from 0 to 2147483646"},
        {"{\"step\":1.5,\"name\":\"w_sep\",\"value\":2}", "event 1: step: 1.5 has a fraction, give a whole number"},
        {"{\"step\":1,\"name\":\"w_sep\",\"value\":2},{\"step\":1,\"name\":\"w_sep\",\"value\":1e6}",
         "event 2: w_sep: 1000000 is out of range, give a value from -100000 to 100000"},
        {"{\"step\":1,\"name\":\"w_sap\",\"value\":2}", "event 1: there is no simulation parameter named 'w_sap'"},
        {"{\"step\":1,\"name\":\"dt\",\"value\":2}", "event 1: dt: cannot change in a running world; agents, radii, "
                                                     "weights, speeds, max_force and the pointer can"},
        {"{\"step\":2,\"name\":\"w_sep\",\"value\":2},{\"step\":1,\"name\":\"w_sep\",\"value\":1}",
         "event 2: its step 1 lies before that of the event before it, 2; list events by their steps"},
        {"{\"step\":9,\"name\":\"min_speed\",\"value\":\"181\"}",
         "event 1 (step 9): min_speed: 181 is above max_speed, which is 180"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; ++i) {
        bfScene scene;
        bfError error;
        assert_int_not_equal(parseEvents(wrong[i].events, &scene, &error), BF_OK);
        assert_string_equal(error.message, wrong[i].message);
        bfScene_Clear(&scene);
    }
}

static void events_are_set_one_by_one_as_well(void **unused) {
    (void)unused;
    bfScene scene = bfDefaultScene();
    bfError error;
    assert_int_equal(bfScene_Set(&scene, "events", "pointer_y", "12 -7.5", &error), BF_OK);
    assert_true(scene.event_count == 1 && scene.events[0].step == 12 && scene.events[0].value == -7.5);
    assert_int_equal(bfScene_Set(&scene, "events", "pointer_y", "12", &error), BF_ERROR_SCENE);
    assert_string_equal(error.message, "event 2: '12' is not a step, a blank and a value");
    assert_int_equal(bfScene_Set(&scene, "events", "pointer_y", "12  1", &error), BF_ERROR_NOT_A_NUMBER);
    assert_int_equal(bfScene_Set(&scene, "events", "pointer_y", "x 1", &error), BF_ERROR_NOT_A_NUMBER);
    assert_int_equal(scene.event_count, 1);
    for (int i = 1; i < BF_MAX_EVENTS; ++i) {
        assert_int_equal(bfScene_AddEvent(&scene, "12", "w_sep", "2", &error), BF_OK);
    }
    assert_int_equal(bfScene_AddEvent(&scene, "12", "w_sep", "2", &error), BF_ERROR_SCENE);
    assert_string_equal(error.message, "events: more than 50000, which is the most");
    bfScene_Clear(&scene);
}

/* The largest scene block, with the longest texts there are. */
static void the_most_events_fit_into_a_recording(void **unused) {
    (void)unused;
    bfScene scene = bfDefaultScene();
    bfError error;
    for (int i = 0; i < BF_MAX_EVENTS; ++i) {
        bfResult result = bfScene_AddEvent(&scene, "2147483646", "pointer_strength", "-1.2345678901234567e-05", &error);
        assert_int_equal(result, BF_OK);
    }
    for (int i = 0; i < BF_SCENE_LOOK_MAX; ++i) {
        bfSceneSetting *setting = &scene.look[scene.look_count++];
        memset(setting->name, 'n', sizeof setting->name - 1);
        memset(setting->text, 't', sizeof setting->text - 1);
    }
    char *json = bfScene_WriteJson(&scene, &scene.params);
    assert_in_range(strlen(json), 3 << 20, BF_MAX_SCENE_BYTES - 8);
    free(json);
    bfScene_Clear(&scene);
}

static void texts_are_written_as_json_has_them(void **unused) {
    (void)unused;
    bfScene scene = bfDefaultScene(), again;
    bfError error;
    assert_int_equal(bfScene_Set(&scene, "", "title", "a \"b\" \\ \t\x01 \xc3\xa9", &error), BF_OK);
    static const char *const numbers[] = {"0", "-1.5", "1e+06", "0.1E-3", "12"};
    static const char *const texts[] = {"01", "+1", ".5", "1.", "1e", "-", "1-2", "ice", ""};
    char name[8];
    for (int i = 0; i < 5; ++i) {
        snprintf(name, sizeof name, "n%d", i);
        bfScene_Set(&scene, "look", name, numbers[i], &error);
    }
    for (int i = 0; i < 9; ++i) {
        snprintf(name, sizeof name, "t%d", i);
        bfScene_Set(&scene, "look", name, texts[i], &error);
    }
    char *json = bfScene_WriteJson(&scene, &scene.params);
    assert_non_null(strstr(json, "\"title\":\"a \\\"b\\\" \\\\ \\u0009\\u0001 \xc3\xa9\""));
    assert_non_null(strstr(
        json, "\"look\":{\"n0\":0,\"n1\":-1.5,\"n2\":1e+06,\"n3\":0.1E-3,\"n4\":12,\"t0\":\"01\",\"t1\":\"+1\","
              "\"t2\":\".5\",\"t3\":\"1.\",\"t4\":\"1e\",\"t5\":\"-\",\"t6\":\"1-2\",\"t7\":\"ice\",\"t8\":\"\"}"));
    assert_int_equal(bfScene_ParseJson(&again, json, strlen(json), &error), BF_OK);
    assert_string_equal(again.title, scene.title);
    free(json);
}

static void a_density_sizes_the_world_by_the_agent_count(void **unused) {
    (void)unused;
    bfScene scene = bfDefaultScene();
    bfParams p;
    scene.density = 0.001;
    scene.aspect = 2;
    scene.params.agents = 2000; /* area 2,000,000 = 2000 x 1000 */
    assert_int_equal(bfScene_Resolve(&scene, &p, NULL), BF_OK);
    assert_true(p.world_width == 2000 && p.world_height == 1000);
    scene.params.agents = 200000;
    assert_int_equal(bfScene_Resolve(&scene, &p, NULL), BF_OK);
    assert_true(p.world_width == 20000 && p.world_height == 10000);
    scene.params.agents = 0; /* never too small for the radii in a torus: 3 * 30 * (1 + 2^-10), rounded up */
    assert_int_equal(bfScene_Resolve(&scene, &p, NULL), BF_OK);
    assert_true(p.world_width == 91 && p.world_height == 91);
    assert_int_equal(bfScene_Set(&scene, "params", "world-width", "640", NULL), BF_OK);
    assert_int_equal(bfScene_Resolve(&scene, &p, NULL), BF_OK);
    assert_true(p.world_width == 640 && p.world_height == 320);
    assert_int_equal(bfScene_Set(&scene, "params", "world_height", "300", NULL), BF_OK);
    assert_int_equal(bfScene_Resolve(&scene, &p, NULL), BF_OK);
    assert_true(p.world_width == 640 && p.world_height == 300);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_the_originals),
        cmocka_unit_test(text_that_is_not_one_decimal_number_is_refused),
        cmocka_unit_test(ranges_hold_at_their_ends),
        cmocka_unit_test(every_value_reads_back_from_its_own_text),
        cmocka_unit_test(the_json_of_the_table_is_measured_before_it_is_written),
        cmocka_unit_test(values_that_cannot_go_together_are_refused),
        cmocka_unit_test(a_scene_is_read),
        cmocka_unit_test(a_scene_that_would_lose_something_is_refused),
        cmocka_unit_test(events_are_read_and_written_in_order),
        cmocka_unit_test(an_event_that_cannot_be_is_refused_by_its_number),
        cmocka_unit_test(events_are_set_one_by_one_as_well),
        cmocka_unit_test(the_most_events_fit_into_a_recording),
        cmocka_unit_test(texts_are_written_as_json_has_them),
        cmocka_unit_test(a_density_sizes_the_world_by_the_agent_count),
    };
    return cmocka_run_group_tests_name("param", tests, NULL, NULL);
}
