/* The renderer's frame: agents' paths are added to the trail buffer as time advances; a picture is the trails, the
 * agents on top of them, bloom around both, and one pass that makes it a display picture. docs/look.md has the why. */
#include "boidforge/view.h"

#include "agents.h"
#include "create.h"
#include "follow.h"
#include "light.h"
#include "look.h"
#include "palette.h"
#include "program.h"
#include "shaders.h"
#include "target.h"
#include "tile.h"
#include "trail.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The picture for which look.agent_size is meant, in pixels: a world drawn over as many has agents of that size. */
#define REFERENCE_WIDTH  1600.0
#define REFERENCE_HEIGHT 900.0

/* Above this many agents each is drawn smaller, so that together they cover the same share of the world. */
#define REFERENCE_AGENTS 3000.0

/* Diameter below which agents keep their size and lose brightness instead, pixels at 900 rows. */
#define LEAST_DIAMETER 1.5

/* Brightness of a trail at the pen, for trail 1 and intensity 1. */
#define TRAIL_BRIGHTNESS 0.62

/* Share of the world covered by trails above which they are drawn fainter, so that a crowd keeps its structure. */
#define CROWDED 0.65

/* Brightness of an agent, for intensity 1. */
#define HEAD_BRIGHTNESS 1.3

/* How far a body's light reaches from its middle, in half lengths; as in body.vert. */
#define BODY_REACH 1.75

/* Beats of wings and tails per simulated second. */
#define BEAT_RATE 1.6

/* One deposit covers at most this decay exponent, and a path older than the other leaves nothing to see. */
#define LONGEST_DEPOSIT 1.0
#define OLDEST_DEPOSIT  12.0

/* Farther than any picture is wide, pixels. */
#define FAR_AWAY 1e6

/* The first bloom level has a quarter of a picture's side, and must be one texture. */
#define MOST_TEXTURES_A_SIDE 4

struct bfView {
    bfLook look;
    bfStage stage;
    bfCamera camera;
    int32_t width, height; /* of the picture, pixels; 0 before bfView_Resize */
    bfRect window;         /* the part of the picture that the targets hold: all of it, unless there are tiles */

    bfProgram head, body, trail_pen;
    GLuint empty_array; /* vertex array of the full-screen passes */
    GLuint palette;     /* 256 x 1 linear RGBA */
    int32_t palette_index;
    const bfTargetFormat *format;

    bfAgents agents;
    bfTrail trail;
    const bfTarget *lit; /* trails and agents together, in the trails' scale */
    bfLight light;
    bfTarget picture; /* what bfView_ReadPixels reads, top row first */

    bfFollow follow;
    double center_x, center_y; /* of the picture, world units */
    double trail_x, trail_y;   /* of the trails: whole pixels from where they began */
    bfSeam seam;               /* for the frames in force */

    bfTiling tiling;         /* no columns: the picture is drawn in one piece */
    bfTilePass pass;         /* what is drawn for the tile begun last */
    bfRect tile;             /* that tile */
    double moved_x, moved_y; /* pixels the camera has moved over a tile's trails since these began */
    double held_x, held_y;   /* the same once all frames were drawn: where the tiles' trails stand from the start */
    bool bloom_made;         /* from the light gathered tile by tile */

    double interval;  /* simulated seconds between the frames, as last told */
    double moment;    /* fraction of the interval between the frames at which the agents stand */
    bool ghosts_made; /* for the frames, stage and size in force */
    bool light_made;  /* `lit` and bloom belong to the state in force */
    bool is_transparent;
    char description[192];
};

/* ---- Creation ---- */

static bfResult createPrograms(bfView *view, bfError *error) {
    const char *head_vertex[3] = {bf_shader_agent_glsl, bf_shader_head_vert};
    const char *body_vertex[3] = {bf_shader_agent_glsl, bf_shader_body_vert};
    const char *trail_vertex[3] = {bf_shader_agent_glsl, bf_shader_trail_vert};
    struct {
        bfProgram *program;
        const char *name;
        const char *const *vertex;
        const char *fragment;
    } programs[] = {
        {&view->head, "head", head_vertex, bf_shader_head_frag},
        {&view->body, "body", body_vertex, bf_shader_body_frag},
        {&view->trail_pen, "trail", trail_vertex, bf_shader_trail_frag},
    };
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; ++i) {
        const char *fragment[3] = {programs[i].fragment, NULL};
        bfResult result = bfProgram_Create(programs[i].program, programs[i].name, programs[i].vertex, fragment, error);
        if (result != BF_OK) {
            return result;
        }
    }
    bfResult result = bfTrail_Create(&view->trail, view->format, error);
    return result == BF_OK ? bfLight_Create(&view->light, view->format, error) : result;
}

