#define _POSIX_C_SOURCE 200809L

#include "scene_file.h"

#include "boidforge/view.h"

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
    return result == BF_OK ? BF_OK : bfFail(error, result, "%.200s: %.250s", name, why.message);
}

static bfResult loadFile(const char *path, bfScene *scene, bfError *error) {
    struct stat status;
    FILE *file = fopen(path, "rb");
    if (file == NULL || fstat(fileno(file), &status) != 0 || S_ISDIR(status.st_mode)) {
        const char *why = file != NULL && S_ISDIR(status.st_mode) ? "it is a folder" : strerror(errno);
        if (file != NULL) {
            fclose(file);
        }
        return bfFail(error, BF_ERROR_OPEN, "%.200s: cannot open the scene: %s", path, why);
    }
    char *text = malloc(MAX_SCENE_BYTES);
    size_t length = text != NULL ? fread(text, 1, MAX_SCENE_BYTES, file) : 0;
    fclose(file);
    bfResult result = text == NULL || length == MAX_SCENE_BYTES
                          ? bfFail(error, BF_ERROR_SCENE, "%.200s: too large for a scene", path)
                          : parseNamed(path, text, length, scene, error);
    free(text);
    return result;
}

bfResult loadScene(const char *name_or_path, bfScene *scene, bfError *error) {
    for (const EmbeddedScene *embedded = embedded_scenes; embedded->name != NULL; ++embedded) {
        if (strcmp(embedded->name, name_or_path) == 0) {
            return parseNamed(embedded->name, embedded->json, strlen(embedded->json), scene, error);
        }
    }
    if (strpbrk(name_or_path, "/.") == NULL) {
        return bfFail(error, BF_ERROR_SCENE,
                      "--scene: there is no scene named '%.60s'; boidforge-cli scenes lists them, or give a .json file",
                      name_or_path);
    }
    return loadFile(name_or_path, scene, error);
}
