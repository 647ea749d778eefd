/* Links: a scene, its look and a camera in one line of text, "#1;murmuration;seed=7;look.palette=ice", as the page has
 * it in its address. docs/link.md has the format; web/js/link.js reads and writes the same. */
#ifndef BF_CLI_SCENE_LINK_H
#define BF_CLI_SCENE_LINK_H

#include "boidforge/scene.h"
#include "boidforge/view.h"

/* Of a link, from its version on. */
#define SCENE_LINK_MOST 2000

/* Every entry of a link's camera, once; the macros are those of BF_PARAMS. The defaults are bfDefaultCamera's. */
#define SCENE_CAMERA(REAL, WHOLE, CHOICE)                                                                              \
    CHOICE(fit, 0, "contain|cover", "Camera", "show the whole world, or fill the picture with it")                     \
    REAL(zoom, 1, 0.1, 100, "", "Camera", "how many times as large the world is shown")                                \
    REAL(x, 0, -1e7, 1e7, "world units", "Camera", "what is in the middle, from the world's centre or the flock's")    \
    REAL(y, 0, -1e7, 1e7, "world units", "Camera", "what is in the middle, from the world's centre or the flock's")    \
    CHOICE(follow, 0, "off|on", "Camera", "whether the camera goes with the flock's centre")

typedef struct SceneCamera {
#define BF_FIELD_REAL(name, ...)   double name;
#define BF_FIELD_WHOLE(name, ...)  int64_t name;
#define BF_FIELD_CHOICE(name, ...) int32_t name;
    SCENE_CAMERA(BF_FIELD_REAL, BF_FIELD_WHOLE, BF_FIELD_CHOICE)
#undef BF_FIELD_REAL
#undef BF_FIELD_WHOLE
#undef BF_FIELD_CHOICE
    uint32_t given; /* bit i: the link has the i-th entry; what it has not is for the one who draws to choose */
} SceneCamera;

const bfParamTable *sceneCameraTable(void);

/* True for "#..." and for an address, "https://...": no file and no scene is named so. */
bool isSceneLink(const char *text);

/* Read a link, or a whole address that ends in one. What the scene held is overwritten, not freed; on failure it is the
 * default scene. `camera` may be NULL. */
bfResult readSceneLink(const char *link, bfScene *scene, SceneCamera *camera, bfError *error);

/* Write the link of a scene, '#' first: what differs from the built-in scene of its name, or else from the defaults.
 * `camera` may be NULL. Fails when it would be too long, which happens to scenes with many events. */
bfResult writeSceneLink(const bfScene *scene, const SceneCamera *camera, char link[SCENE_LINK_MOST + 2],
                        bfError *error);

#endif