/* Full-screen passes and probes run without depth, culling or dithering, and on a vertex array of their own. */
static void setBaseState(const bfView *view) {
    glDisable(GL_BLEND);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DITHER);
    glBindVertexArray(view->empty_array);
}

static void loadPalette(bfView *view) {
    if (view->palette_index == view->look.palette) {
        return;
    }
    float entries[BF_PALETTE_ENTRIES][4];
    bfPalette_Fill(view->look.palette, entries);
    glBindTexture(GL_TEXTURE_2D, view->palette);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, BF_PALETTE_ENTRIES, 1, 0, GL_RGBA, GL_FLOAT, entries);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    view->palette_index = view->look.palette;
}

static void describe(bfView *view) {
    snprintf(view->description, sizeof view->description, "%s \u00b7 %s", bfRendererName(), view->format->name);
}

static bfResult chooseFormat(bfView *view, const bfTargetFormat *const *candidates, bfError *error) {
    bfProbe probe;
    bfResult result = bfProbe_Create(&probe, error);
    if (result == BF_OK) {
        view->format = bfChooseTargetFormat(candidates, &probe);
    }
    bfProbe_Destroy(&probe);
    return result;
}

bfResult bfCreateViewFrom(const bfTargetFormat *const *candidates, bfView **view_out, bfError *error) {
    *view_out = NULL;
    bfView *view = calloc(1, sizeof *view);
    if (view == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for the renderer");
    }
    view->look = bfDefaultLook();
    view->camera = bfDefaultCamera();
    view->stage = bfStageGuess_Result(&(bfStageGuess){0});
    view->moment = 1;
    view->palette_index = -1;
    glGenVertexArrays(1, &view->empty_array);
    glGenTextures(1, &view->palette);
    setBaseState(view);
    bfResult result = chooseFormat(view, candidates, error);
    if (result == BF_OK) {
        result = bfAgents_Create(&view->agents, error);
    }
    if (result == BF_OK) {
        result = createPrograms(view, error);
    }
    if (result != BF_OK) {
        bfDestroyView(view);
        return result;
    }
    describe(view);
    *view_out = view;
    return BF_OK;
}

bfResult bfCreateView(bfView **view, bfError *error) {
    return bfCreateViewFrom(bf_light_formats, view, error);
}

void bfDestroyView(bfView *view) {
    if (view == NULL) {
        return;
    }
    bfProgram_Destroy(&view->head);
    bfProgram_Destroy(&view->body);
    bfProgram_Destroy(&view->trail_pen);
    bfTrail_Destroy(&view->trail);
    bfLight_Destroy(&view->light);
    bfTarget_Destroy(&view->picture);
    bfAgents_Destroy(&view->agents);
    glDeleteTextures(1, &view->palette);
    glDeleteVertexArrays(1, &view->empty_array);
    free(view);
}

const char *bfView_Description(const bfView *view) {
    return view->description;
}

/* ---- Settings ---- */

int32_t bfView_MostAtOnce(const bfView *view) {
    (void)view;
    GLint texture = 0, viewport[2] = {0, 0};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
    GLint across = viewport[0] < viewport[1] ? viewport[0] : viewport[1];
    return texture < across ? texture : across;
}

static bfResult checkSize(int32_t width, int32_t height, int32_t most, const char *how, bfError *error) {
    return width >= 1 && height >= 1 && width <= most && height <= most
               ? BF_OK
               : bfFail(error, BF_ERROR_OUT_OF_RANGE,
                        "picture size: %dx%d is out of range, this graphics driver draws 1 to %d pixels a side%s",
                        (int)width, (int)height, (int)most, how);
}

