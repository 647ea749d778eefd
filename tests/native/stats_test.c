/* Figures of a flock: against plain formulas over all pairs, in double. */
#include "boidforge/stats.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define MOST 3000

typedef struct Flock {
    float px[MOST], py[MOST], vx[MOST], vy[MOST];
    bfFrame frame;
} Flock;

static uint64_t random_state;

static double randomUnit(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (double)(random_state >> 11) / 9007199254740992.0;
}

static double randomBetween(double low, double high) {
    return low + (high - low) * randomUnit();
}

static Flock *makeFlock(int32_t n) {
    Flock *flock = calloc(1, sizeof *flock);
    flock->frame = (bfFrame){.n = n, .px = flock->px, .py = flock->py, .vx = flock->vx, .vy = flock->vy};
    return flock;
}

static Flock *randomFlock(int32_t n, double width, double height) {
    Flock *flock = makeFlock(n);
    for (int32_t i = 0; i < n; ++i) {
        flock->px[i] = (float)randomBetween(0, width);
        flock->py[i] = (float)randomBetween(0, height);
        flock->vx[i] = (float)randomBetween(-100, 160);
        flock->vy[i] = (float)randomBetween(-100, 100);
    }
    return flock;
}

static bool isBad(const bfFrame *f, int32_t i) {
    return !isfinite(f->px[i]) || !isfinite(f->py[i]) || !isfinite(f->vx[i]) || !isfinite(f->vy[i]);
}

/* The distance along an axis: in a torus the shortest of the ways to the other's pictures. */
static double apart(double a, double b, double extent, bool torus) {
    if (!torus) {
        return fabs(a - b);
    }
    double rest = fmod(fabs(a - b), extent);
    return fmin(rest, extent - rest);
}

static bfStats plainly(const bfFrame *f, const bfSight *sight) {
    bfStats s = {0};
    double x = 0, y = 0, speeds = 0, neighbours = 0, moving = 0;
    for (int32_t i = 0; i < f->n; ++i) {
        if (isBad(f, i)) {
            s.bad += 1;
            continue;
        }
        double speed = hypot((double)f->vx[i], (double)f->vy[i]);
        s.counted += 1;
        speeds += speed;
        if (speed > 0) {
            moving += 1;
            x += (double)f->vx[i] / speed;
            y += (double)f->vy[i] / speed;
        }
        for (int32_t j = 0; j < f->n; ++j) {
            if (j != i && !isBad(f, j)) {
                double dx = apart((double)f->px[i], (double)f->px[j], sight->width, sight->torus);
                double dy = apart((double)f->py[i], (double)f->py[j], sight->height, sight->torus);
                neighbours += dx * dx + dy * dy < sight->radius * sight->radius;
            }
        }
    }
    s.centres = s.counted;
    s.polarization = moving > 0 ? hypot(x, y) / moving : 0;
    s.mean_speed = s.counted > 0 ? speeds / s.counted : 0;
    s.mean_neighbours = s.counted > 0 ? neighbours / s.counted : 0;
    return s;
}

static bfStats measure(const bfFrame *frame, const bfSight *sight) {
    bfStats stats;
    bfError error;
    assert_int_equal(bfFrame_Measure(frame, sight, &stats, &error), BF_OK);
    return stats;
}

static void assertNear(const char *what, double is, double wanted) {
    if (!(fabs(is - wanted) <= 1e-9 * fmax(1, fabs(wanted)))) {
        fail_msg("%s is %.17g where %.17g is wanted", what, is, wanted);
    }
}

static void assertPlain(const bfFrame *frame, const bfSight *sight) {
    bfStats is = measure(frame, sight), wanted = plainly(frame, sight);
    assert_int_equal(is.counted, wanted.counted);
    assert_int_equal(is.bad, wanted.bad);
    assert_int_equal(is.centres, wanted.centres);
    assertNear("polarization", is.polarization, wanted.polarization);
    assertNear("mean speed", is.mean_speed, wanted.mean_speed);
    assertNear("mean neighbours", is.mean_neighbours, wanted.mean_neighbours);
}

static void figures_are_those_of_plain_formulas(void **state) {
    (void)state;
    random_state = 1;
    for (int round = 0; round < 60; ++round) {
        double width = randomBetween(20, 3000), height = randomBetween(20, 3000);
        Flock *flock = randomFlock((int32_t)randomBetween(0, 400), width, height);
        bfSight sight = {.radius = randomBetween(0, 120), .torus = round % 2 == 0, .width = width, .height = height};
        assertPlain(&flock->frame, &sight);
        free(flock);
    }
}

static void the_seam_of_a_torus_is_seen_across(void **state) {
    (void)state;
    Flock *flock = makeFlock(4);
    /* Two pairs, one across the corner, one with a place outside of the world. */
    flock->px[0] = 1, flock->py[0] = 1;
    flock->px[1] = 99, flock->py[1] = 49;
    flock->px[2] = 50, flock->py[2] = 25;
    flock->px[3] = 150.5f, flock->py[3] = -25;
    bfSight sight = {.radius = 5, .torus = true, .width = 100, .height = 50};
    assertPlain(&flock->frame, &sight);
    assertNear("neighbours in a torus", measure(&flock->frame, &sight).mean_neighbours, 1);
    sight.torus = false;
    assertNear("neighbours in a plane", measure(&flock->frame, &sight).mean_neighbours, 0);
    free(flock);
}

