/* Pictures as PNG files. */
#ifndef BF_CLI_PNG_FILE_H
#define BF_CLI_PNG_FILE_H

#include "boidforge/result.h"

#include <stdint.h>

/* Write an opaque sRGB picture, RGBA with the top row first, to `path`: under a temporary name beside it, renamed
 * when whole. */
bfResult writePng(const char *path, const uint8_t *rgba, int32_t width, int32_t height, bfError *error);

/* The same some rows at a time, for pictures too large for memory. The path must live until the end. */
typedef struct PngFile PngFile;

bfResult openPng(const char *path, int32_t width, int32_t height, PngFile **file, bfError *error);
bfResult addPngRows(PngFile *file, const uint8_t *rgba, int32_t rows, bfError *error);

/* Give the file its name: it must have all its rows. Afterwards there is no PngFile, also after a failure. */
bfResult finishPng(PngFile *file, bfError *error);

/* Leave nothing behind. NULL is allowed. */
void abandonPng(PngFile *file);

#endif
