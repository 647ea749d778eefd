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

typedef struct WideVector {
    bfWide x, y;
} WideVector;

typedef struct WideSums {
    bfWide sep_x, sep_y, ali_x, ali_y, coh_x, coh_y;
    bfCount ali, coh;
} WideSums;

/* Where a group of lanes stands in the grid. */
typedef struct Group {
    int32_t row, first_col, last_col;
} Group;

/* Candidates noted before separation is made up for. */
#define NOTED 512

/* Candidates within r_sep of some lane whose separation is still to be added, in order. */
typedef struct Near {
    int32_t count;
    int32_t places[NOTED];
} Near;

/* How candidates are seen: displaced by a world's extent across the seam. */
typedef struct Shift {
    bool is_some;
    float x, y;
} Shift;

static const Shift no_shift = {false, 0.0f, 0.0f};

/* A candidate's offset from each lane, and the squared distance. */
BF_INLINE bfWide measure(const bfGrid *g, int32_t j, Shift shift, WideAgents me, bfWide *dx, bfWide *dy) {
    float x = g->sorted[j].x, y = g->sorted[j].y;
    if (shift.is_some) {
        x += shift.x;
        y += shift.y;
    }
    *dx = wideSub(wideSet(x), me.x);
    *dy = wideSub(wideSet(y), me.y);
    return wideAdd(wideMul(*dx, *dx), wideMul(*dy, *dy));
}

/* Add the separation from the candidates noted. */
BF_INLINE void separate(const bfConstants *c, const bfGrid *g, Shift shift, WideAgents me, Near *near, WideSums *sums) {
    const bfWide zero = wideSet(0.0f), one = wideSet(1.0f), r2 = wideSet(c->r2_sep), floor = wideSet(c->sep_floor);
    bfWide dx, dy;
    for (int32_t k = 0; k < near->count; ++k) {
        bfWide d2 = measure(g, near->places[k], shift, me, &dx, &dy);
        bfMask sep = maskAnd(wideLess(zero, d2), wideLess(d2, r2));
        bfWide inv = wideDiv(one, wideMax(d2, floor));
        sums->sep_x = wideSubWhere(sums->sep_x, sep, wideMul(dx, inv));
        sums->sep_y = wideSubWhere(sums->sep_y, sep, wideMul(dy, inv));
    }
    near->count = 0;
}

/* Add the neighbours among the sorted agents begin to end - 1. One radius for alignment and cohesion (`alike`) spares
 * a comparison and a count. Agents of another row than the lanes' are `elsewhere`: a cell's border lies between, so
 * none is at distance 0 (extents are at least 0.1 and rows at most 4096, so y differs by 2^-40 or more, whose square
 * is far above the smallest float).
 *
 * Separation's division costs as much as all the rest, and most candidates are further than r_sep from every lane. A
 * branch on that is mispredicted too often to pay; so the candidates that somebody is near to are noted on the way,
 * without a branch, and gone through again afterwards: each sum still gets its terms in order. */
BF_INLINE void visit(const bfConstants *c, const bfGrid *g, int32_t begin, int32_t end, Shift shift, bool alike,
                     bool elsewhere, WideAgents me, Near *near, WideSums *sums) {
    const bfWide zero = wideSet(0.0f);
    const bfWide r2_sep = wideSet(c->r2_sep), r2_ali = wideSet(c->r2_ali), r2_coh = wideSet(c->r2_coh);
    bfWide dx, dy;
    while (begin < end) {
        if (near->count == NOTED) {
            separate(c, g, shift, me, near, sums);
        }
        int32_t near_count = near->count;
        int32_t room = NOTED - near_count, stop = end - begin < room ? end : begin + room;
        for (int32_t j = begin; j < stop; ++j) {
            bfWide d2 = measure(g, j, shift, me, &dx, &dy);
            bfMask ali = wideLess(d2, r2_ali), sep = wideLess(d2, r2_sep);
            bfMask coh = alike ? ali : wideLess(d2, r2_coh);
            if (!elsewhere) {
                bfMask apart = wideLess(zero, d2);
                ali = maskAnd(apart, ali);
                sep = maskAnd(apart, sep);
                coh = maskAnd(apart, coh);
            }
            sums->ali_x = wideAddWhere(sums->ali_x, ali, wideSet(g->sorted[j].vx));
            sums->ali_y = wideAddWhere(sums->ali_y, ali, wideSet(g->sorted[j].vy));
            sums->coh_x = wideAddWhere(sums->coh_x, coh, dx);
            sums->coh_y = wideAddWhere(sums->coh_y, coh, dy);
            sums->ali = countWhere(sums->ali, ali);
            if (!alike) {
                sums->coh = countWhere(sums->coh, coh);
            }
            near->places[near_count] = j;
            near_count += maskAny(sep);
        }
        near->count = near_count;
        begin = stop;
    }
}

