#include "ways.h"

#include <stdio.h>

/* All pairs of more agents take long; the grid levels say the same about them. */
#define MOST_FOR_ALL_PAIRS 700

static const int64_t thread_counts[] = {1, 2, 3, 8};
enum { THREAD_COUNTS = sizeof thread_counts / sizeof thread_counts[0] };

void nameWay(Way *way) {
    char level[16], simd[16];
    bfTable_GetText(bfParamsTable(), &way->params, "level", level, sizeof level, NULL);
    bfTable_GetText(bfParamsTable(), &way->params, "simd", simd, sizeof simd, NULL);
    snprintf(way->name, sizeof way->name, "level %s, simd %s, %d threads", level, simd, (int)way->params.threads);
}

static bool hasLevel(const bfParams *params, int32_t level) {
    bool all_pairs = level == BF_NAIVE || level == BF_VECTOR;
    bool exists = params->numerics == BF_CELL || level == BF_NAIVE || level == BF_NATIVE;
    return exists && (!all_pairs || params->agents <= MOST_FOR_ALL_PAIRS);
}

int listWays(const bfParams *params, bool all_threads, uint64_t turn, Way *ways) {
    int count = 0;
    for (int32_t level = BF_NAIVE; level <= BF_NATIVE; ++level) {
        bool uses_simd = level == BF_VECTOR || level == BF_NATIVE;
        for (int32_t simd = BF_SIMD_SCALAR; simd < BF_SIMD_COUNT; ++simd) {
            if (!hasLevel(params, level) || !bfHasSimd(simd) || (!uses_simd && simd != BF_SIMD_SCALAR)) {
                continue;
            }
            int variants = all_threads && level == BF_NATIVE ? THREAD_COUNTS : 1;
            for (int variant = 0; variant < variants; ++variant) {
                uint64_t chosen = variants > 1 ? (uint64_t)variant : turn + (uint64_t)count;
                ways[count].params = *params;
                ways[count].params.level = level;
                ways[count].params.simd = simd;
                ways[count].params.threads = thread_counts[chosen % THREAD_COUNTS];
                nameWay(&ways[count]);
                ++count;
            }
        }
    }
    return count;
}
