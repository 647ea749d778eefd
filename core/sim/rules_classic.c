/* `classic` numerics: the original program's arithmetic, for its bytes. Neighbours are looked for among all agents in
 * ascending id; the terms of each rule are compacted into a list and summed as NumPy sums float32. */
#include "rules_classic.h"

#include <stdlib.h>

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

/* The compacted lists of one agent's terms, and how many there are in each. */
typedef struct Terms {
    float *sep_x, *sep_y, *ali_x, *ali_y, *coh_x, *coh_y;
    int32_t sep, ali, coh;
} Terms;

static void collect(const bfConstants *c, const bfFrame *state, int32_t i, Terms *t) {
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

static bfClassicSums sumTerms(const Terms *t) {
    return (bfClassicSums){.sep_x = bfPairwiseSum(t->sep_x, t->sep),
                           .sep_y = bfPairwiseSum(t->sep_y, t->sep),
                           .ali_x = bfPairwiseSum(t->ali_x, t->ali),
                           .ali_y = bfPairwiseSum(t->ali_y, t->ali),
                           .coh_x = bfPairwiseSum(t->coh_x, t->coh),
                           .coh_y = bfPairwiseSum(t->coh_y, t->coh),
                           .sep = t->sep,
                           .ali = t->ali,
                           .coh = t->coh};
}

void bfAccumulateClassicNaive(const bfConstants *c, const bfFrame *state, float *terms, float *ax, float *ay) {
    size_t n = (size_t)state->n;
    Terms lists = {terms, terms + n, terms + 2 * n, terms + 3 * n, terms + 4 * n, terms + 5 * n, 0, 0, 0};
    for (int32_t i = 0; i < state->n; ++i) {
        collect(c, state, i, &lists);
        bfClassicSums sums = sumTerms(&lists);
        bfAgent own = {state->px[i], state->py[i], state->vx[i], state->vy[i]};
        bfClassicAccelerate(c, &sums, &own, &ax[i], &ay[i]);
    }
}

bool bfClassicScratch_Create(bfClassicScratch *scratch, const bfRoom *room) {
    size_t n = (size_t)room->agents + BF_MAX_LANES, cols = (size_t)room->cols;
    *scratch = (bfClassicScratch){.room = (int32_t)room->agents,
                                  .agents = malloc(3 * n * sizeof(bfAgent)),
                                  .x = calloc(3 * n, sizeof(float)),
                                  .y = calloc(3 * n, sizeof(float)),
                                  .first = malloc((cols + 3) * sizeof(int32_t)),
                                  .next = malloc((cols + 2) * sizeof(int32_t)),
                                  .own = malloc(n * sizeof(int32_t)),
                                  .next_own = malloc(cols * sizeof(int32_t)),
                                  .sep = malloc(n * sizeof(int32_t)),
                                  .ali = malloc(n * sizeof(int32_t)),
                                  .coh = malloc(n * sizeof(int32_t)),
                                  .terms = malloc(n * sizeof(bfAgent))};
    return scratch->agents && scratch->x && scratch->y && scratch->first && scratch->next && scratch->own &&
           scratch->next_own && scratch->sep && scratch->ali && scratch->coh && scratch->terms;
}

void bfClassicScratch_Destroy(bfClassicScratch *scratch) {
    free(scratch->agents);
    free(scratch->x);
    free(scratch->y);
    free(scratch->first);
    free(scratch->next);
    free(scratch->own);
    free(scratch->next_own);
    free(scratch->sep);
    free(scratch->ali);
    free(scratch->coh);
    free(scratch->terms);
}