/* The same across the seam: few groups come here, so this stands in the program once. */
static __attribute__((noinline)) WideSums visitAcross(const bfConstants *c, const bfGrid *g, int32_t begin, int32_t end,
                                                      float shift_x, float shift_y, WideAgents me, Near *near,
                                                      WideSums sums) {
    Shift shift = {true, shift_x, shift_y};
    separate(c, g, no_shift, me, near, &sums);
    visit(c, g, begin, end, shift, false, false, me, near, &sums);
    separate(c, g, shift, me, near, &sums);
    return sums;
}

/* The candidates in one grid row, which may lie across the seam (shift_y), from column first to last as seen by the
 * group; columns outside the grid are cells at its other end in a torus, and nothing in a plane. */
BF_INLINE void visitRow(const bfStepJob *job, bool alike, bool elsewhere, int32_t row, float shift_y, int32_t first,
                        int32_t last, WideAgents me, Near *near, WideSums *sums) {
    const bfConstants *c = &job->constants;
    const bfGrid *g = job->grid;
    const int32_t *start = g->cell_start + (size_t)row * (size_t)g->cols;
    if (first < 0 && g->torus) {
        *sums = visitAcross(c, g, start[g->cols - 1], start[g->cols], -c->width, shift_y, me, near, *sums);
    }
    int32_t left = first < 0 ? 0 : first, right = last >= g->cols ? g->cols - 1 : last;
    if (shift_y != 0.0f) {
        *sums = visitAcross(c, g, start[left], start[right + 1], 0.0f, shift_y, me, near, *sums);
    } else {
        visit(c, g, start[left], start[right + 1], no_shift, alike, elsewhere, me, near, sums);
    }
    if (last >= g->cols && g->torus) {
        *sums = visitAcross(c, g, start[0], start[1], c->width, shift_y, me, near, *sums);
    }
}

/* The row beside the group's, across the seam or not; nothing outside a plane. */
BF_INLINE void visitBeside(const bfStepJob *job, bool alike, int32_t row, int32_t first, int32_t last, WideAgents me,
                           Near *near, WideSums *sums) {
    const bfGrid *g = job->grid;
    float shift_y = row < 0 ? -job->constants.height : row >= g->rows ? job->constants.height : 0.0f;
    if (shift_y == 0.0f || g->torus) {
        row = row < 0 ? row + g->rows : row >= g->rows ? row - g->rows : row;
        visitRow(job, alike, true, row, shift_y, first, last, me, near, sums);
    }
}

