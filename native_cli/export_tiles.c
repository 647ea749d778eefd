#include "export_tiles.h"

#include "interrupt.h"
#include "picture_math.h"
#include "png_file.h"
#include "progress.h"

#include <stdlib.h>

typedef struct TiledStill {
    Drawing *drawing;
    PngFile *file;  /* NULL before the first row of tiles */
    uint8_t *drawn; /* the rows of a row of tiles */
    uint8_t *rows;  /* the same averaged; `drawn` itself when there is nothing to average */
    bfProgress progress;
    int64_t tiles_done;
} TiledStill;

static bfResult reserveRows(TiledStill *still, bfError *error) {
    const ExportPlan *plan = still->drawing->plan;
    size_t factor = (size_t)plan->options->supersample, height = (size_t)bfView_Tile(still->drawing->view, 0).height;
    size_t bytes = (size_t)plan->width * factor * height * 4;
    still->drawn = malloc(bytes);
    still->rows = factor > 1 ? malloc(bytes / (factor * factor)) : still->drawn;
    return still->drawn != NULL && still->rows != NULL
               ? BF_OK
               : bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for a row of tiles, give a smaller --tile");
}

/* The frames of the picture, for a tile that has begun. */
static bfResult drawFrames(Drawing *drawing, bfError *error) {
    bfResult result = restartDrawing(drawing, error);
    return result == BF_OK ? advanceTo(drawing, (double)drawing->plan->first, error) : result;
}

/* Write the rows of the row of tiles that ends with this one. */
static bfResult writeRows(TiledStill *still, const bfTile *tile, bfError *error) {
    const ExportPlan *plan = still->drawing->plan;
    int32_t factor = plan->options->supersample, first = tile->y / factor, count = tile->height / factor;
    bfResult result = BF_OK;
    if (plan->options->test_pattern) {
        fillTestPattern(still->rows, plan->width, count);
    } else if (factor > 1) {
        averageRows(still->drawn, plan->width, first, count, factor, still->rows);
    }
    if (still->file == NULL) {
        result = openPng(plan->options->output, plan->width, plan->height, &still->file, error);
    }
    return result == BF_OK ? addPngRows(still->file, still->rows, count, error) : result;
}

static bfResult takeTile(TiledStill *still, int32_t number, bfError *error) {
    Drawing *drawing = still->drawing;
    bfTile tile = bfView_Tile(drawing->view, number);
    int32_t row_pixels = drawing->plan->width * drawing->plan->options->supersample;
    bfResult result = bfView_ReadTile(drawing->view, still->drawn + (size_t)tile.x * 4, row_pixels, error);
    return result == BF_OK && tile.x + tile.width == row_pixels ? writeRows(still, &tile, error) : result;
}

static bfResult drawPass(TiledStill *still, bfTilePass pass, bfError *error) {
    Drawing *drawing = still->drawing;
    int32_t count = bfView_CountTiles(drawing->view, pass);
    bfResult result = BF_OK;
    for (int32_t i = 0; i < count && result == BF_OK && !interruptSeen(); ++i) {
        bfView_BeginTile(drawing->view, pass, i);
        result = drawFrames(drawing, error);
        if (result != BF_OK || interruptSeen()) {
            break;
        }
        if (pass == BF_PASS_PIXELS) {
            result = takeTile(still, i, error);
        } else {
            bfView_EndTile(drawing->view);
        }
        progressUpdate(&still->progress, ++still->tiles_done);
    }
    return result;
}

static bfResult drawTiles(TiledStill *still, bfError *error) {
    const bfView *view = still->drawing->view;
    int64_t total = 0;
    for (int pass = 0; pass < BF_PASS_COUNT; ++pass) {
        total += bfView_CountTiles(view, (bfTilePass)pass);
    }
    progressBegin(&still->progress, "tiles", total, still->drawing->plan->options->quiet);
    bfResult result = BF_OK;
    for (int pass = 0; pass < BF_PASS_COUNT && result == BF_OK; ++pass) {
        result = drawPass(still, (bfTilePass)pass, error);
    }
    progressEnd(&still->progress);
    return result;
}

bfResult makeTiledStill(Drawing *drawing, int64_t *made, bfError *error) {
    TiledStill still = {.drawing = drawing};
    bfResult result = reserveRows(&still, error);
    if (result == BF_OK) {
        result = drawTiles(&still, error);
    }
    if (result == BF_OK && !interruptSeen()) {
        result = finishPng(still.file, error);
        *made = result == BF_OK ? 1 : 0;
    } else {
        abandonPng(still.file);
    }
    if (still.rows != still.drawn) {
        free(still.rows);
    }
    free(still.drawn);
    return result;
}
