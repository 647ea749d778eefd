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

/* One member of an event: its text to where it belongs; false for what has no place there. */
static bool takeMember(const cJSON *item, char *step, char *value, size_t capacity, const char **name) {
    if (strcmp(item->string, "name") == 0) {
        *name = item->valuestring;
        return cJSON_IsString(item);
    }
    if (strcmp(item->string, "step") == 0) {
        return cJSON_IsNumber(item) && valueText(item, step, capacity);
    }
    return strcmp(item->string, "value") == 0 && valueText(item, value, capacity);
}

static bfResult addEvent(bfScene *scene, const cJSON *object, bfError *error) {
    char step[64] = "", value[64] = "";
    const char *name = NULL;
    bool is_event = cJSON_IsObject(object) && cJSON_GetArraySize(object) == 3;
    for (const cJSON *item = is_event ? object->child : NULL; item != NULL; item = item->next) {
        is_event = is_event && takeMember(item, step, value, sizeof value, &name);
    }
    if (!is_event || step[0] == '\0' || name == NULL || value[0] == '\0') {
        return bfFail(error, BF_ERROR_SCENE,
                      "event %d: give an object, { \"step\": number, \"name\": \"parameter\", \"value\": number }",
                      (int)(scene->event_count + 1));
    }
    return bfScene_AddEvent(scene, step, name, value, error);
}

static bfResult addEvents(bfScene *scene, const cJSON *array, bfError *error) {
    if (!cJSON_IsArray(array)) {
        return bfFail(error, BF_ERROR_SCENE, "events: give an array, [{ \"step\": ... }, ...]");
    }
    const cJSON *item;
    cJSON_ArrayForEach(item, array) {
        bfResult result = addEvent(scene, item, error);
        if (result != BF_OK) {
            return result;
        }
    }
    return BF_OK;
}

static bfResult setAll(bfScene *scene, const char *section, const cJSON *object, bfError *error);

static bfResult setItem(bfScene *scene, const char *section, const cJSON *item, bfError *error) {
    bool is_top = section[0] == '\0';
    if (is_top && strcmp(item->string, "events") == 0) {
        return addEvents(scene, item, error);
    }
    if (is_top && (strcmp(item->string, "params") == 0 || strcmp(item->string, "look") == 0)) {
        return cJSON_IsObject(item)
                   ? setAll(scene, item->string, item, error)
                   : bfFail(error, BF_ERROR_SCENE, "%s: give an object, { \"name\": value, ... }", item->string);
    }
    if (is_top && cJSON_IsObject(item)) {
        return bfFail(error, BF_ERROR_SCENE, "a scene has no section '%.40s'", item->string);
    }
    char text[256];
    if (!kindFits(section, item) || !valueText(item, text, sizeof text)) {
        return bfFail(error, BF_ERROR_SCENE, "%.60s: give %s", item->string,
                      isTextKey(section, item->string) ? "a short text" : "a number, or a choice's name");
    }
    return bfScene_Set(scene, section, item->string, text, error);
}

static bfResult setAll(bfScene *scene, const char *section, const cJSON *object, bfError *error) {
    const cJSON *item;
    cJSON_ArrayForEach(item, object) {
        if (cJSON_GetObjectItemCaseSensitive(object, item->string) != item) {
            return bfFail(error, BF_ERROR_SCENE, "%.60s: given twice", item->string);
        }
        bfResult result = setItem(scene, section, item, error);
        if (result != BF_OK) {
            return result;
        }
    }
    return BF_OK;
}

bfResult bfScene_ParseJson(bfScene *scene, const char *json, size_t length, bfError *error) {
    const char *stopped = json;
    *scene = bfDefaultScene();
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
        result = setAll(scene, "", root, error);
    }
    if (result != BF_OK) {
        bfScene_Clear(scene);
    }
    cJSON_Delete(root);
    return result;
}
