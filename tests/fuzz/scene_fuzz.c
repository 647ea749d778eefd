/* Any text as a scene: refused, or resolved to parameters that pass their own check and seed a small world, which takes
 * its first events. What is read can be written and read again. */
#include "boidforge/scene.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void requireSame(const bfScene *scene, const bfParams *params) {
    char *json = bfScene_WriteJson(scene, params);
    bfScene again;
    bfParams other;
    if (json == NULL || bfScene_ParseJson(&again, json, strlen(json), NULL) != BF_OK ||
        bfScene_Resolve(&again, &other, NULL) != BF_OK || again.event_count != scene->event_count) {
        abort();
    }
    bfScene_Clear(&again);
    free(json);
}

static void runSmall(const bfScene *scene, bfParams params) {
    bfWorld *world;
    params.agents = params.agents > 50 ? 50 : params.agents;
    if (bfCreateWorld(&params, &world, NULL) != BF_OK) {
        return;
    }
    int32_t few = 0; /* events that make no large world */
    while (few < scene->event_count && few < 8 && scene->events[few].value < 1000) {
        ++few;
    }
    bfWorld_AddEvents(world, scene->events, few, NULL);
    for (int step = 0; step < 3; ++step) {
        bfWorld_Step(world);
        bfFrame frame = bfWorld_Frame(world);
        if (bfFrame_CountBad(&frame) != 0) {
            abort(); /* the ranges promise that no NaN or infinity comes out */
        }
    }
    bfDestroyWorld(world);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    bfScene scene;
    bfParams params;
    bfError error;
    if (bfScene_ParseJson(&scene, (const char *)bytes, size, &error) == BF_OK &&
        bfScene_Resolve(&scene, &params, &error) == BF_OK) {
        if (bfParams_Check(&params, NULL) != BF_OK) {
            abort();
        }
        requireSame(&scene, &params);
        runSmall(&scene, params);
    }
    bfScene_Clear(&scene);
    return 0;
}
