/* The renderer: what a picture must be whatever the driver, the output's size and the rate of drawing. */
#include "boidforge/view.h"
#include "create.h"
#include "density.h"
#include "drawing.h"
#include "look.h"
#include "palette.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MAX_TEST_AGENTS 400
#define DT              0.05

/* ---- A flock made here: agents on circles, so that every place is known at any moment ---- */

typedef struct TestFrame {
    float px[MAX_TEST_AGENTS], py[MAX_TEST_AGENTS], vx[MAX_TEST_AGENTS], vy[MAX_TEST_AGENTS];
    bfFrame frame;
} TestFrame;

static const bfStage wide_stage = {1600, 900, true, 40, 180};

static void makeFrame(TestFrame *test, int32_t n, int32_t step) {
    for (int32_t i = 0; i < n; ++i) {
        double radius = 30 + (i * 37) % 90, speed = 50 + (i * 53) % 120;
        double angle = i * 2.4 + step * DT * speed / radius * (i % 2 == 0 ? 1 : -1);
        test->px[i] = (float)(140 + (i * 379) % 1320 + radius * cos(angle));
        test->py[i] = (float)(140 + (i * 211) % 620 + radius * sin(angle));
        test->vx[i] = (float)(-speed * sin(angle));
        test->vy[i] = (float)(speed * cos(angle));
    }
    test->frame = (bfFrame){step, n, test->px, test->py, test->vx, test->vy};
}

/* ---- Pictures ---- */

/* The flock of n agents at steps first to last, in `parts` pieces per step. */
static uint8_t *drawFlockWith(const bfLook *look, int32_t width, int32_t height, int32_t n, int first, int last,
                              int parts) {
    bfView *view = makeView(width, height, look, &wide_stage);
    static TestFrame test;
    for (int step = first; step <= last; ++step) {
        makeFrame(&test, n, step);
        push(view, &test.frame);
        for (int part = 0; part < parts; ++part) {
            bfView_Advance(view, (double)part / parts, (double)(part + 1) / parts, DT);
        }
    }
    uint8_t *pixels = readPicture(view, width, height);
    bfDestroyView(view);
    return pixels;
}

static uint8_t *drawFlock(int32_t width, int32_t height, int32_t n, int first, int last, int parts) {
    bfLook look = bfDefaultLook();
    return drawFlockWith(&look, width, height, n, first, last, parts);
}

static double psnr(const uint8_t *a, const uint8_t *b, size_t pixels) {
    double sum = 0;
    for (size_t i = 0; i < pixels * 4; ++i) {
        double difference = (double)a[i] - (double)b[i];
        sum += difference * difference;
    }
    return sum > 0 ? 10 * log10(255.0 * 255.0 / (sum / (3 * (double)pixels))) : 99;
}

static int largestDifference(const uint8_t *a, const uint8_t *b, size_t bytes) {
    int largest = 0;
    for (size_t i = 0; i < bytes; ++i) {
        int difference = abs((int)a[i] - (int)b[i]);
        largest = difference > largest ? difference : largest;
    }
    return largest;
}

static double meanBrightness(const uint8_t *pixels, int32_t width, int x0, int y0, int x1, int y1) {
    double sum = 0;
    for (int y = y0; y < y1; ++y) {
        for (int x = x0; x < x1; ++x) {
            const uint8_t *pixel = pixels + ((size_t)y * (size_t)width + (size_t)x) * 4;
            sum += pixel[0] + pixel[1] + pixel[2];
        }
    }
    return sum / ((x1 - x0) * (y1 - y0) * 3.0);
}

static void assertAtLeast(double value, double least, const char *what) {
    if (!(value >= least)) {
        fail_msg("%s: %g, expected at least %g", what, value, least);
    }
}

/* ---- Bad agents ---- */

/* The same flock, with every seventh agent replaced by one that must not show: bad in some field, or far away. */
static uint8_t *drawWithIntruders(bool bad) {
    static const float poison[] = {NAN, INFINITY, -INFINITY};
    bfLook look = bfDefaultLook();
    look.color_by = 2;
    bfView *view = makeView(320, 180, &look, &wide_stage);
    static TestFrame test;
    for (int step = 0; step < 6; ++step) {
        makeFrame(&test, 100, step);
        for (int32_t i = 0; i < 100; i += 7) {
            float *const fields[] = {test.px, test.py, test.vx, test.vy};
            if (bad) {
                fields[i % 4][i] = poison[i % 3];
            } else {
                test.px[i] = test.py[i] = -3e7F;
            }
        }
        push(view, &test.frame);
        bfView_Advance(view, 0, 1, DT);
    }
    uint8_t *pixels = readPicture(view, 320, 180);
    bfDestroyView(view);
    return pixels;
}

static void bad_agents_leave_no_trace(void **state) {
    (void)state;
    uint8_t *with = drawWithIntruders(true), *without = drawWithIntruders(false);
    assert_memory_equal(with, without, 320 * 180 * 4);
    free(with);
    free(without);
}

