/* Pictures in tiles: the same as in one piece, whatever the look, the camera and the cut. */
#include "boidforge/view.h"
#include "create.h"
#include "drawing.h"
#include "tile.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define AGENTS     240
#define DT         0.05
#define FIRST_STEP 0
#define LAST_STEP  36

/* ---- The cut ---- */

/* Every pixel of the picture is in one tile, within its window and away from the window's inner edges. */
static void checkCut(int32_t width, int32_t height, int32_t most_width, int32_t most_height, int32_t step) {
    bfTiling tiling = bfTiling_Cut(width, height, most_width, most_height, step);
    uint8_t *covered = calloc((size_t)width * (size_t)height, 1);
    assert_non_null(covered);
    bfRect first = {0};
    for (int32_t i = 0; i < tiling.columns * tiling.rows; ++i) {
        bfTile tile = bfTiling_Tile(&tiling, i);
        bfRect rect = bfTiling_Rect(&tiling, &tile), window = bfTiling_Window(&tiling, &rect);
        first = i == 0 ? window : first;
        assert_true(tile.width >= 1 && tile.width <= most_width && tile.height >= 1 && tile.height <= most_height);
        assert_true(tile.x % step == 0 && tile.y % step == 0);
        assert_int_equal(rect.y + rect.height + tile.y, height);
        assert_true(window.width == first.width && window.height == first.height);
        assert_true(window.x >= 0 && window.x + window.width <= width);
        assert_true(window.y >= 0 && window.y + window.height <= height);
        assert_true(window.x == 0 || window.x <= rect.x - BF_TILE_MARGIN);
        assert_true(window.y == 0 || window.y <= rect.y - BF_TILE_MARGIN);
        int32_t right = window.x + window.width, top = window.y + window.height;
        assert_true(right == width || right >= rect.x + rect.width + BF_TILE_MARGIN);
        assert_true(top == height || top >= rect.y + rect.height + BF_TILE_MARGIN);
        for (int32_t y = tile.y; y < tile.y + tile.height; ++y) {
            for (int32_t x = tile.x; x < tile.x + tile.width; ++x) {
                covered[(size_t)y * (size_t)width + (size_t)x] += 1;
            }
        }
    }
    for (size_t i = 0; i < (size_t)width * (size_t)height; ++i) {
        assert_int_equal(covered[i], 1);
    }
    free(covered);
}

static void tiles_cover_a_picture_once_with_margins_around(void **state) {
    (void)state;
    static const int32_t cuts[][5] = {{320, 180, 100, 64, 1},  {321, 181, 64, 64, 1},  {300, 171, 100, 65, 3},
                                      {300, 172, 77, 50, 4},   {1, 1, 64, 64, 1},      {1000, 3, 64, 64, 1},
                                      {100, 100, 100, 100, 1}, {101, 101, 100, 100, 1}};
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; ++i) {
        checkCut(cuts[i][0], cuts[i][1], cuts[i][2], cuts[i][3], cuts[i][4]);
    }
}

/* ---- Pictures ---- */

static const bfStage stage = {1600, 900, true, 40, 180};

typedef struct Case {
    const char *name;
    bfLookSetting look[8]; /* ends with one whose name is NULL */
    bool follows;
    double zoom; /* 0: 1 */
    int32_t width, height;
    bfTileLimits limits;
    const bfTargetFormat *format; /* NULL: the best one */
    int most;                     /* difference allowed; 0: 1 */
} Case;

/* Half of the agents on circles, half flying straight, through the seam and all of the world. */
static void pushStep(bfView *view, int32_t step) {
    static float px[AGENTS], py[AGENTS], vx[AGENTS], vy[AGENTS];
    for (int32_t i = 0; i < AGENTS; ++i) {
        double radius = 30 + (i * 37) % 90, speed = 50 + (i * 53) % 120, angle = i * 2.4 + step * DT * speed / radius;
        bool circles = i % 2 == 0;
        double x = circles ? 140 + (i * 379) % 1320 + radius * cos(angle) : 1300 + (i * 37) % 200 + 170 * DT * step;
        double y = circles ? 140 + (i * 211) % 620 + radius * sin(angle) : 700 + (i * 53) % 150 + 60 * DT * step;
        px[i] = (float)fmod(x, stage.world_width);
        py[i] = (float)fmod(y, stage.world_height);
        vx[i] = (float)(circles ? -speed * sin(angle) : 170);
        vy[i] = (float)(circles ? speed * cos(angle) : 60);
    }
    bfFrame frame = {step, AGENTS, px, py, vx, vy};
    push(view, &frame);
    bfView_Advance(view, 0, 0.5, DT);
    bfView_Advance(view, 0.5, 1, DT);
}