/* Targets for `window` of a picture of that size, which becomes the view's. */
static bfResult makeTargets(bfView *view, int32_t width, int32_t height, const bfRect *window, bfError *error) {
    view->width = view->height = 0;
    bfResult result = bfTrail_Resize(&view->trail, view->format, window->width, window->height, error);
    if (result == BF_OK) {
        result = bfLight_Resize(&view->light, view->format, width, height, error);
    }
    if (result != BF_OK) {
        return result;
    }
    bfTarget_Destroy(&view->picture); /* made again when pixels are asked for */
    view->width = width;
    view->height = height;
    view->window = *window;
    view->moved_x = view->moved_y = view->held_x = view->held_y = 0;
    view->ghosts_made = view->light_made = false;
    bfTrail_Clear(&view->trail);
    return BF_OK;
}

bfResult bfView_Resize(bfView *view, int32_t width, int32_t height, bfError *error) {
    bfResult result = checkSize(width, height, bfView_MostAtOnce(view), "", error);
    if (result != BF_OK || (view->width == width && view->height == height && view->tiling.columns == 0)) {
        return result;
    }
    bfRect whole = {0, 0, width, height};
    view->tiling = (bfTiling){0};
    view->trail.is_clipped = false;
    return makeTargets(view, width, height, &whole, error);
}

void bfView_SetLook(bfView *view, const bfLook *look) {
    view->look = *look;
    view->ghosts_made = view->light_made = false;
}

void bfView_SetTransparent(bfView *view, bool is_transparent) {
    view->is_transparent = is_transparent;
}

void bfView_SetStage(bfView *view, const bfStage *stage) {
    view->stage = *stage;
    view->agents.current.has_crowding = view->agents.previous.has_crowding = false;
    bfFollow_Clear(&view->follow);
    view->ghosts_made = view->light_made = false;
    bfTrail_Clear(&view->trail);
}

void bfView_SetCamera(bfView *view, const bfCamera *camera) {
    const bfCamera *old = &view->camera;
    if (camera->fit == old->fit && camera->zoom == old->zoom && camera->center_x == old->center_x &&
        camera->center_y == old->center_y && camera->follows == old->follows) {
        return;
    }
    if (!camera->follows) {
        bfFollow_Clear(&view->follow);
    }
    view->camera = *camera;
    view->ghosts_made = view->light_made = false;
    bfTrail_Clear(&view->trail);
}

/* ---- Geometry ---- */

static double pixelsPerUnit(const bfView *view) {
    double across = view->width / view->stage.world_width, down = view->height / view->stage.world_height;
    double fitted = view->camera.fit == BF_FIT_COVER ? fmax(across, down) : fmin(across, down);
    return fitted * fmax(view->camera.zoom, 1e-6);
}

/* Diameter of an agent of medium speed, pixels. Sizes follow the area over which the world is drawn, so that agents
 * cover the same share of it whatever the world's shape, the output's size or the camera. */
static double agentDiameter(const bfView *view) {
    double scale = pixelsPerUnit(view);
    double drawn_area = view->stage.world_width * scale * view->stage.world_height * scale;
    double enlarged = sqrt(drawn_area / (REFERENCE_WIDTH * REFERENCE_HEIGHT));
    double crowd = fmax(view->agents.current.n, REFERENCE_AGENTS);
    return view->look.agent_size * enlarged * sqrt(REFERENCE_AGENTS / crowd);
}

static double leastDiameter(const bfView *view) {
    double rows = fmin(view->height, view->width * REFERENCE_HEIGHT / REFERENCE_WIDTH);
    return fmax(LEAST_DIAMETER * rows / REFERENCE_HEIGHT, 1);
}

/* How far from its path an agent's light reaches, world units: the fastest one's rim and softening. */
static double lightReach(const bfView *view) {
    double largest = fmax(agentDiameter(view) * (1 + 1.5 * view->look.size_by_speed), leastDiameter(view));
    double body = view->look.body == BF_BODY_DISC ? 1 : BODY_REACH;
    double radius = 0.5 * largest * fmax(body, 1.6 * view->look.trail_width);
    return (radius + 3) / pixelsPerUnit(view);
}

/* A factor for trails from how much of the world they cover at medium speed. It depends on the agent count, the look
 * and the stage alone, so it is the same for every picture of a recording. */
static double trailThinning(const bfView *view) {
    double scale = pixelsPerUnit(view);
    double drawn_area = view->stage.world_width * scale * view->stage.world_height * scale;
    double length = 0.5 * (view->stage.min_speed + view->stage.max_speed) * scale / bfLook_DecayRate(&view->look);
    double width = fmax(agentDiameter(view), leastDiameter(view)) * view->look.trail_width;
    double covered = view->agents.current.n * length * width / drawn_area / CROWDED;
    return pow(1 + covered * covered, -0.25);
}