static void an_agent_bad_in_one_frame_shows_in_the_next(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    bfView *view = makeView(320, 180, &look, &wide_stage);
    float x = NAN, y = 450, v = 60;
    bfFrame frame = {0, 1, &x, &y, &v, &v};
    push(view, &frame);
    bfView_Advance(view, 0, 1, DT);
    x = 800;
    push(view, &frame);
    bfView_Advance(view, 0, 1, DT);
    uint8_t *pixels = readPicture(view, 320, 180);
    assertAtLeast(meanBrightness(pixels, 320, 158, 88, 162, 92), 20, "brightness at the agent");
    free(pixels);
    bfDestroyView(view);
}

/* ---- Trails ---- */

static void faded_trails_leave_exactly_the_background(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    look.exposure = 20; /* anything left would show */
    bfView *view = makeView(320, 180, &look, &wide_stage);
    uint8_t *background = readPicture(view, 320, 180);
    static TestFrame test;
    for (int step = 0; step < 10; ++step) {
        makeFrame(&test, 200, step);
        push(view, &test.frame);
        bfView_Advance(view, 0, 1, DT);
    }
    bfFrame none = {10, 0, NULL, NULL, NULL, NULL};
    push(view, &none);
    bfView_Advance(view, 0, 1, DT);
    uint8_t *early = readPicture(view, 320, 180);
    assert_true(largestDifference(early, background, 320 * 180 * 4) > 50);
    /* A decay of exp(-16) in small steps: enough to be invisible, too little for the buffer to be dropped whole. */
    double seconds = 16 * DT / -log(look.trail_decay);
    for (int part = 0; part < 200; ++part) {
        bfView_Advance(view, 0, 1, seconds / 200);
    }
    uint8_t *late = readPicture(view, 320, 180);
    assert_memory_equal(late, background, 320 * 180 * 4);
    free(background);
    free(early);
    free(late);
    bfDestroyView(view);
}

static void pictures_are_the_same_at_any_rate(void **state) {
    (void)state;
    uint8_t *slow = drawFlock(640, 360, 200, 0, 24, 1);
    uint8_t *middle = drawFlock(640, 360, 200, 0, 24, 2);
    uint8_t *fast = drawFlock(640, 360, 200, 0, 24, 8);
    assertAtLeast(psnr(slow, fast, 640 * 360), 35, "PSNR of 20 and 160 pictures a second");
    assertAtLeast(psnr(middle, fast, 640 * 360), 35, "PSNR of 40 and 160 pictures a second");
    free(slow);
    free(middle);
    free(fast);
}

static void standing_still_in_time_leaves_trails_alone(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    bfView *view = makeView(320, 180, &look, &wide_stage);
    static TestFrame test;
    for (int step = 0; step < 5; ++step) {
        makeFrame(&test, 100, step);
        push(view, &test.frame);
        bfView_Advance(view, 0, 1, DT);
    }
    uint8_t *before = readPicture(view, 320, 180);
    for (int i = 0; i < 10; ++i) {
        bfView_Advance(view, 1, 1, 0);
        bfView_Present(view, 0);
    }
    uint8_t *after = readPicture(view, 320, 180);
    assert_memory_equal(before, after, 320 * 180 * 4);
    free(before);
    free(after);
    bfDestroyView(view);
}

/* ---- Frame k ---- */

static void seeking_gives_the_picture_that_playing_gives(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    int warmup = bfLook_WarmupFrames(&look, DT), k = warmup + 60;
    uint8_t *played = drawFlock(320, 180, 200, 0, k, 1);
    uint8_t *sought = drawFlock(320, 180, 200, k - warmup, k, 1);
    assert_in_range(largestDifference(played, sought, 320 * 180 * 4), 0, 1);
    free(played);
    free(sought);
}

static void warmup_follows_the_decay(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    int32_t usual = bfLook_WarmupFrames(&look, DT);
    assert_in_range(usual, 60, 200);
    assert_in_range(bfLook_WarmupFrames(&look, DT / 2), 2 * usual - 2, 2 * usual + 2);
    look.trail = 0;
    assert_int_equal(bfLook_WarmupFrames(&look, DT), 0);
    look.trail = 1;
    look.trail_decay = 0;
    assert_int_equal(bfLook_WarmupFrames(&look, DT), 0);
}

/* ---- The camera ---- */

#define DRIFT_X 83.0 /* world units per second */
#define DRIFT_Y 31.0

/* A group that flies straight, from (200, 300) at step 0, in steps through the seam when the world wraps. */
static void makeDrift(TestFrame *test, int32_t step, bool wraps) {
    for (int32_t i = 0; i < 60; ++i) {
        double x = 200 + (i * 37) % 140 - 69.5 + DRIFT_X * DT * step;
        double y = 300 + (i * 53) % 120 - 59.5 + DRIFT_Y * DT * step;
        test->px[i] = (float)(wraps ? fmod(x, wide_stage.world_width) : x);
        test->py[i] = (float)(wraps ? fmod(y, wide_stage.world_height) : y);
        test->vx[i] = (float)DRIFT_X;
        test->vy[i] = (float)DRIFT_Y;
    }
    test->frame = (bfFrame){step, 60, test->px, test->py, test->vx, test->vy};
}

