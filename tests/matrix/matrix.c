/* Prints the hash that each of many random parameter sets ends in, after checking that every level, instruction set
 * and thread count of this build gives it. Two builds agree when their outputs are equal (run.sh compares them).
 * Argument: how many sets. */
#include "boidforge/sim.h"
#include "random_params.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define STEPS 8

/* All pairs of this many agents take long; the grid levels say the same about larger flocks. */
#define MOST_FOR_ALL_PAIRS 500

static const int thread_counts[] = {1, 2, 3, 8};

static uint64_t hashAfter(bfParams params, int level, int simd, int threads) {
    bfWorld *world;
    bfError error;
    params.level = level;
    params.simd = simd;
    params.threads = threads;
    if (bfCreateWorld(&params, &world, &error) != BF_OK) {
        fprintf(stderr, "matrix: %s\n", error.message);
        exit(1);
    }
    for (int step = 0; step < STEPS; ++step) {
        bfWorld_Step(world);
    }
    bfFrame frame = bfWorld_Frame(world);
    uint64_t hash = bfFrame_Hash(&frame);
    bfDestroyWorld(world);
    return hash;
}

/* Every way to compute a set; false, with a line, at the first that differs. */
static bool checkSet(const bfParams *params, uint64_t set, uint64_t *hash) {
    bool is_small = params->agents <= MOST_FOR_ALL_PAIRS;
    *hash = hashAfter(*params, is_small ? BF_NAIVE : BF_NATIVE, BF_SIMD_SCALAR, 1);
    for (int level = BF_NAIVE; level <= BF_NATIVE; ++level) {
        bool is_there = params->numerics == BF_CELL || level == BF_NAIVE || level == BF_NATIVE;
        is_there = is_there && (is_small || level == BF_GRID || level == BF_NATIVE);
        for (int simd = BF_SIMD_SCALAR; is_there && simd < BF_SIMD_COUNT; ++simd) {
            for (int t = 0; bfHasSimd(simd) && t < 4; ++t) {
                uint64_t other = hashAfter(*params, level, simd, thread_counts[t]);
                if (other != *hash) {
                    fprintf(stderr, "matrix: set %" PRIu64 " differs at level %d, simd %d, %d threads\n", set, level,
                            simd, thread_counts[t]);
                    return false;
                }
            }
        }
    }
    return true;
}

int main(int argc, char **argv) {
    uint64_t sets = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
    for (uint64_t set = 0; set < sets; ++set) {
        uint64_t hash;
        bfParams params = randomParams(set);
        params.numerics = set % 4 == 3 ? BF_CLASSIC : BF_CELL;
        if (set % 10 == 9) {
            params.agents = (int64_t)randomBetween(1000, 5000);
        }
        if (bfParams_Check(&params, NULL) != BF_OK) {
            continue;
        }
        if (!checkSet(&params, set, &hash)) {
            return 1;
        }
        printf("set %" PRIu64 " %016" PRIx64 "\n", set, hash);
    }
    return 0;
}
