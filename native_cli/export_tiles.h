/* A picture in tiles: for sizes beyond what the graphics driver, or memory, has room for. The file gets the rows of a
 * row of tiles at a time, so memory depends on the picture's width and not on its height. */
#ifndef BF_CLI_EXPORT_TILES_H
#define BF_CLI_EXPORT_TILES_H

#include "export_drawing.h"

#include <stdint.h>

/* Draw the picture of the plan's first frame and write it; an interruption ends it without a file. `made` becomes 1
 * when there is one. BF_ERROR_END when the recording has no such frame. */
bfResult makeTiledStill(Drawing *drawing, int64_t *made, bfError *error);

#endif
