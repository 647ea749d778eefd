/* The renderer: frames in, pictures out. OpenGL ES 3.0; the caller has made a context current and keeps it so.
 * It reads frames and never computes one. docs/look.md describes the picture. */
#ifndef BOIDFORGE_VIEW_H
#define BOIDFORGE_VIEW_H

#include "boidforge/bfs.h"
#include "boidforge/param.h"
#include "boidforge/result.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every parameter of the picture, once; the macros are those of BF_PARAMS. Lengths are pixels at 900 rows of output
 * and scale with the output, so 720p, 4K and a phone show the same composition. */
#define BF_LOOK(REAL, WHOLE, CHOICE)                                                                                   \
    CHOICE(palette, 4, "turbo|viridis|inferno|magma|neon|aurora|fire|ice", "Colour", "the palette agents take")        \
    CHOICE(color_by, 0, "speed|heading|density|fixed", "Colour", "what an agent's colour tells")                       \
    REAL(color_value, 0.6, 0, 1, "", "Colour", "place in the palette when colour is fixed")                            \
    REAL(speed_low, 0, 0, 1e6, "world units/second", "Colour", "speed at the palette's start; both 0: the scene's")    \
    REAL(speed_high, 0, 0, 1e6, "world units/second", "Colour", "speed at the palette's end; both 0: the scene's")     \
    REAL(agent_size, 9, 0.5, 200, "pixels at 900 rows", "Agents", "diameter of an agent with its halo")                \
    CHOICE(body, 0, "disc|arrow|bird|fish", "Agents", "what agents are drawn as")                                      \
    REAL(size_by_speed, 0.35, 0, 1, "", "Agents", "how much faster agents are drawn larger")                           \
    REAL(intensity, 1.15, 0, 20, "", "Agents", "brightness of an agent")                                               \
    REAL(glow, 0.9, 0, 5, "", "Agents", "strength of the halo around an agent")                                        \
    REAL(sheen, 0, 0, 1, "", "Agents", "how much brighter agents are that fly into the light than away from it")       \
    REAL(trail, 1, 0, 20, "", "Trails", "brightness of trails; 0 draws none")                                          \
    REAL(trail_decay, 0.9, 0, 0.999, "", "Trails", "what is left of a trail after 0.05 simulated seconds")             \
    REAL(trail_width, 0.5, 0.05, 2, "agent sizes", "Trails", "width of a trail")                                       \
    CHOICE(medium, 0, "light|ink", "Light", "agents give light, or take it from the background as ink")                \
    REAL(bloom, 1.1, 0, 10, "", "Light", "strength of the glow around bright places")                                  \
    REAL(bloom_threshold, 0.55, 0, 10, "", "Light", "brightness at which the glow begins")                             \
    REAL(exposure, 1.1, 0, 20, "", "Light", "overall brightness")                                                      \
    REAL(auto_exposure, 0, 0, 1, "", "Light", "how far the exposure follows the picture's own brightness")             \
    REAL(vignette, 0.35, 0, 1, "", "Light", "darkening towards the corners")                                           \
    REAL(background_red, 0.0022, 0, 1, "linear", "Background", "red of the empty sky")                                 \
    REAL(background_green, 0.0031, 0, 1, "linear", "Background", "green of the empty sky")                             \
    REAL(background_blue, 0.0070, 0, 1, "linear", "Background", "blue of the empty sky")                               \
    CHOICE(background_shape, 0, "even|vertical|radial", "Background", "how the sky changes to its other colour")       \
    REAL(background_low_red, 0.0004, 0, 1, "linear", "Background", "red at the foot, or in the corners")               \
    REAL(background_low_green, 0.0006, 0, 1, "linear", "Background", "green at the foot, or in the corners")           \
    REAL(background_low_blue, 0.0016, 0, 1, "linear", "Background", "blue at the foot, or in the corners")

typedef struct bfLook {
#define BF_FIELD_REAL(name, ...)   double name;
#define BF_FIELD_WHOLE(name, ...)  int64_t name;
#define BF_FIELD_CHOICE(name, ...) int32_t name;
    BF_LOOK(BF_FIELD_REAL, BF_FIELD_WHOLE, BF_FIELD_CHOICE)
#undef BF_FIELD_REAL
#undef BF_FIELD_WHOLE
#undef BF_FIELD_CHOICE
} bfLook;

