/* `classic` numerics on the grid: the bytes of rules_classic.c, found and summed faster.
 *
 * The order of summation is by id. The agents of a grid row stand in ascending id; three rows are merged into one
 * ascending run, and each agent of it is appended to the candidate lists of its own column and the two beside. So every
 * list ascends without sorting, and the agents of a cell in the middle row share their column's. Distances to the
 * candidates are computed in the lanes, the neighbours' places noted, and NumPy's eight running sums take all four
 * fields of an agent at once.
 *
 * Included by kernel_*.c after cell_kernel.h. */
#include "kernel.h"

#include <string.h>

#define ALL_LANES ((uint32_t)((UINT64_C(1) << BF_LANES) - 1))

/* An agent's four fields, or the terms made of them, summed side by side. */
typedef float Quad __attribute__((vector_size(16)));

BF_INLINE Quad loadQuad(const bfAgent *agent) {
    Quad quad;
    memcpy(&quad, agent, sizeof quad);
    return quad;
}

/* How many agents of the rows above, below and at `row` are in each column: sizes[1 + col], with 0 on either side. */
static void countColumns(const bfGrid *g, int32_t row, int32_t *sizes) {
    memset(sizes, 0, ((size_t)g->cols + 2) * sizeof *sizes);
    for (int32_t r = row > 0 ? row - 1 : 0; r <= row + 1 && r < g->rows; ++r) {
        const int32_t *start = g->cell_start + (size_t)r * (size_t)g->cols;
        for (int32_t col = 0; col < g->cols; ++col) {
            sizes[1 + col] += start[col + 1] - start[col];
        }
    }
}

/* Lay out the candidate lists around `row`. List 1 + col is column col's; the lists on either side of them take what
 * would go beside the grid. */
static void layLists(const bfGrid *g, int32_t row, bfClassicScratch *s) {
    const int32_t *start = g->cell_start + (size_t)row * (size_t)g->cols;
    int32_t place = 0;
    countColumns(g, row, s->next);
    for (int32_t list = 0, before = 0; list < g->cols + 2; ++list) {
        int32_t here = s->next[list], after = list <= g->cols ? s->next[list + 1] : 0;
        s->first[list] = s->next[list] = place;
        place += before + here + after;
        before = here;
    }
    s->first[g->cols + 2] = place;
    for (int32_t col = 0; col < g->cols; ++col) {
        s->next_own[col] = start[col] - start[0];
    }
}

/* Append the agents of the three rows to the lists, by ascending id. */
static void fillLists(const bfGrid *g, int32_t row, bfClassicScratch *s) {
    int32_t begin = g->row_start[row > 0 ? row - 1 : 0], end = g->row_start[row + 2 <= g->rows ? row + 2 : g->rows];
    int32_t a = begin, b = g->row_start[row], c = g->row_start[row + 1];
    const int32_t a_end = b, b_end = c, c_end = end, nobody = INT32_MAX;
    for (int32_t left = end - begin; left > 0; --left) {
        int32_t a_id = a < a_end ? g->by_row[a].id : nobody;
        int32_t b_id = b < b_end ? g->by_row[b].id : nobody;
        int32_t c_id = c < c_end ? g->by_row[c].id : nobody;
        int32_t id = a_id < b_id ? a_id : b_id;
        id = id < c_id ? id : c_id;
        int32_t from = id == a_id ? a : id == b_id ? b : c;
        bool is_own = id == b_id;
        a += id == a_id;
        b += is_own;
        c += id == c_id;
        bfAgent agent = g->by_row[from].agent;
        int32_t col = bfGrid_Column(g, agent.x);
        s->own[is_own ? s->next_own[col] : s->room] = s->next[col + 1];
        s->next_own[col] += is_own;
        for (int32_t list = col; list <= col + 2; ++list) {
            int32_t to = s->next[list]++;
            s->agents[to] = agent;
            s->x[to] = agent.x;
            s->y[to] = agent.y;
        }
    }
}

#define BLOCK 128

