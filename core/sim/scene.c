#include "boidforge/scene.h"
#include "internal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bfScene bfDefaultScene(void) {
    bfScene scene;
    memset(&scene, 0, sizeof scene);
    scene.params = bfDefaultParams();
    scene.aspect = 16.0 / 9.0;
    return scene;
}

void bfScene_Clear(bfScene *scene) {
    free(scene->events);
    *scene = bfDefaultScene();
}

/* The scene's own numbers, read by the same table code as the parameters. */
typedef struct SceneNumbers {
    double density, aspect;
    int64_t boidforge_scene;
} SceneNumbers;

static const bfParamInfo number_infos[] = {
    {"boidforge_scene", BF_WHOLE, offsetof(SceneNumbers, boidforge_scene), BF_SCENE_VERSION, 1, BF_SCENE_VERSION, "",
     "", "", "version of the scene format"},
    {"density", BF_REAL, offsetof(SceneNumbers, density), 0, 0, 1e6, "", "agents per square world unit", "World",
     "fixes how crowded the world is: more agents make a larger world"},
    {"aspect", BF_REAL, offsetof(SceneNumbers, aspect), 16.0 / 9.0, 0.01, 100, "", "", "World",
     "world width / height, where density fixes the size"},
};
static const bfParamTable number_table = {"scene", number_infos, sizeof number_infos / sizeof number_infos[0],
                                          sizeof(SceneNumbers)};

static bfResult setNumber(bfScene *scene, const char *name, const char *text, bfError *error) {
    SceneNumbers numbers = {scene->density, scene->aspect, BF_SCENE_VERSION};
    bfResult result = bfTable_SetText(&number_table, &numbers, name, text, error);
    if (result == BF_OK) {
        scene->density = numbers.density;
        scene->aspect = numbers.aspect;
    }
    return result;
}

static bfResult setText(char *field, size_t capacity, const char *name, const char *text, bfError *error) {
    if (strlen(text) >= capacity) {
        return bfFail(error, BF_ERROR_SCENE, "%s: longer than %zu bytes", name, capacity - 1);
    }
    snprintf(field, capacity, "%s", text);
    return BF_OK;
}

static bfResult setTopLevel(bfScene *scene, const char *name, const char *text, bfError *error) {
    if (strcmp(name, "name") == 0) {
        if (strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(text)) {
            return bfFail(error, BF_ERROR_SCENE, "name: '%.60s' may have lower-case letters, digits and dashes only",
                          text);
        }
        return setText(scene->name, sizeof scene->name, name, text, error);
    }
    if (strcmp(name, "title") == 0) {
        return setText(scene->title, sizeof scene->title, name, text, error);
    }
    if (strcmp(name, "description") == 0) {
        return setText(scene->description, sizeof scene->description, name, text, error);
    }
    if (strcmp(name, "program") == 0) {
        return BF_OK; /* who wrote a recording's scene; for people */
    }
    return setNumber(scene, name, text, error);
}

static bfResult setParam(bfScene *scene, const char *name, const char *text, bfError *error) {
    bfResult result = bfTable_SetText(bfParamsTable(), &scene->params, name, text, error);
    if (result == BF_OK) {
        const char *canonical = bfTable_Find(bfParamsTable(), name)->name;
        scene->has_width = scene->has_width || strcmp(canonical, "world_width") == 0;
        scene->has_height = scene->has_height || strcmp(canonical, "world_height") == 0;
    }
    return result;
}

static bfResult setLook(bfScene *scene, const char *name, const char *text, bfError *error) {
    bfSceneSetting *setting = NULL;
    for (int32_t i = 0; i < scene->look_count; ++i) {
        if (strcmp(scene->look[i].name, name) == 0) {
            setting = &scene->look[i];
        }
    }
    if (strlen(name) >= sizeof setting->name || strlen(text) >= sizeof setting->text ||
        (setting == NULL && scene->look_count == BF_SCENE_LOOK_MAX)) {
        return bfFail(error, BF_ERROR_SCENE, "look: '%.40s' is too long, or one setting too many", name);
    }
    if (setting == NULL) {
        setting = &scene->look[scene->look_count++];
    }
    snprintf(setting->name, sizeof setting->name, "%s", name);
    snprintf(setting->text, sizeof setting->text, "%s", text);
    return BF_OK;
}

