/* The look: its parameter table, its defaults, and how far back a picture reaches. */
#include "look.h"

#include "boidforge/param_macros.h"

#include <math.h>
#include <stddef.h>

/* A deposit dimmer than half a step of an 8-bit display at black: 0.5/255 over the slope of the sRGB curve there. */
#define INVISIBLE (0.5 / 255 / 12.92)

/* How many trails are taken to lie on top of each other when asking how long one stays visible. */
#define OVERLAPPING_TRAILS 16

#define MAX_WARMUP_FRAMES 1000000

#define BF_TABLE_STRUCT bfLook
static const bfParamInfo infos[] = {BF_LOOK(BF_INFO_REAL, BF_INFO_WHOLE, BF_INFO_CHOICE)};
static const bfParamTable table = {"look", infos, sizeof infos / sizeof infos[0], sizeof(bfLook)};

const bfParamTable *bfLookTable(void) {
    return &table;
}

bfLook bfDefaultLook(void) {
    bfLook look;
    bfTable_SetDefaults(bfLookTable(), &look);
    return look;
}

bfCamera bfDefaultCamera(void) {
    bfCamera camera = {BF_FIT_CONTAIN, 1, 0, 0, false};
    return camera;
}

double bfLook_DecayRate(const bfLook *look) {
    if (!(look->trail > 0) || !(look->trail_decay > 0)) {
        return 0;
    }
    return -log(fmin(look->trail_decay, 0.999)) / BF_DECAY_SECONDS;
}

int32_t bfLook_WarmupFrames(const bfLook *look, double dt) {
    double decay_per_frame = bfLook_DecayRate(look) * dt;
    if (!(decay_per_frame > 0)) {
        return 0;
    }
    double brightest = fmax(look->trail * look->intensity * look->exposure, 1) * OVERLAPPING_TRAILS;
    double frames = ceil(log(brightest / INVISIBLE) / decay_per_frame);
    return (int32_t)fmin(frames, MAX_WARMUP_FRAMES);
}
