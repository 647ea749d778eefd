/* Arithmetic on finished pictures, in linear light. Pictures are sRGB, RGBA, 8 bits. */
#ifndef BF_CLI_PICTURE_MATH_H
#define BF_CLI_PICTURE_MATH_H

#include <stdint.h>

/* `small`, the rows of a picture from `first_row` on, become `large`, `factor` times as wide and high, averaged over
 * squares. */
void averageRows(const uint8_t *large, int32_t width, int32_t first_row, int32_t rows, int32_t factor, uint8_t *small);

/* `picture` becomes itself and `share` (0 to 1) of the other. */
void mixPicture(uint8_t *picture, const uint8_t *other, int32_t width, int32_t height, double share);

/* Patches from left to right: red, green, blue, grey (128). */
void fillTestPattern(uint8_t *picture, int32_t width, int32_t height);

#endif
