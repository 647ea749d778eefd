/* `classic` numerics: the original program's arithmetic, for its bytes. The plain way over all pairs is in
 * rules_classic.c, the fast one in classic_kernel.h; both end in the same acceleration, which is compiled into each. */
#ifndef BF_SIM_RULES_CLASSIC_H
#define BF_SIM_RULES_CLASSIC_H

#include "internal.h"

#include <math.h>

/* Below this, 1 / d2 would be infinite; the original's own bytes for such pairs are inf or NaN. */
#define BF_SMALLEST_D2 0x1p-127f

/* Sum in NumPy's pairwise order (float32). */
float bfPairwiseSum(const float *terms, int32_t count);

/* One agent's sums over the terms of each rule, and how many terms there were. */
typedef struct bfClassicSums {
    float sep_x, sep_y, ali_x, ali_y, coh_x, coh_y;
    int32_t sep, ali, coh;
} bfClassicSums;

/* Accelerations by id, from all pairs. `terms` holds 6 * n floats. */
void bfAccumulateClassicNaive(const bfConstants *c, const bfFrame *state, float *terms, float *ax, float *ay);

/* What level native works in. Candidate lists of the columns around one grid row lie one after the other; no more than
 * 3 * room places are taken, and BF_MAX_LANES more may be read. */
typedef struct bfClassicScratch {
    int32_t room;             /* agents */
    bfAgent *agents;          /* of the lists */
    float *x, *y;             /* the same agents' positions */
    int32_t *first;           /* cols + 3: where each list begins */
    int32_t *next;            /* cols + 2: where the next agent of a list goes */
    int32_t *own;             /* room + 1: where the row's agents, in sorted order, stand in their own column's list */
    int32_t *next_own;        /* cols */
    int32_t *sep, *ali, *coh; /* places of one agent's neighbours */
    bfAgent *terms;           /* its separation terms, in x and y */
} bfClassicScratch;

bool bfClassicScratch_Create(bfClassicScratch *scratch, const bfRoom *room);
void bfClassicScratch_Destroy(bfClassicScratch *scratch);

/* Scale (ax, ay) down to max_force where it is longer. */
static inline void bfClampForce(const bfConstants *c, float *ax, float *ay) {
    float a2 = *ax * *ax + *ay * *ay;
    if (a2 > c->max_force2) {
        float scale = c->max_force / sqrtf(a2);
        *ax *= scale;
        *ay *= scale;
    }
}

/* The acceleration of an agent from its sums. */
static inline void bfClassicAccelerate(const bfConstants *c, const bfClassicSums *s, const bfAgent *own, float *ax,
                                       float *ay) {
    float x = 0.0f, y = 0.0f;
    if (s->sep > 0) {
        x += c->w_sep * s->sep_x;
        y += c->w_sep * s->sep_y;
    }
    if (s->ali > 0) {
        x += c->w_ali * (s->ali_x / (float)s->ali - own->vx);
        y += c->w_ali * (s->ali_y / (float)s->ali - own->vy);
    }
    if (s->coh > 0) {
        x += c->w_coh * (s->coh_x / (float)s->coh - own->x);
        y += c->w_coh * (s->coh_y / (float)s->coh - own->y);
    }
    bfClampForce(c, &x, &y);
    *ax = x;
    *ay = y;
}

#endif