static uint8_t *drawDrift(const bfCamera *camera, bool wraps, int first, int last) {
    bfLook look = bfDefaultLook();
    bfStage stage = wide_stage;
    stage.wraps = wraps;
    bfView *view = makeView(640, 360, &look, &stage);
    bfView_SetCamera(view, camera);
    static TestFrame test;
    for (int step = first; step <= last; ++step) {
        makeDrift(&test, step, wraps);
        push(view, &test.frame);
        bfView_Advance(view, 0, 0.5, DT);
        bfView_Advance(view, 0.5, 1, DT);
    }
    uint8_t *pixels = readPicture(view, 640, 360);
    bfDestroyView(view);
    return pixels;
}

static bfCamera followingCamera(void) {
    bfCamera camera = bfDefaultCamera();
    camera.follows = true;
    return camera;
}

static void a_followed_flock_looks_the_same_across_the_seam(void **state) {
    (void)state;
    bfCamera camera = followingCamera();
    /* The group's middle crosses the right edge at step 337 and the upper one at step 387. */
    uint8_t *before = drawDrift(&camera, true, 150, 290);
    for (int step = 320; step <= 410; step += 15) {
        uint8_t *later = drawDrift(&camera, true, 150, step);
        assertAtLeast(psnr(before, later, 640 * 360), 35, "PSNR of a followed flock before and at the seam");
        free(later);
    }
    assertAtLeast(meanBrightness(before, 640, 320, 160, 380, 200), 40, "brightness at the flock");
    free(before);
}

static void trails_stay_in_place_when_the_camera_moves(void **state) {
    (void)state;
    /* In steady flight the camera is behind by the mean age of what it remembers. */
    double ages = 0, weights = 0;
    for (double age = 0; age < 2 - 1e-9; age += DT) {
        ages += age * (1 - age / 2);
        weights += 1 - age / 2;
    }
    bfCamera follower = followingCamera(), standing = bfDefaultCamera();
    double seconds = 150 * DT - ages / weights;
    standing.center_x = 200 + DRIFT_X * seconds - wide_stage.world_width / 2;
    standing.center_y = 300 + DRIFT_Y * seconds - wide_stage.world_height / 2;
    uint8_t *followed = drawDrift(&follower, false, 0, 150), *stood = drawDrift(&standing, false, 0, 150);
    assertAtLeast(psnr(followed, stood, 640 * 360), 35, "PSNR of pictures by a moving and a standing camera");
    free(followed);
    free(stood);
}

static void a_following_camera_is_where_it_would_be_by_playing(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    bfCamera camera = followingCamera();
    int trails = bfLook_WarmupFrames(&look, DT), behind = trails > bfFollowFrames(DT) ? trails : bfFollowFrames(DT);
    uint8_t *played = drawDrift(&camera, true, 0, behind + 70);
    uint8_t *sought = drawDrift(&camera, true, 70, behind + 70);
    assertAtLeast(psnr(played, sought, 640 * 360), 45, "PSNR of playing and seeking with a following camera");
    free(played);
    free(sought);
}

/* ---- Bodies ---- */

/* One agent in the middle of a square picture, drawn as that body and nothing else. */
static uint8_t *drawBody(int32_t body, float vx, float vy) {
    static const bfStage square = {200, 200, false, 0, 100};
    bfLook look = bfDefaultLook();
    look.body = body;
    look.agent_size = 300;
    look.size_by_speed = 0;
    look.color_by = BF_COLOR_FIXED;
    look.trail = look.bloom = look.vignette = 0;
    bfView *view = makeView(200, 200, &look, &square);
    float x = 100, y = 100;
    bfFrame frame = {0, 1, &x, &y, &vx, &vy};
    push(view, &frame);
    bfView_Advance(view, 1, 1, DT);
    uint8_t *pixels = readPicture(view, 200, 200);
    bfDestroyView(view);
    return pixels;
}

/* The picture turned a quarter turn against the clock. */
static uint8_t *turnSquare(const uint8_t *pixels, int32_t side) {
    uint8_t *turned = malloc((size_t)side * (size_t)side * 4);
    assert_non_null(turned);
    for (int32_t row = 0; row < side; ++row) {
        for (int32_t column = 0; column < side; ++column) {
            size_t from = ((size_t)column * (size_t)side + (size_t)(side - 1 - row)) * 4;
            memcpy(turned + ((size_t)row * (size_t)side + (size_t)column) * 4, pixels + from, 4);
        }
    }
    return turned;
}

static void bodies_point_where_agents_fly(void **state) {
    (void)state;
    for (int32_t body = BF_BODY_ARROW; body <= BF_BODY_FISH; ++body) {
        uint8_t *right = drawBody(body, 50, 0), *up = drawBody(body, 0, 50), *left = drawBody(body, -50, 0);
        uint8_t *turned = turnSquare(right, 200);
        assertAtLeast(meanBrightness(right, 200, 90, 95, 110, 105), 60, "brightness of a body");
        assertAtLeast(psnr(turned, up, 200 * 200), 45, "PSNR of a body turned and one flying up");
        assertAtLeast(35, psnr(right, left, 200 * 200), "PSNR of bodies flying right and left");
        free(right);
        free(up);
        free(left);
        free(turned);
    }
}

