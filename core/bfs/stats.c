/* Measuring a frame. Everything is summed in double, in id order or in the order of a grid of cells that are a little
 * wider than the radius: whoever is nearer than that is in an agent's own cell or in one of the eight around it.
 *
 * A crowd in one place has as many pairs as its square. Where there are more than are wanted, neighbours are counted
 * around every k-th agent of the grid's order only, so that those are spread over the world as the flock is. */
#include "boidforge/stats.h"

#include <math.h>
#include <stdlib.h>

#define MAX_CELLS_PER_AXIS 4096
#define CELLS_PER_AGENT    2
#define CELL_MARGIN        1.001 /* far more than rounding takes */

typedef struct Place {
    double x, y;
} Place;

typedef struct Axis {
    double low, extent; /* world units */
    double scale;       /* cells per world unit */
    int32_t cells;
} Axis;

typedef struct Grid {
    Axis across, down;
    bool torus;
    int32_t count;
    Place *places;   /* by cell */
    int32_t *starts; /* of the cells, and the end */
} Grid;

/* ---- Order and speed ---- */

static void measureMotion(const bfFrame *frame, bfStats *stats) {
    double heading_x = 0, heading_y = 0, speeds = 0;
    int32_t moving = 0;
    for (int32_t i = 0; i < frame->n; ++i) {
        if (bfFrame_IsBad(frame, i)) {
            stats->bad += 1;
            continue;
        }
        double vx = (double)frame->vx[i], vy = (double)frame->vy[i];
        double speed = sqrt(vx * vx + vy * vy);
        stats->counted += 1;
        speeds += speed;
        if (speed > 0) {
            heading_x += vx / speed;
            heading_y += vy / speed;
            moving += 1;
        }
    }
    stats->polarization = moving > 0 ? sqrt(heading_x * heading_x + heading_y * heading_y) / moving : 0;
    stats->mean_speed = stats->counted > 0 ? speeds / stats->counted : 0;
}

/* ---- The grid ---- */

static double intoWorld(double place, double extent) {
    double inside = place - floor(place / extent) * extent;
    return inside < extent ? inside : 0; /* a tiny negative place rounds to the far edge, which is the near one */
}

static Place placeOf(const bfFrame *frame, const bfSight *sight, int32_t i) {
    Place place = {(double)frame->px[i], (double)frame->py[i]};
    if (sight->torus) {
        place.x = intoWorld(place.x, sight->width);
        place.y = intoWorld(place.y, sight->height);
    }
    return place;
}

/* The world in a torus, else what the agents take up. */
static void setExtents(Grid *grid, const bfFrame *frame, const bfSight *sight) {
    if (sight->torus) {
        grid->across = (Axis){.extent = sight->width};
        grid->down = (Axis){.extent = sight->height};
        return;
    }
    double low_x = HUGE_VAL, high_x = -HUGE_VAL, low_y = HUGE_VAL, high_y = -HUGE_VAL;
    for (int32_t i = 0; i < frame->n; ++i) {
        if (!bfFrame_IsBad(frame, i)) {
            Place place = placeOf(frame, sight, i);
            low_x = fmin(low_x, place.x);
            high_x = fmax(high_x, place.x);
            low_y = fmin(low_y, place.y);
            high_y = fmax(high_y, place.y);
        }
    }
    grid->across = (Axis){.low = low_x, .extent = high_x - low_x};
    grid->down = (Axis){.low = low_y, .extent = high_y - low_y};
}

static int32_t cellsAlong(const Axis *axis, double radius) {
    double fitting = floor(axis->extent / (radius * CELL_MARGIN));
    return fitting < 1 ? 1 : fitting > MAX_CELLS_PER_AXIS ? MAX_CELLS_PER_AXIS : (int32_t)fitting;
}

/* With two cells around a torus each would be the other's neighbour on both sides: then there is one. */
static void layCells(Grid *grid, double radius) {
    int32_t cols = cellsAlong(&grid->across, radius), rows = cellsAlong(&grid->down, radius);
    while ((int64_t)cols * rows > (int64_t)CELLS_PER_AGENT * grid->count + 16) {
        int32_t *larger = cols > rows ? &cols : &rows;
        *larger = (*larger + 1) / 2;
    }
    grid->across.cells = grid->torus && cols < 3 ? 1 : cols;
    grid->down.cells = grid->torus && rows < 3 ? 1 : rows;
    grid->across.scale = grid->across.extent > 0 ? grid->across.cells / grid->across.extent : 0;
    grid->down.scale = grid->down.extent > 0 ? grid->down.cells / grid->down.extent : 0;
}

static int32_t cellAlong(const Axis *axis, double place) {
    int32_t cell = (int32_t)((place - axis->low) * axis->scale);
    return cell < axis->cells ? cell : axis->cells - 1;
}

static int32_t cellOf(const Grid *grid, Place place) {
    return cellAlong(&grid->down, place.y) * grid->across.cells + cellAlong(&grid->across, place.x);
}

/* A counting sort: from counts to starts, then every agent to its place. */
static void sortIntoCells(Grid *grid, const bfFrame *frame, const bfSight *sight) {
    int32_t cells = grid->across.cells * grid->down.cells;
    for (int32_t i = 0; i < frame->n; ++i) {
        if (!bfFrame_IsBad(frame, i)) {
            grid->starts[cellOf(grid, placeOf(frame, sight, i)) + 1] += 1;
        }
    }
    for (int32_t cell = 0; cell < cells; ++cell) {
        grid->starts[cell + 1] += grid->starts[cell];
    }
    for (int32_t i = frame->n - 1; i >= 0; --i) {
        if (!bfFrame_IsBad(frame, i)) {
            Place place = placeOf(frame, sight, i);
            int32_t cell = cellOf(grid, place);
            grid->places[--grid->starts[cell + 1]] = place;
        }
    }
    /* Each start + 1 has moved down to its own cell's start. */
    for (int32_t cell = 0; cell < cells; ++cell) {
        grid->starts[cell] = grid->starts[cell + 1];
    }
    grid->starts[cells] = grid->count;
}

