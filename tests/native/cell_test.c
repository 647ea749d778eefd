/* `cell` numerics: every level on every instruction set here, and an independent reference, give the same bytes. */
#include "random_params.h"
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct State {
    float *px, *py, *vx, *vy;
} State;

static State copyState(const bfFrame *frame) {
    size_t n = (size_t)frame->n;
    float *all = malloc((4 * n + 1) * sizeof(float));
    State state = {all, all + n, all + 2 * n, all + 3 * n};
    memcpy(state.px, frame->px, n * sizeof(float));
    memcpy(state.py, frame->py, n * sizeof(float));
    memcpy(state.vx, frame->vx, n * sizeof(float));
    memcpy(state.vy, frame->vy, n * sizeof(float));
    return state;
}

/* A way to compute: a level on an instruction set. */
typedef struct Way {
    char name[48];
    bfWorld *world;
} Way;

enum { MAX_WAYS = 16 };

/* Every way this machine has: levels naive and grid, and vector and native on each instruction set. */
static int makeWays(const bfParams *params, Way *ways) {
    static const char *const simd_names[] = {"auto", "scalar", "sse2", "avx2", "avx512", "neon", "wasm128"};
    static const char *const level_names[] = {"auto", "naive", "vector", "grid", "native"};
    int count = 0;
    for (int level = BF_NAIVE; level <= BF_NATIVE; ++level) {
        for (int simd = BF_SIMD_SCALAR; simd < BF_SIMD_COUNT; ++simd) {
            bool uses_simd = level == BF_VECTOR || level == BF_NATIVE;
            if (!bfHasSimd(simd) || (!uses_simd && simd != BF_SIMD_SCALAR)) {
                continue;
            }
            bfParams p = *params;
            bfError error;
            p.level = level;
            p.simd = simd;
            p.threads = 1 + (level + simd + params->seed) % 4; /* each with every count, over the sets */
            snprintf(ways[count].name, sizeof ways[count].name, "level %s, %s, %d threads", level_names[level],
                     simd_names[simd], (int)p.threads);
            if (bfCreateWorld(&p, &ways[count].world, &error) != BF_OK) {
                fail_msg("%s: %s", ways[count].name, error.message);
            }
            ++count;
        }
    }
    return count;
}

static void requireEqual(const bfFrame *frame, const State *reference, const char *way, uint64_t set, int step) {
    const float *made[] = {frame->px, frame->py, frame->vx, frame->vy};
    const float *wanted[] = {reference->px, reference->py, reference->vx, reference->vy};
    static const char *const names[] = {"px", "py", "vx", "vy"};
    for (int field = 0; field < 4; ++field) {
        for (int32_t i = 0; i < frame->n; ++i) {
            if (memcmp(&made[field][i], &wanted[field][i], sizeof(float)) != 0) {
                fail_msg("parameter set %llu, step %d: %s of agent %d is %a at %s, %a by the reference",
                         (unsigned long long)set, step, names[field], i, (double)made[field][i], way,
                         (double)wanted[field][i]);
            }
        }
    }
}

/* Steps one parameter set every way and by the reference; false when the set itself is refused. */
static bool compareAll(const bfParams *params, uint64_t set, int steps) {
    if (bfParams_Check(params, NULL) != BF_OK) {
        return false;
    }
    Way ways[MAX_WAYS];
    int count = makeWays(params, ways);
    bfFrame frame = bfWorld_Frame(ways[0].world);
    State reference = copyState(&frame);
    for (int step = 0; step < steps; ++step) {
        referenceStep(params, reference.px, reference.py, reference.vx, reference.vy);
        for (int i = 0; i < count; ++i) {
            bfWorld_Step(ways[i].world);
            frame = bfWorld_Frame(ways[i].world);
            requireEqual(&frame, &reference, ways[i].name, set, step);
        }
        assert_int_equal(bfFrame_CountBad(&frame), 0);
    }
    for (int i = 0; i < count; ++i) {
        bfDestroyWorld(ways[i].world);
    }
    free(reference.px);
    return true;
}

static void every_level_and_instruction_set_agrees_with_the_reference(void **unused) {
    (void)unused;
    int compared = 0;
    for (uint64_t set = 0; set < 400; ++set) {
        seedRandom(set);
        bfParams params = randomParams();
        compared += compareAll(&params, set, 12);
    }
    print_message("%d of 400 parameter sets compared\n", compared);
    assert_true(compared > 250);
}

/* Worlds of few cells, of the most columns there can be (4096, which takes 3,072 agents in three rows), and huge ones,
 * where float32 places are coarse against a cell. */
static void neighbours_are_found_across_every_border(void **unused) {
    (void)unused;
    static const struct {
        double width, height, radius;
        int agents, steps;
    } worlds[] = {{90.1, 90.1, 30, 300, 6},    {121, 90.1, 30, 300, 6},     {4100.1, 3.01, 1, 3100, 2},
                  {1e7, 7.33e3, 2437, 3100, 2}, {1e6, 1e6, 81.3, 300, 6},    {1e7, 1e7, 1e6, 300, 6},
                  {3.01, 4.01, 1, 40, 6},       {1e5, 75, 24.4, 3100, 2}};
    for (uint64_t set = 0; set < 16; ++set) {
        bfParams p = bfDefaultParams();
        p.world_width = worlds[set % 8].width;
        p.world_height = worlds[set % 8].height;
        p.r_sep = p.r_ali = p.r_coh = worlds[set % 8].radius;
        p.metric = set < 8 ? BF_TORUS : BF_PLANE;
        p.agents = worlds[set % 8].agents;
        p.seed = (int64_t)set;
        p.max_speed = p.r_sep < 1e6 ? p.r_sep : 1e6;
        p.min_speed = p.max_speed / 2;
        assert_true(compareAll(&p, 1000 + set, worlds[set % 8].steps));
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

static void the_grid_follows_the_agent_count_in_any_world(void **unused) {
    (void)unused;
    bfParams p = bfDefaultParams();
    p.world_width = p.world_height = 1e6;
    p.r_sep = p.r_ali = p.r_coh = 0.5;
    p.agents = 50;
    bfWorld *world = makeWorld(&p);
    bfWorld_Step(world);
    bfDestroyWorld(world); /* the sanitizer builds would not survive 4e12 cells */
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_and_instruction_set_agrees_with_the_reference),
        cmocka_unit_test(neighbours_are_found_across_every_border),
        cmocka_unit_test(no_pair_within_r_is_two_cells_apart),
        cmocka_unit_test(the_grid_follows_the_agent_count_in_any_world),
        cmocka_unit_test(positions_stay_in_a_half_open_world),
    };
    return cmocka_run_group_tests_name("cell", tests, NULL, NULL);
}