static void a_body_at_rest_looks_to_the_right(void **state) {
    (void)state;
    uint8_t *resting = drawBody(BF_BODY_BIRD, 0, 0), *right = drawBody(BF_BODY_BIRD, 1e-3F, 0);
    assert_in_range(largestDifference(resting, right, 200 * 200 * 4), 0, 1);
    free(resting);
    free(right);
}

static void wings_beat_by_simulated_time_alone(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    look.body = BF_BODY_BIRD;
    look.agent_size = 40;
    int warmup = bfLook_WarmupFrames(&look, DT), k = warmup + 11;
    uint8_t *played = drawFlockWith(&look, 320, 180, 60, 0, k, 1);
    uint8_t *sought = drawFlockWith(&look, 320, 180, 60, k - warmup, k, 1);
    assert_in_range(largestDifference(played, sought, 320 * 180 * 4), 0, 1);
    free(played);
    free(sought);
}

/* ---- Exposure ---- */

/* The mean of the flock's picture with more or fewer, and larger or smaller agents. */
static double meanWith(double auto_exposure, int32_t n, double agent_size) {
    bfLook look = bfDefaultLook();
    look.auto_exposure = auto_exposure;
    look.agent_size = agent_size;
    uint8_t *pixels = drawFlockWith(&look, 320, 180, n, 0, 12, 1);
    double mean = meanBrightness(pixels, 320, 0, 0, 320, 180);
    free(pixels);
    return mean;
}

static void auto_exposure_brightens_the_sparse_and_darkens_the_dense(void **state) {
    (void)state;
    double sparse = meanWith(0, 12, 9), sparse_led = meanWith(1, 12, 9);
    double dense = meanWith(0, 400, 90), dense_led = meanWith(1, 400, 90);
    assertAtLeast(sparse_led, 1.2 * sparse, "brightness of a sparse flock, led against fixed");
    assertAtLeast(dense, 1.2 * dense_led, "brightness of a dense flock, fixed against led");
    double half = meanWith(0.5, 400, 90);
    assert_true(half > dense_led && half < dense);
}

static void auto_exposure_depends_on_the_picture_alone(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    look.auto_exposure = 1;
    int warmup = bfLook_WarmupFrames(&look, DT), k = warmup + 60;
    uint8_t *played = drawFlockWith(&look, 320, 180, 60, 0, k, 1);
    uint8_t *sought = drawFlockWith(&look, 320, 180, 60, k - warmup, k, 1);
    assert_in_range(largestDifference(played, sought, 320 * 180 * 4), 0, 1);
    free(played);
    free(sought);
    look.bloom = 0;
    uint8_t *without_bloom = drawFlockWith(&look, 320, 180, 60, 0, 12, 1);
    look.auto_exposure = 0;
    uint8_t *fixed = drawFlockWith(&look, 320, 180, 60, 0, 12, 1);
    assertAtLeast(meanBrightness(without_bloom, 320, 0, 0, 320, 180), 1.1 * meanBrightness(fixed, 320, 0, 0, 320, 180),
                  "brightness led without bloom");
    free(without_bloom);
    free(fixed);
}

/* ---- Background ---- */

/* The background alone: the shape changes dark to a little less dark, few steps of 8 bits apart. */
static uint8_t *drawBackground(const char *shape) {
    bfLook look = bfDefaultLook();
    bfError error;
    assert_int_equal(bfTable_SetText(bfLookTable(), &look, "background_shape", shape, &error), BF_OK);
    look.vignette = 0;
    look.background_red = look.background_green = look.background_blue = 0.02;
    look.background_low_red = look.background_low_green = look.background_low_blue = 0.004;
    bfView *view = makeView(320, 240, &look, &wide_stage);
    uint8_t *pixels = readPicture(view, 320, 240);
    bfDestroyView(view);
    return pixels;
}

static void a_background_changes_smoothly_from_top_to_foot(void **state) {
    (void)state;
    uint8_t *pixels = drawBackground("vertical");
    double above = 255;
    int rows_of_one_value = 0;
    for (int y = 0; y < 240; y += 12) {
        double mean = meanBrightness(pixels, 320, 0, y, 320, y + 12);
        assertAtLeast(above, mean, "brightness of the rows above");
        above = mean;
    }
    for (int y = 0; y < 240; ++y) {
        bool one_value = true;
        for (int x = 1; x < 320; ++x) {
            one_value = one_value && pixels[(y * 320 + x) * 4] == pixels[y * 320 * 4];
        }
        rows_of_one_value += one_value;
    }
    assertAtLeast(meanBrightness(pixels, 320, 0, 0, 320, 12), above + 10, "brightness at the top");
    assert_in_range(rows_of_one_value, 0, 24); /* without dither nearly all would be, in steps that show */
    free(pixels);
}

