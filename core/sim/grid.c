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

#define MAX_CELLS_PER_AXIS  4096
#define CELLS_PER_AGENT     4
#define FEWEST_AGENTS       16

static int32_t cellsAlong(double extent, double radius) {
    double fitting = radius > 0 ? floor(extent / (radius * BF_CELL_MARGIN)) : MAX_CELLS_PER_AXIS;
    if (fitting > MAX_CELLS_PER_AXIS) {
        return MAX_CELLS_PER_AXIS;
    }
    return fitting < 1 ? 1 : (int32_t)fitting;
}

void bfGridShape(const bfParams *params, int32_t *cols, int32_t *rows) {
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

bool bfGrid_Create(bfGrid *grid, const bfParams *params) {
    memset(grid, 0, sizeof *grid);
    bfGridShape(params, &grid->cols, &grid->rows);
    grid->inv_width = (float)(grid->cols / params->world_width);
    grid->inv_height = (float)(grid->rows / params->world_height);
    grid->torus = bfParams_Metric(params) == BF_TORUS;
    size_t n = (size_t)params->agents + BF_MAX_LANES;
    grid->cell_start = malloc(((size_t)grid->cols * (size_t)grid->rows + 1) * sizeof(int32_t));
    grid->cell_of = malloc(n * sizeof(int32_t));
    grid->ids = malloc(n * sizeof(int32_t));
    grid->px = calloc(n, sizeof(float));
    grid->py = calloc(n, sizeof(float));
    grid->vx = calloc(n, sizeof(float));
    grid->vy = calloc(n, sizeof(float));
    return grid->cell_start && grid->cell_of && grid->ids && grid->px && grid->py && grid->vx && grid->vy;
}

void bfGrid_Destroy(bfGrid *grid) {
    free(grid->cell_start);
    free(grid->cell_of);
    free(grid->ids);
    free(grid->px);
    free(grid->py);
    free(grid->vx);
    free(grid->vy);
}

void bfGrid_Sort(bfGrid *grid, int32_t n, const float *px, const float *py, const float *vx, const float *vy) {
    int32_t cells = grid->cols * grid->rows;
    int32_t *start = grid->cell_start;
    memset(start, 0, ((size_t)cells + 1) * sizeof *start);
    for (int32_t i = 0; i < n; ++i) {
        grid->cell_of[i] = bfGrid_Row(grid, py[i]) * grid->cols + bfGrid_Column(grid, px[i]);
        start[grid->cell_of[i] + 1] += 1;
    }
    for (int32_t cell = 0; cell < cells; ++cell) {
        start[cell + 1] += start[cell];
    }
    /* Scatter with start[cell] as the cursor; each then stands at its cell's end, the next one's start. */
    for (int32_t i = 0; i < n; ++i) {
        int32_t to = start[grid->cell_of[i]]++;
        grid->ids[to] = i;
        grid->px[to] = px[i];
        grid->py[to] = py[i];
        grid->vx[to] = vx[i];
        grid->vy[to] = vy[i];
    }
    memmove(start + 1, start, (size_t)cells * sizeof *start);
    start[0] = 0;
}
