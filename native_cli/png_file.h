/* Pictures as PNG files. */
#ifndef BF_CLI_PNG_FILE_H
#define BF_CLI_PNG_FILE_H

#include "boidforge/result.h"

#include <stdint.h>

/* Write an opaque sRGB picture, RGBA with the top row first, to `path`: under a temporary name beside it, renamed
 * when whole. */
bfResult writePng(const char *path, const uint8_t *rgba, int32_t width, int32_t height, bfError *error);

#endif