static void a_round_background_darkens_towards_the_corners(void **state) {
    (void)state;
    uint8_t *round = drawBackground("radial"), *even = drawBackground("even");
    double middle = meanBrightness(round, 320, 155, 115, 165, 125);
    assertAtLeast(middle, meanBrightness(round, 320, 0, 0, 10, 10) + 10, "brightness in the middle");
    assert_true(fabs(middle - meanBrightness(even, 320, 0, 0, 320, 240)) < 1);
    free(round);
    free(even);
}

static void ink_darkens_the_background_and_nothing_else_does(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    look.medium = BF_MEDIUM_INK;
    look.background_red = look.background_green = look.background_blue = 0.8;
    uint8_t *empty = drawFlockWith(&look, 320, 180, 0, 0, 1, 1);
    uint8_t *drawn = drawFlockWith(&look, 320, 180, 200, 0, 24, 1);
    double darkest = 255;
    for (size_t i = 0; i < (size_t)320 * 180 * 4; ++i) {
        assert_true(drawn[i] <= empty[i] + 1);
        darkest = fmin(darkest, drawn[i]);
    }
    assertAtLeast(100, darkest, "darkest ink");
    free(empty);
    free(drawn);
}

/* ---- Size ---- */

/* Three by three pixels of the large picture averaged into one. */
/* What a transparent picture gives over a background that is even, black or white. */
static int over(const uint8_t *pixel, int channel, int background) {
    return pixel[channel] + background * (255 - pixel[3]) / 255;
}

/* The flock over nothing; `look` is as it was when this is done. */
static uint8_t *drawTransparent(const bfLook *look, int32_t n) {
    bfView *view = makeView(320, 180, look, &wide_stage);
    bfView_SetTransparent(view, true);
    static TestFrame test;
    for (int step = 0; step <= 24; ++step) {
        makeFrame(&test, n, step);
        push(view, &test.frame);
        bfView_Advance(view, 0, 1, DT);
    }
    uint8_t *pixels = readPicture(view, 320, 180);
    bfDestroyView(view);
    return pixels;
}

static void a_transparent_picture_of_nothing_is_nothing(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    for (int medium = 0; medium <= 1; ++medium) {
        look.medium = medium;
        uint8_t *pixels = drawTransparent(&look, 0);
        for (size_t i = 0; i < (size_t)320 * 180 * 4; ++i) {
            assert_int_equal(pixels[i], 0);
        }
        free(pixels);
    }
}

static void a_transparent_flock_over_a_background_is_the_opaque_one(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    look.vignette = 0;
    for (int medium = 0; medium <= 1; ++medium) {
        int background = medium == BF_MEDIUM_INK ? 255 : 0;
        look.medium = medium;
        look.background_red = look.background_green = look.background_blue = background / 255;
        uint8_t *alone = drawTransparent(&look, 200), *opaque = drawFlockWith(&look, 320, 180, 200, 0, 24, 1);
        int most = 0, covered = 0;
        for (size_t i = 0; i < (size_t)320 * 180; ++i) {
            const uint8_t *pixel = &alone[4 * i];
            for (int channel = 0; channel < 3; ++channel) {
                assert_true(pixel[channel] <= pixel[3]);
                int difference = abs(over(pixel, channel, background) - (int)opaque[4 * i + channel]);
                most = difference > most ? difference : most;
            }
            covered += pixel[3] > 128;
        }
        assert_true(most <= 2);
        assert_true(covered > 100);
        free(alone);
        free(opaque);
    }
}

static uint8_t *shrinkByThree(const uint8_t *large, int32_t width, int32_t height) {
    uint8_t *small = malloc((size_t)width * (size_t)height * 4);
    assert_non_null(small);
    for (int32_t y = 0; y < height; ++y) {
        for (int32_t x = 0; x < width; ++x) {
            for (int channel = 0; channel < 4; ++channel) {
                int sum = 4;
                for (int i = 0; i < 9; ++i) {
                    size_t row = (size_t)(3 * y + i / 3), column = (size_t)(3 * x + i % 3);
                    sum += large[(row * (size_t)width * 3 + column) * 4 + (size_t)channel];
                }
                small[((size_t)y * (size_t)width + (size_t)x) * 4 + (size_t)channel] = (uint8_t)(sum / 9);
            }
        }
    }
    return small;
}

static void a_large_picture_shows_the_same_composition(void **state) {
    (void)state;
    uint8_t *small = drawFlock(1280, 720, 300, 0, 8, 1);
    uint8_t *large = drawFlock(3840, 2160, 300, 0, 8, 1);
    uint8_t *shrunk = shrinkByThree(large, 1280, 720);
    assertAtLeast(psnr(small, shrunk, 1280 * 720), 35, "PSNR of 720p and 2160p made small");
    free(small);
    free(large);
    free(shrunk);
}

static void any_size_works(void **state) {
    (void)state;
    static const int32_t sizes[][2] = {{1, 1}, {2, 3}, {37, 5}, {5, 211}, {333, 77}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        free(drawFlock(sizes[i][0], sizes[i][1], 50, 0, 2, 1));
    }
    bfLook look = bfDefaultLook();
    bfView *view = makeView(8, 8, &look, &wide_stage);
    bfError error;
    assert_int_equal(bfView_Resize(view, 0, 100, &error), BF_ERROR_OUT_OF_RANGE);
    assert_int_equal(bfView_Resize(view, 100, bfView_MostAtOnce(view) + 1, &error), BF_ERROR_OUT_OF_RANGE);
    bfDestroyView(view);
}

