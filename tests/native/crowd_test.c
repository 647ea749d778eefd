/* Many agents in a single cell: slow, and correct. The two widest instruction sets here give the same bytes, and the
 * independent reference gives those of some fifty agents among them. Argument: how many agents. */
#include "reference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int64_t agents = 3000;

static bfParams crowdedParams(void) {
    bfParams p = bfDefaultParams();
    p.agents = agents;
    p.boundary = BF_REFLECT;
    p.world_width = p.world_height = 100;
    p.r_sep = 1;
    p.r_ali = 60;
    p.r_coh = 200; /* further than any two are apart */
    p.max_speed = 60;
    p.threads = 2;
    return p;
}

static bfWorld *makeWorld(int32_t simd) {
    bfParams p = crowdedParams();
    bfWorld *world = NULL;
    bfError error;
    p.simd = simd;
    if (bfCreateWorld(&p, &world, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
    return world;
}

/* The reference's step of every stride-th agent, from the start state. */
static float *referenceState(const bfFrame *start, int stride) {
    bfParams p = crowdedParams();
    size_t n = (size_t)start->n;
    float *s = malloc(4 * n * sizeof *s);
    memcpy(s, start->px, n * sizeof *s);
    memcpy(s + n, start->py, n * sizeof *s);
    memcpy(s + 2 * n, start->vx, n * sizeof *s);
    memcpy(s + 3 * n, start->vy, n * sizeof *s);
    referenceStepSome(&p, stride, s, s + n, s + 2 * n, s + 3 * n);
    return s;
}

static void everybody_in_one_cell_is_computed_correctly(void **unused) {
    (void)unused;
    bfParams p = crowdedParams();
    int cols, rows, stride = 1 + (int)(agents / 50);
    referenceGrid(&p, &cols, &rows);
    assert_int_equal(cols * rows, 1);
    bfWorld *world = makeWorld(BF_SIMD_AUTO);
    bfFrame frame = bfWorld_Frame(world);
    float *wanted = referenceState(&frame, stride);
    bfWorld_Step(world);
    frame = bfWorld_Frame(world);
    size_t n = (size_t)frame.n;
    for (size_t i = 0; i < n; i += (size_t)stride) {
        const float made[] = {frame.px[i], frame.py[i], frame.vx[i], frame.vy[i]};
        const float sought[] = {wanted[i], wanted[n + i], wanted[2 * n + i], wanted[3 * n + i]};
        assert_memory_equal(made, sought, sizeof made);
    }
    free(wanted);

    uint64_t hash = bfFrame_Hash(&frame);
    bool is_other = false;
    for (int32_t simd = BF_SIMD_COUNT - 1; simd > BF_SIMD_AUTO && !is_other; --simd) {
        if (bfHasSimd(simd)) {
            bfWorld *other = makeWorld(simd);
            is_other = strcmp(bfWorld_SimdName(other), bfWorld_SimdName(world)) != 0;
            if (is_other) {
                bfWorld_Step(other);
                frame = bfWorld_Frame(other);
                print_message("%lld agents in one cell: %s and %s\n", (long long)agents, bfWorld_SimdName(world),
                              bfWorld_SimdName(other));
                assert_int_equal(bfFrame_Hash(&frame), hash);
            }
            bfDestroyWorld(other);
        }
    }
    assert_true(is_other);
    bfDestroyWorld(world);
}

int main(int argc, char **argv) {
    agents = argc > 1 ? strtoll(argv[1], NULL, 10) : agents;
    const struct CMUnitTest tests[] = {cmocka_unit_test(everybody_in_one_cell_is_computed_correctly)};
    return cmocka_run_group_tests_name("crowd", tests, NULL, NULL);
}
