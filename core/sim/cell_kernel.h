/* `cell` numerics on the wide type; docs/model.md has the arithmetic.
 *
 * Consecutive agents of one grid row, sorted, sit in the lanes, and every candidate is broadcast to all of them in
 * turn: cell row below, own row, row above; in each from the column left of the first lane's to the one right of the
 * last lane's. That is more than some lanes need, but each lane meets its own neighbours in the contract's order and
 * whoever is no neighbour adds nothing, so any number of lanes sums the same. Lanes past the last agent compute
 * something and are not written. With one lane this is the scalar solver; with everybody as candidate, all pairs.
 *
 * Included by kernel_*.c after wide.h. */
#include "kernel.h"

typedef struct WideAgents {
    bfWide x, y, vx, vy;
} WideAgents;

typedef struct WideSums {
    bfWide sep_x, sep_y, ali_x, ali_y, coh_x, coh_y;
    bfCount ali, coh;
} WideSums;

/* Where a group of lanes stands in the grid. */
typedef struct Group {
    int32_t row, first_col, last_col;
} Group;

/* Candidates looked at before separation is made up for. */
#define CHUNK 256

/* A candidate's offset from each lane, and the squared distance. */
BF_INLINE bfWide measure(const bfGrid *g, int32_t j, bool shifted, bfWide move_x, bfWide move_y, WideAgents me, bfWide *dx,
                         bfWide *dy) {
    bfWide x = wideSet(g->px[j]), y = wideSet(g->py[j]);
    if (shifted) {
        x = wideAdd(x, move_x);
        y = wideAdd(y, move_y);
    }
    *dx = wideSub(x, me.x);
    *dy = wideSub(y, me.y);
    return wideAdd(wideMul(*dx, *dx), wideMul(*dy, *dy));
}

/* Add the neighbours among the sorted agents begin to end - 1, seen displaced by the shift. One radius for alignment
 * and cohesion (`alike`) spares a comparison and a count.
 *
 * Separation's division costs as much as all the rest, and most candidates are further than r_sep from every lane. A
 * branch on that is mispredicted too often to pay; so the candidates that somebody is near to are noted on the way,
 * without a branch, and gone through again afterwards: each sum still gets its terms in order. */
BF_INLINE void visit(const bfConstants *c, const bfGrid *g, int32_t begin, int32_t end, bool shifted, bool alike,
                     float shift_x, float shift_y, WideAgents me, WideSums *sums) {
    const bfWide zero = wideSet(0.0f), one = wideSet(1.0f);
    const bfWide r2_sep = wideSet(c->r2_sep), r2_ali = wideSet(c->r2_ali), r2_coh = wideSet(c->r2_coh);
    const bfWide floor_sep = wideSet(c->sep_floor), move_x = wideSet(shift_x), move_y = wideSet(shift_y);
    int32_t near[CHUNK];
    bfWide dx, dy;
    WideSums s = *sums;
    while (begin < end) {
        int32_t stop = end - begin < CHUNK ? end : begin + CHUNK;
        int32_t near_count = 0;
        for (int32_t j = begin; j < stop; ++j) {
            bfWide d2 = measure(g, j, shifted, move_x, move_y, me, &dx, &dy);
            bfMask apart = wideLess(zero, d2);
            bfMask ali = maskAnd(apart, wideLess(d2, r2_ali));
            bfMask coh = alike ? ali : maskAnd(apart, wideLess(d2, r2_coh));
            s.ali_x = wideAddWhere(s.ali_x, ali, wideSet(g->vx[j]));
            s.ali_y = wideAddWhere(s.ali_y, ali, wideSet(g->vy[j]));
            s.coh_x = wideAddWhere(s.coh_x, coh, dx);
            s.coh_y = wideAddWhere(s.coh_y, coh, dy);
            s.ali = countWhere(s.ali, ali);
            if (!alike) {
                s.coh = countWhere(s.coh, coh);
            }
            near[near_count] = j;
            near_count += maskAny(maskAnd(apart, wideLess(d2, r2_sep)));
        }
        for (int32_t k = 0; k < near_count; ++k) {
            bfWide d2 = measure(g, near[k], shifted, move_x, move_y, me, &dx, &dy);
            bfMask sep = maskAnd(wideLess(zero, d2), wideLess(d2, r2_sep));
            bfWide inv = wideDiv(one, wideMax(d2, floor_sep));
            s.sep_x = wideSubWhere(s.sep_x, sep, wideMul(dx, inv));
            s.sep_y = wideSubWhere(s.sep_y, sep, wideMul(dy, inv));
        }
        begin = stop;
    }
    *sums = s;
}

