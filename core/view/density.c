/* Agents are spread over a coarse grid, each over the four nearest cells by its distance to them; the grid is
 * blurred once and read back between cells the same way. The result is a smooth function of all positions, so a
 * colour never jumps when an agent crosses a cell's border. */
#include "density.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Agents per cell in an even flock: enough that an agent's own weight is small against its neighbours'. */
#define AGENTS_PER_CELL  6
#define MAX_CELLS_A_SIDE 1024

/* Density, in multiples of the mean, that takes the palette's last colour. */
#define DENSEST 24

/* The four cells around a place and their shares. */
typedef struct Corners {
    int64_t cell[4];
    float share[4];
} Corners;

static int32_t wrapIndex(int32_t index, int32_t count, bool wraps) {
    if (wraps) {
        return ((index % count) + count) % count;
    }
    return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/* False for an agent that is bad or well outside the world. */
static bool findCorners(const bfDensityField *field, const bfStage *stage, const bfFrame *frame, int32_t i,
                        Corners *corners) {
    double across = (double)frame->px[i] / stage->world_width, up = (double)frame->py[i] / stage->world_height;
    bool is_inside = fabs(across - 0.5) < 1 && fabs(up - 0.5) < 1; /* with half a world of margin; not for NaN */
    if (!is_inside || !isfinite(frame->vx[i]) || !isfinite(frame->vy[i])) {
        return false;
    }
    double column = across * field->columns - 0.5, row = up * field->rows - 0.5;
    int32_t left = (int32_t)floor(column), bottom = (int32_t)floor(row);
    float right_share = (float)(column - left), top_share = (float)(row - bottom);
    for (int k = 0; k < 4; ++k) {
        int32_t c = wrapIndex(left + (k & 1), field->columns, stage->wraps);
        int32_t r = wrapIndex(bottom + (k >> 1), field->rows, stage->wraps);
        corners->cell[k] = (int64_t)r * field->columns + c;
        corners->share[k] = ((k & 1) != 0 ? right_share : 1 - right_share) * (k >> 1 != 0 ? top_share : 1 - top_share);
    }
    return true;
}

static bfResult sizeField(bfDensityField *field, const bfStage *stage, int32_t n, bfError *error) {
    double edge = sqrt(stage->world_width * stage->world_height * AGENTS_PER_CELL / fmax(n, 1));
    field->columns = (int32_t)fmin(fmax(round(stage->world_width / edge), 1), MAX_CELLS_A_SIDE);
    field->rows = (int32_t)fmin(fmax(round(stage->world_height / edge), 1), MAX_CELLS_A_SIDE);
    int64_t count = (int64_t)field->columns * field->rows;
    if (count > field->capacity) {
        bfDensityField_Free(field);
        field->cells = calloc((size_t)count, sizeof(float));
        field->blurred = calloc((size_t)count, sizeof(float));
        if (field->cells == NULL || field->blurred == NULL) {
            bfDensityField_Free(field);
            return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to colour by density, choose another colour");
        }
        field->capacity = count;
        return sizeField(field, stage, n, error);
    }
    memset(field->cells, 0, (size_t)count * sizeof(float));
    return BF_OK;
}

/* One pass of the weights 1 2 1 each way. */
static void blurField(bfDensityField *field, bool wraps) {
    static const float weights[3] = {0.25F, 0.5F, 0.25F};
    for (int32_t row = 0; row < field->rows; ++row) {
        for (int32_t column = 0; column < field->columns; ++column) {
            float sum = 0;
            for (int i = 0; i < 9; ++i) {
                int32_t r = wrapIndex(row + i / 3 - 1, field->rows, wraps);
                int32_t c = wrapIndex(column + i % 3 - 1, field->columns, wraps);
                sum += weights[i / 3] * weights[i % 3] * field->cells[(int64_t)r * field->columns + c];
            }
            field->blurred[(int64_t)row * field->columns + column] = sum;
        }
    }
}

bfResult bfDensityField_Measure(bfDensityField *field, const bfStage *stage, const bfFrame *frame, float *crowding,
                                bfError *error) {
    int32_t n = frame->n;
    bfResult result = sizeField(field, stage, n, error);
    if (result != BF_OK) {
        return result;
    }
    Corners corners;
    for (int32_t i = 0; i < n; ++i) {
        if (findCorners(field, stage, frame, i, &corners)) {
            for (int k = 0; k < 4; ++k) {
                field->cells[corners.cell[k]] += corners.share[k];
            }
        }
    }
    blurField(field, stage->wraps);
    double mean = fmax(n, 1) / ((double)field->columns * field->rows);
    float scale = (float)(1 / mean), range = log2f(1 + DENSEST);
    for (int32_t i = 0; i < n; ++i) {
        float density = 0;
        if (findCorners(field, stage, frame, i, &corners)) {
            for (int k = 0; k < 4; ++k) {
                density += corners.share[k] * field->blurred[corners.cell[k]];
            }
        }
        crowding[i] = fminf(log2f(1 + density * scale) / range, 1);
    }
    return BF_OK;
}

void bfDensityField_Free(bfDensityField *field) {
    free(field->cells);
    free(field->blurred);
    *field = (bfDensityField){0};
}