BF_INLINE WideSums sumNeighbours(const bfStepJob *job, bool alike, Group group, WideAgents me) {
    const bfGrid *g = job->grid;
    const bfWide zero = wideSet(0.0f);
    WideSums sums = {zero, zero, zero, zero, zero, zero, countZero(), countZero()};
    Near near;
    near.count = 0;
    int32_t first = job->everything ? -1 : group.first_col - 1;
    int32_t last = job->everything ? g->cols : group.last_col + 1;
    visitBeside(job, alike, group.row - 1, first, last, me, &near, &sums);
    visitRow(job, alike, false, group.row, 0.0f, first, last, me, &near, &sums);
    visitBeside(job, alike, group.row + 1, first, last, me, &near, &sums);
    /* All pairs: the rows left over hold no neighbours, and are compared all the same. */
    for (int32_t row = 0; job->everything && row < g->rows; ++row) {
        int32_t apart = row > group.row ? row - group.row : group.row - row;
        bool is_done = apart <= 1 || (g->torus && apart == g->rows - 1);
        if (!is_done) {
            visitRow(job, alike, true, row, 0.0f, 0, g->cols - 1, me, &near, &sums);
        }
    }
    separate(&job->constants, g, no_shift, me, &near, &sums);
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
BF_INLINE WideVector accelerate(const bfConstants *c, const WideSums *s, WideAgents me) {
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
    return (WideVector){wideSelect(strong, wideMul(x, scale), x), wideSelect(strong, wideMul(y, scale), y)};
}

/* An offset along one axis of a torus, the short way round. */
BF_INLINE bfWide nearestImage(bfWide d, float extent) {
    const bfWide whole = wideSet(extent), half = wideSet(extent * 0.5f), minus_half = wideSet(extent * -0.5f);
    bfWide raised = wideSelect(wideLess(d, minus_half), wideAdd(d, whole), d);
    return wideSelect(wideLess(half, d), wideSub(d, whole), raised);
}

/* The acceleration with the pointer's pull added. Most flocks have no pointer, so this stands aside. */
static __attribute__((noinline)) WideVector pullToPointer(const bfStepJob *job, WideAgents me, WideVector a) {
    const bfConstants *c = &job->constants;
    const bfWide one = wideSet(1.0f), radius = wideSet(c->pointer_radius), strength = wideSet(c->pointer_strength);
    bfWide dx = wideSub(wideSet(c->pointer_x), me.x), dy = wideSub(wideSet(c->pointer_y), me.y);
    if (job->grid->torus) {
        dx = nearestImage(dx, c->width);
        dy = nearestImage(dy, c->height);
    }
    bfWide distance = wideSqrt(wideAdd(wideMul(dx, dx), wideMul(dy, dy)));
    bfMask within = maskAnd(wideLess(wideSet(0.0f), distance), wideLess(distance, radius));
    if (maskAny(within)) {
        bfWide pull = wideMul(strength, wideSub(one, wideDiv(distance, radius)));
        a.x = wideSelect(within, wideAdd(a.x, wideMul(wideDiv(dx, distance), pull)), a.x);
        a.y = wideSelect(within, wideAdd(a.y, wideMul(wideDiv(dy, distance), pull)), a.y);
    }
    return a;
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

/* Mirrored at 0, then at the extent. */
BF_INLINE bfWide mirror(bfWide p, bfWide extent, bfWide *v) {
    const bfWide zero = wideSet(0.0f), minus = wideSet(-1.0f);
    bfMask below = wideLess(p, zero);
    p = wideSelect(below, wideMul(minus, p), p);
    *v = wideSelect(below, wideMul(minus, *v), *v);
    bfMask above = wideLess(extent, p);
    *v = wideSelect(above, wideMul(minus, *v), *v);
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

/* Have the places by id fetched that scatter will write to: in a large flock they are anywhere in memory. */
BF_INLINE void expectScatter(const bfAgent *agents, const int32_t *ids, int32_t count) {
    for (int32_t lane = 0; lane < count; ++lane) {
        __builtin_prefetch(&agents[ids[lane]], 1);
    }
}

/* Write the first `count` lanes to their places by id. */
BF_INLINE void scatter(bfAgent *agents, const int32_t *ids, int32_t count, WideAgents me) {
    bfAgent lanes[BF_LANES];
    wideInterleave(&lanes[0].x, me.x, me.y, me.vx, me.vy);
    if (count == BF_LANES) {
        for (int32_t lane = 0; lane < BF_LANES; ++lane) {
            agents[ids[lane]] = lanes[lane];
        }
    } else {
        for (int32_t lane = 0; lane < count; ++lane) {
            agents[ids[lane]] = lanes[lane];
        }
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
        expectScatter(g->agents, g->ids + k, count);
        WideAgents me;
        wideDeinterleave(&g->sorted[k].x, &me.x, &me.y, &me.vx, &me.vy);
        Group group = {row, bfGrid_Column(g, g->sorted[k].x), bfGrid_Column(g, g->sorted[k + count - 1].x)};
        WideSums sums = sumNeighbours(job, alike, group, me);
        WideVector a = accelerate(&job->constants, &sums, me);
        if (job->constants.pointer_radius > 0.0f) {
            a = pullToPointer(job, me, a);
        }
        turn(&job->constants, a.x, a.y, &me);
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