/* The candidates in one grid row, which may lie across the seam (shift_y), from column first to last as seen by the
 * group; columns outside the grid are cells at its other end in a torus, and nothing in a plane. */
BF_INLINE void visitRow(const bfStepJob *job, bool alike, int32_t row, float shift_y, int32_t first, int32_t last,
                        WideAgents me, WideSums *sums) {
    const bfConstants *c = &job->constants;
    const bfGrid *g = job->grid;
    const int32_t *start = g->cell_start + (size_t)row * (size_t)g->cols;
    if (first < 0 && g->torus) {
        visit(c, g, start[g->cols - 1], start[g->cols], true, alike, -c->width, shift_y, me, sums);
    }
    int32_t left = first < 0 ? 0 : first, right = last >= g->cols ? g->cols - 1 : last;
    if (shift_y != 0.0f) {
        visit(c, g, start[left], start[right + 1], true, alike, 0.0f, shift_y, me, sums);
    } else {
        visit(c, g, start[left], start[right + 1], false, alike, 0.0f, 0.0f, me, sums);
    }
    if (last >= g->cols && g->torus) {
        visit(c, g, start[0], start[1], true, alike, c->width, shift_y, me, sums);
    }
}

BF_INLINE WideSums sumNeighbours(const bfStepJob *job, bool alike, Group group, WideAgents me) {
    const bfGrid *g = job->grid;
    const bfWide zero = wideSet(0.0f);
    WideSums sums = {zero, zero, zero, zero, zero, zero, countZero(), countZero()};
    int32_t first = job->everything ? -1 : group.first_col - 1;
    int32_t last = job->everything ? g->cols : group.last_col + 1;
    for (int32_t beside = -1; beside <= 1; ++beside) {
        int32_t row = group.row + beside;
        float shift_y = row < 0 ? -job->constants.height : row >= g->rows ? job->constants.height : 0.0f;
        if (shift_y != 0.0f && !g->torus) {
            continue;
        }
        row = row < 0 ? row + g->rows : row >= g->rows ? row - g->rows : row;
        visitRow(job, alike, row, shift_y, first, last, me, &sums);
    }
    /* All pairs: the rows left over hold no neighbours, and are compared all the same. */
    for (int32_t row = 0; job->everything && row < g->rows; ++row) {
        int32_t apart = row > group.row ? row - group.row : group.row - row;
        bool is_done = apart <= 1 || (g->torus && apart == g->rows - 1);
        if (!is_done) {
            visitRow(job, alike, row, 0.0f, 0, g->cols - 1, me, &sums);
        }
    }
    if (alike) {
        sums.coh = sums.ali;
    }
    return sums;
}

BF_INLINE bfWide towardsMean(bfWide a, bfWide weight, bfWide sum, bfCount count, bfWide own) {
    bfWide n = countToWide(count);
    bfWide pulled = wideAdd(a, wideMul(weight, wideSub(wideDiv(sum, n), own)));
    return wideSelect(wideLess(wideSet(0.0f), n), pulled, a);
}

/* Acceleration from the sums, at most max_force long. */
BF_INLINE void accelerate(const bfConstants *c, const WideSums *s, WideAgents me, bfWide *ax, bfWide *ay) {
    const bfWide zero = wideSet(0.0f);
    bfWide x = wideAdd(zero, wideMul(wideSet(c->w_sep), s->sep_x));
    bfWide y = wideAdd(zero, wideMul(wideSet(c->w_sep), s->sep_y));
    x = towardsMean(x, wideSet(c->w_ali), s->ali_x, s->ali, me.vx);
    y = towardsMean(y, wideSet(c->w_ali), s->ali_y, s->ali, me.vy);
    /* Offsets are relative to the agent already; subtracting +0 leaves every float as it is. */
    x = towardsMean(x, wideSet(c->w_coh), s->coh_x, s->coh, zero);
    y = towardsMean(y, wideSet(c->w_coh), s->coh_y, s->coh, zero);
    bfWide a2 = wideAdd(wideMul(x, x), wideMul(y, y));
    bfMask strong = wideLess(wideSet(c->max_force2), a2);
    bfWide scale = wideDiv(wideSet(c->max_force), wideSqrt(a2));
    *ax = wideSelect(strong, wideMul(x, scale), x);
    *ay = wideSelect(strong, wideMul(y, scale), y);
}

