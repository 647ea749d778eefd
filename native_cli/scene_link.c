/* A link is read in three passes: percent escapes become characters, of which only a few are allowed; parts become
 * names and values, none twice; values are set through the tables that everything else uses. So whatever a link says, a
 * scene file could have said too. */
#include "scene_link.h"

#include "boidforge/param_macros.h"
#include "scene_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION     "1"
#define VALUE_BYTES 64

/* No part is shorter than "a=;". */
#define MOST_PARTS (SCENE_LINK_MOST / 3 + 1)

#define BF_TABLE_STRUCT SceneCamera
static const bfParamInfo camera_infos[] = {SCENE_CAMERA(BF_INFO_REAL, BF_INFO_WHOLE, BF_INFO_CHOICE)};
#undef BF_TABLE_STRUCT
static const bfParamTable camera_table = {"camera", camera_infos, sizeof camera_infos / sizeof camera_infos[0],
                                          sizeof(SceneCamera)};

const bfParamTable *sceneCameraTable(void) {
    return &camera_table;
}

bool isSceneLink(const char *text) {
    return text[0] == '#' || strstr(text, "://") != NULL;
}

/* Links have one spelling of a name, unlike the tables. */
static const bfParamInfo *findExactly(const bfParamTable *table, const char *name) {
    const bfParamInfo *info = bfTable_Find(table, name);
    return info != NULL && strcmp(info->name, name) == 0 ? info : NULL;
}

/* ---- Reading ---- */

typedef struct Part {
    const char *name, *value;
} Part;

typedef struct Parts {
    char text[SCENE_LINK_MOST + 1]; /* what the parts point into */
    const char *scene;
    Part list[MOST_PARTS];
    int count;
} Parts;

static int hexDigit(char c) {
    const char *digits = "0123456789abcdef";
    const char *found = c != '\0' ? strchr(digits, tolower((unsigned char)c)) : NULL;
    return found != NULL ? (int)(found - digits) : -1;
}

/* Percent escapes first: whoever passes a link on may have escaped any character of it, the separators too. */
static bfResult unescape(const char *link, char *text, bfError *error) {
    size_t length = strlen(link);
    if (length > SCENE_LINK_MOST) {
        return bfFail(error, BF_ERROR_SCENE, "a link has at most %d characters, this one has %zu", SCENE_LINK_MOST,
                      length);
    }
    for (size_t at = 0; at < length; ++at) {
        size_t begun = at;
        int c = (unsigned char)link[at];
        if (c == '%') {
            int high = hexDigit(link[at + 1]), low = high >= 0 ? hexDigit(link[at + 2]) : -1;
            if (low < 0) {
                return bfFail(error, BF_ERROR_SCENE, "character %zu: a percent sign needs two hexadecimal digits",
                              begun + 1);
            }
            c = 16 * high + low;
            at += 2;
        }
        bool fits = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                    (c != '\0' && strchr(".-_+=;", c) != NULL);
        if (!fits) {
            return bfFail(error, BF_ERROR_SCENE, "character %zu has no place in a link", begun + 1);
        }
        *text++ = (char)c;
    }
    *text = '\0';
    return BF_OK;
}

/* Cut the next part off; NULL after the last. */
static char *nextPart(char **rest) {
    char *part = *rest;
    if (part != NULL) {
        char *end = strchr(part, ';');
        *rest = end != NULL ? end + 1 : NULL;
        if (end != NULL) {
            *end = '\0';
        }
    }
    return part;
}

static bfResult addPart(Parts *parts, char *text, bfError *error) {
    char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) {
        return bfFail(error, BF_ERROR_SCENE, "'%.60s' is not a name, = and a value", text);
    }
    *equals = '\0';
    for (int i = 0; i < parts->count; ++i) {
        if (strcmp(parts->list[i].name, text) == 0) {
            return bfFail(error, BF_ERROR_SCENE, "%.60s is given twice", text);
        }
    }
    parts->list[parts->count++] = (Part){text, equals + 1};
    return BF_OK;
}

