/* `cell` numerics: every level on every instruction set here, and an independent reference, give the same bytes. */
#include "property.h"
#include "random_params.h"
#include "reference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static uint64_t sets = 200, first_set;

static void every_way_agrees_with_the_reference(void **unused) {
    (void)unused;
    uint64_t compared = 0;
    for (uint64_t set = first_set; set < first_set + sets; ++set) {
        Case flock = {.params = randomParams(set)};
        flock.params.steps = affordableSteps(flock.params.agents);
        compared += requireEqual(&flock, set, referenceStep);
    }
    print_message("parameter sets %llu to %llu: %llu compared\n", (unsigned long long)first_set,
                  (unsigned long long)(first_set + sets - 1), (unsigned long long)compared);
    assert_true(compared >= sets * 9 / 10);
}

static void every_way_agrees_where_agents_coincide_or_stand_on_borders(void **unused) {
    (void)unused;
    for (uint64_t set = first_set; set < first_set + sets; ++set) {
        Case flock = {.params = randomParams(set),
                      .placement = (Placement)(PLACED_ON_BORDERS + set % (PLACEMENTS - 1))};
        flock.params.agents = flock.params.agents > 250 ? 250 : flock.params.agents;
        flock.params.steps = 4;
        requireEqual(&flock, set, referenceStep);
    }
}

/* Agents join and leave, radii change the grid, pointers move: in flocks of up to 250 agents, over eight steps. */
static void every_way_agrees_while_parameters_change(void **unused) {
    (void)unused;
    uint64_t compared = 0, events = 0;
    for (uint64_t set = first_set; set < first_set + sets; ++set) {
        Case flock = {.params = randomParams(set)};
        flock.params.agents = flock.params.agents > 250 ? 250 : flock.params.agents;
        flock.params.steps = 8;
        flock.event_count = randomEvents(set, &flock.params, flock.events, MAX_CASE_EVENTS);
        bool was_compared = requireEqual(&flock, set, referenceStep);
        compared += was_compared;
        events += was_compared ? (uint64_t)flock.event_count : 0;
    }
    print_message("%llu compared, with %llu events\n", (unsigned long long)compared, (unsigned long long)events);
    assert_true(compared >= sets * 8 / 10 && events >= 4 * sets);
}

/* Worlds of few cells, of the most columns there can be (4096, which takes 3,072 agents in three rows), and huge ones,
 * where float32 places are coarse against a cell. */
static void neighbours_are_found_across_every_border(void **unused) {
    (void)unused;
    static const struct {
        double width, height, radius;
        int agents;
    } worlds[] = {{90.1, 90.1, 30, 300}, {121, 90.1, 30, 300}, {4100.1, 3.01, 1, 3100}, {1e7, 7.33e3, 2437, 3100},
                  {1e6, 1e6, 81.3, 300}, {1e7, 1e7, 1e6, 300}, {3.01, 4.01, 1, 40},     {1e5, 75, 24.4, 3100}};
    for (uint64_t set = 0; set < 16; ++set) {
        bfParams p = bfDefaultParams();
        p.world_width = worlds[set % 8].width;
        p.world_height = worlds[set % 8].height;
        p.r_sep = p.r_ali = p.r_coh = worlds[set % 8].radius;
        p.metric = set < 8 ? BF_TORUS : BF_PLANE;
        p.agents = worlds[set % 8].agents;
        p.steps = affordableSteps(p.agents);
        p.seed = (int64_t)set;
        p.max_speed = p.r_sep < 1e6 ? p.r_sep : 1e6;
        p.min_speed = p.max_speed / 2;
        for (Placement placement = PLACED_BY_SEED; placement < PLACEMENTS; placement += PLACED_R_APART) {
            Case flock = {.params = p, .placement = placement};
            assert_true(requireEqual(&flock, set, referenceStep));
        }
    }
}

/* The cells' bound on the distance of neighbours, tried where it is tightest: columns at the cap, pairs placed within
 * a few float32 steps of r, at every column border and across the seam. */