const bfParamTable *bfLookTable(void);
bfLook bfDefaultLook(void);

/* A look to choose by name: values to lay over the look of a scene, as texts for bfTable_SetText. */
#define BF_PRESET_SETTINGS 24

typedef struct bfLookSetting {
    const char *name, *text;
} bfLookSetting;

typedef struct bfLookPreset {
    const char *name;                           /* for the command line and files: "neon-night" */
    const char *title;                          /* for people: "Neon night" */
    bfLookSetting settings[BF_PRESET_SETTINGS]; /* ends with one whose name is NULL */
} bfLookPreset;

/* All of them; ends with an entry whose name is NULL. The first changes nothing. */
const bfLookPreset *bfLookPresets(void);

/* The preset of that name, or NULL. */
const bfLookPreset *bfLookPreset_Find(const char *name);
void bfLookPreset_Apply(const bfLookPreset *preset, bfLook *look);

/* What the renderer must know of the world beyond its frames. */
typedef struct bfStage {
    double world_width, world_height; /* world units */
    bool wraps;                       /* interpolate and trail across the seam */
    double min_speed, max_speed;      /* world units per second: the scene's limits, for colour by speed */
} bfStage;

/* A stage guessed for a version 1 recording, which carries no world: the default 1920 x 1080 when every position seen
 * fits it and fills at least half of it each way, otherwise the bounds seen. Start from a zeroed struct, add samples
 * (the first, middle and last frames do), ask for the result. Bad agents are passed over. */
typedef struct bfStageGuess {
    int64_t agents_seen;
    double min_x, max_x, min_y, max_y; /* world units */
    double min_speed, max_speed;       /* world units per second */
} bfStageGuess;

void bfStageGuess_Add(bfStageGuess *guess, const bfFrame *frame);
bfStage bfStageGuess_Result(const bfStageGuess *guess);

typedef enum bfFit {
    BF_FIT_CONTAIN, /* the whole world is in view */
    BF_FIT_COVER,   /* the world fills the output, its longer side cropped */
} bfFit;

typedef struct bfCamera {
    bfFit fit;
    double zoom;               /* 1 = fitted; larger is nearer */
    double center_x, center_y; /* world units, as offset from the world's centre, or the flock's */
    bool follows;              /* moves with the flock's centre, smoothed over two simulated seconds */
} bfCamera;

bfCamera bfDefaultCamera(void); /* contain, zoom 1, centred, at rest */

typedef struct bfView bfView;

/* Compile shaders, choose render target formats by rendering and reading back. A GLES 3 context must be current. */
bfResult bfCreateView(bfView **view, bfError *error);
void bfDestroyView(bfView *view);

/* The GL renderer's and the chosen target format's names, for people: "llvmpipe (LLVM 15.0.6) · RGBA16F". */
const char *bfView_Description(const bfView *view);

/* What the graphics driver draws at once, pixels a side: 16384 with most. */
int32_t bfView_MostAtOnce(const bfView *view);

/* Output size in pixels, from 1 to what the graphics driver draws at once. Trails are cleared when it changes. */
bfResult bfView_Resize(bfView *view, int32_t width, int32_t height, bfError *error);
void bfView_SetLook(bfView *view, const bfLook *look); /* trails kept */

/* Whether pictures leave the background out, for something to lie behind them: premultiplied colour and how much it
 * covers. Nothing covers 0; light covers as much as its brightest channel is bright; ink as much as it takes of the
 * channel it takes most of. No vignette then. Opaque to begin with. */
void bfView_SetTransparent(bfView *view, bool is_transparent);

void bfView_SetStage(bfView *view, const bfStage *stage);    /* trails cleared */
void bfView_SetCamera(bfView *view, const bfCamera *camera); /* trails cleared when it changes */

/* The middle of the picture as it was last drawn, world units. A camera that follows in a world that wraps may be
 * beyond its edge. */
void bfView_Center(const bfView *view, double *x, double *y);

