#include "tile.h"

static int32_t smaller(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static int32_t larger(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static int32_t partsOf(int32_t whole, int32_t part) {
    return (whole - 1) / part + 1;
}

static int32_t evenSide(int32_t side, int32_t most, int32_t step) {
    int32_t even = partsOf(side, partsOf(side, most - most % step));
    return partsOf(even, step) * step;
}

bfTiling bfTiling_Cut(int32_t width, int32_t height, int32_t most_width, int32_t most_height, int32_t step) {
    bfTiling tiling = {.width = width, .height = height};
    tiling.tile_width = evenSide(width, most_width, step);
    tiling.tile_height = evenSide(height, most_height, step);
    tiling.columns = partsOf(width, tiling.tile_width);
    tiling.rows = partsOf(height, tiling.tile_height);
    return tiling;
}

bfTile bfTiling_Tile(const bfTiling *tiling, int32_t number) {
    int32_t x = number % tiling->columns * tiling->tile_width, y = number / tiling->columns * tiling->tile_height;
    return (bfTile){x, y, smaller(tiling->tile_width, tiling->width - x),
                    smaller(tiling->tile_height, tiling->height - y)};
}

bfRect bfTiling_Rect(const bfTiling *tiling, const bfTile *tile) {
    return (bfRect){tile->x, tiling->height - tile->y - tile->height, tile->width, tile->height};
}

/* Where a window of that length begins so that it holds what begins at `start`, with its margin. */
static int32_t windowStart(int32_t start, int32_t length, int32_t side) {
    return larger(0, smaller(start - BF_TILE_MARGIN, side - length));
}

bfRect bfTiling_Window(const bfTiling *tiling, const bfRect *tile) {
    int32_t width = smaller(tiling->width, tiling->tile_width + 2 * BF_TILE_MARGIN);
    int32_t height = smaller(tiling->height, tiling->tile_height + 2 * BF_TILE_MARGIN);
    return (bfRect){windowStart(tile->x, width, tiling->width), windowStart(tile->y, height, tiling->height), width,
                    height};
}

bfRect bfRect_Common(const bfRect *a, const bfRect *b) {
    int32_t x = larger(a->x, b->x), y = larger(a->y, b->y);
    int32_t right = smaller(a->x + a->width, b->x + b->width), top = smaller(a->y + a->height, b->y + b->height);
    return (bfRect){x, y, larger(0, right - x), larger(0, top - y)};
}