/* ---- Drawing agents ---- */

bfResult bfView_PushFrame(bfView *view, const bfFrame *frame, bfError *error) {
    view->ghosts_made = view->light_made = false;
    view->moment = 1;
    if (view->camera.follows) {
        bfFollow_Push(&view->follow, &view->stage, frame);
    }
    bfResult result = bfAgents_Push(&view->agents, frame, error);
    if (result == BF_OK && view->look.color_by == BF_COLOR_DENSITY) {
        result = bfAgents_MeasureCrowding(&view->agents, &view->stage, error);
    }
    return result;
}

void bfView_Clear(bfView *view) {
    bfAgents_Clear(&view->agents);
    bfFollow_Clear(&view->follow);
    view->ghosts_made = view->light_made = false;
    bfTrail_Clear(&view->trail);
}

/* ---- The camera ---- */

/* The middle of the picture at a fraction of the way between the frames, world units. */
static void cameraCenter(const bfView *view, double fraction, double *x, double *y) {
    const bfStage *stage = &view->stage;
    if (view->camera.follows && view->follow.count > 0) {
        bfFollow_At(&view->follow, stage, fraction, view->interval, x, y);
    } else {
        *x = stage->world_width / 2;
        *y = stage->world_height / 2;
    }
    *x += view->camera.center_x;
    *y += view->camera.center_y;
}

/* In a world that is shown around the flock, the copy of `from` on that side of the seam where `to` is. */
static double onSideOf(const bfView *view, double from, double to, double extent) {
    return view->seam.recenters ? bfNearestCopy(from, to, extent) : from;
}

static void placeCamera(bfView *view, double moment) {
    const bfStage *stage = &view->stage;
    view->seam = (bfSeam){stage->world_width / 2, stage->world_height / 2, view->camera.follows && stage->wraps};
    cameraCenter(view, moment, &view->center_x, &view->center_y);
    if (view->seam.recenters) {
        cameraCenter(view, 1, &view->seam.x, &view->seam.y);
        view->center_x = onSideOf(view, view->center_x, view->seam.x, stage->world_width);
        view->center_y = onSideOf(view, view->center_y, view->seam.y, stage->world_height);
    }
}

void bfView_Center(const bfView *view, double *x, double *y) {
    *x = view->center_x;
    *y = view->center_y;
}

/* Of a tile's trails, which do not move along, only what the camera sees takes light. */
static void clipTrails(bfView *view) {
    if (!view->trail.is_clipped) {
        return;
    }
    bfRect targets = {0, 0, view->window.width, view->window.height};
    bfRect seen = {(int32_t)(view->moved_x - view->held_x) - view->window.x,
                   (int32_t)(view->moved_y - view->held_y) - view->window.y, view->width, view->height};
    seen = bfRect_Common(&seen, &targets);
    view->trail.seen = view->pass == BF_PASS_CAMERA ? (bfRect){0} : seen;
}

/* Trails go along with the camera in whole pixels, so that they are never blurred by being moved; the rest of a pixel
 * is made up for when they are read. */
static void moveTrails(bfView *view) {
    double scale = pixelsPerUnit(view);
    view->trail_x = onSideOf(view, view->trail_x, view->center_x, view->stage.world_width);
    view->trail_y = onSideOf(view, view->trail_y, view->center_y, view->stage.world_height);
    double x = fmin(fmax(round((view->center_x - view->trail_x) * scale), -FAR_AWAY), FAR_AWAY);
    double y = fmin(fmax(round((view->center_y - view->trail_y) * scale), -FAR_AWAY), FAR_AWAY);
    if (fabs(x) >= view->width || fabs(y) >= view->height) {
        bfTrail_Clear(&view->trail);
    } else if (x != 0 || y != 0) {
        view->trail_x += x / scale;
        view->trail_y += y / scale;
        view->moved_x += view->trail.is_clipped ? x : 0;
        view->moved_y += view->trail.is_clipped ? y : 0;
        clipTrails(view);
        bfTrail_Shift(&view->trail, view->format, (int)x, (int)y);
    }
}