/* Hand over the next frame: what was current becomes previous. The frame's arrays are read during the call. A frame
 * with another agent count has no previous. After a failure there is no frame. */
bfResult bfView_PushFrame(bfView *view, const bfFrame *frame, bfError *error);

/* Forget trails and both frames. */
void bfView_Clear(bfView *view);

/* Move the picture's time from fraction `from` to fraction `to` (0 = previous frame, 1 = current) of the interval
 * between the two frames, `seconds` simulated seconds long: trails decay by that share of it and the agents' paths
 * between the two moments are deposited. from == to draws the agents there and leaves the trails alone. With no
 * previous frame the agents stand where they are. */
void bfView_Advance(bfView *view, double from, double to, double seconds);

/* Compose trails, agents and light into the framebuffer `framebuffer` (0: the canvas), sRGB encoded, opaque unless
 * bfView_SetTransparent asked otherwise. */
void bfView_Present(bfView *view, uint32_t framebuffer);

/* The composed picture as 8-bit RGBA, top row first, width * height * 4 bytes. */
bfResult bfView_ReadPixels(bfView *view, uint8_t *rgba, bfError *error);

/* ---- Pictures in tiles ----
 *
 * A picture too large for the graphics driver, or for memory, is drawn part by part, each from the same frames. A part
 * needs its frames twice: first for its light in the glow, which is one for the whole picture, then for its pixels. So
 *
 *     bfView_ResizeInTiles
 *     for each pass, for each number below bfView_CountTiles(view, pass)
 *         bfView_BeginTile, then push and advance all frames that the picture needs, the same each time
 *         bfView_EndTile, or in the last pass bfView_ReadTile
 *
 * gives the pixels that bfView_ReadPixels would give at that size, within 1/255. Look, stage and camera are set before
 * and stay. bfView_Resize ends it; bfView_Present and bfView_ReadPixels are not for tiles. */

/* A part of a picture: pixels from its upper left. */
typedef struct bfTile {
    int32_t x, y, width, height;
} bfTile;

typedef struct bfTileLimits {
    int32_t width, height; /* of a tile, pixels, at most */
    int32_t step;          /* a tile's corners are multiples of it; 1, or more up to the least limit */
} bfTileLimits;

typedef enum bfTilePass {
    BF_PASS_CAMERA, /* where a following camera comes to; draws nothing */
    BF_PASS_GLOW,
    BF_PASS_PIXELS,
    BF_PASS_COUNT
} bfTilePass;

/* Output size in pixels, up to four times a side of what the graphics driver draws at once. */
bfResult bfView_ResizeInTiles(bfView *view, int32_t width, int32_t height, const bfTileLimits *limits, bfError *error);

/* How many tiles a pass needs with the look and camera in force; 0: the pass is left out. */
int32_t bfView_CountTiles(const bfView *view, bfTilePass pass);

/* Where tile `number` lies: in rows from the upper left. */
bfTile bfView_Tile(const bfView *view, int32_t number);

/* Forget trails and both frames, and set out for this tile. */
void bfView_BeginTile(bfView *view, bfTilePass pass, int32_t number);
void bfView_EndTile(bfView *view);

/* The tile as 8-bit RGBA, top row first, its rows `row_pixels` apart. */
bfResult bfView_ReadTile(bfView *view, uint8_t *rgba, int32_t row_pixels, bfError *error);

/* A picture as films store it: BT.709, limited range, 8 bits, colour at half size each way and sited with the left
 * pixel of each pair. rgba: top row first; width and height even. i420: 3/2 width * height bytes, the planes Y, U, V.
 * Source: ITU-R BT.709-6. Needs no GL. */
void bfPicture_ToI420(const uint8_t *rgba, int32_t width, int32_t height, uint8_t *i420);

/* How many frames before frame k must be drawn so that what is older is invisible in the picture of frame k: the
 * number of dt's it takes a deposit to decay below half a step of an 8-bit display. */
int32_t bfLook_WarmupFrames(const bfLook *look, double dt);

/* The same for where a following camera is; such a picture needs the larger of both. */
int32_t bfFollowFrames(double dt);

#ifdef __cplusplus
}
#endif
#endif