static void destroyGrid(Grid *grid) {
    free(grid->places);
    free(grid->starts);
}

static bfResult createGrid(Grid *grid, const bfFrame *frame, const bfSight *sight, int32_t count, bfError *error) {
    *grid = (Grid){.torus = sight->torus, .count = count};
    setExtents(grid, frame, sight);
    layCells(grid, sight->radius);
    size_t cells = (size_t)grid->across.cells * (size_t)grid->down.cells;
    grid->places = malloc((size_t)count * sizeof(Place));
    grid->starts = calloc(cells + 1, sizeof(int32_t));
    if (grid->places == NULL || grid->starts == NULL) {
        destroyGrid(grid);
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to count the neighbours of %d agents", (int)count);
    }
    sortIntoCells(grid, frame, sight);
    return BF_OK;
}

/* ---- Neighbours ---- */

/* The cells before, at and after one along an axis, without those beyond a plane's ends. Returns how many. */
static int32_t cellsBeside(const Axis *axis, bool torus, int32_t cell, int32_t beside[3]) {
    int32_t count = 0;
    for (int32_t step = -1; step <= 1; ++step) {
        int32_t other = cell + step;
        if (torus && axis->cells > 1) {
            other = (other + axis->cells) % axis->cells;
        }
        if (other >= 0 && other < axis->cells) {
            beside[count++] = other;
        }
    }
    return count;
}

/* The cells in whose agents a cell's may have neighbours. Returns how many. */
static int32_t cellsAround(const Grid *grid, int32_t cell, int32_t around[9]) {
    int32_t cols[3], rows[3], count = 0;
    int32_t col_count = cellsBeside(&grid->across, grid->torus, cell % grid->across.cells, cols);
    int32_t row_count = cellsBeside(&grid->down, grid->torus, cell / grid->across.cells, rows);
    for (int32_t row = 0; row < row_count; ++row) {
        for (int32_t col = 0; col < col_count; ++col) {
            around[count++] = rows[row] * grid->across.cells + cols[col];
        }
    }
    return count;
}

static int64_t countPairs(const Grid *grid) {
    int64_t pairs = 0;
    for (int32_t cell = 0; cell < grid->across.cells * grid->down.cells; ++cell) {
        int64_t here = grid->starts[cell + 1] - grid->starts[cell], near = 0;
        int32_t around[9], count = here > 0 ? cellsAround(grid, cell, around) : 0;
        for (int32_t k = 0; k < count; ++k) {
            near += grid->starts[around[k] + 1] - grid->starts[around[k]];
        }
        pairs += here * near;
    }
    return pairs;
}

/* The agents of a cell that are nearer than the radius; an agent of that cell is among its own. */
static int64_t countNear(const Grid *grid, Place centre, int32_t cell, double radius) {
    double half_width = grid->across.extent / 2, half_height = grid->down.extent / 2;
    double most = radius * radius;
    int64_t near = 0;
    for (int32_t k = grid->starts[cell]; k < grid->starts[cell + 1]; ++k) {
        double dx = fabs(grid->places[k].x - centre.x), dy = fabs(grid->places[k].y - centre.y);
        dx = grid->torus && dx > half_width ? grid->across.extent - dx : dx;
        dy = grid->torus && dy > half_height ? grid->down.extent - dy : dy;
        near += dx * dx + dy * dy < most;
    }
    return near;
}

static void countNeighbours(const Grid *grid, const bfSight *sight, bfStats *stats) {
    int64_t pairs = sight->most_pairs > 0 ? countPairs(grid) : 0, neighbours = 0;
    int64_t stride = pairs > sight->most_pairs ? (pairs + sight->most_pairs - 1) / sight->most_pairs : 1;
    stride = stride < grid->count ? stride : grid->count;
    int64_t next = 0;
    for (int32_t cell = 0; cell < grid->across.cells * grid->down.cells; ++cell) {
        int32_t around[9], count = next < grid->starts[cell + 1] ? cellsAround(grid, cell, around) : 0;
        for (; next < grid->starts[cell + 1]; next += stride) {
            for (int32_t k = 0; k < count; ++k) {
                neighbours += countNear(grid, grid->places[next], around[k], sight->radius);
            }
            neighbours -= 1; /* itself */
            stats->centres += 1;
        }
    }
    stats->mean_neighbours = (double)neighbours / stats->centres;
}

static bool isSound(const bfSight *sight) {
    bool sized = sight->width > 0 && isfinite(sight->width) && sight->height > 0 && isfinite(sight->height);
    return sight->radius >= 0 && isfinite(sight->radius) && (sized || !sight->torus);
}

bfResult bfFrame_Measure(const bfFrame *frame, const bfSight *sight, bfStats *stats, bfError *error) {
    *stats = (bfStats){0};
    if (!isSound(sight)) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "neighbours within %g in a world of %g x %g cannot be counted",
                      sight->radius, sight->width, sight->height);
    }
    measureMotion(frame, stats);
    if (stats->counted == 0 || sight->radius == 0) {
        stats->centres = stats->counted;
        return BF_OK;
    }
    Grid grid;
    bfResult result = createGrid(&grid, frame, sight, stats->counted, error);
    if (result == BF_OK) {
        countNeighbours(&grid, sight, stats);
        destroyGrid(&grid);
    }
    return result;
}