/* ---- The seam ---- */

/* One agent that crosses the right edge of the world at half height, without bloom; the moment is a fraction. */
static uint8_t *drawCrossing(bool wraps, double moment) {
    bfLook look = bfDefaultLook();
    bfStage stage = wide_stage;
    look.bloom = 0;
    stage.wraps = wraps;
    bfView *view = makeView(320, 180, &look, &stage);
    float x = 1590, y = 450, vx = 400, vy = 0;
    bfFrame frame = {0, 1, &x, &y, &vx, &vy};
    push(view, &frame);
    x = 10;
    push(view, &frame);
    bfView_Advance(view, 0, moment, DT);
    uint8_t *pixels = readPicture(view, 320, 180);
    bfDestroyView(view);
    return pixels;
}

static void a_wrapped_path_crosses_the_seam_and_not_the_world(void **state) {
    (void)state;
    uint8_t *pixels = drawCrossing(true, 0.5);
    assertAtLeast(6, meanBrightness(pixels, 320, 20, 80, 300, 100), "brightness in the middle of the world");
    assertAtLeast(meanBrightness(pixels, 320, 319, 89, 320, 91), 40, "brightness at the right edge");
    assertAtLeast(meanBrightness(pixels, 320, 0, 89, 1, 91), 40, "brightness at the left edge");
    free(pixels);
    pixels = drawCrossing(false, 0.5);
    assertAtLeast(meanBrightness(pixels, 320, 156, 86, 164, 94), 10, "brightness halfway without a seam");
    free(pixels);
}

/* ---- Colours, stage, look ---- */

static void sequential_palettes_grow_brighter_and_none_has_a_dark_end(void **state) {
    (void)state;
    const bfParamInfo *info = bfTable_Find(bfLookTable(), "palette");
    assert_string_equal(info->choices, "turbo|viridis|inferno|magma|neon|aurora|fire|ice");
    for (int palette = 0; palette < 8; ++palette) {
        float entries[BF_PALETTE_ENTRIES][4];
        double first = 0, last = 0;
        bfPalette_Fill(palette, entries);
        for (int i = 0; i < BF_PALETTE_ENTRIES; ++i) {
            for (int channel = 0; channel < 4; ++channel) {
                assert_true(entries[i][channel] >= 0 && entries[i][channel] <= 1);
            }
            double luminance =
                0.2126 * (double)entries[i][0] + 0.7152 * (double)entries[i][1] + 0.0722 * (double)entries[i][2];
            assertAtLeast(luminance, 0.0749, "luminance of a palette's entry");
            first = i == 0 ? luminance : first;
            last = luminance;
        }
        bool is_sequential = palette != 0 && palette != 4;
        if (is_sequential) {
            assertAtLeast(last, 3 * first, "luminance at the end against the start");
        }
    }
}

static void crowding_is_larger_where_agents_stand_closer(void **state) {
    (void)state;
    float px[500], py[500], crowding[500];
    for (int i = 0; i < 500; ++i) {
        bool in_crowd = i < 200;
        px[i] = (float)(in_crowd ? 300 + i % 20 : (i * 379) % 1600);
        py[i] = (float)(in_crowd ? 300 + i / 20.0 : (i * 211) % 900);
    }
    px[499] = NAN;
    static const float velocity[500];
    bfFrame frame = {0, 500, px, py, velocity, velocity};
    bfDensityField field = {0};
    bfError error;
    assert_int_equal(bfDensityField_Measure(&field, &wide_stage, &frame, crowding, &error), BF_OK);
    for (int i = 0; i < 500; ++i) {
        assert_true(crowding[i] >= 0 && crowding[i] <= 1);
    }
    assertAtLeast((double)crowding[100], 2 * (double)crowding[400], "crowding inside against outside");
    bfDensityField_Free(&field);
}

static void a_guessed_stage_snaps_to_the_default_world(void **state) {
    (void)state;
    float px[4] = {10, 1900, 900, NAN}, py[4] = {20, 1000, 500, 5e9F}, v[4] = {50, 60, 70, 80};
    bfFrame frame = {0, 4, px, py, v, v};
    bfStageGuess guess = {0};
    bfStageGuess_Add(&guess, &frame);
    bfStage stage = bfStageGuess_Result(&guess);
    assert_true(stage.world_width == 1920 && stage.world_height == 1080 && stage.wraps);
    assert_int_equal(guess.agents_seen, 3);
    assertAtLeast(stage.max_speed, stage.min_speed * 1.2, "fastest against slowest");

    px[1] = 2500.5F;
    guess = (bfStageGuess){0};
    bfStageGuess_Add(&guess, &frame);
    stage = bfStageGuess_Result(&guess);
    assert_true(stage.world_width == 2501 && stage.world_height == 1000);
}

