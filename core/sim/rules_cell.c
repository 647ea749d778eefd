/* `cell` numerics: neighbours are summed in grid order (row below, own row, row above; left to right; ascending id),
 * one plain float32 addition after another. A candidate that is no neighbour adds nothing, so it does not matter how
 * many are visited as long as the order holds: level `naive` visits every agent, level `grid` nine cells. */
#include "internal.h"

#include <math.h>

typedef struct Sums {
    float sep_x, sep_y, ali_x, ali_y, coh_x, coh_y;
    int32_t sep, ali, coh;
} Sums;

typedef struct Agent {
    float x, y, vx, vy;
} Agent;

/* Add the neighbours among one cell's agents, seen displaced by (shift_x, shift_y). Adding a shift of 0 is exact. */
static void visitCell(const bfConstants *c, const bfGrid *g, Agent me, int32_t cell, float shift_x, float shift_y,
                      Sums *s) {
    for (int32_t j = g->cell_start[cell]; j < g->cell_start[cell + 1]; ++j) {
        float dx = (g->px[j] + shift_x) - me.x;
        float dy = (g->py[j] + shift_y) - me.y;
        float d2 = dx * dx + dy * dy;
        if (!(d2 > 0.0f)) {
            continue;
        }
        if (d2 < c->r2_sep) {
            float inv = 1.0f / (d2 > c->sep_floor ? d2 : c->sep_floor);
            s->sep_x += -dx * inv;
            s->sep_y += -dy * inv;
            s->sep += 1;
        }
        if (d2 < c->r2_ali) {
            s->ali_x += g->vx[j];
            s->ali_y += g->vy[j];
            s->ali += 1;
        }
        if (d2 < c->r2_coh) {
            s->coh_x += dx;
            s->coh_y += dy;
            s->coh += 1;
        }
    }
}

/* How far to look on one axis: cell offsets first..last around the agent's own, as the agent sees them. A torus goes
 * around once, a plane ends at its edges; `naive` goes all the way, `grid` one cell each side. */
static void lookAround(const bfGrid *g, bool everything, int32_t own, int32_t cells, int32_t *first, int32_t *last) {
    if (g->torus) {
        *first = -1;
        *last = everything ? cells - 2 : 1;
    } else {
        *first = everything || own == 0 ? -own : -1;
        *last = everything || own == cells - 1 ? cells - 1 - own : 1;
    }
}

/* The cell at `place`, which may lie one turn outside, and the shift by which its agents are seen from here. */
static int32_t turnAround(int32_t place, int32_t cells, float extent, float *shift) {
    *shift = place < 0 ? -extent : place >= cells ? extent : 0.0f;
    return place < 0 ? place + cells : place >= cells ? place - cells : place;
}

static Sums sumNeighbours(const bfConstants *c, const bfGrid *g, bool everything, Agent me, int32_t own_col,
                          int32_t own_row) {
    Sums sums = {0};
    int32_t first_col, last_col, first_row, last_row;
    lookAround(g, everything, own_col, g->cols, &first_col, &last_col);
    lookAround(g, everything, own_row, g->rows, &first_row, &last_row);
    for (int32_t down = first_row; down <= last_row; ++down) {
        float shift_y;
        int32_t row = turnAround(own_row + down, g->rows, c->height, &shift_y);
        for (int32_t right = first_col; right <= last_col; ++right) {
            float shift_x;
            int32_t col = turnAround(own_col + right, g->cols, c->width, &shift_x);
            visitCell(c, g, me, row * g->cols + col, shift_x, shift_y, &sums);
        }
    }
    return sums;
}

static void accelerate(const bfConstants *c, const Sums *s, Agent me, float *ax, float *ay) {
    float x = 0.0f, y = 0.0f;
    if (s->sep > 0) {
        x += c->w_sep * s->sep_x;
        y += c->w_sep * s->sep_y;
    }
    if (s->ali > 0) {
        x += c->w_ali * (s->ali_x / (float)s->ali - me.vx);
        y += c->w_ali * (s->ali_y / (float)s->ali - me.vy);
    }
    if (s->coh > 0) {
        x += c->w_coh * (s->coh_x / (float)s->coh);
        y += c->w_coh * (s->coh_y / (float)s->coh);
    }
    bfClampForce(c, &x, &y);
    *ax = x;
    *ay = y;
}

void bfAccumulateCell(const bfConstants *c, const bfGrid *g, bfLevel level, float *ax, float *ay) {
    for (int32_t row = 0; row < g->rows; ++row) {
        for (int32_t col = 0; col < g->cols; ++col) {
            int32_t cell = row * g->cols + col;
            for (int32_t k = g->cell_start[cell]; k < g->cell_start[cell + 1]; ++k) {
                Agent me = {g->px[k], g->py[k], g->vx[k], g->vy[k]};
                Sums sums = sumNeighbours(c, g, level == BF_NAIVE, me, col, row);
                accelerate(c, &sums, me, &ax[g->ids[k]], &ay[g->ids[k]]);
            }
        }
    }
}
