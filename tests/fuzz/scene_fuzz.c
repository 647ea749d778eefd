/* Any text as a scene: refused, or resolved to parameters that pass their own check and seed a small world. */
#include "boidforge/scene.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    bfScene scene;
    bfParams params;
    bfError error;
    if (bfScene_ParseJson(&scene, (const char *)bytes, size, &error) == BF_OK &&
        bfScene_Resolve(&scene, &params, &error) == BF_OK) {
        if (bfParams_Check(&params, NULL) != BF_OK) {
            abort();
        }
        params.agents = params.agents > 50 ? 50 : params.agents;
        bfWorld *world;
        if (bfCreateWorld(&params, &world, NULL) == BF_OK) {
            bfWorld_Step(world);
            bfFrame frame = bfWorld_Frame(world);
            if (bfFrame_CountBad(&frame) != 0) {
                abort(); /* the ranges promise that no NaN or infinity comes out */
            }
            bfDestroyWorld(world);
        }
    }
    return 0;
}
