/* BT.709 in whole numbers, so that every build gives the same bytes. */
#include "boidforge/view.h"

/* Columns of colour worked out at a time; what they need then stays in the nearest cache. */
#define BLOCK 256

/* 2^16 times the weights of red, green and blue: 219 / 255 (0.2126, 0.7152, 0.0722) for brightness, and of each colour
 * difference 224 / 255 of it, so that greys give exactly 128. */
static const int32_t luma[3] = {11966, 40254, 4064};
static const int32_t blue_difference[3] = {-6596, -22188, 28784};
static const int32_t red_difference[3] = {28784, -26145, -2639};

static void fillLuma(const uint8_t *restrict rgba, int64_t count, uint8_t *restrict y) {
    for (int64_t i = 0; i < count; ++i) {
        const uint8_t *pixel = rgba + 4 * i;
        int32_t sum = luma[0] * pixel[0] + luma[1] * pixel[1] + luma[2] * pixel[2];
        y[i] = (uint8_t)((sum + (16 << 16) + (1 << 15)) >> 16);
    }
}

/* Sums of two rows, channel by channel: entry i is column `first` - 1 + i, the first column standing in for the one
 * before it. */
static void sumRows(const uint8_t *restrict upper, const uint8_t *restrict lower, int32_t first, int32_t count,
                    uint16_t sums[3][2 * BLOCK + 1]) {
    int32_t before = first > 0 ? first - 1 : 0;
    for (int channel = 0; channel < 3; ++channel) {
        sums[channel][0] = (uint16_t)(upper[4 * before + channel] + lower[4 * before + channel]);
    }
    for (int32_t i = 0; i < count; ++i) {
        int32_t at = 4 * (first + i);
        sums[0][1 + i] = (uint16_t)(upper[at] + lower[at]);
        sums[1][1 + i] = (uint16_t)(upper[at + 1] + lower[at + 1]);
        sums[2][1 + i] = (uint16_t)(upper[at + 2] + lower[at + 2]);
    }
}

/* `sum`: eight times red, green and blue. */
static uint8_t difference(const int32_t weights[3], const int32_t sum[3]) {
    int32_t weighed = weights[0] * sum[0] + weights[1] * sum[1] + weights[2] * sum[2];
    return (uint8_t)((weighed + (128 << 19) + (1 << 18)) >> 19);
}

static void fillColour(uint16_t sums[3][2 * BLOCK + 1], int32_t count, uint8_t *restrict u, uint8_t *restrict v) {
    for (int32_t i = 0; i < count; ++i) {
        int32_t sum[3];
        for (int channel = 0; channel < 3; ++channel) {
            const uint16_t *pair = sums[channel] + 2 * i;
            sum[channel] = pair[0] + 2 * pair[1] + pair[2];
        }
        u[i] = difference(blue_difference, sum);
        v[i] = difference(red_difference, sum);
    }
}

void bfPicture_ToI420(const uint8_t *rgba, int32_t width, int32_t height, uint8_t *i420) {
    int64_t pixels = (int64_t)width * height;
    uint8_t *u = i420 + pixels, *v = u + pixels / 4;
    uint16_t sums[3][2 * BLOCK + 1];
    for (int32_t row = 0; row < height; row += 2) {
        const uint8_t *upper = rgba + 4 * (int64_t)row * width, *lower = upper + 4 * (int64_t)width;
        fillLuma(upper, 2 * (int64_t)width, i420 + (int64_t)row * width);
        for (int32_t first = 0; first < width / 2; first += BLOCK) {
            int32_t count = width / 2 - first < BLOCK ? width / 2 - first : BLOCK;
            int64_t at = (int64_t)(row / 2) * (width / 2) + first;
            sumRows(upper, lower, 2 * first, 2 * count, sums);
            fillColour(sums, count, u + at, v + at);
        }
    }
}