/* One that is finite and far beyond all others would leave the flock in a corner of nothing. */
static void a_guessed_stage_passes_over_wild_agents(void **state) {
    (void)state;
    float px[100], py[100], v[100];
    for (int i = 0; i < 100; ++i) {
        px[i] = 40 + 18.5F * (float)i;
        py[i] = 20 + 10.5F * (float)i;
        v[i] = 60 + (float)(i % 7);
    }
    static const float wild[] = {1e38F, -1e38F, 1e7F};
    for (int i = 0; i < 3; ++i) {
        px[10 + i] = wild[i];
        v[20 + i] = wild[i];
    }
    bfFrame frame = {0, 100, px, py, v, v};
    bfStageGuess guess = {0};
    bfStageGuess_Add(&guess, &frame);
    bfStage stage = bfStageGuess_Result(&guess);
    assert_int_equal(guess.agents_seen, 94);
    assert_true(stage.world_width == 1920 && stage.world_height == 1080);
    assertAtLeast(107, stage.max_speed, "a quarter above the slowest of the others");
    assertAtLeast(stage.min_speed, 84, "slowest of the others, 85");
}

static void the_default_look_is_within_its_ranges(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    bfError error;
    assert_int_equal(bfTable_Check(bfLookTable(), &look, &error), BF_OK);
    assert_int_equal(bfTable_SetText(bfLookTable(), &look, "palette", "ice", &error), BF_OK);
    assert_int_equal(look.palette, 7);
    assert_int_equal(bfTable_SetText(bfLookTable(), &look, "palette", "mud", &error), BF_ERROR_UNKNOWN_CHOICE);
}

static void every_preset_is_a_look_of_its_own(void **state) {
    (void)state;
    bfLook plain = bfDefaultLook(), first = plain;
    bfLookPreset_Apply(bfLookPresets(), &first);
    assert_memory_equal(&first, &plain, sizeof plain);
    for (const bfLookPreset *preset = bfLookPresets() + 1; preset->name != NULL; ++preset) {
        bfLook look = bfDefaultLook();
        for (const bfLookSetting *setting = preset->settings; setting->name != NULL; ++setting) {
            bfError error;
            if (bfTable_SetText(bfLookTable(), &look, setting->name, setting->text, &error) != BF_OK) {
                fail_msg("%s: %s", preset->name, error.message);
            }
        }
        assert_ptr_equal(bfLookPreset_Find(preset->name), preset);
        assert_memory_not_equal(&look, &plain, sizeof plain);
    }
    assert_null(bfLookPreset_Find("mud"));
}

static void the_half_float_target_is_chosen_where_it_works(void **state) {
    (void)state;
    bfLook look = bfDefaultLook();
    bfView *view = makeView(8, 8, &look, &wide_stage);
    assert_non_null(strstr(bfView_Description(view), "RGBA16F"));
    bfDestroyView(view);
}

/* ---- Poorer drivers ---- */

/* The flock of 200 agents in a view that may use these formats; `late` is the picture after all trails have faded. */
static uint8_t *drawInFormats(const bfTargetFormat *const *candidates, const char *described, uint8_t **late) {
    bfLook look = bfDefaultLook();
    bfView *view;
    bfError error;
    assert_int_equal(bfCreateViewFrom(candidates, &view, &error), BF_OK);
    assert_non_null(strstr(bfView_Description(view), described));
    assert_int_equal(bfView_Resize(view, 640, 360, &error), BF_OK);
    bfView_SetLook(view, &look);
    bfView_SetStage(view, &wide_stage);
    static TestFrame test;
    for (int step = 0; step < 24; ++step) {
        makeFrame(&test, 200, step);
        push(view, &test.frame);
        bfView_Advance(view, 0, 1, DT);
    }
    uint8_t *pixels = readPicture(view, 640, 360);
    bfFrame none = {24, 0, NULL, NULL, NULL, NULL};
    push(view, &none);
    /* Sixteen trails bright fall below the cut-off, and the decay kept aside is applied once more. */
    for (int step = 0; step < 320; ++step) {
        bfView_Advance(view, 0, 1, DT / 2);
    }
    *late = readPicture(view, 640, 360);
    bfDestroyView(view);
    return pixels;
}

static void without_half_floats_the_picture_is_drawn_in_8_bits(void **state) {
    (void)state;
    /* A format that no driver draws into, the way half floats are on some. */
    static const bfTargetFormat undrawable = {GL_RGB9_E5, GL_RGB, GL_FLOAT, "RGB9_E5", false, 0};
    static const bfTargetFormat *const poor[] = {&undrawable, &bf_byte_format, NULL};
    static const bfTargetFormat *const rich[] = {&bf_half_float_format, &bf_byte_format, NULL};
    uint8_t *poor_late, *rich_late;
    uint8_t *in_bytes = drawInFormats(poor, "8 bits", &poor_late);
    uint8_t *in_floats = drawInFormats(rich, "RGBA16F", &rich_late);
    double bytes_mean = meanBrightness(in_bytes, 640, 0, 0, 640, 360);
    double floats_mean = meanBrightness(in_floats, 640, 0, 0, 640, 360);
    assertAtLeast(psnr(in_bytes, in_floats, 640 * 360), 25, "PSNR of 8-bit and half-float targets");
    assertAtLeast(bytes_mean, floats_mean / 2, "brightness in 8-bit targets");
    assertAtLeast(floats_mean * 1.5, bytes_mean, "brightness in half-float targets");
    assert_memory_equal(poor_late, rich_late, 640 * 360 * 4); /* the background, and nothing left on it */
    free(in_bytes);
    free(in_floats);
    free(poor_late);
    free(rich_late);
}

