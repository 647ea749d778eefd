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
static bfError last_error;

EMSCRIPTEN_KEEPALIVE const char *bf_sim_describe(void) {
    static char *json;
    if (json == NULL) {
        size_t table_bytes = bfTable_WriteJson(bfParamsTable(), NULL, 0) + 1;
        size_t bytes = table_bytes + 128;
        json = malloc(bytes);
        int head = snprintf(json, bytes, "{\"version\":\"%s\",\"scene_version\":%d,\"params\":", BF_VERSION,
                            BF_SCENE_VERSION);
        size_t length = (size_t)head + bfTable_WriteJson(bfParamsTable(), json + head, bytes - (size_t)head);
        snprintf(json + length, bytes - length, "}");
    }
    return json;
}

EMSCRIPTEN_KEEPALIVE const char *bf_sim_error(void) {
    return last_error.message;
}

EMSCRIPTEN_KEEPALIVE void bf_sim_scene_begin(void) {
    scene = bfDefaultScene();
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
    if (result == BF_OK) {
        bfDestroyWorld(world);
        world = made;
    }
    return result;
}

EMSCRIPTEN_KEEPALIVE const char *bf_sim_param(const char *name) {
    static char text[64];
    if (world == NULL || bfTable_GetText(bfParamsTable(), bfWorld_Params(world), name, text, sizeof text,
                                         &last_error) != BF_OK) {
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
