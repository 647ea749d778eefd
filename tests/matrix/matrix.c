/* One line for each of many random parameter sets: its parameters and the hash that it ends in, after checking that
 * every level, instruction set and thread count of this build gives it. Two builds agree when they print the same
 * (run.sh compares them). Arguments: how many sets, and the number of the first. */
#include "random_params.h"
#include "ways.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Larger flocks take few steps, and each thread count on another instruction set only. */
#define LARGE 400

static uint64_t hashAfter(const Way *way) {
    bfWorld *world;
    bfError error;
    if (bfCreateWorld(&way->params, &world, &error) != BF_OK) {
        fprintf(stderr, "matrix: %s: %s\n", way->name, error.message);
        exit(1);
    }
    for (int64_t step = 0; step < way->params.steps; ++step) {
        bfWorld_Step(world);
    }
    bfFrame frame = bfWorld_Frame(world);
    uint64_t hash = bfFrame_Hash(&frame);
    bfDestroyWorld(world);
    return hash;
}

static uint64_t requireOneHash(const bfParams *params, uint64_t set) {
    Way ways[MAX_WAYS];
    int count = listWays(params, params->agents <= LARGE, set, ways);
    uint64_t wanted = hashAfter(&ways[0]);
    for (int i = 1; i < count; ++i) {
        uint64_t made = hashAfter(&ways[i]);
        if (made != wanted) {
            fprintf(stderr, "matrix: set %" PRIu64 " ends in %016" PRIx64 " at %s, in %016" PRIx64 " at %s\n", set, made,
                    ways[i].name, wanted, ways[0].name);
            exit(1);
        }
    }
    return wanted;
}

static void printSet(const bfParams *params, uint64_t set, uint64_t hash) {
    const bfParamTable *table = bfParamsTable();
    printf("{\"set\":%" PRIu64 ",\"hash\":\"%016" PRIx64 "\",\"params\":{", set, hash);
    for (int i = 0; i < table->count; ++i) {
        char text[64];
        bfTable_GetText(table, params, table->infos[i].name, text, sizeof text, NULL);
        printf("%s\"%s\":\"%s\"", i > 0 ? "," : "", table->infos[i].name, text);
    }
    puts("}}");
}

int main(int argc, char **argv) {
    uint64_t sets = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    for (uint64_t set = first; set < first + sets; ++set) {
        bfParams params = randomParams(set);
        params.numerics = set % 4 == 3 ? BF_CLASSIC : BF_CELL;
        params.pointer_radius = params.numerics == BF_CELL ? params.pointer_radius : 0;
        params.steps = params.agents <= LARGE ? 6 : params.agents <= 5 * LARGE ? 2 : 1;
        if (bfParams_Check(&params, NULL) == BF_OK) {
            printSet(&params, set, requireOneHash(&params, set));
        }
    }
    return 0;
}