/* Every rung of the ladder that this driver has, alone above the last. */
static void each_float_format_gives_nearly_the_same_picture(void **state) {
    (void)state;
    static const struct {
        const bfTargetFormat *format;
        const char *described;
        double least;
    } rungs[] = {
        {&bf_half_float_unfiltered_format, "RGBA16F (filtered", 50},
        {&bf_float_format, "RGBA32F", 50},
        {&bf_small_float_format, "R11F", 30},
    };
    static const bfTargetFormat *const best[] = {&bf_half_float_format, &bf_byte_format, NULL};
    uint8_t *wanted_late, *wanted = drawInFormats(best, "RGBA16F", &wanted_late);
    for (size_t i = 0; i < sizeof rungs / sizeof rungs[0]; ++i) {
        const bfTargetFormat *const candidates[] = {rungs[i].format, &bf_byte_format, NULL};
        uint8_t *late, *drawn = drawInFormats(candidates, rungs[i].described, &late);
        assertAtLeast(psnr(drawn, wanted, 640 * 360), rungs[i].least, rungs[i].described);
        assert_memory_equal(late, wanted_late, 640 * 360 * 4);
        free(drawn);
        free(late);
    }
    free(wanted);
    free(wanted_late);
}

static void a_format_that_cannot_be_blended_is_passed_over(void **state) {
    (void)state;
    /* Bytes of whole numbers can be neither blended nor read between. */
    static const bfTargetFormat whole = {GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, "RGBA8UI", false, 0};
    static const bfTargetFormat nearest = {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, "RGBA16F (filtered)", true, 0};
    static const bfTargetFormat *const candidates[] = {&whole, &nearest, &bf_byte_format, NULL};
    bfView *view;
    bfError error;
    assert_int_equal(bfCreateViewFrom(candidates, &view, &error), BF_OK);
    assert_non_null(strstr(bfView_Description(view), "RGBA16F"));
    bfDestroyView(view);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_agents_leave_no_trace),
        cmocka_unit_test(an_agent_bad_in_one_frame_shows_in_the_next),
        cmocka_unit_test(faded_trails_leave_exactly_the_background),
        cmocka_unit_test(pictures_are_the_same_at_any_rate),
        cmocka_unit_test(standing_still_in_time_leaves_trails_alone),
        cmocka_unit_test(seeking_gives_the_picture_that_playing_gives),
        cmocka_unit_test(warmup_follows_the_decay),
        cmocka_unit_test(a_followed_flock_looks_the_same_across_the_seam),
        cmocka_unit_test(trails_stay_in_place_when_the_camera_moves),
        cmocka_unit_test(a_following_camera_is_where_it_would_be_by_playing),
        cmocka_unit_test(bodies_point_where_agents_fly),
        cmocka_unit_test(a_body_at_rest_looks_to_the_right),
        cmocka_unit_test(wings_beat_by_simulated_time_alone),
        cmocka_unit_test(auto_exposure_brightens_the_sparse_and_darkens_the_dense),
        cmocka_unit_test(auto_exposure_depends_on_the_picture_alone),
        cmocka_unit_test(a_background_changes_smoothly_from_top_to_foot),
        cmocka_unit_test(a_round_background_darkens_towards_the_corners),
        cmocka_unit_test(ink_darkens_the_background_and_nothing_else_does),
        cmocka_unit_test(a_transparent_picture_of_nothing_is_nothing),
        cmocka_unit_test(a_transparent_flock_over_a_background_is_the_opaque_one),
        cmocka_unit_test(a_large_picture_shows_the_same_composition),
        cmocka_unit_test(any_size_works),
        cmocka_unit_test(a_wrapped_path_crosses_the_seam_and_not_the_world),
        cmocka_unit_test(sequential_palettes_grow_brighter_and_none_has_a_dark_end),
        cmocka_unit_test(crowding_is_larger_where_agents_stand_closer),
        cmocka_unit_test(a_guessed_stage_snaps_to_the_default_world),
        cmocka_unit_test(a_guessed_stage_passes_over_wild_agents),
        cmocka_unit_test(the_default_look_is_within_its_ranges),
        cmocka_unit_test(every_preset_is_a_look_of_its_own),
        cmocka_unit_test(the_half_float_target_is_chosen_where_it_works),
        cmocka_unit_test(each_float_format_gives_nearly_the_same_picture),
        cmocka_unit_test(a_format_that_cannot_be_blended_is_passed_over),
        cmocka_unit_test(without_half_floats_the_picture_is_drawn_in_8_bits),
    };
    return cmocka_run_group_tests_name("view", tests, openContext, closeContext);
}
