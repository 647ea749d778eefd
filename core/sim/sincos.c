/* Sine and cosine in double precision, the project's own, because C libraries differ in the last bit and a start
 * state may not.
 *
 * x = k pi/2 + r with |r| <= pi/4 (Cody and Waite's reduction: pi/2 as a sum of three parts, the first two with
 * enough trailing zero bits that k times them is exact), r carried as r_high + r_low. On that interval the Taylor
 * series reaches below 2^-60 at the terms kept here: the first dropped are r^19/19! < 9e-20 and r^18/18! < 3e-18. */
#include "internal.h"

/* pi/2 = PART1 + PART2 + PART3, each part but the last having 33 significant bits. */
#define HALF_PI_PART1 0x1.921fb544p+0
#define HALF_PI_PART2 0x1.0b4611a6p-34
#define HALF_PI_PART3 0x1.3198a2e037073p-69
#define TWO_OVER_PI   0x1.45f306dc9c883p-1

/* The series' coefficients behind the leading terms, highest power first. */
static const double sine_terms[] = {
    1 / 355687428096000.0, -1 / 1307674368000.0, 1 / 6227020800.0, -1 / 39916800.0, 1 / 362880.0,
    -1 / 5040.0,           1 / 120.0,            -1 / 6.0};
static const double cosine_terms[] = {1 / 20922789888000.0, -1 / 87178291200.0, 1 / 479001600.0, -1 / 3628800.0,
                                      1 / 40320.0,          -1 / 720.0,         1 / 24.0};

static double evaluate(const double *terms, int count, double x) {
    double sum = terms[0];
    for (int i = 1; i < count; ++i) {
        sum = sum * x + terms[i];
    }
    return sum;
}

/* sin(high + low), |high + low| <= pi/4: high plus a small correction, so the rounding errors stay small too. */
static double sineNearZero(double high, double low) {
    double r2 = high * high;
    double tail = evaluate(sine_terms, sizeof sine_terms / sizeof sine_terms[0], r2);
    return high + (high * r2 * tail + low * (1.0 - 0.5 * r2));
}

/* x*x - square, exactly, where square = x*x rounded (T. J. Dekker, Numer. Math. 18, 1971: split into 26-bit halves). */
static double squareError(double x, double square) {
    double scaled = x * 134217729.0; /* 2^27 + 1 */
    double head = scaled - (scaled - x);
    double tail = x - head;
    return ((head * head - square) + 2.0 * head * tail) + tail * tail;
}

static double cosineNearZero(double high, double low) {
    double r2 = high * high;
    double tail = evaluate(cosine_terms, sizeof cosine_terms / sizeof cosine_terms[0], r2);
    /* Near pi/4 the roundings of r2 and of 1 - r2/2 would show: get both back and add them with the small terms. */
    double half = 0.5 * r2;
    double head = 1.0 - half;
    double lost = (1.0 - head) - half;
    return head + (lost + (r2 * r2 * tail - (high * low + 0.5 * squareError(high, r2))));
}

void bfSinCos(double x, double *sine, double *cosine) {
    int quarter = (int)(x * TWO_OVER_PI + 0.5);
    double k = quarter;
    double a = x - k * HALF_PI_PART1; /* exact: both terms are near each other and k * PART1 is exact */
    double b = k * HALF_PI_PART2;     /* exact */
    double high = a - b;
    double low = ((a - high) - b) - k * HALF_PI_PART3;
    double sum = high + low;
    low = (high - sum) + low;
    high = sum;
    double s = sineNearZero(high, low);
    double c = cosineNearZero(high, low);
    switch (quarter & 3) {
    case 0:
        *sine = s, *cosine = c;
        break;
    case 1:
        *sine = c, *cosine = -s;
        break;
    case 2:
        *sine = -s, *cosine = -c;
        break;
    default:
        *sine = -c, *cosine = s;
        break;
    }
}
