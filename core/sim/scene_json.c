#include "boidforge/scene.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <string.h>

static int lineOf(const char *json, const char *place) {
    int line = 1;
    for (; json < place; ++json) {
        line += *json == '\n';
    }
    return line;
}

/* One value as the text bfScene_Set takes; false for kinds it does not. */
static bool valueText(const cJSON *item, char *text, size_t capacity) {
    if (cJSON_IsNumber(item)) {
        snprintf(text, capacity, "%.17g", item->valuedouble);
        return true;
    }
    if (cJSON_IsString(item)) {
        return (size_t)snprintf(text, capacity, "%s", item->valuestring) < capacity;
    }
    if (cJSON_IsArray(item)) {
        snprintf(text, capacity, "%s", cJSON_GetArraySize(item) == 0 ? "[]" : "[...]");
        return true;
    }
    return false;
}

/* The keys that hold text; all others hold numbers, or the names of choices. */
static bool isTextKey(const char *section, const char *key) {
    return section[0] == '\0' && (strcmp(key, "name") == 0 || strcmp(key, "title") == 0 ||
                                  strcmp(key, "description") == 0 || strcmp(key, "program") == 0);
}

static bool kindFits(const char *section, const cJSON *item) {
    if (section[0] != '\0') {
        return true; /* "0.05" and 0.05 are both read as the table says */
    }
    return isTextKey(section, item->string) ? cJSON_IsString(item) : !cJSON_IsString(item);
}

static bfResult setAll(bfScene *scene, const char *section, const cJSON *object, bfError *error) {
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        bool is_section = strcmp(item->string, "params") == 0 || strcmp(item->string, "look") == 0;
        if (section[0] == '\0' && is_section && !cJSON_IsObject(item)) {
            return bfFail(error, BF_ERROR_SCENE, "%s: give an object, { \"name\": value, ... }", item->string);
        }
        if (section[0] == '\0' && cJSON_IsObject(item)) {
            if (!is_section) {
                return bfFail(error, BF_ERROR_SCENE, "a scene has no section '%.40s'", item->string);
            }
            bfResult result = setAll(scene, item->string, item, error);
            if (result != BF_OK) {
                return result;
            }
            continue;
        }
        char text[256];
        if (!kindFits(section, item) || !valueText(item, text, sizeof text)) {
            return bfFail(error, BF_ERROR_SCENE, "%.60s: give %s", item->string,
                          isTextKey(section, item->string) ? "a short text" : "a number, or a choice's name");
        }
        if (cJSON_GetObjectItemCaseSensitive(object, item->string) != item) {
            return bfFail(error, BF_ERROR_SCENE, "%.60s: given twice", item->string);
        }
        bfResult result = bfScene_Set(scene, section, item->string, text, error);
        if (result != BF_OK) {
            return result;
        }
    }
    return BF_OK;
}

bfResult bfScene_ParseJson(bfScene *scene, const char *json, size_t length, bfError *error) {
    const char *stopped = json;
    cJSON *root = memchr(json, '\0', length) == NULL ? cJSON_ParseWithLengthOpts(json, length, &stopped, false) : NULL;
    while (root != NULL && stopped < json + length && strchr(" \t\r\n", *stopped) != NULL) {
        ++stopped;
    }
    if (root == NULL || stopped < json + length) {
        cJSON_Delete(root);
        return bfFail(error, BF_ERROR_SCENE, "not valid JSON, see line %d", lineOf(json, stopped));
    }
    bfResult result;
    if (!cJSON_IsObject(root) || !cJSON_HasObjectItem(root, "boidforge_scene")) {
        result = bfFail(error, BF_ERROR_SCENE, "not a scene: it needs \"boidforge_scene\": %d", BF_SCENE_VERSION);
    } else {
        *scene = bfDefaultScene();
        result = setAll(scene, "", root, error);
    }
    cJSON_Delete(root);
    return result;
}

/* Which search and how many hands never change a byte, nor does how long one recorded. */
static bool affectsBytes(const char *name) {
    static const char *const others[] = {"steps", "level", "simd", "threads"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) {
        if (strcmp(name, others[i]) == 0) {
            return false;
        }
    }
    return true;
}

/* A setting as a JSON value: numbers as numbers, in the text that reads back to the same double. */
static void addValue(cJSON *object, const char *name, const char *text, bool is_number) {
    if (is_number) {
        cJSON_AddRawToObject(object, name, text);
    } else {
        cJSON_AddStringToObject(object, name, text);
    }
}

static bool looksLikeNumber(const char *text) {
    return text[0] != '\0' && strspn(text, "+-.0123456789eE") == strlen(text) && strpbrk(text, "0123456789") != NULL;
}

char *bfScene_WriteJson(const bfScene *scene, const bfParams *params) {
    cJSON *root = cJSON_CreateObject();
    cJSON_AddNumberToObject(root, "boidforge_scene", BF_SCENE_VERSION);
    cJSON_AddStringToObject(root, "program", "BoidForge " BF_VERSION);
    cJSON_AddStringToObject(root, "name", scene->name);
    cJSON_AddStringToObject(root, "title", scene->title);
    cJSON_AddStringToObject(root, "description", scene->description);
    cJSON *values = cJSON_AddObjectToObject(root, "params");
    const bfParamTable *table = bfParamsTable();
    for (int i = 0; i < table->count; ++i) {
        char text[64];
        const bfParamInfo *info = &table->infos[i];
        if (affectsBytes(info->name) && bfTable_GetText(table, params, info->name, text, sizeof text, NULL) == BF_OK) {
            addValue(values, info->name, text, info->type != BF_CHOICE);
        }
    }
    cJSON *look = cJSON_AddObjectToObject(root, "look");
    for (int32_t i = 0; i < scene->look_count; ++i) {
        addValue(look, scene->look[i].name, scene->look[i].text, looksLikeNumber(scene->look[i].text));
    }
    cJSON_AddArrayToObject(root, "events");
    char *text = cJSON_PrintUnformatted(root);
    cJSON_Delete(root);
    return text;
}
