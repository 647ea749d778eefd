/* A scene as JSON: what a recording carries, and what the page saves. */
#include "boidforge/scene.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A text that grows; NULL once there was no memory. */
typedef struct Text {
    char *bytes;
    size_t length, room;
    bool failed;
} Text;

static void put(Text *text, const char *piece) {
    size_t length = strlen(piece);
    if (text->length + length + 1 > text->room) {
        size_t room = 2 * (text->length + length) + 1024;
        char *larger = text->failed ? NULL : realloc(text->bytes, room);
        if (larger == NULL) {
            text->failed = true;
            return;
        }
        text->bytes = larger;
        text->room = room;
    }
    memcpy(text->bytes + text->length, piece, length + 1);
    text->length += length;
}

static void putString(Text *text, const char *value) {
    put(text, "\"");
    for (; *value != '\0'; ++value) {
        char piece[8] = {*value, '\0'};
        unsigned char c = (unsigned char)*value;
        if (c == '"' || c == '\\') {
            snprintf(piece, sizeof piece, "\\%c", c);
        } else if (c < 0x20) {
            snprintf(piece, sizeof piece, "\\u%04x", c);
        }
        put(text, piece);
    }
    put(text, "\"");
}

static void putKey(Text *text, const char *name, bool is_first) {
    put(text, is_first ? "" : ",");
    putString(text, name);
    put(text, ":");
}

static const char *skipDigits(const char *text) {
    while (isdigit((unsigned char)*text)) {
        ++text;
    }
    return text;
}

/* Whether the text is a number as JSON writes them: no plus, no point without digits around it, no leading zeros. */
static bool isJsonNumber(const char *text) {
    text += *text == '-';
    const char *end = *text == '0' ? text + 1 : skipDigits(text);
    if (end == text) {
        return false;
    }
    if (*end == '.') {
        text = end + 1;
        end = skipDigits(text);
        if (end == text) {
            return false;
        }
    }
    if (*end == 'e' || *end == 'E') {
        text = end + 1;
        text += *text == '-' || *text == '+';
        end = skipDigits(text);
        if (end == text) {
            return false;
        }
    }
    return *end == '\0';
}

static void putValue(Text *text, const char *value) {
    if (isJsonNumber(value)) {
        put(text, value);
    } else {
        putString(text, value);
    }
}

static void putParams(Text *text, const bfParams *params) {
    const bfParamTable *table = bfParamsTable();
    bool is_first = true;
    for (int i = 0; i < table->count; ++i) {
        char value[64];
        const char *name = table->infos[i].name;
        if (bfParam_AffectsBytes(&table->infos[i]) &&
            bfTable_GetText(table, params, name, value, sizeof value, NULL) == BF_OK) {
            putKey(text, name, is_first);
            putValue(text, value);
            is_first = false;
        }
    }
}

static void putEvent(Text *text, const bfEvent *event) {
    char step[16], value[64];
    bfParams params = bfDefaultParams();
    bfParamInfo_Store(event->param, &params, event->value);
    bfTable_GetText(bfParamsTable(), &params, event->param->name, value, sizeof value, NULL);
    snprintf(step, sizeof step, "%d", (int)event->step);
    put(text, "{\"step\":");
    put(text, step);
    putKey(text, "name", false);
    putString(text, event->param->name);
    putKey(text, "value", false);
    putValue(text, value);
    put(text, "}");
}

char *bfScene_WriteJson(const bfScene *scene, const bfParams *params) {
    char version[16];
    Text text = {0};
    snprintf(version, sizeof version, "%d", BF_SCENE_VERSION);
    put(&text, "{");
    putKey(&text, "boidforge_scene", true);
    put(&text, version);
    const char *const texts[][2] = {{"program", "BoidForge " BF_VERSION},
                                    {"name", scene->name},
                                    {"title", scene->title},
                                    {"description", scene->description}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        putKey(&text, texts[i][0], false);
        putString(&text, texts[i][1]);
    }
    putKey(&text, "params", false);
    put(&text, "{");
    putParams(&text, params);
    put(&text, "}");
    putKey(&text, "look", false);
    put(&text, "{");
    for (int32_t i = 0; i < scene->look_count; ++i) {
        putKey(&text, scene->look[i].name, i == 0);
        putValue(&text, scene->look[i].text);
    }
    put(&text, "}");
    putKey(&text, "events", false);
    put(&text, "[");
    for (int32_t i = 0; i < scene->event_count; ++i) {
        put(&text, i > 0 ? "," : "");
        putEvent(&text, &scene->events[i]);
    }
    put(&text, "]}");
    if (text.failed) {
        free(text.bytes);
        return NULL;
    }
    return text.bytes;
}
