/* Scenes for the command line: built in (scenes/ of the project, compiled in), a JSON file, or a link. */
#ifndef BF_CLI_SCENE_FILE_H
#define BF_CLI_SCENE_FILE_H

#include "boidforge/scene.h"
#include "boidforge/view.h"

typedef struct EmbeddedScene {
    const char *name; /* "murmuration" */
    const char *json;
} EmbeddedScene;

/* Ends with an entry whose name is NULL. Made from scenes/ at build time. */
extern const EmbeddedScene embedded_scenes[];

/* The built-in scene of that name, or NULL. */
const EmbeddedScene *findEmbeddedScene(const char *name);

/* Load a scene by its built-in name, from a link (isSceneLink), or from a file (any other name with a '/' or a '.' in
 * it). What the scene held is overwritten, not freed; on failure it is the default one. */
bfResult loadScene(const char *name_or_path, bfScene *scene, bfError *error);

/* Have the scene begin with the agents that a recording's frames have, unless its events change their number. */
void setSceneAgents(bfScene *scene, int64_t agents);

/* The environment variable BOIDFORGE_SIMD, if set, forces the instruction set; the option --simd goes before it. */
bfResult applySimdVariable(bfScene *scene, bfError *error);

/* Lay a look over `look`: one of the presets by its name, or a file that holds what a scene has under "look". */
bfResult loadLook(const char *name_or_path, bfLook *look, bfError *error);

#endif