/* Put the picture where the camera is at that moment. */
static void moveCamera(bfView *view, double moment) {
    placeCamera(view, moment);
    if (!view->trail.empty) {
        moveTrails(view);
    }
    if (view->trail.empty) {
        view->trail_x = view->center_x;
        view->trail_y = view->center_y;
        view->moved_x = view->moved_y = 0;
        clipTrails(view);
    }
}

/* How far the camera goes from one frame to the next, world units. */
static double cameraStep(const bfView *view) {
    double x, y;
    cameraCenter(view, 0, &x, &y);
    x = onSideOf(view, x, view->seam.x, view->stage.world_width);
    y = onSideOf(view, y, view->seam.y, view->stage.world_height);
    return view->seam.recenters ? hypot(view->seam.x - x, view->seam.y - y) : 0;
}

/* What is worked out per frame on the processor. Short of memory the picture lacks a colour or a ghost: it is still
 * the best picture there is, so that is no failure. */
static void prepareAgents(bfView *view) {
    if (view->ghosts_made) {
        return;
    }
    if (view->look.color_by == BF_COLOR_DENSITY) {
        bfAgents_MeasureCrowding(&view->agents, &view->stage, NULL);
    }
    bfAgents_MakeGhosts(&view->agents, &view->stage, &view->seam, lightReach(view) + cameraStep(view), NULL);
    view->ghosts_made = true;
}

/* The middle of what is drawn into, pixels from the middle of the picture at this moment. */
static void targetMiddle(const bfView *view, double *x, double *y) {
    const bfRect *window = &view->window;
    *x = window->x + (window->width - view->width) / 2.0 + view->held_x - view->moved_x;
    *y = window->y + (window->height - view->height) / 2.0 + view->held_y - view->moved_y;
}

/* `x`, `y`: the middle of the picture, world units. */
static void setAgentUniforms(bfView *view, const bfProgram *program, double from, double to, double x, double y) {
    const bfLook *look = &view->look;
    const bfStage *stage = &view->stage;
    double middle_x, middle_y;
    targetMiddle(view, &middle_x, &middle_y);
    bool own_range = look->speed_low != 0 || look->speed_high != 0;
    double slowest = own_range ? look->speed_low : stage->min_speed;
    double fastest = fmax(own_range ? look->speed_high : stage->max_speed, slowest + 1e-6);
    loadPalette(view);
    bfProgram_Use(program);
    bfProgram_SetPair(program, BF_U_view_center, x, y);
    bfProgram_SetInt(program, BF_U_recenters, view->seam.recenters);
    bfProgram_SetPair(program, BF_U_seam_center, view->seam.x, view->seam.y);
    bfProgram_SetReal(program, BF_U_view_scale, pixelsPerUnit(view));
    bfProgram_SetPair(program, BF_U_half_size, view->window.width / 2.0, view->window.height / 2.0);
    bfProgram_SetPair(program, BF_U_target_middle, middle_x, middle_y);
    bfProgram_SetPair(program, BF_U_world, stage->world_width, stage->world_height);
    bfProgram_SetInt(program, BF_U_wraps, stage->wraps);
    bfProgram_SetPair(program, BF_U_fraction, from, to);
    bfProgram_SetInt(program, BF_U_color_by, look->color_by);
    bfProgram_SetReal(program, BF_U_color_value, look->color_value);
    bfProgram_SetPair(program, BF_U_speed_range, slowest, fastest);
    bfProgram_SetTexture(program, BF_U_palette, 0, view->palette);
    bfProgram_SetReal(program, BF_U_diameter, agentDiameter(view));
    bfProgram_SetReal(program, BF_U_least_diameter, leastDiameter(view));
    bfProgram_SetReal(program, BF_U_size_by_speed, look->size_by_speed);
    bfProgram_SetReal(program, BF_U_sheen, look->sheen);
}

static void drawAdding(const bfAgents *agents, const bfProgram *program) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    bfAgents_Draw(agents, program);
    glDisable(GL_BLEND);
}

/* Deposit the paths between two moments over which trails decay by `exponent`. */
static void deposit(bfView *view, double from, double to, double exponent) {
    const bfLook *look = &view->look;
    double stored = bfTrail_BeginDeposit(&view->trail);
    setAgentUniforms(view, &view->trail_pen, from, to, view->trail_x, view->trail_y);
    double brightness = TRAIL_BRIGHTNESS * look->trail * look->intensity * trailThinning(view);
    bfProgram_SetReal(&view->trail_pen, BF_U_brightness, brightness * stored);
    bfProgram_SetReal(&view->trail_pen, BF_U_trail_width, look->trail_width);
    bfProgram_SetReal(&view->trail_pen, BF_U_decay, exponent);
    drawAdding(&view->agents, &view->trail_pen);
    bfTrail_EndDeposit(&view->trail);
}

