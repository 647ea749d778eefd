/* Stored values are light times exp(pending): decay is kept aside as a factor and applied when enough has gathered.
 * So slow motion, whose single steps are too small for half floats to follow, fades as exactly as fast play, and most
 * pictures cost no full-screen pass. */
#include "trail.h"

#include "look.h"
#include "shaders.h"

#include <math.h>

/* Apply the decay once it reaches this exponent: stored values are at most eight times the light then, well within
 * half floats, and eighteen pictures of nineteen do without the pass. Bytes end at 1, so they follow closely. */
#define LEAST_FADE       2.0
#define LEAST_FADE_BYTES 0.02

/* exp(-24) brings the brightest half float below the cut-off. */
#define FULL_FADE 24.0

bfResult bfTrail_Create(bfTrail *trail, const bfTargetFormat *format, bfError *error) {
    *trail = (bfTrail){.empty = true};
    const char *vertex[3] = {bf_shader_fullscreen_vert, NULL}, *fade[3] = {bf_shader_fade_frag, NULL};
    const char *move[3] = {bfFilterSource(format), bf_shader_move_frag, NULL};
    bfResult result = bfProgram_Create(&trail->fade, "fade", vertex, fade, error);
    return result == BF_OK ? bfProgram_Create(&trail->move, "move", vertex, move, error) : result;
}

void bfTrail_Destroy(bfTrail *trail) {
    bfProgram_Destroy(&trail->fade);
    bfProgram_Destroy(&trail->move);
    bfTarget_Destroy(&trail->targets[0]);
    bfTarget_Destroy(&trail->targets[1]);
}

bfResult bfTrail_Resize(bfTrail *trail, const bfTargetFormat *format, int32_t width, int32_t height, bfError *error) {
    bfResult result = bfTarget_Resize(&trail->targets[0], format, width, height, error);
    if (result == BF_OK) {
        result = bfTarget_Resize(&trail->targets[1], format, width, height, error);
    }
    return result;
}

void bfTrail_Clear(bfTrail *trail) {
    if (trail->targets[0].width > 0) {
        bfTarget_Begin(&trail->targets[trail->front], true);
    }
    trail->empty = true;
    trail->pending = 0;
    trail->quiet = 0;
}

static void beginClip(const bfTrail *trail) {
    if (trail->is_clipped) {
        glEnable(GL_SCISSOR_TEST);
        glScissor(trail->seen.x, trail->seen.y, trail->seen.width, trail->seen.height);
    }
}

static void endClip(const bfTrail *trail) {
    if (trail->is_clipped) {
        glDisable(GL_SCISSOR_TEST);
    }
}

static bool fadeIsDue(const bfTrail *trail, const bfTargetFormat *format) {
    return trail->pending >= (format->steps > 0 ? LEAST_FADE_BYTES : LEAST_FADE);
}

/* One pass that shifts, and fades where that is due: bytes lose by every rounding. */
static void redraw(bfTrail *trail, const bfTargetFormat *format, int x, int y) {
    bool fades = fadeIsDue(trail, format);
    const bfTarget *source = bfTrail_Target(trail);
    trail->front = 1 - trail->front;
    bfTarget_Begin(&trail->targets[trail->front], trail->is_clipped);
    beginClip(trail);
    bfProgram_Use(&trail->fade);
    bfProgram_SetTexture(&trail->fade, BF_U_source, 0, source->texture);
    bfProgram_SetReal(&trail->fade, BF_U_fade, fades ? exp(-trail->pending) : 1);
    bfProgram_SetReal(&trail->fade, BF_U_cutoff, BF_TRAIL_CUTOFF);
    bfProgram_SetReal(&trail->fade, BF_U_steps, fades ? format->steps : 0);
    bfProgram_SetIntPair(&trail->fade, BF_U_shift, x, y);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    endClip(trail);
    trail->pending = fades ? 0 : trail->pending;
}

void bfTrail_Fade(bfTrail *trail, const bfTargetFormat *format, double exponent) {
    if (trail->empty) {
        return;
    }
    trail->pending += exponent;
    trail->quiet += exponent;
    if (trail->quiet > FULL_FADE) {
        bfTrail_Clear(trail);
    } else if (fadeIsDue(trail, format)) {
        redraw(trail, format, 0, 0);
    }
}

void bfTrail_Shift(bfTrail *trail, const bfTargetFormat *format, int x, int y) {
    if (!trail->empty) {
        redraw(trail, format, trail->is_clipped ? 0 : x, trail->is_clipped ? 0 : y);
    }
}

/* A blit is a plain copy of memory for software renderers, a third of what clearing costs them. */
const bfTarget *bfTrail_Copy(const bfTrail *trail, double x, double y) {
    const bfTarget *source = bfTrail_Target(trail), *target = &trail->targets[1 - trail->front];
    if (x == 0 && y == 0) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, source->framebuffer);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->framebuffer);
        glBlitFramebuffer(0, 0, source->width, source->height, 0, 0, target->width, target->height, GL_COLOR_BUFFER_BIT,
                          GL_NEAREST);
        return target;
    }
    bfTarget_Begin(target, false);
    bfProgram_Use(&trail->move);
    bfProgram_SetTexture(&trail->move, BF_U_source, 0, source->texture);
    bfProgram_SetPair(&trail->move, BF_U_size, source->width, source->height);
    bfProgram_SetPair(&trail->move, BF_U_offset, x, y);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    return target;
}

double bfTrail_BeginDeposit(bfTrail *trail) {
    bfTarget_Begin(bfTrail_Target(trail), false);
    beginClip(trail);
    trail->empty = false;
    trail->quiet = 0;
    return exp(trail->pending);
}

void bfTrail_EndDeposit(const bfTrail *trail) {
    endClip(trail);
}

const bfTarget *bfTrail_Target(const bfTrail *trail) {
    return &trail->targets[trail->front];
}

double bfTrail_Scale(const bfTrail *trail) {
    return exp(-trail->pending);
}