static void play(bfView *view) {
    for (int32_t step = FIRST_STEP; step <= LAST_STEP; ++step) {
        pushStep(view, step);
    }
}

static bfView *dress(const Case *one) {
    const bfTargetFormat *const formats[] = {one->format, &bf_byte_format, NULL};
    bfView *view;
    bfError error;
    bfResult result = one->format != NULL ? bfCreateViewFrom(formats, &view, &error) : bfCreateView(&view, &error);
    assert_int_equal(result, BF_OK);
    bfLook look = bfDefaultLook();
    for (const bfLookSetting *setting = one->look; setting->name != NULL; ++setting) {
        assert_int_equal(bfTable_SetText(bfLookTable(), &look, setting->name, setting->text, &error), BF_OK);
    }
    bfCamera camera = bfDefaultCamera();
    camera.follows = one->follows;
    camera.zoom = one->zoom > 0 ? one->zoom : 1;
    bfView_SetLook(view, &look);
    bfView_SetStage(view, &stage);
    bfView_SetCamera(view, &camera);
    return view;
}

static uint8_t *drawWhole(bfView *view, const Case *one) {
    bfError error;
    assert_int_equal(bfView_Resize(view, one->width, one->height, &error), BF_OK);
    bfView_Clear(view);
    play(view);
    return readPicture(view, one->width, one->height);
}

static uint8_t *drawTiles(bfView *view, const Case *one) {
    bfError error;
    uint8_t *pixels = calloc((size_t)one->width * (size_t)one->height, 4);
    assert_non_null(pixels);
    assert_int_equal(bfView_ResizeInTiles(view, one->width, one->height, &one->limits, &error), BF_OK);
    for (int pass = 0; pass < BF_PASS_COUNT; ++pass) {
        for (int32_t i = 0; i < bfView_CountTiles(view, (bfTilePass)pass); ++i) {
            bfView_BeginTile(view, (bfTilePass)pass, i);
            play(view);
            if (pass != BF_PASS_PIXELS) {
                bfView_EndTile(view);
                continue;
            }
            bfTile tile = bfView_Tile(view, i);
            uint8_t *corner = pixels + ((size_t)tile.y * (size_t)one->width + (size_t)tile.x) * 4;
            assert_int_equal(bfView_ReadTile(view, corner, one->width, &error), BF_OK);
        }
    }
    return pixels;
}

/* Roundings differ, seldom enough to be seen by nobody: in a hundredth of the values at most, by one; by a few where
 * trails are rounded down to bytes again and again. */
static void assertEqual(const uint8_t *drawn, const uint8_t *wanted, const Case *one) {
    size_t bytes = (size_t)one->width * (size_t)one->height * 4, different = 0, lit = 0;
    for (size_t i = 0; i < bytes; ++i) {
        int difference = abs((int)drawn[i] - (int)wanted[i]);
        size_t x = i / 4 % (size_t)one->width, y = i / 4 / (size_t)one->width;
        if (difference > (one->most > 0 ? one->most : 1)) {
            fail_msg("%s: at %zu, %zu channel %zu is %d in tiles and %d in one piece", one->name, x, y, i % 4, drawn[i],
                     wanted[i]);
        }
        different += difference != 0;
        lit += i % 4 != 3 && abs((int)wanted[i] - (int)wanted[i % 4]) > 40;
    }
    if (different * 100 > bytes) {
        fail_msg("%s: %zu of %zu values differ", one->name, different, bytes);
    }
    if (lit * 200 < bytes) {
        fail_msg("%s: hardly anything to see, %zu of %zu values", one->name, lit, bytes);
    }
}

#define SMALL                                                                                                          \
    320, 180, {                                                                                                        \
        100, 64, 1                                                                                                     \
    }

