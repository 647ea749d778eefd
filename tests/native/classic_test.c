/* `classic` numerics: level native on every instruction set here gives the bytes of level naive, which the golden
 * recordings hold to the original's. */
#include "random_params.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bfWorld *makeWorld(bfParams params, int32_t level, int32_t simd) {
    bfWorld *world;
    bfError error;
    params.level = level;
    params.simd = simd;
    if (bfCreateWorld(&params, &world, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
    return world;
}

static void requireEqual(const bfWorld *naive, const bfWorld *native, uint64_t set, int step) {
    int32_t n = (int32_t)bfWorld_Params(naive)->agents;
    const char *a = bfWorld_Record(naive), *b = bfWorld_Record(native);
    size_t bytes = bfRecordBytes(n);
    for (size_t at = 0; at < bytes; ++at) {
        if (a[at] != b[at]) {
            size_t word = (at - BF_RECORD_HEADER_BYTES) / sizeof(float);
            fail_msg("parameter set %llu, step %d: field %zu of agent %zu differs on %s", (unsigned long long)set,
                     step, word / (size_t)n, word % (size_t)n, bfWorld_SimdName(native));
        }
    }
}

static void compare(const bfParams *params, uint64_t set, int steps) {
    for (int32_t simd = BF_SIMD_SCALAR; simd < BF_SIMD_COUNT; ++simd) {
        if (!bfHasSimd(simd)) {
            continue;
        }
        bfWorld *naive = makeWorld(*params, BF_NAIVE, BF_SIMD_AUTO);
        bfWorld *native = makeWorld(*params, BF_NATIVE, simd);
        for (int step = 0; step < steps; ++step) {
            bfWorld_Step(naive);
            bfWorld_Step(native);
            requireEqual(naive, native, set, step);
        }
        bfDestroyWorld(naive);
        bfDestroyWorld(native);
    }
}

static void native_gives_the_bytes_of_naive_for_random_parameters(void **unused) {
    (void)unused;
    int compared = 0;
    for (uint64_t set = 0; set < 300; ++set) {
        seedRandom(set);
        bfParams params = randomParams();
        params.numerics = BF_CLASSIC;
        if (bfParams_Check(&params, NULL) == BF_OK) {
            compare(&params, set, 10);
            ++compared;
        }
    }
    print_message("%d of 300 parameter sets compared\n", compared);
    assert_true(compared > 200);
}

/* What only classic accepts: steps longer than the world, radii larger than it, agents outside it. */
static void native_gives_the_bytes_of_naive_in_unruly_worlds(void **unused) {
    (void)unused;
    for (uint64_t set = 0; set < 60; ++set) {
        seedRandom(5000 + set);
        bfParams p = bfDefaultParams();
        p.numerics = BF_CLASSIC;
        p.agents = (int64_t)randomBetween(0, 300);
        p.seed = (int64_t)set;
        p.boundary = randomChance(0.5) ? BF_WRAP : BF_REFLECT;
        p.world_width = randomBetween(3, 200);
        p.world_height = randomBetween(3, 200);
        p.r_sep = randomBetween(1, 50);
        p.r_coh = randomBetween(1, 300);
        p.dt = randomBetween(0.01, 20);
        p.min_speed = 0;
        compare(&p, 5000 + set, 8);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(native_gives_the_bytes_of_naive_for_random_parameters),
        cmocka_unit_test(native_gives_the_bytes_of_naive_in_unruly_worlds),
    };
    return cmocka_run_group_tests_name("classic", tests, NULL, NULL);
}
