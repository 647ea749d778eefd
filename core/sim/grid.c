/* The uniform grid that finds neighbours, and with it the order in which they are summed.
 *
 * Why no neighbour is ever further than one cell away. Let c = cols / W cells per world unit and r the largest
 * radius; by construction 1 / c >= r (1 + 2^-10) unless cols was cut, which only makes cells larger. An agent's cell
 * is the integer part of fl(x inv), inv = fl(c). Two agents that pass d2 < r^2 in float32 are truly at most
 * r (1 + 2^-22) apart on the axis, which is at most (1 + 2^-22) / (1 + 2^-10) < 1 - 2^-10 + 2^-19 cells. What can
 * come on top, in cells, with cols <= 2^12:
 *   - inv's own rounding stretches the difference by 2^-24, not the places: below 2^-24.
 *   - rounding x inv < 2^12 moves a place by at most 2^-13; two agents 2^-12.
 * and across the seam, where one agent is near 0 and its product's rounding is negligible, instead
 *   - the other's product: 2^-13,
 *   - shifting by one addition, fl(x + W) with x + W < 4/3 W: at most W 2^-24 4/3, so 4/3 2^-12 cells,
 *   - W itself being float32 in the shift and double in c: W 2^-24, so 2^-12 cells.
 * The larger sum, (1/2 + 4/3 + 1) 2^-12 < 0.71 2^-10, stays below the 2^-10 that the margin gives: two neighbours'
 * places differ by less than 1, so their cells by at most 1. (A margin of 1e-4 fails from about 7,000 columns on.) */
#include "internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_CELLS_PER_AXIS 4096
#define CELLS_PER_AGENT    4
#define FEWEST_AGENTS      16

/* Between the counts of two slices: two cache lines, since processors fetch lines in pairs. */
#define SLICE_GAP 32

static int32_t cellsAlong(double extent, double radius) {
    double fitting = radius > 0 ? floor(extent / (radius * BF_CELL_MARGIN)) : MAX_CELLS_PER_AXIS;
    if (fitting > MAX_CELLS_PER_AXIS) {
        return MAX_CELLS_PER_AXIS;
    }
    return fitting < 1 ? 1 : (int32_t)fitting;
}

/* Cells per axis for a world; a function of the parameters and the agent count alone, part of the contract. */
static void shapeGrid(const bfParams *params, int32_t *cols, int32_t *rows) {
    double radius = params->r_sep > params->r_ali ? params->r_sep : params->r_ali;
    radius = radius > params->r_coh ? radius : params->r_coh;
    *cols = cellsAlong(params->world_width, radius);
    *rows = cellsAlong(params->world_height, radius);
    int64_t agents = params->agents > FEWEST_AGENTS ? params->agents : FEWEST_AGENTS;
    while ((int64_t)*cols * *rows > CELLS_PER_AGENT * agents) {
        int32_t *larger = *rows > *cols ? rows : cols;
        *larger = *larger / 2 > 3 ? *larger / 2 : 3;
    }
}

void bfRoom_Widen(bfRoom *room, const bfParams *params) {
    int32_t cols, rows;
    shapeGrid(params, &cols, &rows);
    int64_t cells = (int64_t)cols * rows;
    room->agents = room->agents > params->agents ? room->agents : params->agents;
    room->cells = room->cells > cells ? room->cells : cells;
    room->cols = room->cols > cols ? room->cols : cols;
    room->rows = room->rows > rows ? room->rows : rows;
}

void bfGrid_Lay(bfGrid *grid, const bfParams *params) {
    shapeGrid(params, &grid->cols, &grid->rows);
    grid->last_col = (float)(grid->cols - 1);
    grid->last_row = (float)(grid->rows - 1);
    grid->inv_width = (float)(grid->cols / params->world_width);
    grid->inv_height = (float)(grid->rows / params->world_height);
    grid->torus = bfParams_Metric(params) == BF_TORUS;
}

bool bfGrid_Create(bfGrid *grid, const bfRoom *room, int32_t slices) {
    memset(grid, 0, sizeof *grid);
    size_t n = (size_t)room->agents + BF_MAX_LANES;
    grid->slices = slices;
    grid->slice_stride = room->rows + SLICE_GAP;
    grid->slice_rows = bfAllocate((size_t)slices * (size_t)grid->slice_stride * sizeof(int32_t));
    grid->row_start = bfAllocate(((size_t)room->rows + 1) * sizeof(int32_t));
    grid->cell_start = bfAllocate(((size_t)room->cells + 1) * sizeof(int32_t));
    grid->by_row = bfAllocate(n * sizeof(bfRowAgent));
    grid->agents = (bfAgent *)(void *)grid->by_row;
    grid->sorted = bfAllocateZeros(n * sizeof(bfAgent));
    grid->ids = bfAllocate(n * sizeof(int32_t));
    return grid->slice_rows && grid->row_start && grid->cell_start && grid->by_row && grid->sorted && grid->ids;
}