/* Terms at the named places in NumPy's pairwise order. */
static Quad sumPairwise(const bfAgent *terms, const int32_t *places, int32_t count) {
    if (count > BLOCK) {
        int32_t half = count / 2 - count / 2 % 8;
        return sumPairwise(terms, places, half) + sumPairwise(terms, places + half, count - half);
    }
    Quad sum = {0.0f, 0.0f, 0.0f, 0.0f};
    int32_t whole = 0;
    if (count >= 8) {
        Quad r[8];
        whole = count - count % 8;
        for (int k = 0; k < 8; ++k) {
            r[k] = loadQuad(&terms[places[k]]);
        }
        for (int32_t i = 8; i < whole; i += 8) {
            for (int k = 0; k < 8; ++k) {
                r[k] += loadQuad(&terms[places[i + k]]);
            }
        }
        sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    }
    for (int32_t i = whole; i < count; ++i) {
        sum += loadQuad(&terms[places[i]]);
    }
    return sum;
}

/* Separation's terms from the candidates at s->sep; from then on s->sep names the terms' places. */
BF_INLINE void makeSeparationTerms(bfClassicScratch *s, int32_t count, Quad me) {
    for (int32_t k = 0; k < count; ++k) {
        Quad d = loadQuad(&s->agents[s->sep[k]]) - me;
        float d2 = d[0] * d[0] + d[1] * d[1];
        float inv = 1.0f / (d2 < BF_SMALLEST_D2 ? BF_SMALLEST_D2 : d2);
        Quad term = -d * inv;
        memcpy(&s->terms[k], &term, sizeof term);
        s->sep[k] = k;
    }
}

/* The sums of the agent at place `own`, whose candidates are those at begin to end - 1. One radius for alignment and
 * cohesion (`alike`) spares a comparison and a sum. */
BF_INLINE bfClassicSums sumNeighboursById(const bfConstants *c, bfClassicScratch *s, bool alike, int32_t begin,
                                          int32_t end, int32_t own) {
    const bfWide x = wideSet(s->x[own]), y = wideSet(s->y[own]), zero = wideSet(0.0f);
    const bfWide r2_sep = wideSet(c->r2_sep), r2_ali = wideSet(c->r2_ali), r2_coh = wideSet(c->r2_coh);
    int32_t sep = 0, ali = 0, coh = 0;
    for (int32_t k = begin; k < end; k += BF_LANES) {
        bfWide dx = wideSub(wideLoad(s->x + k), x), dy = wideSub(wideLoad(s->y + k), y);
        bfWide d2 = wideAdd(wideMul(dx, dx), wideMul(dy, dy));
        uint32_t valid = end - k < BF_LANES ? (1u << (end - k)) - 1 : ALL_LANES;
        uint32_t self = (uint32_t)(own - k) < BF_LANES ? 1u << (own - k) : 0;
        valid &= ~self;
        sep += maskPlaces(s->sep + sep, maskBits(maskAnd(wideLess(zero, d2), wideLess(d2, r2_sep))) & valid, k);
        ali += maskPlaces(s->ali + ali, maskBits(wideLess(d2, r2_ali)) & valid, k);
        if (!alike) {
            coh += maskPlaces(s->coh + coh, maskBits(wideLess(d2, r2_coh)) & valid, k);
        }
    }
    makeSeparationTerms(s, sep, loadQuad(&s->agents[own]));
    Quad sep_sum = sumPairwise(s->terms, s->sep, sep);
    Quad ali_sum = sumPairwise(s->agents, s->ali, ali);
    Quad coh_sum = alike ? ali_sum : sumPairwise(s->agents, s->coh, coh);
    return (bfClassicSums){.sep_x = sep_sum[0],
                           .sep_y = sep_sum[1],
                           .ali_x = ali_sum[2],
                           .ali_y = ali_sum[3],
                           .coh_x = coh_sum[0],
                           .coh_y = coh_sum[1],
                           .sep = sep,
                           .ali = ali,
                           .coh = alike ? ali : coh};
}

