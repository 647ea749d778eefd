/* `classic` numerics on the grid: the bytes of rules_classic.c, found and summed faster.
 *
 * The order of summation is by id, so the agents of a cell share one list of candidates: the nine cells' agents merged
 * into ascending id, once a cell. Each agent's distances to the list are computed in the lanes; the few neighbours
 * among them are then compacted one by one, as the masks' bits name them, into the lists that NumPy's order sums.
 *
 * Included by kernel_*.c after wide.h. */
#include "kernel.h"

/* The merged candidates of a cell, lists that can be read BF_MAX_LANES past their end. */
typedef struct Candidates {
    int32_t count;
    int32_t *ids, *spare; /* spare: where the next merge writes */
    float *x, *y, *vx, *vy;
} Candidates;

/* Merge two ascending runs of ids. */
static int32_t *mergeRuns(const int32_t *a, const int32_t *a_end, const int32_t *b, const int32_t *b_end, int32_t *to) {
    while (a < a_end && b < b_end) {
        bool first = *a < *b;
        *to++ = first ? *a : *b;
        a += first;
        b += !first;
    }
    while (a < a_end) {
        *to++ = *a++;
    }
    while (b < b_end) {
        *to++ = *b++;
    }
    return to;
}

/* Neighbouring runs are merged in pairs until one is left: four rounds for nine cells. */
static void mergeAll(Candidates *list, int32_t *bounds, int32_t runs) {
    while (runs > 1) {
        int32_t made = 0;
        int32_t *to = list->spare;
        for (int32_t run = 0; run < runs; run += 2) {
            const int32_t *ids = list->ids;
            int32_t middle = bounds[run + 1], end = run + 2 <= runs ? bounds[run + 2] : middle;
            to = mergeRuns(ids + bounds[run], ids + middle, ids + middle, ids + end, to);
            bounds[++made] = (int32_t)(to - list->spare);
        }
        runs = made;
        int32_t *merged = list->spare;
        list->spare = list->ids;
        list->ids = merged;
    }
}

static void gatherCandidates(const bfGrid *g, const bfFrame *state, int32_t col, int32_t row, Candidates *list) {
    int32_t bounds[10] = {0};
    int32_t runs = 0;
    for (int32_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < g->rows; ++r) {
        for (int32_t c = col > 0 ? col - 1 : 0; c <= col + 1 && c < g->cols; ++c) {
            const int32_t *start = g->cell_start + (size_t)r * (size_t)g->cols + (size_t)c;
            int32_t agents = start[1] - start[0];
            for (int32_t k = 0; k < agents; ++k) {
                list->ids[bounds[runs] + k] = g->ids[start[0] + k];
            }
            bounds[runs + 1] = bounds[runs] + agents;
            runs += agents > 0;
        }
    }
    list->count = bounds[runs];
    mergeAll(list, bounds, runs);
    for (int32_t k = 0; k < list->count; ++k) {
        int32_t id = list->ids[k];
        list->x[k] = state->px[id];
        list->y[k] = state->py[id];
        list->vx[k] = state->vx[id];
        list->vy[k] = state->vy[id];
    }
}

/* Append what the bits name. */
BF_INLINE int32_t compactTwo(uint32_t bits, const float *a, const float *b, float *to_a, float *to_b, int32_t count) {
    while (bits != 0) {
        int lane = __builtin_ctz(bits);
        bits &= bits - 1;
        to_a[count] = a[lane];
        to_b[count++] = b[lane];
    }
    return count;
}

BF_INLINE int32_t compactSeparation(uint32_t bits, const float *dx, const float *dy, const float *d2, bfClassicTerms *t,
                                    int32_t count) {
    while (bits != 0) {
        int lane = __builtin_ctz(bits);
        bits &= bits - 1;
        float inv = 1.0f / (d2[lane] < BF_SMALLEST_D2 ? BF_SMALLEST_D2 : d2[lane]);
        t->sep_x[count] = -dx[lane] * inv;
        t->sep_y[count++] = -dy[lane] * inv;
    }
    return count;
}

/* The terms of the agent at (x, y), which is the candidate number `own`. */
static void collectTerms(const bfConstants *c, const Candidates *list, int32_t own, bfClassicTerms *t) {
    const bfWide x = wideSet(list->x[own]), y = wideSet(list->y[own]), zero = wideSet(0.0f);
    const bfWide r2_sep = wideSet(c->r2_sep), r2_ali = wideSet(c->r2_ali), r2_coh = wideSet(c->r2_coh);
    t->sep = t->ali = t->coh = 0;
    for (int32_t k = 0; k < list->count; k += BF_LANES) {
        bfWide dx = wideSub(wideLoad(list->x + k), x), dy = wideSub(wideLoad(list->y + k), y);
        bfWide d2 = wideAdd(wideMul(dx, dx), wideMul(dy, dy));
        uint32_t valid = list->count - k < BF_LANES ? (1u << (list->count - k)) - 1 : (uint32_t)((1ull << BF_LANES) - 1);
        if (own >= k && own < k + BF_LANES) {
            valid &= ~(1u << (own - k));
        }
        uint32_t sep = maskBits(maskAnd(wideLess(zero, d2), wideLess(d2, r2_sep))) & valid;
        uint32_t ali = maskBits(wideLess(d2, r2_ali)) & valid, coh = maskBits(wideLess(d2, r2_coh)) & valid;
        if (sep != 0) {
            float offsets_x[BF_LANES], offsets_y[BF_LANES], squares[BF_LANES];
            wideStore(offsets_x, dx);
            wideStore(offsets_y, dy);
            wideStore(squares, d2);
            t->sep = compactSeparation(sep, offsets_x, offsets_y, squares, t, t->sep);
        }
        t->ali = compactTwo(ali, list->vx + k, list->vy + k, t->ali_x, t->ali_y, t->ali);
        t->coh = compactTwo(coh, list->x + k, list->y + k, t->coh_x, t->coh_y, t->coh);
    }
}

static void accumulateClassic(const bfConstants *c, const bfGrid *g, const bfFrame *state, float *scratch, float *ax,
                              float *ay) {
    size_t room = (size_t)state->n + BF_MAX_LANES;
    bfClassicTerms terms = bfLayTerms(scratch, room);
    float *lists = scratch + 6 * room;
    int32_t *ids = (int32_t *)(void *)(lists + 4 * room);
    Candidates list = {0, ids, ids + room, lists, lists + room, lists + 2 * room, lists + 3 * room};
    for (int32_t row = 0; row < g->rows; ++row) {
        for (int32_t col = 0; col < g->cols; ++col) {
            size_t cell = (size_t)row * (size_t)g->cols + (size_t)col;
            int32_t begin = g->cell_start[cell], end = g->cell_start[cell + 1];
            if (begin == end) {
                continue;
            }
            gatherCandidates(g, state, col, row, &list);
            /* The cell's own agents ascend as the candidates do: one walk finds them all. */
            for (int32_t k = begin, own = 0; k < end; ++k) {
                while (list.ids[own] != g->ids[k]) {
                    ++own;
                }
                collectTerms(c, &list, own, &terms);
                bfClassicAccelerate(c, state, g->ids[k], &terms, ax, ay);
            }
        }
    }
}
