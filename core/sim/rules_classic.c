/* `classic` numerics: the original program's arithmetic, for its bytes. Neighbours are looked for among all agents in
 * ascending id; the terms of each rule are compacted into a list and summed as NumPy sums float32. */
#include "internal.h"

#include <math.h>

#define BLOCK 128

static float sumBlock(const float *a, int32_t count) {
    float r[8];
    for (int k = 0; k < 8; ++k) {
        r[k] = a[k];
    }
    int32_t whole = count - count % 8;
    for (int32_t i = 8; i < whole; i += 8) {
        for (int k = 0; k < 8; ++k) {
            r[k] += a[i + k];
        }
    }
    float sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    for (int32_t i = whole; i < count; ++i) {
        sum += a[i];
    }
    return sum;
}

float bfPairwiseSum(const float *terms, int32_t count) {
    if (count < 8) {
        float sum = 0.0f;
        for (int32_t i = 0; i < count; ++i) {
            sum += terms[i];
        }
        return sum;
    }
    if (count <= BLOCK) {
        return sumBlock(terms, count);
    }
    int32_t half = count / 2;
    half -= half % 8;
    return bfPairwiseSum(terms, half) + bfPairwiseSum(terms + half, count - half);
}

/* Scale (ax, ay) down to max_force where it is longer. */
static void clampForce(const bfConstants *c, float *ax, float *ay) {
    float a2 = *ax * *ax + *ay * *ay;
    if (a2 > c->max_force2) {
        float scale = c->max_force / sqrtf(a2);
        *ax *= scale;
        *ay *= scale;
    }
}

bfClassicTerms bfLayTerms(float *scratch, size_t room) {
    return (bfClassicTerms){scratch,
                            scratch + room,
                            scratch + 2 * room,
                            scratch + 3 * room,
                            scratch + 4 * room,
                            scratch + 5 * room,
                            0,
                            0,
                            0};
}

static void collect(const bfConstants *c, const bfFrame *state, int32_t i, bfClassicTerms *t) {
    t->sep = t->ali = t->coh = 0;
    for (int32_t j = 0; j < state->n; ++j) {
        if (j == i) {
            continue;
        }
        float dx = state->px[j] - state->px[i];
        float dy = state->py[j] - state->py[i];
        float d2 = dx * dx + dy * dy;
        if (d2 < c->r2_sep && d2 > 0.0f) {
            float inv = 1.0f / (d2 < BF_SMALLEST_D2 ? BF_SMALLEST_D2 : d2);
            t->sep_x[t->sep] = -dx * inv;
            t->sep_y[t->sep++] = -dy * inv;
        }
        if (d2 < c->r2_ali) {
            t->ali_x[t->ali] = state->vx[j];
            t->ali_y[t->ali++] = state->vy[j];
        }
        if (d2 < c->r2_coh) {
            t->coh_x[t->coh] = state->px[j];
            t->coh_y[t->coh++] = state->py[j];
        }
    }
}

void bfClassicAccelerate(const bfConstants *c, const bfFrame *state, int32_t i, const bfClassicTerms *t, float *ax,
                         float *ay) {
    float x = 0.0f, y = 0.0f;
    if (t->sep > 0) {
        x += c->w_sep * bfPairwiseSum(t->sep_x, t->sep);
        y += c->w_sep * bfPairwiseSum(t->sep_y, t->sep);
    }
    if (t->ali > 0) {
        x += c->w_ali * (bfPairwiseSum(t->ali_x, t->ali) / (float)t->ali - state->vx[i]);
        y += c->w_ali * (bfPairwiseSum(t->ali_y, t->ali) / (float)t->ali - state->vy[i]);
    }
    if (t->coh > 0) {
        x += c->w_coh * (bfPairwiseSum(t->coh_x, t->coh) / (float)t->coh - state->px[i]);
        y += c->w_coh * (bfPairwiseSum(t->coh_y, t->coh) / (float)t->coh - state->py[i]);
    }
    clampForce(c, &x, &y);
    ax[i] = x;
    ay[i] = y;
}

void bfAccumulateClassicNaive(const bfConstants *c, const bfFrame *state, float *scratch, float *ax, float *ay) {
    bfClassicTerms terms = bfLayTerms(scratch, (size_t)state->n);
    for (int32_t i = 0; i < state->n; ++i) {
        collect(c, state, i, &terms);
        bfClassicAccelerate(c, state, i, &terms, ax, ay);
    }
}
