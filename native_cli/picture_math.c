#include "picture_math.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* Linear light in this many steps: fine enough that every 8-bit sRGB value comes back as itself. */
#define LIGHT_STEPS 65536

static float light_of[256];
static uint16_t levels_of[LIGHT_STEPS]; /* sRGB level times 256 */

/* IEC 61966-2-1. */
static void prepareTables(void) {
    static bool is_prepared;
    if (is_prepared) {
        return;
    }
    for (int i = 0; i < 256; ++i) {
        double level = i / 255.0;
        light_of[i] = (float)(level <= 0.04045 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4));
    }
    for (int i = 0; i < LIGHT_STEPS; ++i) {
        double light = i / (LIGHT_STEPS - 1.0);
        double level = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
        levels_of[i] = (uint16_t)(level * 255 * 256 + 0.5);
    }
    is_prepared = true;
}

/* Averages lie between levels: rounded with noise from the place, or dark gradients would show rings. */
static uint8_t levelFrom(float light, uint32_t noise) {
    uint32_t level = levels_of[(int)(light * (LIGHT_STEPS - 1) + 0.5f)];
    return (uint8_t)((level + 64 + (noise & 127)) >> 8);
}

static uint32_t noiseAt(uint32_t x, uint32_t y) {
    uint32_t h = x * 0x9e3779b1u ^ y * 0x85ebca77u;
    h ^= h >> 15;
    h *= 0x2c1b3c6du;
    return h ^ h >> 12;
}

void averageRows(const uint8_t *large, int32_t width, int32_t first_row, int32_t rows, int32_t factor, uint8_t *small) {
    prepareTables();
    size_t large_row = (size_t)width * (size_t)factor * 4;
    float share = 1.0f / (float)(factor * factor);
    for (int32_t y = 0; y < rows; ++y) {
        for (int32_t x = 0; x < width; ++x) {
            float sums[3] = {0, 0, 0};
            const uint8_t *square = large + (size_t)y * (size_t)factor * large_row + (size_t)x * (size_t)factor * 4;
            for (int32_t i = 0; i < factor * factor; ++i) {
                const uint8_t *pixel = square + (size_t)(i / factor) * large_row + (size_t)(i % factor) * 4;
                for (int c = 0; c < 3; ++c) {
                    sums[c] += light_of[pixel[c]];
                }
            }
            uint32_t noise = noiseAt((uint32_t)x, (uint32_t)(first_row + y));
            uint8_t *out = small + ((size_t)y * (size_t)width + (size_t)x) * 4;
            for (int c = 0; c < 3; ++c) {
                out[c] = levelFrom(fminf(sums[c] * share, 1), noise >> (8 * c));
            }
            out[3] = 255;
        }
    }
}

void mixPicture(uint8_t *picture, const uint8_t *other, int32_t width, int32_t height, double share) {
    prepareTables();
    float theirs = (float)share, ours = 1 - theirs;
    for (int32_t y = 0; y < height; ++y) {
        for (int32_t x = 0; x < width; ++x) {
            uint32_t noise = noiseAt((uint32_t)x, (uint32_t)y);
            size_t at = ((size_t)y * (size_t)width + (size_t)x) * 4;
            for (size_t c = 0; c < 3; ++c) {
                float light = ours * light_of[picture[at + c]] + theirs * light_of[other[at + c]];
                picture[at + c] = levelFrom(fminf(light, 1), noise >> (8 * c));
            }
        }
    }
}

void fillTestPattern(uint8_t *picture, int32_t width, int32_t height) {
    static const uint8_t patches[4][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {128, 128, 128, 255}};
    for (int32_t x = 0; x < width; ++x) {
        memcpy(picture + (size_t)x * 4, patches[(int64_t)x * 4 / width], 4);
    }
    size_t row = (size_t)width * 4;
    for (int32_t y = 1; y < height; ++y) {
        memcpy(picture + (size_t)y * row, picture, row);
    }
}
