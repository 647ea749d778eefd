/* Pictures of whole scenes: the same composition at any size, the same at any rate, and never a pixel that is no
 * number, whatever a recording holds.
 * Argument: the folder with the scenes. */
#include "boidforge/scene.h"
#include "boidforge/view.h"
#include "drawing.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *scenes_folder;
/* ---- A scene's flock, with the view that its pictures want ---- */

typedef struct Flock {
    bfWorld *world;
    bfLook look;
    bfStage stage;
    double dt;
} Flock;

static void readScene(const char *name, bfScene *scene) {
    char path[512], json[8192];
    bfError error;
    snprintf(path, sizeof path, "%s/%s.json", scenes_folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(json, 1, sizeof json, file);
    fclose(file);
    assert_in_range(length, 1, sizeof json - 1);
    assert_int_equal(bfScene_ParseJson(scene, json, length, &error), BF_OK);
}

/* The scene's flock after some steps. */
static Flock openFlock(const char *name, int64_t agents, int steps) {
    bfScene scene = bfDefaultScene();
    bfParams params;
    bfError error;
    Flock flock = {.look = bfDefaultLook()};
    readScene(name, &scene);
    scene.params.agents = agents;
    assert_int_equal(bfScene_Resolve(&scene, &params, &error), BF_OK);
    for (int32_t i = 0; i < scene.look_count; ++i) {
        const bfSceneSetting *setting = &scene.look[i];
        assert_int_equal(bfTable_SetText(bfLookTable(), &flock.look, setting->name, setting->text, &error), BF_OK);
    }
    flock.stage = (bfStage){params.world_width, params.world_height, params.boundary == BF_WRAP, params.min_speed,
                            params.max_speed};
    flock.dt = params.dt;
    assert_int_equal(bfCreateWorld(&params, &flock.world, &error), BF_OK);
    for (int step = 0; step < steps; ++step) {
        bfWorld_Step(flock.world);
    }
    return flock;
}

static void assertAlike(const uint8_t *a, const uint8_t *b, size_t pixels, double least, const char *what) {
    double sum = 0;
    for (size_t i = 0; i < pixels * 4; ++i) {
        double difference = (double)a[i] - (double)b[i];
        sum += difference * difference;
    }
    double psnr = sum > 0 ? 10 * log10(255.0 * 255.0 / (sum / (3 * (double)pixels))) : 99;
    print_message("%s: %.1f dB\n", what, psnr);
    if (!(psnr >= least)) {
        fail_msg("%s: %g dB, expected at least %g", what, psnr, least);
    }
}

/* ---- Size ---- */

static double linearOf(uint8_t value) {
    double encoded = value / 255.0;
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
}

static uint8_t encodedOf(double linear) {
    double encoded = linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055;
    return (uint8_t)lround(255 * encoded);
}

/* Three by three pixels of the large picture become one, their light averaged. */
static uint8_t *shrinkByThree(const uint8_t *large, int32_t width, int32_t height) {
    double light[256];
    for (int value = 0; value < 256; ++value) {
        light[value] = linearOf((uint8_t)value);
    }
    size_t row = (size_t)width * 3 * 4;
    uint8_t *small = malloc((size_t)width * (size_t)height * 4);
    assert_non_null(small);
    for (int32_t y = 0; y < height; ++y) {
        for (int32_t x = 0; x < width; ++x) {
            for (int channel = 0; channel < 4; ++channel) {
                const uint8_t *at = large + (size_t)(3 * y) * row + (size_t)(3 * x) * 4 + channel;
                double sum = 0;
                for (size_t i = 0; i < 3; ++i) {
                    sum += light[at[i * row]] + light[at[i * row + 4]] + light[at[i * row + 8]];
                }
                small[((size_t)y * (size_t)width + (size_t)x) * 4 + (size_t)channel] = encodedOf(sum / 9);
            }
        }
    }
    return small;
}

/* Both views see the same twelve frames. */
static void compareSizes(const char *name, int64_t agents, double least) {
    Flock flock = openFlock(name, agents, 200);
    bfView *small_view = makeView(1280, 720, &flock.look, &flock.stage);
    bfView *large_view = makeView(3840, 2160, &flock.look, &flock.stage);
    for (int step = 0; step < 12; ++step) {
        bfWorld_Step(flock.world);
        bfFrame frame = bfWorld_Frame(flock.world);
        push(small_view, &frame);
        push(large_view, &frame);
        bfView_Advance(small_view, 0, 1, flock.dt);
        bfView_Advance(large_view, 0, 1, flock.dt);
    }
    uint8_t *small = readPicture(small_view, 1280, 720);
    uint8_t *large = readPicture(large_view, 3840, 2160);
    uint8_t *shrunk = shrinkByThree(large, 1280, 720);
    char what[100];
    snprintf(what, sizeof what, "%s of %d agents at 2160p made small, and at 720p", name, (int)agents);
    assertAlike(small, shrunk, 1280 * 720, least, what);
    free(small);
    free(large);
    free(shrunk);
    bfDestroyView(small_view);
    bfDestroyView(large_view);
    bfDestroyWorld(flock.world);
}

static void every_scene_has_the_same_composition_at_any_size(void **state) {
    (void)state;
    compareSizes("murmuration", 5000, 35);
    compareSizes("murmuration", 20000, 35);
    compareSizes("fish-school", 3000, 35);
    compareSizes("plasma", 4000, 35);
    compareSizes("turbulence", 6000, 35);
}

/* ---- Rate ---- */

/* Draw from the frame before `frame` to it, stopping at each moment that a film of that rate shows. */
static void playFrame(bfView *view, int frame, double rate, double dt) {
    double picture_step = 1 / (rate * dt), from = 0; /* frames from one picture to the next */
    double next = (floor((frame - 1) / picture_step + 1e-9) + 1) * picture_step - (frame - 1);
    while (from < 1) {
        double to = next < 1 - 1e-9 ? next : 1;
        bfView_Advance(view, from, to, dt);
        from = to;
        next += picture_step;
    }
}

static void compareRates(const char *name, int64_t agents) {
    Flock flock = openFlock(name, agents, 200);
    bfView *slow_view = makeView(640, 360, &flock.look, &flock.stage);
    bfView *fast_view = makeView(640, 360, &flock.look, &flock.stage);
    bfFrame start = bfWorld_Frame(flock.world);
    push(slow_view, &start);
    push(fast_view, &start);
    for (int frame = 1; frame <= (int)lround(1 / flock.dt); ++frame) {
        bfWorld_Step(flock.world);
        bfFrame now = bfWorld_Frame(flock.world);
        push(slow_view, &now);
        push(fast_view, &now);
        playFrame(slow_view, frame, 30, flock.dt);
        playFrame(fast_view, frame, 120, flock.dt);
    }
    uint8_t *slow = readPicture(slow_view, 640, 360);
    uint8_t *fast = readPicture(fast_view, 640, 360);
    char what[100];
    snprintf(what, sizeof what, "%s of %d agents after a second at 30 and 120 pictures a second", name, (int)agents);
    assertAlike(slow, fast, 640 * 360, 35, what);
    free(slow);
    free(fast);
    bfDestroyView(slow_view);
    bfDestroyView(fast_view);
    bfDestroyWorld(flock.world);
}

static void every_scene_ends_in_the_same_picture_at_any_rate(void **state) {
    (void)state;
    compareRates("murmuration", 5000);
    compareRates("murmuration", 20000);
    compareRates("fish-school", 3000);
    compareRates("plasma", 4000);
    compareRates("turbulence", 6000);
}

/* ---- No number ---- */

#define BAD_AGENTS 120
#define BAD_WIDTH  320
#define BAD_HEIGHT 180

static const float poison[] = {NAN,   -NAN,   INFINITY, -INFINITY,   FLT_MAX, -FLT_MAX, 1e30F,
                               3e19F, -3e19F, 1e12F,    FLT_MIN / 4, 0.0F,    -0.0F,    -1e7F};
#define POISONS ((int)(sizeof poison / sizeof poison[0]))

/* A flock whose agents each have a poisoned field or two, other ones at every step; every fifth agent is good. */
typedef struct BadFlock {
    float px[BAD_AGENTS], py[BAD_AGENTS], vx[BAD_AGENTS], vy[BAD_AGENTS];
    bfFrame frame;
} BadFlock;

static void makeBadFlock(BadFlock *flock, int step) {
    for (int i = 0; i < BAD_AGENTS; ++i) {
        flock->px[i] = (float)(100 + (i * 379) % 1400 + step * 4);
        flock->py[i] = (float)(80 + (i * 211) % 740);
        flock->vx[i] = 80;
        flock->vy[i] = (float)(i % 7 * 10 - 30);
        float *const fields[] = {&flock->px[i], &flock->py[i], &flock->vx[i], &flock->vy[i]};
        float bad = poison[(i + step) % POISONS];
        if (i % 5 < 4) {
            *fields[i % 5] = bad;
        }
        if (i % 5 > 1 && i % 2 == 0) {
            flock->vx[i] = flock->vy[i] = bad;
        }
    }
    flock->frame = (bfFrame){step, BAD_AGENTS, flock->px, flock->py, flock->vx, flock->vy};
}

/* Agents are drawn too dim to reach white, or black as ink, on a sky too bright to be black, so a pixel that is no
 * number stands out as either; and one that stays in the trails shows against the background once they have faded. */
static void drawBadFlock(const bfLook *wanted, bool wraps, const char *what) {
    bfLook look = *wanted;
    look.intensity = 0.05;
    look.vignette = 0;
    look.background_red = look.background_green = look.background_blue = 0.1;
    bfStage stage = {1600, 900, wraps, 40, 180};
    bfView *view = makeView(BAD_WIDTH, BAD_HEIGHT, &look, &stage);
    uint8_t *background = readPicture(view, BAD_WIDTH, BAD_HEIGHT);
    static BadFlock flock;
    for (int step = 0; step < POISONS; ++step) {
        makeBadFlock(&flock, step);
        push(view, &flock.frame);
        bfView_Advance(view, 0, 0.5, 0.05);
        bfView_Advance(view, 0.5, 1, 0.05);
    }
    uint8_t *pixels = readPicture(view, BAD_WIDTH, BAD_HEIGHT);
    int touched = 0;
    for (int at = 0; at < BAD_WIDTH * BAD_HEIGHT * 4; at += 4) {
        int brightest = 0, sky = 0, change = 0;
        for (int channel = 0; channel < 3; ++channel) {
            int value = pixels[at + channel], empty = background[at + channel];
            brightest = value > brightest ? value : brightest;
            sky = empty > sky ? empty : sky;
            change = abs(value - empty) > change ? abs(value - empty) : change;
        }
        if (brightest < sky / 2 || brightest > 225 || pixels[at + 3] != 255) {
            fail_msg("%s: pixel %d, %d is %d %d %d %d on a sky of %d", what, at / 4 % BAD_WIDTH, at / 4 / BAD_WIDTH,
                     pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3], sky);
        }
        touched += change > 3;
    }
    assert_in_range(touched, 50, BAD_WIDTH * BAD_HEIGHT / 2); /* the good agents show */

    bfFrame none = {POISONS, 0, NULL, NULL, NULL, NULL};
    push(view, &none);
    double seconds = 18 * 0.05 / -log(look.trail_decay);
    for (int part = 0; part < 60; ++part) {
        bfView_Advance(view, 0, 1, seconds / 60);
    }
    uint8_t *late = readPicture(view, BAD_WIDTH, BAD_HEIGHT);
    assert_memory_equal(late, background, BAD_WIDTH * BAD_HEIGHT * 4);
    free(background);
    free(pixels);
    free(late);
    bfDestroyView(view);
}

