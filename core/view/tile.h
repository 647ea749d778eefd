/* How a picture is cut into tiles, and which part of it is drawn for each. Geometry alone, no GL. */
#ifndef BF_VIEW_TILE_H
#define BF_VIEW_TILE_H

#include "boidforge/view.h"

#include <stdbool.h>
#include <stdint.h>

/* Pixels from the lower left, as GL counts. */
typedef struct bfRect {
    int32_t x, y, width, height;
} bfRect;

/* Drawn around a tile, pixels: the first filter of the bloom reaches 4 beyond it at sizes that are no multiple of 4, a
 * camera between two pixels one more. */
#define BF_TILE_MARGIN 8

typedef struct bfTiling {
    int32_t width, height; /* of the picture, pixels */
    int32_t columns, rows; /* 0: the picture is drawn in one piece */
    int32_t tile_width, tile_height;
} bfTiling;

/* Cut a picture into tiles of nearly the same size, sides at most `most` and multiples of `step`, which `most` is no
 * less than. */
bfTiling bfTiling_Cut(int32_t width, int32_t height, int32_t most_width, int32_t most_height, int32_t step);

/* Tile `number`, counted in rows from the upper left. */
bfTile bfTiling_Tile(const bfTiling *tiling, int32_t number);

/* The same rectangle counted from the lower left. */
bfRect bfTiling_Rect(const bfTiling *tiling, const bfTile *tile);

/* What is drawn for a tile: it and the margin around it, within the picture; the same size for all tiles. */
bfRect bfTiling_Window(const bfTiling *tiling, const bfRect *tile);

/* What both cover; no size when there is nothing. */
bfRect bfRect_Common(const bfRect *a, const bfRect *b);

#endif
