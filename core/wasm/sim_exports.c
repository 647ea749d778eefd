/* boidforge-sim, and boidforge-sim-threads of the same source: the simulation's flat exports (docs/architecture.md).
 * One scene and one world a module; text is UTF-8, valid until the next call of the same function. */
#include "boidforge/scene.h"
#include "boidforge/sim.h"

#include <emscripten/emscripten.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bfScene scene;
static bfWorld *world;
static bfScene world_scene;   /* the scene that the world was made of */
static bfParams world_params; /* those it began with */
static bfError last_error;

EMSCRIPTEN_KEEPALIVE const char *bf_sim_describe(void) {
    static char *json;
    if (json == NULL) {
        const bfParamTable *table = bfParamsTable();
        size_t table_bytes = bfTable_WriteJson(table, NULL, 0) + 1;
        size_t bytes = table_bytes + 128 + 32 * (size_t)table->count;
        json = malloc(bytes);
        int head =
            snprintf(json, bytes, "{\"version\":\"%s\",\"scene_version\":%d,\"params\":", BF_VERSION, BF_SCENE_VERSION);
        size_t length = (size_t)head + bfTable_WriteJson(table, json + head, bytes - (size_t)head);
        const char *before = ",\"changes\":[";
        for (int i = 0; i < table->count; ++i) {
            if (bfParam_MayChange(&table->infos[i])) {
                length += (size_t)snprintf(json + length, bytes - length, "%s\"%s\"", before, table->infos[i].name);
                before = ",";
            }
        }
        snprintf(json + length, bytes - length, "]}");
    }
    return json;
}

EMSCRIPTEN_KEEPALIVE const char *bf_sim_error(void) {
    return last_error.message;
}

EMSCRIPTEN_KEEPALIVE void bf_sim_scene_begin(void) {
    bfScene_Clear(&scene);
}

EMSCRIPTEN_KEEPALIVE int bf_sim_scene_set(const char *section, const char *name, const char *text) {
    return bfScene_Set(&scene, section, name, text, &last_error);
}

EMSCRIPTEN_KEEPALIVE int bf_sim_create(void) {
    bfParams params;
    bfResult result = bfScene_Resolve(&scene, &params, &last_error);
    if (result != BF_OK) {
        return result;
    }
    bfWorld *made;
    result = bfCreateWorld(&params, &made, &last_error);
    if (result != BF_OK) {
        return result;
    }
    result = bfWorld_AddEvents(made, scene.events, scene.event_count, &last_error);
    if (result != BF_OK) {
        bfDestroyWorld(made);
        return result;
    }
    bfDestroyWorld(world);
    world = made;
    bfScene_Clear(&world_scene);
    world_scene = scene;
    world_scene.events = NULL; /* the world has its own, and those that are yet to be made */
    world_scene.event_count = world_scene.event_room = 0;
    world_params = params;
    return result;
}

EMSCRIPTEN_KEEPALIVE int bf_sim_change(const char *name, const char *text) {
    return world != NULL ? bfWorld_Change(world, name, text, &last_error)
                         : bfFail(&last_error, BF_ERROR_CONFLICT, "%s: there is no flock to change yet", name);
}

/* A live session's length is its own: steps says how many were taken, where any were. */
static bfResult writeWorldScene(char **json) {
    int32_t count;
    if (world == NULL) {
        return bfFail(&last_error, BF_ERROR_CONFLICT, "there is no flock yet, and so no scene");
    }
    if (!bfWorld_RemembersEvents(world)) {
        return bfFail(&last_error, BF_ERROR_SCENE,
                      "this flock was changed more than %d times, which is the most that a scene holds", BF_MAX_EVENTS);
    }
    const bfEvent *events = bfWorld_Events(world, &count);
    bfResult result = bfScene_SetEvents(&world_scene, events, count, &last_error);
    if (result != BF_OK) {
        return result;
    }
    bfParams params = world_params;
    params.steps = bfWorld_StepCount(world) > 0 ? bfWorld_StepCount(world) : params.steps;
    *json = bfScene_WriteJson(&world_scene, &params);
    return *json != NULL ? BF_OK : bfFail(&last_error, BF_ERROR_NO_MEMORY, "not enough memory for the scene");
}

EMSCRIPTEN_KEEPALIVE const char *bf_sim_scene_json(void) {
    static char *json;
    free(json);
    json = NULL;
    return writeWorldScene(&json) == BF_OK ? json : NULL;
}

EMSCRIPTEN_KEEPALIVE const char *bf_sim_param(const char *name) {
    static char text[64];
    if (world == NULL ||
        bfTable_GetText(bfParamsTable(), bfWorld_Params(world), name, text, sizeof text, &last_error) != BF_OK) {
        text[0] = '\0';
    }
    return text;
}

EMSCRIPTEN_KEEPALIVE void bf_sim_step(int count) {
    for (int i = 0; world != NULL && i < count; ++i) {
        bfWorld_Step(world);
    }
}

EMSCRIPTEN_KEEPALIVE int bf_sim_threads(void) {
    return world != NULL ? bfWorld_ThreadCount(world) : 0;
}

EMSCRIPTEN_KEEPALIVE const char *bf_sim_simd(void) {
    return world != NULL ? bfWorld_SimdName(world) : NULL;
}

EMSCRIPTEN_KEEPALIVE const void *bf_sim_record(void) {
    return world != NULL ? bfWorld_Record(world) : NULL;
}

EMSCRIPTEN_KEEPALIVE int bf_sim_record_bytes(void) {
    return world != NULL ? (int)bfRecordBytes((int32_t)bfWorld_Params(world)->agents) : 0;
}

EMSCRIPTEN_KEEPALIVE const char *bf_sim_hash(void) {
    static char text[17];
    if (world != NULL) {
        bfFrame frame = bfWorld_Frame(world);
        snprintf(text, sizeof text, "%016" PRIx64, bfFrame_Hash(&frame));
    }
    return text;
}
