/* `cell` numerics end in the hashes fixed in tests/golden/cell_hashes.json, in every way to compute them and, for the
 * smaller sets, by the independent reference. Arguments: that file; "quick" for level auto alone. */
#include "reference.h"
#include "ways.h"

#include <cjson/cJSON.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MOST_PAIRS_FOR_REFERENCE 3e7

static const char *path;
static bool is_quick;

static cJSON *readSets(void) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fail_msg("cannot open %s", path);
    }
    static char text[1 << 16];
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    cJSON *json = cJSON_ParseWithLength(text, length);
    assert_non_null(json);
    return json;
}

static bfParams paramsOf(const cJSON *set) {
    bfParams params = bfDefaultParams();
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(set, "params")) {
        char text[64];
        bfError error;
        if (cJSON_IsString(item)) {
            snprintf(text, sizeof text, "%s", item->valuestring);
        } else {
            snprintf(text, sizeof text, "%.17g", item->valuedouble);
        }
        if (bfTable_SetText(bfParamsTable(), &params, item->string, text, &error) != BF_OK) {
            fail_msg("%s", error.message);
        }
    }
    return params;
}

enum { MAX_EVENTS = 16 };

/* The set's events, of which there may be none. */
static int32_t eventsOf(const cJSON *set, bfEvent *events) {
    int32_t count = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(set, "events")) {
        char text[64];
        bfError error;
        assert_true(count < MAX_EVENTS);
        snprintf(text, sizeof text, "%.17g", cJSON_GetObjectItem(item, "value")->valuedouble);
        if (bfMakeEvent(cJSON_GetObjectItem(item, "step")->valueint, cJSON_GetObjectItem(item, "name")->valuestring,
                        text, &events[count++], &error) != BF_OK) {
            fail_msg("%s", error.message);
        }
    }
    return count;
}

static bfWorld *makeWorld(const bfParams *params, const cJSON *set) {
    bfWorld *world = NULL;
    bfError error;
    bfEvent events[MAX_EVENTS];
    int32_t count = eventsOf(set, events);
    if (bfCreateWorld(params, &world, &error) != BF_OK || bfWorld_AddEvents(world, events, count, &error) != BF_OK) {
        fail_msg("%s", error.message);
    }
    return world;
}

static void requireHash(const bfFrame *frame, const cJSON *set, const char *way) {
    char made[17];
    snprintf(made, sizeof made, "%016" PRIx64, bfFrame_Hash(frame));
    const char *wanted = cJSON_GetObjectItem(set, "hash")->valuestring;
    if (strcmp(made, wanted) != 0) {
        fail_msg("%s: ends in %s at %s, %s is fixed in %s", cJSON_GetObjectItem(set, "name")->valuestring, made, way,
                 wanted, path);
    }
}

static void runWay(const Way *way, const cJSON *set) {
    bfWorld *world = makeWorld(&way->params, set);
    for (int64_t step = 0; step < way->params.steps; ++step) {
        bfWorld_Step(world);
    }
    bfFrame frame = bfWorld_Frame(world);
    requireHash(&frame, set, way->name);
    bfDestroyWorld(world);
}

static void runReference(bfParams params, const cJSON *set) {
    bfEvent events[MAX_EVENTS];
    int32_t count = eventsOf(set, events);
    int64_t fewest, most;
    bfAgentRange(&params, events, count, params.steps, &fewest, &most);
    size_t room = (size_t)(most > params.agents ? most : params.agents);
    bfWorld *world = makeWorld(&params, set);
    bfFrame frame = bfWorld_Frame(world);
    const float *fields[] = {frame.px, frame.py, frame.vx, frame.vy};
    float *s = malloc((4 * room + 1) * sizeof *s), *f[4];
    for (size_t i = 0; i < 4; ++i) {
        f[i] = s + i * room;
        memcpy(f[i], fields[i], (size_t)frame.n * sizeof *s);
    }
    for (int64_t step = 0; step < params.steps; ++step) {
        int64_t agents = params.agents;
        for (int32_t i = 0; i < count; ++i) {
            if (events[i].step == step) {
                bfParamInfo_Store(events[i].param, &params, events[i].value);
            }
        }
        for (int64_t id = agents; id < params.agents; ++id) {
            referenceJoin(&params, (uint32_t)id, &f[0][id], &f[1][id], &f[2][id], &f[3][id]);
        }
        referenceStep(&params, f[0], f[1], f[2], f[3]);
    }
    frame = (bfFrame){.n = (int32_t)params.agents, .px = f[0], .py = f[1], .vx = f[2], .vy = f[3]};
    requireHash(&frame, set, "the reference");
    bfDestroyWorld(world);
    free(s);
}

static void every_set_ends_in_its_fixed_hash(void **unused) {
    (void)unused;
    cJSON *json = readSets();
    const cJSON *set;
    int sets = 0, by_reference = 0;
    cJSON_ArrayForEach(set, cJSON_GetObjectItem(json, "sets")) {
        bfParams params = paramsOf(set);
        Way ways[MAX_WAYS] = {{.params = params}};
        int count = is_quick ? 1 : listWays(&params, false, (uint64_t)sets, ways);
        for (int i = 0; i < count; ++i) {
            ways[i].params.threads = 1 + i % 3; /* more than a machine has cores would make long runs slow */
            nameWay(&ways[i]);
            runWay(&ways[i], set);
        }
        double pairs = (double)params.agents * (double)params.agents * (double)params.steps;
        if (!is_quick && pairs <= MOST_PAIRS_FOR_REFERENCE) {
            runReference(params, set);
            ++by_reference;
        }
        ++sets;
    }
    print_message("%d sets, %d of them by the reference too\n", sets, by_reference);
    assert_true(sets >= 30);
    cJSON_Delete(json);
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: golden_cell_test FILE [quick]\n");
        return 2;
    }
    path = argv[1];
    is_quick = argc > 2 && strcmp(argv[2], "quick") == 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_set_ends_in_its_fixed_hash)};
    return cmocka_run_group_tests_name("golden cell", tests, NULL, NULL);
}
