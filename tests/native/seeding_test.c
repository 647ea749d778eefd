/* Start states, and the sine and cosine they come from. Reads tests/golden (argument 1). */
#include "rules_classic.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *golden_folder;

static cJSON *readJson(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", golden_folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = malloc(1 << 20);
    size_t length = fread(text, 1, 1 << 20, file);
    fclose(file);
    cJSON *json = cJSON_ParseWithLength(text, length);
    free(text);
    assert_non_null(json);
    return json;
}

static void requireBits(const cJSON *state, const char *field, const float *values, int seed) {
    const cJSON *expected = cJSON_GetObjectItem(state, field);
    assert_int_equal(cJSON_GetArraySize(expected), 5);
    for (int i = 0; i < 5; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        uint32_t wanted = (uint32_t)strtoul(cJSON_GetArrayItem(expected, i)->valuestring, NULL, 16);
        if (bits != wanted) {
            fail_msg("seed %d: %s[%d] is %08x, the original has %08x", seed, field, i, bits, wanted);
        }
    }
}

static void start_states_of_seeds_0_to_9_are_the_originals(void **unused) {
    (void)unused;
    cJSON *json = readJson("initial_state_n5_seeds0-9.json");
    for (int seed = 0; seed < 10; ++seed) {
        char key[4];
        snprintf(key, sizeof key, "%d", seed);
        const cJSON *state = cJSON_GetObjectItem(cJSON_GetObjectItem(json, "states"), key);
        bfParams params = bfDefaultParams();
        float px[5], py[5], vx[5], vy[5];
        params.agents = 5;
        params.seed = seed;
        bfSeedAgents(&params, px, py, vx, vy);
        requireBits(state, "px", px, seed);
        requireBits(state, "py", py, seed);
        requireBits(state, "vx", vx, seed);
        requireBits(state, "vy", vy, seed);
    }
    cJSON_Delete(json);
}

/* The first numbers of numpy.random.default_rng(42).random(3), as NumPy's manual prints them. */
static void draws_are_numpys(void **unused) {
    (void)unused;
    bfRng rng = bfSeedRng(42);
    assert_true(bfRng_Uniform(&rng, 0, 1) == 0.7739560485559633);
    assert_true(bfRng_Uniform(&rng, 0, 1) == 0.4388784397520523);
    assert_true(bfRng_Uniform(&rng, 0, 1) == 0.8585979199113825);
}

/* A position that rounds to the extent: found by lowering the extent to just under float32's next value. */
static void cell_keeps_start_positions_inside_and_classic_keeps_the_bytes(void **unused) {
    (void)unused;
    bfParams params = bfDefaultParams();
    params.agents = 200000;
    params.world_width = 0.1; /* many draws, a relative spacing of 2^-24 at the top: none lands often, so look */
    float *all = malloc(sizeof(float) * 4 * 200000);
    int inside = 1;
    for (int seed = 0; seed < 20; ++seed) {
        params.seed = seed;
        bfSeedAgents(&params, all, all + 200000, all + 400000, all + 600000);
        for (int i = 0; i < 200000; ++i) {
            inside &= all[i] >= 0 && all[i] < (float)0.1 && all[200000 + i] < 1080.0f;
        }
    }
    free(all);
    assert_true(inside);
}

static void sine_and_cosine_are_within_0_8_ulp(void **unused) {
    (void)unused;
    long double worst = 0;
    for (int i = 0; i <= 2000000; ++i) {
        double x = 6.283185307179586 * (double)i / 2000000.0;
        double sine, cosine;
        bfSinCos(x, &sine, &cosine);
        long double s = sinl((long double)x), c = cosl((long double)x);
        long double s_error = fabsl((long double)sine - s) / (long double)(nextafter(fabs((double)s), 2) - fabs((double)s));
        long double c_error =
            fabsl((long double)cosine - c) / (long double)(nextafter(fabs((double)c), 2) - fabs((double)c));
        worst = s_error > worst ? s_error : worst;
        worst = c_error > worst ? c_error : worst;
    }
    print_message("worst error %.3Lf ulp\n", worst);
    assert_true(worst < 0.8L);
}

static void sine_and_cosine_are_those_of_the_models_page(void **unused) {
    (void)unused;
    static const double rows[][3] = {/* x, sine, cosine; most are not the nearest double, so another method shows */
                                     {5.5226, -0.6893455788005382, 0.7244326559371486},
                                     {0.8114, 0.7252517620596295, 0.6884837555305156},
                                     {2.5, 0.5984721441039564, -0.8011436155469337},
                                     {5.469, -0.7271665851008626, 0.6864610385977852}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
        double sine, cosine;
        bfSinCos(rows[i][0], &sine, &cosine);
        assert_true(sine == rows[i][1] && cosine == rows[i][2]);
    }
}

static void python_modulo_is_exact(void **unused) {
    (void)unused;
    static const float cases[][3] = {/* x, y, x mod y in Python, rounded to float32 once */
                                     {5, 3, 2},           {-1, 3, 2},          {3, 3, 0},       {-3, 3, 0},
                                     {-0.0f, 3, 0},       {1e30f, 7, 3},       {-1e-5f, 1920, 1920},
                                     {9000.5f, 20, 0.5f}, {0x1p-149f, 1, 0x1p-149f}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        float result = bfFloorRemainder(cases[i][0], cases[i][1]);
        if (i == 5) {
            assert_true(result == fmodf(1e30f, 7));
        } else {
            assert_true(result == cases[i][2] && !signbit(result));
        }
    }
    uint32_t bits = 12345;
    for (int i = 0; i < 200000; ++i) {
        bits = bits * 1664525u + 1013904223u;
        uint32_t magnitude = bits % 0x7f000000u, divisor = (bits * 2654435761u) % 0x7f000000u + 1;
        float x, y;
        memcpy(&x, &magnitude, sizeof x);
        memcpy(&y, &divisor, sizeof y);
        float expected = fmodf(x, y), result = bfFloorRemainder(x, y);
        if (memcmp(&expected, &result, sizeof x) != 0) {
            fail_msg("%a mod %a is %a, not %a", (double)x, (double)y, (double)expected, (double)result);
        }
    }
    assert_true(isnan(bfFloorRemainder(INFINITY, 3)));
}

static void long_lists_are_summed_in_pairs(void **unused) {
    (void)unused;
    /* 1 + 2^-24 eight times over: sequential sums lose every small term, eight running sums do not. */
    float terms[16];
    for (int i = 0; i < 16; ++i) {
        terms[i] = i < 8 ? 1.0f : 0x1p-23f;
    }
    assert_true(bfPairwiseSum(terms, 16) == 8.0f + 8 * 0x1p-23f);
    assert_true(bfPairwiseSum(terms, 7) == 7.0f);
    assert_true(bfPairwiseSum(terms, 0) == 0.0f);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: seeding_test GOLDEN_FOLDER\n");
        return 2;
    }
    golden_folder = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_states_of_seeds_0_to_9_are_the_originals),
        cmocka_unit_test(draws_are_numpys),
        cmocka_unit_test(cell_keeps_start_positions_inside_and_classic_keeps_the_bytes),
        cmocka_unit_test(sine_and_cosine_are_within_0_8_ulp),
        cmocka_unit_test(sine_and_cosine_are_those_of_the_models_page),
        cmocka_unit_test(python_modulo_is_exact),
        cmocka_unit_test(long_lists_are_summed_in_pairs),
    };
    return cmocka_run_group_tests_name("seeding", tests, NULL, NULL);
}
