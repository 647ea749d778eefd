/* Pictures as films store them: the values of BT.709, and every pixel against the same in floating point. */
#include "boidforge/view.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* What the standard gives: offset and range of 8-bit limited signals. */
static void expected(const double rgb[3], double yuv[3]) {
    double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    yuv[0] = 16 + 219 * y / 255;
    yuv[1] = 128 + 224 * (rgb[2] - y) / 1.8556 / 255;
    yuv[2] = 128 + 224 * (rgb[0] - y) / 1.5748 / 255;
}

static void plain_colours_have_their_values(void **state) {
    (void)state;
    static const uint8_t colours[][6] = {
        {255, 255, 255, 235, 128, 128}, {0, 0, 0, 16, 128, 128},  {128, 128, 128, 126, 128, 128},
        {255, 0, 0, 63, 102, 240},      {0, 255, 0, 173, 42, 26}, {0, 0, 255, 32, 240, 118},
    };
    for (size_t c = 0; c < sizeof colours / sizeof colours[0]; ++c) {
        uint8_t rgba[16], i420[6];
        for (int i = 0; i < 16; ++i) {
            rgba[i] = i % 4 < 3 ? colours[c][i % 4] : 255;
        }
        bfPicture_ToI420(rgba, 2, 2, i420);
        for (int i = 0; i < 4; ++i) {
            assert_int_equal(i420[i], colours[c][3]);
        }
        assert_int_equal(i420[4], colours[c][4]);
        assert_int_equal(i420[5], colours[c][5]);
    }
}

static const uint8_t *pixelAt(const uint8_t *rgba, int32_t width, int32_t x, int32_t y) {
    return rgba + 4 * ((int64_t)y * width + (x < 0 ? 0 : x));
}

static void assertNear(int value, double wanted) {
    if (fabs(value - wanted) > 0.51) {
        fail_msg("%d where %.3f is wanted", value, wanted);
    }
}

static void comparePicture(int32_t width, int32_t height) {
    int64_t pixels = (int64_t)width * height;
    uint8_t *rgba = malloc((size_t)pixels * 4), *i420 = malloc((size_t)pixels * 3 / 2);
    assert_non_null(rgba);
    assert_non_null(i420);
    uint32_t noise = 12345;
    for (int64_t i = 0; i < pixels * 4; ++i) {
        noise = noise * 1664525u + 1013904223u;
        rgba[i] = (uint8_t)(noise >> 24);
    }
    bfPicture_ToI420(rgba, width, height, i420);
    for (int32_t y = 0; y < height; ++y) {
        for (int32_t x = 0; x < width; ++x) {
            const uint8_t *p = pixelAt(rgba, width, x, y);
            double yuv[3];
            expected((double[3]){p[0], p[1], p[2]}, yuv);
            assertNear(i420[(int64_t)y * width + x], yuv[0]);
        }
    }
    for (int32_t y = 0; y < height / 2; ++y) {
        for (int32_t x = 0; x < width / 2; ++x) {
            double rgb[3] = {0}, yuv[3];
            for (int i = 0; i < 6; ++i) {
                const uint8_t *p = pixelAt(rgba, width, 2 * x + i % 3 - 1, 2 * y + i / 3);
                for (int channel = 0; channel < 3; ++channel) {
                    rgb[channel] += p[channel] * (i % 3 == 1 ? 2 : 1) / 8.0;
                }
            }
            expected(rgb, yuv);
            int64_t at = (int64_t)y * (width / 2) + x;
            assertNear(i420[pixels + at], yuv[1]);
            assertNear(i420[pixels + pixels / 4 + at], yuv[2]);
        }
    }
    free(rgba);
    free(i420);
}

static void every_pixel_is_the_standard_s(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{2, 2}, {4, 6}, {510, 4}, {512, 2}, {514, 2}, {1030, 8}, {2, 40}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        comparePicture(sizes[i][0], sizes[i][1]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_colours_have_their_values),
        cmocka_unit_test(every_pixel_is_the_standard_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