void bfView_Advance(bfView *view, double from, double to, double seconds) {
    setBaseState(view);
    view->moment = to;
    view->interval = seconds > 0 ? seconds : view->interval;
    view->light_made = false;
    if (view->width > 0) {
        moveCamera(view, to);
    }
    double decay = fmin(fmax(view->look.trail_decay, 1e-6), 0.999);
    double rate = -log(decay) / BF_DECAY_SECONDS;
    double exponent = rate * seconds * (to - from);
    if (view->width == 0 || !(exponent > 0)) {
        return;
    }
    bool draws = bfLook_DecayRate(&view->look) > 0 && view->agents.has_current;
    if (!draws) {
        bfTrail_Fade(&view->trail, view->format, exponent);
        return;
    }
    prepareAgents(view);
    if (exponent > OLDEST_DEPOSIT) {
        bfTrail_Fade(&view->trail, view->format, exponent - OLDEST_DEPOSIT);
        from = to - (to - from) * OLDEST_DEPOSIT / exponent;
        exponent = OLDEST_DEPOSIT;
    }
    int parts = (int)ceil(exponent / LONGEST_DEPOSIT);
    for (int i = 0; i < parts; ++i) {
        double start = from + (to - from) * i / parts, end = from + (to - from) * (i + 1) / parts;
        setBaseState(view);
        bfTrail_Fade(&view->trail, view->format, exponent / parts);
        deposit(view, start, end, exponent / parts);
    }
}

/* ---- Pictures ---- */

static bfScenery scenery(const bfView *view) {
    return (bfScenery){view->lit,    bfTrail_Scale(&view->trail), &view->look, view->width, view->height,
                       view->window, view->is_transparent};
}

/* Where wings and tails are in their beat: a fraction of a turn from simulated time alone, so that a frame's picture is
 * the same whenever it is drawn. */
static double beatAt(const bfView *view) {
    double turns = ((double)view->agents.current.step - 1 + view->moment) * view->interval * BEAT_RATE;
    return turns - floor(turns);
}

/* Agents on top of a copy of the trails, so that what follows reads one texture: where software draws, reading is
 * what costs. */
static void drawLit(bfView *view) {
    const bfProgram *program = view->look.body == BF_BODY_DISC ? &view->head : &view->body;
    double scale = pixelsPerUnit(view);
    view->lit =
        bfTrail_Copy(&view->trail, (view->center_x - view->trail_x) * scale, (view->center_y - view->trail_y) * scale);
    bfTarget_Begin(view->lit, false);
    setAgentUniforms(view, program, view->moment, view->moment, view->center_x, view->center_y);
    bfProgram_SetReal(program, BF_U_brightness, HEAD_BRIGHTNESS * view->look.intensity / bfTrail_Scale(&view->trail));
    bfProgram_SetReal(program, BF_U_glow, view->look.glow);
    bfProgram_SetInt(program, BF_U_body, view->look.body);
    bfProgram_SetReal(program, BF_U_beat, beatAt(view));
    drawAdding(&view->agents, program);
}

static void makeLit(bfView *view) {
    setBaseState(view);
    moveCamera(view, view->moment);
    prepareAgents(view);
    drawLit(view);
    glBindVertexArray(view->empty_array);
}

static void makeLight(bfView *view) {
    if (view->light_made) {
        setBaseState(view);
        return;
    }
    makeLit(view);
    bfScenery all = scenery(view);
    bfLight_Gather(&view->light, &all, &view->window);
    bfLight_Bloom(&view->light, &view->look);
    view->light_made = true;
}

void bfView_Present(bfView *view, uint32_t framebuffer) {
    if (view->width == 0) {
        return;
    }
    assert(view->tiling.columns == 0);
    makeLight(view);
    bfScenery all = scenery(view);
    bfLight_Compose(&view->light, &all, framebuffer, false);
}