BF_INLINE void accumulateRow(const bfConstants *c, const bfGrid *g, bfClassicScratch *s, bool alike, int32_t row,
                             float *ax, float *ay) {
    const int32_t *start = g->cell_start + (size_t)row * (size_t)g->cols;
    for (int32_t col = 0; col < g->cols; ++col) {
        for (int32_t k = start[col]; k < start[col + 1]; ++k) {
            int32_t own = s->own[k - start[0]];
            bfClassicSums sums = sumNeighboursById(c, s, alike, s->first[col + 1], s->first[col + 2], own);
            bfClassicAccelerate(c, &sums, &s->agents[own], &ax[g->ids[k]], &ay[g->ids[k]]);
        }
    }
}

static void accumulateClassic(const bfConstants *c, const bfGrid *g, bfClassicScratch *s, float *ax, float *ay) {
    for (int32_t row = 0; row < g->rows; ++row) {
        if (g->row_start[row] == g->row_start[row + 1]) {
            continue;
        }
        layLists(g, row, s);
        fillLists(g, row, s);
        if (c->r2_ali == c->r2_coh) {
            accumulateRow(c, g, s, true, row, ax, ay);
        } else {
            accumulateRow(c, g, s, false, row, ax, ay);
        }
    }
}

/* Python's float modulo in each lane; most are inside the world and stay as they are, but for -0, which becomes +0. */
BF_INLINE bfWide wrapFloor(bfWide p, float extent) {
    const bfWide zero = wideSet(0.0f);
    bfMask inside = maskAndNot(wideLess(p, wideSet(extent)), wideLess(p, zero));
    if (maskBits(inside) == ALL_LANES) {
        return wideAdd(p, zero);
    }
    float lanes[BF_LANES];
    wideStore(lanes, p);
    for (int lane = 0; lane < BF_LANES; ++lane) {
        lanes[lane] = bfFloorRemainder(lanes[lane], extent);
    }
    return wideLoad(lanes);
}

BF_INLINE void integrateLanes(const bfConstants *c, bool wraps, WideAgents *me, bfWide ax, bfWide ay) {
    const bfWide dt = wideSet(c->dt);
    turn(c, ax, ay, me);
    me->x = wideAdd(me->x, wideMul(me->vx, dt));
    me->y = wideAdd(me->y, wideMul(me->vy, dt));
    if (wraps) {
        me->x = wrapFloor(me->x, c->width);
        me->y = wrapFloor(me->y, c->height);
    } else {
        me->x = mirror(me->x, wideSet(c->width), &me->vx);
        me->y = mirror(me->y, wideSet(c->height), &me->vy);
    }
}

static void integrateClassic(const bfConstants *c, bool wraps, const bfFields *state, const float *ax, const float *ay,
                             int32_t n) {
    int32_t i = 0;
    for (; i + BF_LANES <= n; i += BF_LANES) {
        WideAgents me = {wideLoad(state->px + i), wideLoad(state->py + i), wideLoad(state->vx + i),
                         wideLoad(state->vy + i)};
        integrateLanes(c, wraps, &me, wideLoad(ax + i), wideLoad(ay + i));
        wideStore(state->px + i, me.x);
        wideStore(state->py + i, me.y);
        wideStore(state->vx + i, me.vx);
        wideStore(state->vy + i, me.vy);
    }
    for (; i < n; ++i) { /* the last few, each in all lanes */
        float lanes[BF_LANES];
        WideAgents me = {wideSet(state->px[i]), wideSet(state->py[i]), wideSet(state->vx[i]), wideSet(state->vy[i])};
        integrateLanes(c, wraps, &me, wideSet(ax[i]), wideSet(ay[i]));
        wideStore(lanes, me.x);
        state->px[i] = lanes[0];
        wideStore(lanes, me.y);
        state->py[i] = lanes[0];
        wideStore(lanes, me.vx);
        state->vx[i] = lanes[0];
        wideStore(lanes, me.vy);
        state->vy[i] = lanes[0];
    }
}