static bool makeEventRoom(bfScene *scene, int32_t count) {
    if (count > scene->event_room) {
        bfEvent *larger = realloc(scene->events, 2 * (size_t)count * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        scene->events = larger;
        scene->event_room = 2 * count;
    }
    return true;
}

static bfResult failEventMemory(int32_t count, bfError *error) {
    return bfFail(error, BF_ERROR_NO_MEMORY, "events: not enough memory for %d of them", (int)count);
}

/* An event's step, read by the same table code as the parameters. */
typedef struct EventStep {
    int64_t step;
} EventStep;

static const bfParamInfo step_infos[] = {
    {"step", BF_WHOLE, offsetof(EventStep, step), 0, 0, BF_LAST_STEP, "", "", "",
     "at whose start the event takes place"},
};
static const bfParamTable step_table = {"event", step_infos, 1, sizeof(EventStep)};

bfResult bfScene_AddEvent(bfScene *scene, const char *step, const char *name, const char *value, bfError *error) {
    EventStep at;
    bfEvent event;
    bfError why;
    bfResult result = bfTable_SetText(&step_table, &at, "step", step, &why);
    if (result == BF_OK) {
        result = bfMakeEvent(at.step, name, value, &event, &why);
    }
    if (result != BF_OK) {
        return bfFail(error, result, "event %d: %.400s", (int)(scene->event_count + 1), why.message);
    }
    if (scene->event_count == BF_MAX_EVENTS) {
        return bfFail(error, BF_ERROR_SCENE, "events: more than %d, which is the most", BF_MAX_EVENTS);
    }
    if (!makeEventRoom(scene, scene->event_count + 1)) {
        return failEventMemory(scene->event_count + 1, error);
    }
    scene->events[scene->event_count++] = event;
    return BF_OK;
}

bfResult bfScene_SetEvents(bfScene *scene, const bfEvent *events, int32_t count, bfError *error) {
    bfEvent *copy = NULL;
    if (count > 0) {
        copy = malloc((size_t)count * sizeof *copy);
        if (copy == NULL) {
            return failEventMemory(count, error);
        }
        memcpy(copy, events, (size_t)count * sizeof *copy);
    }
    free(scene->events);
    scene->events = copy;
    scene->event_count = scene->event_room = count;
    return BF_OK;
}

/* "STEP VALUE" */
static bfResult setEvent(bfScene *scene, const char *name, const char *text, bfError *error) {
    char step[24];
    const char *blank = strchr(text, ' ');
    if (blank == NULL || (size_t)(blank - text) >= sizeof step) {
        return bfFail(error, BF_ERROR_SCENE, "event %d: '%.60s' is not a step, a blank and a value",
                      (int)(scene->event_count + 1), text);
    }
    snprintf(step, sizeof step, "%.*s", (int)(blank - text), text);
    return bfScene_AddEvent(scene, step, name, blank + 1, error);
}

bfResult bfScene_Set(bfScene *scene, const char *section, const char *name, const char *text, bfError *error) {
    if (strcmp(section, "") == 0) {
        return setTopLevel(scene, name, text, error);
    }
    if (strcmp(section, "params") == 0) {
        return setParam(scene, name, text, error);
    }
    if (strcmp(section, "look") == 0) {
        return setLook(scene, name, text, error);
    }
    if (strcmp(section, "events") == 0) {
        return setEvent(scene, name, text, error);
    }
    return bfFail(error, BF_ERROR_SCENE, "a scene has no section '%.40s'", section);
}

/* The shortest side a world of these parameters can have: what bfParams_Check asks for, in whole units. */
static double shortestSide(const bfParams *p) {
    double radius = p->r_sep > p->r_ali ? p->r_sep : p->r_ali;
    radius = radius > p->r_coh ? radius : p->r_coh;
    double side = bfParams_Metric(p) == BF_TORUS ? ceil(3.0 * radius * BF_CELL_MARGIN) : 1.0;
    double step = floor(p->max_speed * p->dt) + 1.0;
    return side > step ? side : step;
}

bfResult bfScene_Resolve(const bfScene *scene, bfParams *params, bfError *error) {
    *params = scene->params;
    if (scene->density > 0) {
        double least = shortestSide(params);
        double agents = params->agents > 0 ? (double)params->agents : 1.0;
        double height = sqrt(agents / scene->density / scene->aspect);
        if (scene->has_width && !scene->has_height) {
            height = params->world_width / scene->aspect;
        } else if (scene->has_height) {
            height = params->world_height;
        }
        double width = floor(height * scene->aspect + 0.5);
        double whole_height = floor(height + 0.5);
        if (!scene->has_width) {
            params->world_width = width > least ? width : least;
        }
        if (!scene->has_height) {
            params->world_height = whole_height > least ? whole_height : least;
        }
    }
    bfResult result = bfParams_Check(params, error);
    return result == BF_OK ? bfCheckEvents(params, scene->events, scene->event_count, error) : result;
}
