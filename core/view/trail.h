/* The trail buffer: light that agents leave behind, decaying with simulated time. */
#ifndef BF_VIEW_TRAIL_H
#define BF_VIEW_TRAIL_H

#include "boidforge/view.h"
#include "target.h"
#include "tile.h"

typedef struct bfTrail {
    bfProgram fade, move;
    bfTarget targets[2]; /* ping-pong; targets[front] holds the trails, the other what was last copied from them */
    int front;
    bool empty;     /* exactly black, and so is what would be drawn */
    double pending; /* decay exponent not yet applied to the stored values */
    double quiet;   /* decay exponent passed since the last deposit */

    /* Of a picture in tiles. Then the targets stand where the picture will be at the end, while the camera moves over
     * them, and light falls only on what it sees. */
    bool is_clipped;
    bfRect seen; /* of the targets, at this moment; what the camera has left is black, as it is in one piece */
} bfTrail;

bfResult bfTrail_Create(bfTrail *trail, const bfTargetFormat *format, bfError *error);
void bfTrail_Destroy(bfTrail *trail);
bfResult bfTrail_Resize(bfTrail *trail, const bfTargetFormat *format, int32_t width, int32_t height, bfError *error);

void bfTrail_Clear(bfTrail *trail);

/* Let the trails decay by exp(-exponent). */
void bfTrail_Fade(bfTrail *trail, const bfTargetFormat *format, double exponent);

/* Move the camera by whole pixels over the trails; what comes into view has none. Clipped trails stay where they are,
 * and `seen` says where the camera is. */
void bfTrail_Shift(bfTrail *trail, const bfTargetFormat *format, int x, int y);

/* A copy of the trails to draw on, for a picture that lies x, y pixels beside them: under a pixel. Good until they fade
 * or move. */
const bfTarget *bfTrail_Copy(const bfTrail *trail, double x, double y);

/* Bind the trails for deposits, which must be scaled by the returned factor. */
double bfTrail_BeginDeposit(bfTrail *trail);
void bfTrail_EndDeposit(const bfTrail *trail);

const bfTarget *bfTrail_Target(const bfTrail *trail);

/* Factor from stored values to light. */
double bfTrail_Scale(const bfTrail *trail);

#endif
