/* One line for each of many random parameter sets: its parameters and events (every second has some) and the hash that
 * it ends in, after checking that every level, instruction set and thread count of this build gives it. Two builds
 * agree when they print the same (run.sh compares them). Arguments: how many sets, and the number of the first. */
#include "random_params.h"
#include "ways.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Larger flocks take few steps, and each thread count on another instruction set only. */
#define LARGE 400

enum { MAX_EVENTS = 16 };

typedef struct Set {
    uint64_t number;
    bfParams params;
    bfEvent events[MAX_EVENTS];
    int32_t event_count;
} Set;

static uint64_t hashAfter(const Way *way, const Set *set) {
    bfWorld *world;
    bfError error;
    if (bfCreateWorld(&way->params, &world, &error) != BF_OK ||
        bfWorld_AddEvents(world, set->events, set->event_count, &error) != BF_OK) {
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

static uint64_t requireOneHash(const Set *set) {
    Way ways[MAX_WAYS];
    int count = listWays(&set->params, set->params.agents <= LARGE, set->number, ways);
    uint64_t wanted = hashAfter(&ways[0], set);
    for (int i = 1; i < count; ++i) {
        uint64_t made = hashAfter(&ways[i], set);
        if (made != wanted) {
            fprintf(stderr, "matrix: set %" PRIu64 " ends in %016" PRIx64 " at %s, in %016" PRIx64 " at %s\n",
                    set->number, made, ways[i].name, wanted, ways[0].name);
            exit(1);
        }
    }
    return wanted;
}

static void printSet(const Set *set, uint64_t hash) {
    const bfParamTable *table = bfParamsTable();
    printf("{\"set\":%" PRIu64 ",\"hash\":\"%016" PRIx64 "\",\"params\":{", set->number, hash);
    for (int i = 0; i < table->count; ++i) {
        char text[64];
        bfTable_GetText(table, &set->params, table->infos[i].name, text, sizeof text, NULL);
        printf("%s\"%s\":\"%s\"", i > 0 ? "," : "", table->infos[i].name, text);
    }
    fputs("},\"events\":[", stdout);
    for (int32_t i = 0; i < set->event_count; ++i) {
        printf("%s{\"step\":%d,\"name\":\"%s\",\"value\":\"%.17g\"}", i > 0 ? "," : "", (int)set->events[i].step,
               set->events[i].param->name, set->events[i].value);
    }
    puts("]}");
}

static Set makeSet(uint64_t number) {
    Set set = {.number = number, .params = randomParams(number)};
    set.params.numerics = number % 4 == 3 ? BF_CLASSIC : BF_CELL;
    set.params.pointer_radius = set.params.numerics == BF_CELL ? set.params.pointer_radius : 0;
    set.params.steps = set.params.agents <= LARGE ? 6 : set.params.agents <= 5 * LARGE ? 2 : 1;
    if (number % 8 >= 4) {
        set.event_count = randomEvents(number, &set.params, set.events, MAX_EVENTS);
    }
    return set;
}

int main(int argc, char **argv) {
    uint64_t sets = argc > 1 ? strtoull(argv[1], NULL, 10) : 100;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    for (uint64_t number = first; number < first + sets; ++number) {
        Set set = makeSet(number);
        if (bfParams_Check(&set.params, NULL) == BF_OK &&
            bfCheckEvents(&set.params, set.events, set.event_count, NULL) == BF_OK) {
            printSet(&set, requireOneHash(&set));
        }
    }
    return 0;
}