static void a_picture_in_tiles_is_that_in_one_piece(void **state) {
    (void)state;
    static const Case cases[] = {
        {"discs", {{"palette", "neon"}}, false, 0, SMALL, NULL, 0},
        {"an odd size", {{"palette", "fire"}}, false, 0, 333, 207, {101, 64, 1}, NULL, 0},
        {"a row of tiles", {{"palette", "fire"}}, false, 0, 331, 90, {80, 90, 1}, NULL, 0},
        {"one tile", {{"palette", "fire"}}, false, 0, 320, 180, {320, 180, 1}, NULL, 0},
        {"tiles in steps", {{"palette", "fire"}}, false, 0, 330, 180, {100, 64, 3}, NULL, 0},
        {"birds, zoomed", {{"body", "bird"}, {"color_by", "heading"}}, false, 2.5, SMALL, NULL, 0},
        {"ink",
         {{"medium", "ink"},
          {"background_red", "0.9"},
          {"background_green", "0.85"},
          {"background_blue", "0.7"},
          {"background_shape", "vertical"},
          {"body", "fish"}},
         false,
         0,
         SMALL,
         NULL,
         0},
        {"auto exposure",
         {{"auto_exposure", "1"}, {"background_shape", "radial"}, {"color_by", "density"}},
         false,
         0,
         SMALL,
         NULL,
         0},
        {"no bloom", {{"bloom", "0"}}, false, 0, SMALL, NULL, 0},
        {"no bloom but auto exposure", {{"bloom", "0"}, {"auto_exposure", "0.7"}}, false, 0, SMALL, NULL, 0},
        {"following", {{"trail_decay", "0.95"}}, true, 0, SMALL, NULL, 0},
        {"following, zoomed",
         {{"trail_decay", "0.95"}, {"auto_exposure", "0.5"}},
         true,
         2.2,
         333,
         207,
         {101, 64, 1},
         NULL,
         0},
        {"whole floats", {{"palette", "neon"}}, true, 0, SMALL, &bf_float_format, 0},
        {"half floats filtered here", {{"palette", "neon"}}, false, 0, SMALL, &bf_half_float_unfiltered_format, 0},
        {"small floats", {{"palette", "neon"}}, false, 0, SMALL, &bf_small_float_format, 0},
        {"bytes", {{"palette", "neon"}}, true, 0, SMALL, &bf_byte_format, 8},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        bfView *view = dress(&cases[i]);
        uint8_t *tiled = drawTiles(view, &cases[i]), *whole = drawWhole(view, &cases[i]);
        assertEqual(tiled, whole, &cases[i]);
        bfDestroyView(view);
        free(tiled);
        free(whole);
    }
}

static void tiles_are_drawn_again_as_they_were(void **state) {
    (void)state;
    static const Case one = {"again", {{"auto_exposure", "0.5"}}, true, 0, SMALL, NULL, 0};
    bfView *view = dress(&one);
    uint8_t *first = drawTiles(view, &one), *second = drawTiles(view, &one);
    assert_memory_equal(first, second, (size_t)one.width * (size_t)one.height * 4);
    bfDestroyView(view);
    free(first);
    free(second);
}

static void sizes_end_at_what_the_driver_can_do(void **state) {
    (void)state;
    Case plain = {.name = "plain"};
    bfView *view = dress(&plain);
    int32_t most = bfView_MostAtOnce(view);
    bfTileLimits limits = {2048, 64, 1};
    bfError error;
    char number[16];
    snprintf(number, sizeof number, "%d", (int)most);
    assert_int_equal(bfView_Resize(view, most + 1, 4, &error), BF_ERROR_OUT_OF_RANGE);
    assert_non_null(strstr(error.message, number));
    assert_int_equal(bfView_ResizeInTiles(view, 4 * most + 1, 4, &limits, &error), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(bfView_ResizeInTiles(view, 4, 0, &limits, &error), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(bfView_ResizeInTiles(view, 4 * most, 8, &limits, &error), BF_OK);
    assert_int_equal(bfView_CountTiles(view, BF_PASS_PIXELS), 4 * most / 2048);
    bfDestroyView(view);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_cover_a_picture_once_with_margins_around),
        cmocka_unit_test(a_picture_in_tiles_is_that_in_one_piece),
        cmocka_unit_test(tiles_are_drawn_again_as_they_were),
        cmocka_unit_test(sizes_end_at_what_the_driver_can_do),
    };
    return cmocka_run_group_tests_name("tiles", tests, openContext, closeContext);
}