static bfResult split(const char *link, Parts *parts, bfError *error) {
    bfResult result = unescape(link, parts->text, error);
    if (result != BF_OK) {
        return result;
    }
    char *rest = parts->text;
    const char *version = nextPart(&rest);
    bool is_number = version[0] != '\0' && strspn(version, "0123456789") == strlen(version);
    if (is_number && strcmp(version, VERSION) != 0) {
        return bfFail(error, BF_ERROR_SCENE, "version %.20s of links is not known here, only version " VERSION,
                      version);
    }
    parts->scene = nextPart(&rest);
    if (!is_number || parts->scene == NULL) {
        return bfFail(error, BF_ERROR_SCENE,
                      "no link to a flock, which begins with #" VERSION "; and the name of a scene");
    }
    for (char *text; result == BF_OK && (text = nextPart(&rest)) != NULL;) {
        result = addPart(parts, text, error);
    }
    return result;
}

static bfResult failName(const char *name, bfError *error) {
    return bfFail(error, BF_ERROR_UNKNOWN_NAME, "there is no setting named '%.60s'", name);
}

/* The scene's look is text: what is wrong in it has to be found here. */
static bfResult setLook(bfScene *scene, const char *name, const char *value, bfError *error) {
    bfLook look = bfDefaultLook();
    bfResult result = bfTable_SetText(bfLookTable(), &look, name, value, error);
    return result == BF_OK ? bfScene_Set(scene, "look", name, value, error) : result;
}

static bfResult setPreset(bfScene *scene, const char *name, bfError *error) {
    const bfLookPreset *preset = bfLookPreset_Find(name);
    if (preset == NULL) {
        return bfFail(error, BF_ERROR_UNKNOWN_CHOICE, "there is no look named '%.60s'", name);
    }
    bfResult result = BF_OK;
    for (const bfLookSetting *setting = preset->settings; result == BF_OK && setting->name != NULL; ++setting) {
        result = setLook(scene, setting->name, setting->text, error);
    }
    return result;
}

static bfResult setCamera(SceneCamera *camera, const char *name, const char *value, bfError *error) {
    bfResult result = bfTable_SetText(&camera_table, camera, name, value, error);
    if (result == BF_OK) {
        camera->given |= 1u << (bfTable_Find(&camera_table, name) - camera_infos);
    }
    return result;
}

/* "120.w_coh": an event of step 120. */
static bfResult addEvent(bfScene *scene, const char *name, const char *value, bfError *error) {
    char step[16];
    size_t digits = strspn(name, "0123456789");
    bool is_step = digits < sizeof step && name[digits] == '.' && (digits == 1 || name[0] != '0');
    if (!is_step || findExactly(bfParamsTable(), name + digits + 1) == NULL) {
        return failName(name, error);
    }
    snprintf(step, sizeof step, "%.*s", (int)digits, name);
    return bfScene_AddEvent(scene, step, name + digits + 1, value, error);
}

static bfResult setPart(bfScene *scene, SceneCamera *camera, const Part *part, bfError *error) {
    const char *name = part->name;
    if (strcmp(name, "look") == 0) {
        return BF_OK; /* the ground of all look. parts, laid before */
    }
    if (isdigit((unsigned char)name[0])) {
        return addEvent(scene, name, part->value, error);
    }
    if (strncmp(name, "look.", 5) == 0 && findExactly(bfLookTable(), name + 5) != NULL) {
        return setLook(scene, name + 5, part->value, error);
    }
    if (strncmp(name, "camera.", 7) == 0 && findExactly(&camera_table, name + 7) != NULL) {
        return setCamera(camera, name + 7, part->value, error);
    }
    if (strcmp(name, "density") == 0 || strcmp(name, "aspect") == 0) {
        return bfScene_Set(scene, "", name, part->value, error);
    }
    const bfParamInfo *param = findExactly(bfParamsTable(), name);
    if (param == NULL) {
        return failName(name, error);
    }
    /* Chosen by the machine that opens the link. */
    return bfParam_AffectsBytes(param)
               ? bfScene_Set(scene, "params", name, part->value, error)
               : bfFail(error, BF_ERROR_UNKNOWN_NAME, "%s changes no frame and is not part of a link", name);
}

