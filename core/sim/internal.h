/* What the files of core/sim share. A step reads the state at its start and goes through named stages (world.c):
 * `cell`: sort into the grid (grid.c), then accumulate, integrate, bound and scatter in one pass (cell_kernel.h);
 * `classic`: accumulate (from the grid in classic_kernel.h, over all pairs in rules_classic.c), then integrate and
 * bound (classic_kernel.h). */
#ifndef BF_SIM_INTERNAL_H
#define BF_SIM_INTERNAL_H

#include "boidforge/sim.h"
#include "pool.h"

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "float expressions must be evaluated in float: build for SSE2 or newer, not for the x87 unit"
#endif
#if defined(__arm__) && !defined(__aarch64__)
#error "32-bit ARM is not supported: its vector unit flushes denormals, which changes results"
#endif
#ifdef __FAST_MATH__
#error "fast-math changes results: build without it"
#endif

/* A radius in a torus needs this much more room than 3 of it; grid.c shows why this margin is enough. */
#define BF_CELL_MARGIN (1.0 + 0x1p-10)

/* The parameters as the step uses them: each rounded to float32 once, from double expressions. */
typedef struct bfConstants {
    float dt;
    float width, height;
    float r2_sep, r2_ali, r2_coh; /* squared radii */
    float sep_floor;              /* cell: smallest d2 that separation divides by */
    float w_sep, w_ali, w_coh;
    float min_speed, max_speed;
    float max_force, max_force2;
    float pointer_x, pointer_y; /* in a torus, inside the world */
    float pointer_radius;       /* 0: there is none */
    float pointer_strength;
} bfConstants;

/* One agent's state, for the buffers in which agents move as wholes. */
typedef struct bfAgent {
    float x, y, vx, vy;
} bfAgent;

/* ---- memory.c ---- */

/* As malloc; for arrays that may be large. Freed with free. */
void *bfAllocate(size_t bytes);

/* The same, all zeros. */
void *bfAllocateZeros(size_t bytes);

/* ---- sincos.c ---- */

/* Sine and cosine of x in [0, 2 pi], each within 0.8 ulp, the same on every machine. */
void bfSinCos(double x, double *sine, double *cosine);

/* ---- seeding.c ---- */

__extension__ typedef unsigned __int128 bfUint128;

/* NumPy's default_rng(seed): SeedSequence into PCG64 (XSL-RR 128/64). */
typedef struct bfRng {
    bfUint128 state;
    bfUint128 increment;
} bfRng;

bfRng bfSeedRng(uint32_t seed);
uint64_t bfRng_Next(bfRng *rng);
double bfRng_Uniform(bfRng *rng, double low, double high);

/* Draw the start state of params->agents agents into the four arrays (id order). */
void bfSeedAgents(const bfParams *params, float *px, float *py, float *vx, float *vy);

/* The start state of one agent that joins later: fixed by the seed and its id, within the params' world and speeds. */
bfAgent bfSeedAgent(const bfParams *params, int32_t id);

/* ---- events.c ---- */

#define BF_LAST_STEP (INT32_MAX - 1)

/* Apply the event at index `at` and those behind it of the same step; returns the index of the first one left. */
int32_t bfApplyEvents(const bfEvent *events, int32_t count, int32_t at, bfParams *params);

/* ---- remainder.c ---- */

/* Python's float modulo for float32: exact remainder with the divisor's sign; y > 0, finite. NaN for bad x. */
float bfFloorRemainder(float x, float y);

/* ---- grid.c ---- */

/* The most agents a kernel takes at once; the sorted agents can be read this far past their end. */
#define BF_MAX_LANES 16

/* The state as the frame record holds it, by id. */
typedef struct bfFields {
    float *px, *py, *vx, *vy;
} bfFields;

/* With its id: one write instead of two while agents go to hundreds of rows in turn. */
typedef struct bfRowAgent {
    bfAgent agent;
    int32_t id;
} bfRowAgent;

/* A uniform grid over the world and the agents sorted into it: cell by cell along rows, ascending id in a cell. */
typedef struct bfGrid {
    int32_t cols, rows;
    float last_col, last_row;    /* cols - 1, rows - 1 */
    float inv_width, inv_height; /* cells per world unit */
    bool torus;
    int32_t slices;       /* the agents, by id, are sorted in this many parts at once */
    int32_t *slice_rows;  /* slices * slice_stride: agents of a slice in a row, then where the next of them goes */
    int32_t slice_stride; /* rows and more, so that no two slices write to one cache line */
    int32_t *row_start;   /* rows + 1: first sorted index of each row */
    int32_t *cell_start;  /* cols * rows + 1: first sorted index of each cell */
    bfRowAgent *by_row;   /* n: row by row, ascending id in a row; `cell` needs them only while sorting */
    bfAgent *agents;      /* n: `cell`'s new state by id, in the memory of by_row */
    bfAgent *sorted;      /* n, and BF_MAX_LANES more that may be read */
    int32_t *ids;         /* n: of the sorted agents */
} bfGrid;

/* What there is memory for: n agents in a grid of so many columns, rows and cells. */
typedef struct bfRoom {
    int64_t agents, cells;
    int32_t cols, rows;
} bfRoom;

/* Widen the room to what these parameters need as well. */
void bfRoom_Widen(bfRoom *room, const bfParams *params);

bool bfGrid_Create(bfGrid *grid, const bfRoom *room, int32_t slices);
void bfGrid_Destroy(bfGrid *grid);

/* Lay the grid over the world of these parameters, for which there must be room. */
void bfGrid_Lay(bfGrid *grid, const bfParams *params);

/* Sort the state (a frame's arrays, in id order) into the grid on the pool's threads. */
void bfGrid_Sort(bfGrid *grid, const bfFrame *state, bfPool *pool);

/* A place on an axis, in cells, as a cell: min(max((int)place, 0), last), NaN being 0. Bounded before it is converted,
 * since a float beyond int's range may not be. */
static inline int32_t bfCellAt(float place, float last) {
    place = place > 0.0f ? place : 0.0f;
    place = place < last ? place : last;
    return (int32_t)place;
}

static inline int32_t bfGrid_Column(const bfGrid *grid, float x) {
    return bfCellAt(x * grid->inv_width, grid->last_col);
}

static inline int32_t bfGrid_Row(const bfGrid *grid, float y) {
    return bfCellAt(y * grid->inv_height, grid->last_row);
}

#endif
