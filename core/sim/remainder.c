/* Python's float modulo in float32, by integers: |x| = m 2^e, |y| = k 2^f; the remainder of m 2^(e-f) by k is found
 * by doubling m's remainder once per power of two. Every step is exact, so nothing depends on a library's fmodf. */
#include "internal.h"

#include <string.h>

#define MANTISSA_BITS  23
#define IMPLICIT_BIT   (1u << MANTISSA_BITS)
#define EXPONENT_MASK  0xffu
#define MAGNITUDE_MASK 0x7fffffffu

/* Split a finite magnitude into integer * 2^(exponent - 150); exponent is at least 1, subnormals have a small integer. */
static void split(uint32_t magnitude, uint32_t *integer, int *exponent) {
    *exponent = (int)(magnitude >> MANTISSA_BITS & EXPONENT_MASK);
    *integer = magnitude & (IMPLICIT_BIT - 1);
    if (*exponent == 0) {
        *exponent = 1;
    } else {
        *integer |= IMPLICIT_BIT;
    }
}

/* integer * 2^(exponent - 150) with integer < 2^24, which a float holds exactly here. */
static float join(uint32_t integer, int exponent) {
    while (integer != 0 && integer < IMPLICIT_BIT && exponent > 1) {
        integer <<= 1;
        exponent -= 1;
    }
    uint32_t bits = integer < IMPLICIT_BIT ? integer : (uint32_t)exponent << MANTISSA_BITS | (integer - IMPLICIT_BIT);
    float result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

/* |x| mod y, exactly; x finite. */
static float remainderOfMagnitude(float x, float y) {
    uint32_t x_bits, y_bits, m, k;
    int e, f;
    memcpy(&x_bits, &x, sizeof x_bits);
    memcpy(&y_bits, &y, sizeof y_bits);
    split(x_bits & MAGNITUDE_MASK, &m, &e);
    split(y_bits & MAGNITUDE_MASK, &k, &f);
    if (e < f) {
        return join(m, e);
    }
    uint32_t rest = m % k;
    for (int i = e; i > f; --i) {
        rest = (rest << 1) % k;
    }
    return join(rest, f);
}

float bfFloorRemainder(float x, float y) {
    if (x >= 0.0f && x < y) {
        return x + 0.0f; /* -0 becomes +0 */
    }
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    if ((bits & 0x7f800000u) == 0x7f800000u) {
        return x - x; /* NaN, as for any remainder of an infinity */
    }
    float rest = remainderOfMagnitude(x, y);
    if (x < 0.0f && rest != 0.0f) {
        return y - rest;
    }
    return rest;
}