/* Every look that has names instead of numbers, one after the other. */
static void no_recording_makes_a_pixel_that_is_no_number(void **state) {
    (void)state;
    const bfParamTable *table = bfLookTable();
    bfError error;
    for (int i = 0; i < table->count; ++i) {
        if (table->infos[i].type != BF_CHOICE) {
            continue;
        }
        char choices[256];
        snprintf(choices, sizeof choices, "%s", table->infos[i].choices);
        for (char *choice = strtok(choices, "|"); choice != NULL; choice = strtok(NULL, "|")) {
            char what[100];
            bfLook look = bfDefaultLook();
            snprintf(what, sizeof what, "%s %s", table->infos[i].name, choice);
            assert_int_equal(bfTable_SetText(table, &look, table->infos[i].name, choice, &error), BF_OK);
            drawBadFlock(&look, true, what);
            drawBadFlock(&look, false, what);
        }
    }
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: picture_test SCENES_FOLDER\n");
        return 2;
    }
    scenes_folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_scene_has_the_same_composition_at_any_size),
        cmocka_unit_test(every_scene_ends_in_the_same_picture_at_any_rate),
        cmocka_unit_test(no_recording_makes_a_pixel_that_is_no_number),
    };
    return cmocka_run_group_tests_name("picture", tests, openContext, closeContext);
}