static void a_torus_narrower_than_the_radius_counts_nobody_twice(void **state) {
    (void)state;
    random_state = 7;
    Flock *flock = randomFlock(50, 40, 500);
    for (double radius = 5; radius < 100; radius += 7) {
        bfSight sight = {.radius = radius, .torus = true, .width = 40, .height = 500};
        assertPlain(&flock->frame, &sight);
    }
    free(flock);
}

static void bad_agents_are_left_out_and_counted(void **state) {
    (void)state;
    random_state = 3;
    Flock *flock = randomFlock(200, 300, 200);
    flock->px[3] = NAN;
    flock->py[50] = INFINITY;
    flock->vx[51] = -INFINITY;
    flock->vy[199] = NAN;
    bfSight sight = {.radius = 30, .torus = true, .width = 300, .height = 200};
    assertPlain(&flock->frame, &sight);
    assert_int_equal(measure(&flock->frame, &sight).bad, 4);
    for (int32_t i = 0; i < 200; ++i) {
        flock->px[i] = NAN;
    }
    bfStats stats = measure(&flock->frame, &sight);
    assert_int_equal(stats.counted, 0);
    assertNear("polarization of nobody", stats.polarization, 0);
    assertNear("neighbours of nobody", stats.mean_neighbours, 0);
    free(flock);
}

static void polarization_goes_from_none_to_one(void **state) {
    (void)state;
    Flock *flock = makeFlock(100);
    bfSight sight = {.radius = 10};
    assertNear("at rest", measure(&flock->frame, &sight).polarization, 0);
    for (int32_t i = 0; i < 100; ++i) {
        flock->vx[i] = 3 + (float)i; /* headings, not speeds */
    }
    assertNear("one heading", measure(&flock->frame, &sight).polarization, 1);
    for (int32_t i = 0; i < 100; i += 2) {
        flock->vx[i] = -flock->vx[i];
    }
    assertNear("opposite headings", measure(&flock->frame, &sight).polarization, 0);
    free(flock);
}

static void agents_in_one_place_are_neighbours(void **state) {
    (void)state;
    Flock *flock = makeFlock(10);
    bfSight sight = {.radius = 1};
    assertNear("neighbours", measure(&flock->frame, &sight).mean_neighbours, 9);
    sight.radius = 0;
    assertNear("neighbours within nothing", measure(&flock->frame, &sight).mean_neighbours, 0);
    free(flock);
}

static void a_stranger_far_away_changes_nothing_but_his_own_share(void **state) {
    (void)state;
    random_state = 9;
    Flock *flock = randomFlock(300, 100, 100);
    flock->px[0] = 1e30f;
    flock->py[1] = -3e38f;
    bfSight sight = {.radius = 20};
    assertPlain(&flock->frame, &sight);
    free(flock);
}

static void a_bound_on_pairs_takes_a_part_of_the_agents(void **state) {
    (void)state;
    random_state = 5;
    Flock *flock = randomFlock(MOST, 1000, 1000);
    bfSight sight = {.radius = 60, .torus = true, .width = 1000, .height = 1000};
    bfStats all = measure(&flock->frame, &sight);
    assert_int_equal(all.centres, MOST);
    sight.most_pairs = 50000;
    bfStats some = measure(&flock->frame, &sight);
    assert_true(some.centres < MOST / 2 && some.centres > 100);
    assert_true(fabs(some.mean_neighbours - all.mean_neighbours) < 0.05 * all.mean_neighbours);
    assertNear("polarization", some.polarization, all.polarization);
    sight.most_pairs = 1;
    assert_int_equal(measure(&flock->frame, &sight).centres, 1);
    free(flock);
}

static void a_sight_without_sense_is_refused(void **state) {
    (void)state;
    Flock *flock = makeFlock(2);
    bfStats stats;
    bfError error;
    const bfSight senseless[] = {{.radius = -1},
                                 {.radius = (double)NAN},
                                 {.radius = (double)INFINITY},
                                 {.radius = 1, .torus = true},
                                 {.radius = 1, .torus = true, .width = 10, .height = -1}};
    for (size_t i = 0; i < sizeof senseless / sizeof senseless[0]; ++i) {
        assert_int_equal(bfFrame_Measure(&flock->frame, &senseless[i], &stats, &error), BF_ERROR_OUT_OF_RANGE);
    }
    free(flock);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_plain_formulas),
        cmocka_unit_test(the_seam_of_a_torus_is_seen_across),
        cmocka_unit_test(a_torus_narrower_than_the_radius_counts_nobody_twice),
        cmocka_unit_test(bad_agents_are_left_out_and_counted),
        cmocka_unit_test(polarization_goes_from_none_to_one),
        cmocka_unit_test(agents_in_one_place_are_neighbours),
        cmocka_unit_test(a_stranger_far_away_changes_nothing_but_his_own_share),
        cmocka_unit_test(a_bound_on_pairs_takes_a_part_of_the_agents),
        cmocka_unit_test(a_sight_without_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