/* New velocity, its length between min_speed and max_speed. */
BF_INLINE void turn(const bfConstants *c, bfWide ax, bfWide ay, WideAgents *me) {
    const bfWide dt = wideSet(c->dt), slowest = wideSet(c->min_speed), fastest = wideSet(c->max_speed);
    bfWide vx = wideAdd(me->vx, wideMul(ax, dt)), vy = wideAdd(me->vy, wideMul(ay, dt));
    bfWide speed = wideSqrt(wideAdd(wideMul(vx, vx), wideMul(vy, vy)));
    bfMask over = wideLess(fastest, speed);
    bfMask under = maskAndNot(maskAnd(wideLess(wideSet(0.0f), speed), wideLess(speed, slowest)), over);
    bfWide scale = wideDiv(wideSelect(over, fastest, slowest), speed);
    bfMask limited = maskOr(over, under);
    me->vx = wideSelect(limited, wideMul(vx, scale), vx);
    me->vy = wideSelect(limited, wideMul(vy, scale), vy);
}

/* One extent added or subtracted at most once; what rounding leaves outside becomes 0. */
BF_INLINE bfWide wrapOnce(bfWide p, bfWide extent) {
    const bfWide zero = wideSet(0.0f);
    bfWide raised = wideSelect(wideLess(p, zero), wideAdd(p, extent), p);
    bfWide q = wideSelect(wideLess(p, extent), raised, wideSub(p, extent));
    return wideSelect(maskAndNot(wideLess(q, extent), wideLess(q, zero)), q, zero);
}

/* Mirrored at 0, then at the extent. Who is outside has a velocity that is not 0, so 0 - v is -v. */
BF_INLINE bfWide mirror(bfWide p, bfWide extent, bfWide *v) {
    const bfWide zero = wideSet(0.0f);
    bfMask below = wideLess(p, zero);
    p = wideSelect(below, wideSub(zero, p), p);
    *v = wideSelect(below, wideSub(zero, *v), *v);
    bfMask above = wideLess(extent, p);
    *v = wideSelect(above, wideSub(zero, *v), *v);
    return wideSelect(above, wideSub(wideAdd(extent, extent), p), p);
}

BF_INLINE void move(const bfStepJob *job, WideAgents *me) {
    const bfConstants *c = &job->constants;
    const bfWide dt = wideSet(c->dt), width = wideSet(c->width), height = wideSet(c->height);
    me->x = wideAdd(me->x, wideMul(me->vx, dt));
    me->y = wideAdd(me->y, wideMul(me->vy, dt));
    if (job->wraps) {
        me->x = wrapOnce(me->x, width);
        me->y = wrapOnce(me->y, height);
    } else {
        me->x = mirror(me->x, width, &me->vx);
        me->y = mirror(me->y, height, &me->vy);
    }
}

/* Write the first `count` lanes to their places by id. */
BF_INLINE void scatter(bfAgent *agents, const int32_t *ids, int32_t count, WideAgents me) {
    float x[BF_LANES], y[BF_LANES], vx[BF_LANES], vy[BF_LANES];
    wideStore(x, me.x);
    wideStore(y, me.y);
    wideStore(vx, me.vx);
    wideStore(vy, me.vy);
    for (int32_t lane = 0; lane < count; ++lane) {
        agents[ids[lane]] = (bfAgent){x[lane], y[lane], vx[lane], vy[lane]};
    }
}

/* The row that holds the sorted place k: the last one that starts at or before it and is not empty there. */
static int32_t rowOf(const bfGrid *g, int32_t k) {
    int32_t low = 0, high = g->rows;
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (g->row_start[middle] <= k) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

BF_INLINE void stepAgents(const bfStepJob *job, bool alike, int32_t begin, int32_t end) {
    const bfGrid *g = job->grid;
    int32_t row = begin < end ? rowOf(g, begin) : 0;
    for (int32_t k = begin; k < end;) {
        while (k >= g->row_start[row + 1]) {
            ++row;
        }
        int32_t stop = g->row_start[row + 1] < end ? g->row_start[row + 1] : end;
        int32_t count = stop - k < BF_LANES ? stop - k : BF_LANES;
        WideAgents me = {wideLoad(g->px + k), wideLoad(g->py + k), wideLoad(g->vx + k), wideLoad(g->vy + k)};
        Group group = {row, bfGrid_Column(g, g->px[k]), bfGrid_Column(g, g->px[k + count - 1])};
        WideSums sums = sumNeighbours(job, alike, group, me);
        bfWide ax, ay;
        accelerate(&job->constants, &sums, me, &ax, &ay);
        turn(&job->constants, ax, ay, &me);
        move(job, &me);
        scatter(g->agents, g->ids + k, count, me);
        k += count;
    }
}

static void stepRange(const bfStepJob *job, int32_t begin, int32_t end) {
    if (job->constants.r2_ali == job->constants.r2_coh) {
        stepAgents(job, true, begin, end);
    } else {
        stepAgents(job, false, begin, end);
    }
}