static bfResult setParts(const Parts *parts, bfScene *scene, SceneCamera *camera, bfError *error) {
    bfResult result = BF_OK;
    bool has_events = false;
    for (int i = 0; result == BF_OK && i < parts->count; ++i) {
        has_events = has_events || isdigit((unsigned char)parts->list[i].name[0]);
        if (strcmp(parts->list[i].name, "look") == 0) {
            result = setPreset(scene, parts->list[i].value, error);
        }
    }
    if (result == BF_OK && has_events) {
        result = bfScene_SetEvents(scene, NULL, 0, error); /* in place of the named scene's */
    }
    for (int i = 0; result == BF_OK && i < parts->count; ++i) {
        result = setPart(scene, camera, &parts->list[i], error);
    }
    return result;
}

static bfResult loadBase(const char *name, bfScene *scene, bfError *error) {
    if (name[0] == '\0') {
        return BF_OK;
    }
    const EmbeddedScene *embedded = findEmbeddedScene(name);
    return embedded != NULL ? bfScene_ParseJson(scene, embedded->json, strlen(embedded->json), error)
                            : bfFail(error, BF_ERROR_SCENE, "there is no scene named '%.60s'", name);
}

bfResult readSceneLink(const char *link, bfScene *scene, SceneCamera *camera, bfError *error) {
    Parts parts = {.count = 0};
    SceneCamera unused;
    bfError why;
    const char *hash = strchr(link, '#');
    SceneCamera *seen = camera != NULL ? camera : &unused;
    *scene = bfDefaultScene();
    bfTable_SetDefaults(&camera_table, seen);
    bfResult result = split(hash != NULL ? hash + 1 : "", &parts, &why);
    if (result == BF_OK) {
        result = loadBase(parts.scene, scene, &why);
    }
    if (result == BF_OK) {
        result = setParts(&parts, scene, seen, &why);
    }
    if (result != BF_OK) {
        bfScene_Clear(scene);
        return bfFail(error, result, "link: %.400s", why.message);
    }
    return BF_OK;
}

/* ---- Writing ---- */

typedef struct Link {
    char *text;
    size_t length; /* that it would have */
} Link;

/* "+" is left out of exponents: it means a blank to some programs. */
static void put(Link *link, const char *piece) {
    for (; *piece != '\0'; ++piece) {
        if (*piece != '+' && link->length++ <= SCENE_LINK_MOST) {
            link->text[link->length - 1] = *piece;
            link->text[link->length] = '\0';
        }
    }
}

static void putEntry(Link *link, const char *prefix, const bfParamTable *table, const void *values,
                     const bfParamInfo *info) {
    char value[VALUE_BYTES];
    bfTable_GetText(table, values, info->name, value, sizeof value, NULL);
    /* A negative zero does what zero does. */
    const char *const pieces[] = {";", prefix, info->name, "=", strcmp(value, "-0") == 0 ? "0" : value};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; ++i) {
        put(link, pieces[i]);
    }
}

/* The entries in which two structs of a table differ, and those of `always`. */
static void putDifferences(Link *link, const char *prefix, const bfParamTable *table, const void *values,
                           const void *base, uint32_t always) {
    for (int i = 0; i < table->count; ++i) {
        const bfParamInfo *info = &table->infos[i];
        bool differs = bfParamInfo_Load(info, values) != bfParamInfo_Load(info, base);
        if ((differs || (always >> i & 1) != 0) && bfParam_AffectsBytes(info)) {
            putEntry(link, prefix, table, values, info);
        }
    }
}

