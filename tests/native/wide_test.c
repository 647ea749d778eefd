/* Every operation of the wide type is the scalar one in each lane, bit for bit: ordinary numbers, both zeros,
 * denormals, infinities, NaN (by being NaN: its bits differ between machines). Compiled once for each instruction set,
 * with BF_WIDE_... defined; a machine without it skips. Without a test library, so that it runs under node
 * (tests/wasm/wide.test.js) and an emulator (tests/matrix/run.sh) too. */
#include "wide.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The first difference found, as a line. */
static char difference[256];

__attribute__((format(printf, 1, 2))) static void differ(const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (difference[0] == '\0') {
        vsnprintf(difference, sizeof difference, format, values);
    }
    va_end(values);
}

static const float specials[] = {0.0f,       -0.0f,       1.0f,        -1.0f,      0x1p-149f,   -0x1p-149f,
                                 0x1p-126f,  -0x1p-126f,  0x1.8p-127f, 0x1p127f,   -0x1p127f,   0x1.fffffep127f,
                                 INFINITY,   -INFINITY,   NAN,         0.1f,       -1.0f / 3,   16777216.0f,
                                 16777217.0f, 0x1.000002p0f, 3.0f,     1920.0f,    -1e-5f,      1e19f};
enum { SPECIALS = sizeof specials / sizeof specials[0], PAIRS = SPECIALS * SPECIALS + 100000 };

static uint32_t random_bits = 1;

