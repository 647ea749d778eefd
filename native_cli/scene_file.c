#define _POSIX_C_SOURCE 200809L

#include "scene_file.h"

#include "boidforge/view.h"
#include "scene_link.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Scenes are a kilobyte; anything much larger was named by mistake. */
#define MAX_SCENE_BYTES ((size_t)4 << 20)

static bfResult parseNamed(const char *name, const char *json, size_t length, bfScene *scene, bfError *error) {
    bfError why;
    bfResult result = bfScene_ParseJson(scene, json, length, &why);
    /* Before anything is computed, and not when the film is to be made. */
    bfLook look = bfDefaultLook();
    for (int32_t i = 0; result == BF_OK && i < scene->look_count; ++i) {
        result = bfTable_SetText(bfLookTable(), &look, scene->look[i].name, scene->look[i].text, &why);
    }
    if (result != BF_OK) {
        bfScene_Clear(scene);
        return bfFail(error, result, "%.200s: %.250s", name, why.message);
    }
    return BF_OK;
}

/* The whole file as text, to be freed. `kind` is what it should hold, for messages. */
static bfResult readWhole(const char *path, const char *kind, char **text, size_t *length, bfError *error) {
    struct stat status;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &status) != 0 || S_ISDIR(status.st_mode)) {
        const char *why = file != NULL && S_ISDIR(status.st_mode) ? "it is a folder" : strerror(errno);
        if (file != NULL) {
            fclose(file);
        }
        return bfFail(error, BF_ERROR_OPEN, "%.200s: cannot open the %s: %s", path, kind, why);
    }
    *text = malloc(MAX_SCENE_BYTES);
    *length = *text != NULL ? fread(*text, 1, MAX_SCENE_BYTES, file) : 0;
    fclose(file);
    if (*text == NULL || *length == MAX_SCENE_BYTES) {
        free(*text);
        return bfFail(error, BF_ERROR_SCENE, "%.200s: too large for a %s", path, kind);
    }
    return BF_OK;
}

static bfResult loadFile(const char *path, bfScene *scene, bfError *error) {
    char *text;
    size_t length;
    bfResult result = readWhole(path, "scene", &text, &length, error);
    if (result == BF_OK) {
        result = parseNamed(path, text, length, scene, error);
        free(text);
    }
    return result;
}

const EmbeddedScene *findEmbeddedScene(const char *name) {
    const EmbeddedScene *embedded = embedded_scenes;
    while (embedded->name != NULL && strcmp(embedded->name, name) != 0) {
        ++embedded;
    }
    return embedded->name != NULL ? embedded : NULL;
}

bfResult loadScene(const char *name_or_path, bfScene *scene, bfError *error) {
    *scene = bfDefaultScene();
    const EmbeddedScene *embedded = findEmbeddedScene(name_or_path);
    if (embedded != NULL) {
        return parseNamed(embedded->name, embedded->json, strlen(embedded->json), scene, error);
    }
    if (isSceneLink(name_or_path)) {
        return readSceneLink(name_or_path, scene, NULL, error);
    }
    if (strpbrk(name_or_path, "/.") == NULL) {
        return bfFail(error, BF_ERROR_SCENE,
                      "--scene: there is no scene named '%.60s'; boidforge-cli scenes lists them, or give a .json file "
                      "or a link",
                      name_or_path);
    }
    return loadFile(name_or_path, scene, error);
}

void setSceneAgents(bfScene *scene, int64_t agents) {
    for (int32_t i = 0; i < scene->event_count; ++i) {
        if (strcmp(scene->events[i].param->name, "agents") == 0) {
            return;
        }
    }
    scene->params.agents = agents;
}

bfResult applySimdVariable(bfScene *scene, bfError *error) {
    const char *simd = getenv("BOIDFORGE_SIMD");
    bfError why;
    if (simd == NULL || bfScene_Set(scene, "params", "simd", simd, &why) == BF_OK) {
        return BF_OK;
    }
    return bfFail(error, why.id, "BOIDFORGE_SIMD, %.200s", why.message);
}

/* A look file is read as the look of a scene that has nothing else. */
static bfResult loadLookFile(const char *path, bfLook *look, bfError *error) {
    static const char before[] = "{\"boidforge_scene\":1,\"look\":", after[] = "}";
    char *text;
    size_t length;
    bfResult result = readWhole(path, "look", &text, &length, error);
    if (result != BF_OK) {
        return result;
    }
    bfScene scene = bfDefaultScene();
    size_t whole = sizeof before - 1 + length + sizeof after - 1;
    char *json = malloc(whole);
    if (json != NULL) {
        memcpy(json, before, sizeof before - 1);
        memcpy(json + sizeof before - 1, text, length);
        memcpy(json + sizeof before - 1 + length, after, sizeof after - 1);
        result = parseNamed(path, json, whole, &scene, error);
    } else {
        result = bfFail(error, BF_ERROR_NO_MEMORY, "%.200s: not enough memory for the look", path);
    }
    free(json);
    free(text);
    for (int32_t i = 0; result == BF_OK && i < scene.look_count; ++i) {
        result = bfTable_SetText(bfLookTable(), look, scene.look[i].name, scene.look[i].text, error);
    }
    bfScene_Clear(&scene);
    return result;
}

bfResult loadLook(const char *name_or_path, bfLook *look, bfError *error) {
    const bfLookPreset *preset = bfLookPreset_Find(name_or_path);
    if (preset != NULL) {
        bfLookPreset_Apply(preset, look);
        return BF_OK;
    }
    if (strpbrk(name_or_path, "/.") == NULL) {
        return bfFail(error, BF_ERROR_UNKNOWN_CHOICE,
                      "--look: there is no look named '%.60s'; export --look list shows them, or give a .json file",
                      name_or_path);
    }
    return loadLookFile(name_or_path, look, error);
}