static bfLook lookOf(const bfScene *scene) {
    bfLook look = bfDefaultLook();
    for (int32_t i = 0; i < scene->look_count; ++i) {
        bfTable_SetText(bfLookTable(), &look, scene->look[i].name, scene->look[i].text, NULL);
    }
    return look;
}

/* Of several events of one step that name one parameter the last counts. */
static bool isOverruled(const bfScene *scene, int32_t at) {
    const bfEvent *event = &scene->events[at];
    for (int32_t i = at + 1; i < scene->event_count && scene->events[i].step == event->step; ++i) {
        if (scene->events[i].param == event->param) {
            return true;
        }
    }
    return false;
}

static void putEvents(Link *link, const bfScene *scene) {
    for (int32_t i = 0; i < scene->event_count; ++i) {
        if (!isOverruled(scene, i)) {
            char step[24];
            bfParams params = bfDefaultParams();
            bfParamInfo_Store(scene->events[i].param, &params, scene->events[i].value);
            snprintf(step, sizeof step, "%d.", (int)scene->events[i].step);
            putEntry(link, step, bfParamsTable(), &params, scene->events[i].param);
        }
    }
}

/* A size that density would otherwise fix has to be said even where it is the default. */
static uint32_t givenSides(const bfScene *scene, const bfScene *base) {
    const bfParamTable *table = bfParamsTable();
    uint32_t width = 1u << (bfTable_Find(table, "world_width") - table->infos);
    uint32_t height = 1u << (bfTable_Find(table, "world_height") - table->infos);
    return (scene->density > 0 && scene->has_width && !base->has_width ? width : 0) |
           (scene->density > 0 && scene->has_height && !base->has_height ? height : 0);
}

/* The built-in scene of that name, unless it holds something that a link cannot take away; else the defaults. */
static void chooseBase(const bfScene *scene, bfScene *base) {
    bfError error;
    if (findEmbeddedScene(scene->name) == NULL || loadBase(scene->name, base, &error) != BF_OK) {
        return;
    }
    if ((base->has_width && !scene->has_width) || (base->has_height && !scene->has_height) || base->event_count > 0) {
        bfScene_Clear(base);
    }
}

bfResult writeSceneLink(const bfScene *scene, const SceneCamera *camera, char text[SCENE_LINK_MOST + 2],
                        bfError *error) {
    static const bfParamInfo shape_infos[] = {
        {"density", BF_REAL, offsetof(bfScene, density), 0, 0, 0, "", "", "", ""},
        {"aspect", BF_REAL, offsetof(bfScene, aspect), 0, 0, 0, "", "", "", ""},
    };
    static const bfParamTable shape = {"scene", shape_infos, 2, sizeof(bfScene)};
    bfScene base = bfDefaultScene();
    chooseBase(scene, &base);
    Link link = {text, 0};
    put(&link, "#" VERSION ";");
    put(&link, base.name);
    putDifferences(&link, "", &shape, scene, &base, 0);
    putDifferences(&link, "", bfParamsTable(), &scene->params, &base.params, givenSides(scene, &base));
    bfLook look = lookOf(scene), base_look = lookOf(&base);
    putDifferences(&link, "look.", bfLookTable(), &look, &base_look, 0);
    if (camera != NULL) {
        putDifferences(&link, "camera.", &camera_table, camera, camera, camera->given);
    }
    putEvents(&link, scene);
    bfScene_Clear(&base);
    /* The '#' does not count. */
    return link.length - 1 <= SCENE_LINK_MOST
               ? BF_OK
               : bfFail(error, BF_ERROR_SCENE,
                        "a link of this scene would have %zu characters, %d is the most: pass the scene file on",
                        link.length - 1, SCENE_LINK_MOST);
}