void bfGrid_Destroy(bfGrid *grid) {
    free(grid->slice_rows);
    free(grid->row_start);
    free(grid->cell_start);
    free(grid->by_row);
    free(grid->sorted);
    free(grid->ids);
}

/* ---- Sorting ----
 *
 * Two counting sorts, by row and then by column within each row, both stable from id order. The first moves whole
 * agents along at most 4096 streams; the second works within a row, which fits a near cache. Sorting by cell at once
 * would scatter over millions of places. Slices of the agents are counted and moved side by side: a slice's agents of
 * a row go behind those of the slices with lower ids. */

typedef struct SortJob {
    bfGrid *grid;
    const bfFrame *state;
} SortJob;

static void sliceBounds(const SortJob *job, int32_t slice, int32_t *begin, int32_t *end) {
    *begin = (int32_t)((int64_t)job->state->n * slice / job->grid->slices);
    *end = (int32_t)((int64_t)job->state->n * (slice + 1) / job->grid->slices);
}

static void countRows(void *context, int32_t slice) {
    const SortJob *job = context;
    const bfGrid grid = *job->grid; /* a copy, so that writes through its pointers can't change it */
    int32_t *counts = grid.slice_rows + (size_t)slice * (size_t)grid.slice_stride;
    const float *py = job->state->py;
    int32_t begin, end;
    sliceBounds(job, slice, &begin, &end);
    memset(counts, 0, (size_t)grid.rows * sizeof *counts);
    for (int32_t i = begin; i < end; ++i) {
        counts[bfGrid_Row(&grid, py[i])] += 1;
    }
}

/* From counts to places. */
static void placeRows(bfGrid *g, int32_t n) {
    int32_t place = 0;
    for (int32_t row = 0; row < g->rows; ++row) {
        g->row_start[row] = place;
        for (int32_t slice = 0; slice < g->slices; ++slice) {
            int32_t *count = &g->slice_rows[(size_t)slice * (size_t)g->slice_stride + (size_t)row];
            int32_t here = *count;
            *count = place;
            place += here;
        }
    }
    g->row_start[g->rows] = n;
    g->cell_start[(size_t)g->rows * (size_t)g->cols] = n;
}

static void moveToRows(void *context, int32_t slice) {
    const SortJob *job = context;
    const bfGrid grid = *job->grid;
    const bfFrame s = *job->state;
    int32_t *places = grid.slice_rows + (size_t)slice * (size_t)grid.slice_stride;
    int32_t begin, end;
    sliceBounds(job, slice, &begin, &end);
    for (int32_t i = begin; i < end; ++i) {
        int32_t to = places[bfGrid_Row(&grid, s.py[i])]++;
        grid.by_row[to] = (bfRowAgent){{s.px[i], s.py[i], s.vx[i], s.vy[i]}, i};
    }
}

static void sortRow(void *context, int32_t row) {
    const bfGrid grid = *((const SortJob *)context)->grid;
    int32_t begin = grid.row_start[row], end = grid.row_start[row + 1];
    int32_t places[MAX_CELLS_PER_AXIS];
    int32_t *starts = grid.cell_start + (size_t)row * (size_t)grid.cols;
    memset(places, 0, (size_t)grid.cols * sizeof *places);
    for (int32_t k = begin; k < end; ++k) {
        places[bfGrid_Column(&grid, grid.by_row[k].agent.x)] += 1;
        /* What will be written in no order is fetched in order. */
        __builtin_prefetch(&grid.sorted[k], 1);
        __builtin_prefetch(&grid.ids[k], 1);
    }
    int32_t place = begin;
    for (int32_t col = 0; col < grid.cols; ++col) {
        int32_t here = places[col];
        starts[col] = places[col] = place;
        place += here;
    }
    for (int32_t k = begin; k < end; ++k) {
        bfRowAgent from = grid.by_row[k];
        int32_t to = places[bfGrid_Column(&grid, from.agent.x)]++;
        grid.ids[to] = from.id;
        grid.sorted[to] = from.agent;
    }
}

void bfGrid_Sort(bfGrid *grid, const bfFrame *state, bfPool *pool) {
    SortJob job = {grid, state};
    bfPool_Run(pool, countRows, &job, grid->slices);
    placeRows(grid, state->n);
    bfPool_Run(pool, moveToRows, &job, grid->slices);
    bfPool_Run(pool, sortRow, &job, grid->rows);
}