/* Compose what the targets hold and read a part of it, whose corners count from the upper left. */
static bfResult readPart(bfView *view, const bfTile *part, uint8_t *rgba, int32_t row_pixels, bfError *error) {
    bfScenery all = scenery(view);
    bfLight_Compose(&view->light, &all, view->picture.framebuffer, true);
    while (glGetError() != GL_NO_ERROR) { /* not this call's */
    }
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ROW_LENGTH, row_pixels);
    glReadPixels(part->x, part->y, part->width, part->height, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    glPixelStorei(GL_PACK_ROW_LENGTH, 0);
    if (glGetError() != GL_NO_ERROR) {
        return bfFail(error, BF_ERROR_GPU, "the graphics driver failed while a %dx%d picture was read back",
                      (int)view->width, (int)view->height);
    }
    return BF_OK;
}

bfResult bfView_ReadPixels(bfView *view, uint8_t *rgba, bfError *error) {
    if (view->width == 0) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "the picture has no size yet, resize the view first");
    }
    assert(view->tiling.columns == 0);
    bfResult result = bfTarget_Resize(&view->picture, &bf_picture_format, view->width, view->height, error);
    if (result != BF_OK) {
        return result;
    }
    makeLight(view);
    bfTile whole = {0, 0, view->width, view->height};
    return readPart(view, &whole, rgba, view->width, error);
}

/* ---- Tiles ---- */

bfResult bfView_ResizeInTiles(bfView *view, int32_t width, int32_t height, const bfTileLimits *limits, bfError *error) {
    int32_t most = bfView_MostAtOnce(view), step = limits->step, room = most - 2 * BF_TILE_MARGIN;
    bfResult result = checkSize(width, height, MOST_TEXTURES_A_SIDE * most, " in tiles", error);
    if (result == BF_OK) {
        result = bfLight_PrepareTiles(&view->light, view->format, error);
    }
    if (result != BF_OK) {
        return result;
    }
    int32_t most_width = limits->width < room ? limits->width : room;
    int32_t most_height = limits->height < room ? limits->height : room;
    bfTiling tiling = bfTiling_Cut(width, height, most_width, most_height, step);
    bfTile first = bfTiling_Tile(&tiling, 0);
    view->tile = bfTiling_Rect(&tiling, &first);
    view->tiling = tiling;
    view->trail.is_clipped = true;
    bfRect window = bfTiling_Window(&tiling, &view->tile);
    result = makeTargets(view, width, height, &window, error);
    return result == BF_OK ? bfTarget_Resize(&view->picture, &bf_picture_format, window.width, window.height, error)
                           : result;
}

bfTile bfView_Tile(const bfView *view, int32_t number) {
    return bfTiling_Tile(&view->tiling, number);
}

int32_t bfView_CountTiles(const bfView *view, bfTilePass pass) {
    int32_t all = view->tiling.columns * view->tiling.rows;
    switch (pass) {
    case BF_PASS_CAMERA:
        return view->camera.follows ? 1 : 0;
    case BF_PASS_GLOW:
        return bfLight_IsGathered(&view->look) ? all : 0;
    default:
        return all;
    }
}

void bfView_BeginTile(bfView *view, bfTilePass pass, int32_t number) {
    bfTile tile = bfTiling_Tile(&view->tiling, number);
    setBaseState(view);
    view->pass = pass;
    view->tile = bfTiling_Rect(&view->tiling, &tile);
    view->window = bfTiling_Window(&view->tiling, &view->tile);
    view->bloom_made = view->bloom_made && pass == BF_PASS_PIXELS;
    bfView_Clear(view);
}

void bfView_EndTile(bfView *view) {
    if (view->pass == BF_PASS_CAMERA) {
        view->held_x = view->moved_x;
        view->held_y = view->moved_y;
        return;
    }
    makeLit(view);
    bfScenery part = scenery(view);
    bfLight_Gather(&view->light, &part, &view->tile);
}

bfResult bfView_ReadTile(bfView *view, uint8_t *rgba, int32_t row_pixels, bfError *error) {
    makeLit(view);
    if (!view->bloom_made) {
        bfLight_Bloom(&view->light, &view->look);
        view->bloom_made = true;
    }
    const bfRect *window = &view->window, *tile = &view->tile;
    bfTile part = {tile->x - window->x, window->y + window->height - tile->y - tile->height, tile->width, tile->height};
    return readPart(view, &part, rgba, row_pixels, error);
}
