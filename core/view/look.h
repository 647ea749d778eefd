/* What the rest of the renderer takes from a look beyond its fields. */
#ifndef BF_VIEW_LOOK_H
#define BF_VIEW_LOOK_H

#include "boidforge/view.h"

/* Indices of the choices in BF_LOOK, in their order. */
typedef enum bfColorBy { BF_COLOR_SPEED, BF_COLOR_HEADING, BF_COLOR_DENSITY, BF_COLOR_FIXED } bfColorBy;

typedef enum bfBody { BF_BODY_DISC, BF_BODY_ARROW, BF_BODY_BIRD, BF_BODY_FISH } bfBody;

typedef enum bfMedium { BF_MEDIUM_LIGHT, BF_MEDIUM_INK } bfMedium;

/* How the background changes, as look.background_shape counts. */
typedef enum bfBackground { BF_BACKGROUND_EVEN, BF_BACKGROUND_VERTICAL, BF_BACKGROUND_RADIAL } bfBackground;

/* Trail light below this linear value is cut to exactly 0: a third of half a step of an 8-bit display at black. */
#define BF_TRAIL_CUTOFF 5e-5

/* Simulated seconds to which bfLook.trail_decay refers. */
#define BF_DECAY_SECONDS 0.05

/* Rate of exponential decay of trails, per simulated second; 0 when the look draws no trails. */
double bfLook_DecayRate(const bfLook *look);

#endif