static float randomFloat(void) {
    random_bits = random_bits * 1664525u + 1013904223u;
    uint32_t bits = random_bits ^ random_bits >> 15;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Pair number `index`: every special with every special, then any bits at all. */
static void pickPair(int index, float *a, float *b) {
    if (index < SPECIALS * SPECIALS) {
        *a = specials[index / SPECIALS];
        *b = specials[index % SPECIALS];
    } else {
        *a = randomFloat();
        *b = randomFloat();
    }
}

static void requireLane(const char *operation, float a, float b, float made, float wanted) {
    bool same = memcmp(&made, &wanted, sizeof made) == 0 || (isnan(made) && isnan(wanted));
    if (!same) {
        differ("%s of %a and %a is %a, scalar gives %a", operation, (double)a, (double)b, (double)made, (double)wanted);
    }
}

static void requireCount(const char *operation, int64_t made, int64_t wanted) {
    if (made != wanted) {
        differ("%s is %lld, scalar gives %lld", operation, (long long)made, (long long)wanted);
    }
}

static void requireBytes(const char *operation, const float *made, const float *wanted, size_t count) {
    if (memcmp(made, wanted, count * sizeof *made) != 0) {
        differ("%s changes a value", operation);
    }
}

typedef struct Lanes {
    float a[BF_LANES], b[BF_LANES], out[BF_LANES];
} Lanes;

#define CHECK(name, wide_expression, scalar_expression)                                                                \
    do {                                                                                                               \
        wideStore(l->out, wide_expression);                                                                            \
        for (int lane = 0; lane < BF_LANES; ++lane) {                                                                  \
            volatile float x = l->a[lane], y = l->b[lane];                                                             \
            (void)y;                                                                                                   \
            requireLane(name, x, y, l->out[lane], scalar_expression);                                                  \
        }                                                                                                              \
    } while (0)

static void checkArithmetic(Lanes *l) {
    bfWide a = wideLoad(l->a), b = wideLoad(l->b);
    CHECK("add", wideAdd(a, b), x + y);
    CHECK("sub", wideSub(a, b), x - y);
    CHECK("mul", wideMul(a, b), x * y);
    CHECK("div", wideDiv(a, b), x / y);
    CHECK("sqrt", wideSqrt(a), sqrtf(x));
    CHECK("max", wideMax(a, b), x > y ? x : y);
    CHECK("set", wideSet(l->a[0]), l->a[0]);
}

static void checkMasks(Lanes *l) {
    const bfWide yes = wideSet(1.0f), no = wideSet(0.0f);
    bfWide a = wideLoad(l->a), b = wideLoad(l->b);
    bfMask less = wideLess(a, b), small = wideLess(a, yes);
    CHECK("less", wideSelect(less, yes, no), x < y ? 1.0f : 0.0f);
    CHECK("select", wideSelect(less, a, b), x < y ? x : y);
    CHECK("and", wideSelect(maskAnd(less, small), yes, no), x < y && x < 1.0f ? 1.0f : 0.0f);
    CHECK("or", wideSelect(maskOr(less, small), yes, no), x < y || x < 1.0f ? 1.0f : 0.0f);
    CHECK("and not", wideSelect(maskAndNot(less, small), yes, no), x < y && !(x < 1.0f) ? 1.0f : 0.0f);
    bool any = false;
    for (int lane = 0; lane < BF_LANES; ++lane) {
        any = any || l->a[lane] < l->b[lane];
    }
    requireCount("any", maskAny(less), any);
    uint32_t bits = 0;
    for (int lane = 0; lane < BF_LANES; ++lane) {
        bits |= (uint32_t)(l->a[lane] < l->b[lane]) << lane;
    }
    requireCount("bits", maskBits(less), bits);
    int32_t places[BF_LANES];
    int32_t named = maskPlaces(places, bits, 1000), found = 0;
    for (int lane = 0; lane < BF_LANES; ++lane) {
        if (bits >> lane & 1) {
            requireCount("a place", places[found++], 1000 + lane);
        }
    }
    requireCount("places", named, found);
    bfCount count = countWhere(countWhere(countZero(), less), small);
    CHECK("count", countToWide(count), (float)((x < y) + (x < 1.0f)));
}

/* Where the mask is false the sum stays as it is; it is never -0 in a kernel, so -0 is left out here as well. */
static void checkMaskedSums(Lanes *l) {
    float sums[BF_LANES];
    for (int lane = 0; lane < BF_LANES; ++lane) {
        sums[lane] = l->a[lane] + 0.0f;
    }
    bfWide sum = wideLoad(sums), b = wideLoad(l->b);
    bfMask less = wideLess(wideLoad(l->a), b);
    CHECK("add where", wideAddWhere(sum, less, b), x < y ? (x + 0.0f) + y : x + 0.0f);
    CHECK("sub where", wideSubWhere(sum, less, b), x < y ? (x + 0.0f) - y : x + 0.0f);
}

/* Four values a lane, side by side and back: bits are only moved. */
static void checkInterleaving(Lanes *l) {
    float c[BF_LANES], d[BF_LANES], together[4 * BF_LANES], apart[4][BF_LANES];
    for (int lane = 0; lane < BF_LANES; ++lane) {
        c[lane] = (float)lane;
        d[lane] = -(float)lane;
    }
    const float *wanted[4] = {l->a, l->b, c, d};
    wideInterleave(together, wideLoad(l->a), wideLoad(l->b), wideLoad(c), wideLoad(d));
    bfWide back[4];
    wideDeinterleave(together, &back[0], &back[1], &back[2], &back[3]);
    for (int field = 0; field < 4; ++field) {
        wideStore(apart[field], back[field]);
        requireBytes("deinterleave", apart[field], wanted[field], BF_LANES);
        for (int lane = 0; lane < BF_LANES; ++lane) {
            requireBytes("interleave", &together[4 * lane + field], &wanted[field][lane], 1);
        }
    }
}

/* "" where every operation is the scalar one. */
static const char *findDifference(void) {
    for (int index = 0; index < PAIRS && difference[0] == '\0'; index += BF_LANES) {
        Lanes lanes;
        for (int lane = 0; lane < BF_LANES; ++lane) {
            pickPair(index + lane, &lanes.a[lane], &lanes.b[lane]);
        }
        checkArithmetic(&lanes);
        checkMasks(&lanes);
        checkMaskedSums(&lanes);
        checkInterleaving(&lanes);
    }
    return difference;
}

#if defined(__EMSCRIPTEN__)

#include <emscripten/emscripten.h>

EMSCRIPTEN_KEEPALIVE const char *bf_wide_difference(void);

const char *bf_wide_difference(void) {
    return findDifference();
}

#else

static bool isAvailable(void) {
#if defined(BF_WIDE_AVX2)
    return __builtin_cpu_supports("avx2");
#elif defined(BF_WIDE_AVX512)
    return __builtin_cpu_supports("avx512f");
#else
    return true;
#endif
}

#define SKIPPED 77 /* CTest's SKIP_RETURN_CODE */

int main(void) {
    if (!isAvailable()) {
        puts("this machine does not have the instruction set");
        return SKIPPED;
    }
    const char *found = findDifference();
    if (found[0] != '\0') {
        fprintf(stderr, "%s\n", found);
        return 1;
    }
    printf("%d lanes, %d pairs of numbers: every operation is the scalar one\n", BF_LANES, (int)PAIRS);
    return 0;
}

#endif
