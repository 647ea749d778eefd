/* Scenes: a named flock as data (docs/scenes.md has the JSON). A scene holds simulation parameters, a density that
 * makes the world grow with the agent count, events, and the look it was tuned with. The look is kept as name and text:
 * this module knows that a scene has one, not what it means. */
#ifndef BOIDFORGE_SCENE_H
#define BOIDFORGE_SCENE_H

#include "boidforge/sim.h"

#ifdef __cplusplus
extern "C" {
#endif

#define BF_SCENE_VERSION 1
#define BF_SCENE_LOOK_MAX 64

typedef struct bfSceneSetting {
    char name[32];
    char text[64];
} bfSceneSetting;

typedef struct bfScene {
    char name[64];         /* short, for the command line and addresses: "murmuration" */
    char title[64];        /* for people: "Murmuration" */
    char description[256]; /* one sentence */
    bfParams params;
    double density;        /* agents per square world unit; 0: the world has the size in params */
    double aspect;         /* world width / height where density fixes the area */
    bool has_width;        /* world_width was given, and overrides what density says; likewise height */
    bool has_height;
    int32_t look_count;
    bfSceneSetting look[BF_SCENE_LOOK_MAX];
    int32_t event_count;
    int32_t event_room;
    bfEvent *events; /* in order of their steps; the scene's own: a copy of the struct shares them */
} bfScene;

/* No name, default params, no density, aspect 16:9, empty look, no events. */
bfScene bfDefaultScene(void);

/* Free the events and make it the default scene. */
void bfScene_Clear(bfScene *scene);

/* Set one value. Section "" holds boidforge_scene, name, title, description, density, aspect; section "params" the
 * simulation's table; section "look" any name (checked by who draws). Section "events" appends one: the name is the
 * parameter's, the text the step, a blank and the value. Text as in a scene file. */
bfResult bfScene_Set(bfScene *scene, const char *section, const char *name, const char *text, bfError *error);

/* Append an event, from text. The message of a failure tells its number, counted from 1. */
bfResult bfScene_AddEvent(bfScene *scene, const char *step, const char *name, const char *value, bfError *error);

/* Have these events in place of those there are: a world's (bfWorld_Events) make a live session a scene. */
bfResult bfScene_SetEvents(bfScene *scene, const bfEvent *events, int32_t count, bfError *error);

/* The parameters to simulate with: params, with the world's size worked out from the density where there is one.
 * The world then has the area agents / density, rounded to whole units, at least large enough for the largest
 * radius in a torus, so that any agent count gives a world that runs. The events are checked against them. */
bfResult bfScene_Resolve(const bfScene *scene, bfParams *params, bfError *error);

/* Parse a scene file's JSON text. What the scene held is overwritten, not freed. On failure the message names what is
 * wrong in it, and the scene is the default one. Native only: in the browser the page parses and calls bfScene_Set. */
bfResult bfScene_ParseJson(bfScene *scene, const char *json, size_t length, bfError *error);

/* The scene as a JSON text from which the same recording can be made again: every parameter that affects bytes, with
 * the world's size that `params` (resolved) has, the look, the events, and the program's version. To be freed; NULL
 * without memory. */
char *bfScene_WriteJson(const bfScene *scene, const bfParams *params);

#ifdef __cplusplus
}
#endif
#endif