static void no_pair_within_r_is_two_cells_apart(void **unused) {
    (void)unused;
    const int cols = 4096;
    for (int trial = 0; trial < 3; ++trial) {
        double r = trial == 0 ? 1.0 : trial == 1 ? 24.4 : 2000.0 / 3;
        double width = cols * r * (1 + 0x1p-10) * (1 + 1e-12);
        float extent = (float)width, inverse = (float)(cols / width), r2 = (float)(r * r);
        for (int border = 0; border <= cols; ++border) {
            float right = (float)(border * (width / cols));
            for (int nudge = -3; nudge <= 3; ++nudge) {
                float x1 = right + (float)nudge * 0x1p-23f * right;
                for (int side = 0; side < 2; ++side) {
                    float x2 = (float)((double)x1 - r * (1 - 0x1p-24 * side));
                    bool wraps = x2 < 0;
                    x2 = wraps ? x2 + extent : x2;
                    if (x1 < 0 || x1 >= extent || x2 < 0 || x2 >= extent) {
                        continue;
                    }
                    float seen = wraps ? x2 - extent : x2;
                    float dx = seen - x1;
                    if (dx * dx < r2) {
                        int here = (int)(x1 * inverse), there = (int)(x2 * inverse);
                        here = here > cols - 1 ? cols - 1 : here;
                        there = (there > cols - 1 ? cols - 1 : there) - (wraps ? cols : 0);
                        assert_in_range(here - there, 0, 1);
                    }
                }
            }
        }
    }
}

static bfWorld *makeWorld(const bfParams *params) {
    bfWorld *world = NULL;
    bfError error;
    if (bfCreateWorld(params, &world, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
    return world;
}

static void positions_stay_in_a_half_open_world(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    p.agents = 2000;
    p.min_speed = 0;
    bfWorld *world = makeWorld(&p);
    for (int step = 0; step < 50; ++step) {
        bfWorld_Step(world);
        bfFrame frame = bfWorld_Frame(world);
        for (int32_t i = 0; i < frame.n; ++i) {
            assert_true(frame.px[i] >= 0 && frame.px[i] < 1920.0f && frame.py[i] >= 0 && frame.py[i] < 1080.0f);
        }
    }
    bfDestroyWorld(world);
}

/* -5e-6 + 1920 is 1920 in float32, which lies outside. */
static void a_place_that_rounds_to_the_edge_becomes_0(void **unused) {
    (void)unused;
    for (int32_t simd = BF_SIMD_SCALAR; simd < BF_SIMD_COUNT; ++simd) {
        bfParams p = bfDefaultParams();
        p.agents = 40;
        p.min_speed = 0;
        p.r_sep = p.r_ali = p.r_coh = 5;
        p.simd = simd;
        p.level = BF_NATIVE;
        if (!bfHasSimd(simd)) {
            continue;
        }
        bfWorld *world = makeWorld(&p);
        bfFrame frame = bfWorld_Frame(world);
        for (int32_t i = 0; i < frame.n; ++i) {
            /* as placement.c does: the state is seen in place */
            ((float *)(uintptr_t)frame.px)[i] = 0.0f;
            ((float *)(uintptr_t)frame.py)[i] = 10.0f + 26.0f * (float)i;
            ((float *)(uintptr_t)frame.vx)[i] = -1e-4f;
            ((float *)(uintptr_t)frame.vy)[i] = 0.0f;
        }
        bfWorld_Step(world);
        frame = bfWorld_Frame(world);
        for (int32_t i = 0; i < frame.n; ++i) {
            assert_true(frame.px[i] == 0.0f && frame.vx[i] == -1e-4f);
        }
        bfDestroyWorld(world);
    }
}

/* Arguments: how many random parameter sets, and the number of the first. */
int main(int argc, char **argv) {
    sets = argc > 1 ? strtoull(argv[1], NULL, 10) : sets;
    first_set = argc > 2 ? strtoull(argv[2], NULL, 10) : first_set;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_way_agrees_with_the_reference),
        cmocka_unit_test(every_way_agrees_where_agents_coincide_or_stand_on_borders),
        cmocka_unit_test(every_way_agrees_while_parameters_change),
        cmocka_unit_test(neighbours_are_found_across_every_border),
        cmocka_unit_test(no_pair_within_r_is_two_cells_apart),
        cmocka_unit_test(positions_stay_in_a_half_open_world),
        cmocka_unit_test(a_place_that_rounds_to_the_edge_becomes_0),
    };
    return cmocka_run_group_tests_name("cell", tests, NULL, NULL);
}
