/* Any text as a link: refused with a line of text, or read as a scene whose own link, written again, says the same. */
#include "scene_link.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* As numbers: a link has no negative zero. */
static bool areSame(const bfParams *one, const bfParams *other) {
    const bfParamTable *table = bfParamsTable();
    for (int i = 0; i < table->count; ++i) {
        if (bfParamInfo_Load(&table->infos[i], one) != bfParamInfo_Load(&table->infos[i], other)) {
            return false;
        }
    }
    return true;
}

static void requireSameLink(const bfScene *scene, const SceneCamera *camera) {
    char link[SCENE_LINK_MOST + 2], again[SCENE_LINK_MOST + 2];
    bfScene other;
    SceneCamera seen;
    if (writeSceneLink(scene, camera, link, NULL) != BF_OK) {
        return; /* a look's name may stand for more than a link holds */
    }
    if (readSceneLink(link, &other, &seen, NULL) != BF_OK || writeSceneLink(&other, &seen, again, NULL) != BF_OK ||
        strcmp(link, again) != 0 || !areSame(&scene->params, &other.params)) {
        abort();
    }
    bfScene_Clear(&other);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    char *text = malloc(size + 2);
    bfScene scene;
    SceneCamera camera;
    bfError error;
    if (text == NULL) {
        return 0;
    }
    text[0] = '#';
    memcpy(text + 1, bytes, size);
    text[size + 1] = '\0';
    if (readSceneLink(text, &scene, &camera, &error) == BF_OK) {
        bfParams params;
        requireSameLink(&scene, &camera);
        bfScene_Resolve(&scene, &params, NULL);
    } else if (error.message[0] == '\0' || strchr(error.message, '\n') != NULL) {
        abort();
    }
    bfScene_Clear(&scene);
    free(text);
    return 0;
}
