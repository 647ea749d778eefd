/* The wide type: BF_LANES float32 lanes, one section per instruction set. A kernel file picks a backend by defining
 * one of BF_WIDE_SCALAR, BF_WIDE_SSE2, BF_WIDE_AVX2, BF_WIDE_AVX512, BF_WIDE_NEON or BF_WIDE_WASM before including
 * this; no intrinsic stands anywhere else.
 *
 * Every operation is the scalar one in each lane, bit for bit (wide_test), NaN aside: one IEEE rounding, no estimates,
 * no fused operations. Comparisons are false for NaN. A masked addition leaves the other lanes as they are, which is
 * the same as adding +0 there, since a sum that began at +0 is never -0.
 *
 *   bfWide   float32 lanes        bfMask   one truth value a lane        bfCount   int32 lanes
 * maskBits gives lane k as bit k. wideInterleave writes a, b, c, d of lane 0, then those of lane 1
 * and so on; wideDeinterleave reads that.
 * maskPlaces writes base + k for every bit k, in order, and returns how many; `to` has room for BF_LANES. */
#ifndef BF_SIM_WIDE_H
#define BF_SIM_WIDE_H

#include <stdbool.h>
#include <stdint.h>

#define BF_INLINE static inline __attribute__((always_inline))

/* The set bits of a number of four: how many, and which. */
static const uint8_t nibble_counts[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
static const uint8_t nibble_lanes[16][4] = {{0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
                                            {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};

BF_INLINE int32_t nibblePlaces(int32_t *to, uint32_t nibble, int32_t base) {
    for (int k = 0; k < 4; ++k) {
        to[k] = base + nibble_lanes[nibble][k];
    }
    return nibble_counts[nibble];
}

#if defined(BF_WIDE_SCALAR)

#include <math.h>

#define BF_LANES 1
typedef float bfWide;
typedef bool bfMask;
typedef int32_t bfCount;

BF_INLINE bfWide wideSet(float x) { return x; }
BF_INLINE bfWide wideLoad(const float *p) { return *p; }
BF_INLINE void wideStore(float *p, bfWide a) { *p = a; }
BF_INLINE bfWide wideAdd(bfWide a, bfWide b) { return a + b; }
BF_INLINE bfWide wideSub(bfWide a, bfWide b) { return a - b; }
BF_INLINE bfWide wideMul(bfWide a, bfWide b) { return a * b; }
BF_INLINE bfWide wideDiv(bfWide a, bfWide b) { return a / b; }
BF_INLINE bfWide wideSqrt(bfWide a) { return sqrtf(a); }
BF_INLINE bfWide wideMax(bfWide a, bfWide b) { return a > b ? a : b; }
BF_INLINE bfMask wideLess(bfWide a, bfWide b) { return a < b; }
BF_INLINE bfMask maskAnd(bfMask a, bfMask b) { return a && b; }
BF_INLINE bfMask maskOr(bfMask a, bfMask b) { return a || b; }
BF_INLINE bfMask maskAndNot(bfMask a, bfMask b) { return a && !b; }
BF_INLINE bool maskAny(bfMask a) { return a; }
BF_INLINE uint32_t maskBits(bfMask a) { return a; }
BF_INLINE bfWide wideSelect(bfMask m, bfWide a, bfWide b) { return m ? a : b; }
BF_INLINE bfWide wideAddWhere(bfWide sum, bfMask m, bfWide a) { return m ? sum + a : sum; }
BF_INLINE bfWide wideSubWhere(bfWide sum, bfMask m, bfWide a) { return m ? sum - a : sum; }
BF_INLINE bfCount countZero(void) { return 0; }
BF_INLINE bfCount countWhere(bfCount n, bfMask m) { return n + m; }
BF_INLINE bfWide countToWide(bfCount n) { return (float)n; }
BF_INLINE void wideInterleave(float *to, bfWide a, bfWide b, bfWide c, bfWide d) {
    to[0] = a;
    to[1] = b;
    to[2] = c;
    to[3] = d;
}
BF_INLINE void wideDeinterleave(const float *p, bfWide *a, bfWide *b, bfWide *c, bfWide *d) {
    *a = p[0];
    *b = p[1];
    *c = p[2];
    *d = p[3];
}
BF_INLINE int32_t maskPlaces(int32_t *to, uint32_t bits, int32_t base) {
    *to = base;
    return (int32_t)bits;
}

#elif defined(BF_WIDE_SSE2)

#include <emmintrin.h>

#define BF_LANES 4
typedef __m128 bfWide;
typedef __m128 bfMask; /* all ones or all zeros a lane */
typedef __m128i bfCount;

BF_INLINE bfWide wideSet(float x) { return _mm_set1_ps(x); }
BF_INLINE bfWide wideLoad(const float *p) { return _mm_loadu_ps(p); }
BF_INLINE void wideStore(float *p, bfWide a) { _mm_storeu_ps(p, a); }
BF_INLINE bfWide wideAdd(bfWide a, bfWide b) { return _mm_add_ps(a, b); }
BF_INLINE bfWide wideSub(bfWide a, bfWide b) { return _mm_sub_ps(a, b); }
BF_INLINE bfWide wideMul(bfWide a, bfWide b) { return _mm_mul_ps(a, b); }
BF_INLINE bfWide wideDiv(bfWide a, bfWide b) { return _mm_div_ps(a, b); }
BF_INLINE bfWide wideSqrt(bfWide a) { return _mm_sqrt_ps(a); }
BF_INLINE bfWide wideMax(bfWide a, bfWide b) { return _mm_max_ps(a, b); }
BF_INLINE bfMask wideLess(bfWide a, bfWide b) { return _mm_cmplt_ps(a, b); }
BF_INLINE bfMask maskAnd(bfMask a, bfMask b) { return _mm_and_ps(a, b); }
BF_INLINE bfMask maskOr(bfMask a, bfMask b) { return _mm_or_ps(a, b); }
BF_INLINE bfMask maskAndNot(bfMask a, bfMask b) { return _mm_andnot_ps(b, a); }
BF_INLINE bool maskAny(bfMask a) { return _mm_movemask_ps(a) != 0; }
BF_INLINE uint32_t maskBits(bfMask a) { return (uint32_t)_mm_movemask_ps(a); }
BF_INLINE bfWide wideSelect(bfMask m, bfWide a, bfWide b) {
    return _mm_or_ps(_mm_and_ps(m, a), _mm_andnot_ps(m, b));
}
BF_INLINE bfWide wideAddWhere(bfWide sum, bfMask m, bfWide a) { return _mm_add_ps(sum, _mm_and_ps(m, a)); }
BF_INLINE bfWide wideSubWhere(bfWide sum, bfMask m, bfWide a) { return _mm_sub_ps(sum, _mm_and_ps(m, a)); }
BF_INLINE bfCount countZero(void) { return _mm_setzero_si128(); }
BF_INLINE bfCount countWhere(bfCount n, bfMask m) { return _mm_sub_epi32(n, _mm_castps_si128(m)); }
BF_INLINE bfWide countToWide(bfCount n) { return _mm_cvtepi32_ps(n); }
BF_INLINE void wideInterleave(float *to, bfWide a, bfWide b, bfWide c, bfWide d) {
    _MM_TRANSPOSE4_PS(a, b, c, d);
    _mm_storeu_ps(to, a);
    _mm_storeu_ps(to + 4, b);
    _mm_storeu_ps(to + 8, c);
    _mm_storeu_ps(to + 12, d);
}
BF_INLINE void wideDeinterleave(const float *p, bfWide *a, bfWide *b, bfWide *c, bfWide *d) {
    *a = _mm_loadu_ps(p);
    *b = _mm_loadu_ps(p + 4);
    *c = _mm_loadu_ps(p + 8);
    *d = _mm_loadu_ps(p + 12);
    _MM_TRANSPOSE4_PS(*a, *b, *c, *d);
}
BF_INLINE int32_t maskPlaces(int32_t *to, uint32_t bits, int32_t base) { return nibblePlaces(to, bits, base); }

#elif defined(BF_WIDE_AVX2)

#include <immintrin.h>

#define BF_LANES 8
typedef __m256 bfWide;
typedef __m256 bfMask; /* all ones or all zeros a lane */
typedef __m256i bfCount;

BF_INLINE bfWide wideSet(float x) { return _mm256_set1_ps(x); }
BF_INLINE bfWide wideLoad(const float *p) { return _mm256_loadu_ps(p); }
BF_INLINE void wideStore(float *p, bfWide a) { _mm256_storeu_ps(p, a); }
BF_INLINE bfWide wideAdd(bfWide a, bfWide b) { return _mm256_add_ps(a, b); }
BF_INLINE bfWide wideSub(bfWide a, bfWide b) { return _mm256_sub_ps(a, b); }
BF_INLINE bfWide wideMul(bfWide a, bfWide b) { return _mm256_mul_ps(a, b); }
BF_INLINE bfWide wideDiv(bfWide a, bfWide b) { return _mm256_div_ps(a, b); }
BF_INLINE bfWide wideSqrt(bfWide a) { return _mm256_sqrt_ps(a); }
BF_INLINE bfWide wideMax(bfWide a, bfWide b) { return _mm256_max_ps(a, b); }
BF_INLINE bfMask wideLess(bfWide a, bfWide b) { return _mm256_cmp_ps(a, b, _CMP_LT_OQ); }
BF_INLINE bfMask maskAnd(bfMask a, bfMask b) { return _mm256_and_ps(a, b); }
BF_INLINE bfMask maskOr(bfMask a, bfMask b) { return _mm256_or_ps(a, b); }
BF_INLINE bfMask maskAndNot(bfMask a, bfMask b) { return _mm256_andnot_ps(b, a); }
BF_INLINE bool maskAny(bfMask a) { return _mm256_movemask_ps(a) != 0; }
BF_INLINE uint32_t maskBits(bfMask a) { return (uint32_t)_mm256_movemask_ps(a); }
BF_INLINE bfWide wideSelect(bfMask m, bfWide a, bfWide b) { return _mm256_blendv_ps(b, a, m); }
BF_INLINE bfWide wideAddWhere(bfWide sum, bfMask m, bfWide a) { return _mm256_add_ps(sum, _mm256_and_ps(m, a)); }
BF_INLINE bfWide wideSubWhere(bfWide sum, bfMask m, bfWide a) { return _mm256_sub_ps(sum, _mm256_and_ps(m, a)); }
BF_INLINE bfCount countZero(void) { return _mm256_setzero_si256(); }
BF_INLINE bfCount countWhere(bfCount n, bfMask m) { return _mm256_sub_epi32(n, _mm256_castps_si256(m)); }
BF_INLINE bfWide countToWide(bfCount n) { return _mm256_cvtepi32_ps(n); }
BF_INLINE void wideInterleave(float *to, bfWide a, bfWide b, bfWide c, bfWide d) {
    /* in each 128-bit half: lanes 0 and 1, lanes 2 and 3 */
    __m256 ab01 = _mm256_unpacklo_ps(a, b), ab23 = _mm256_unpackhi_ps(a, b);
    __m256 cd01 = _mm256_unpacklo_ps(c, d), cd23 = _mm256_unpackhi_ps(c, d);
    __m256 lane[4] = {_mm256_shuffle_ps(ab01, cd01, 0x44), _mm256_shuffle_ps(ab01, cd01, 0xee),
                      _mm256_shuffle_ps(ab23, cd23, 0x44), _mm256_shuffle_ps(ab23, cd23, 0xee)};
    for (int k = 0; k < 4; ++k) {
        _mm_storeu_ps(to + 4 * k, _mm256_castps256_ps128(lane[k]));
        _mm_storeu_ps(to + 16 + 4 * k, _mm256_extractf128_ps(lane[k], 1));
    }
}
BF_INLINE void wideDeinterleave(const float *p, bfWide *a, bfWide *b, bfWide *c, bfWide *d) {
    /* lanes k and k + 4 side by side, then a and b, c and d of lanes 0, 1, 4, 5 and of 2, 3, 6, 7 */
    __m256 lane[4];
    for (int k = 0; k < 4; ++k) {
        lane[k] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(p + 4 * k)), _mm_loadu_ps(p + 16 + 4 * k), 1);
    }
    __m256 ab01 = _mm256_unpacklo_ps(lane[0], lane[1]), cd01 = _mm256_unpackhi_ps(lane[0], lane[1]);
    __m256 ab23 = _mm256_unpacklo_ps(lane[2], lane[3]), cd23 = _mm256_unpackhi_ps(lane[2], lane[3]);
    *a = _mm256_shuffle_ps(ab01, ab23, 0x44);
    *b = _mm256_shuffle_ps(ab01, ab23, 0xee);
    *c = _mm256_shuffle_ps(cd01, cd23, 0x44);
    *d = _mm256_shuffle_ps(cd01, cd23, 0xee);
}
BF_INLINE int32_t maskPlaces(int32_t *to, uint32_t bits, int32_t base) {
    int32_t low = nibblePlaces(to, bits & 15, base);
    return low + nibblePlaces(to + low, bits >> 4, base + 4);
}

#elif defined(BF_WIDE_AVX512)

#include <immintrin.h>

#define BF_LANES 16
typedef __m512 bfWide;
typedef __mmask16 bfMask;
typedef __m512i bfCount;

BF_INLINE bfWide wideSet(float x) { return _mm512_set1_ps(x); }
BF_INLINE bfWide wideLoad(const float *p) { return _mm512_loadu_ps(p); }
BF_INLINE void wideStore(float *p, bfWide a) { _mm512_storeu_ps(p, a); }
BF_INLINE bfWide wideAdd(bfWide a, bfWide b) { return _mm512_add_ps(a, b); }
BF_INLINE bfWide wideSub(bfWide a, bfWide b) { return _mm512_sub_ps(a, b); }
BF_INLINE bfWide wideMul(bfWide a, bfWide b) { return _mm512_mul_ps(a, b); }
BF_INLINE bfWide wideDiv(bfWide a, bfWide b) { return _mm512_div_ps(a, b); }
BF_INLINE bfWide wideSqrt(bfWide a) { return _mm512_sqrt_ps(a); }
BF_INLINE bfWide wideMax(bfWide a, bfWide b) { return _mm512_max_ps(a, b); }
BF_INLINE bfMask wideLess(bfWide a, bfWide b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
BF_INLINE bfMask maskAnd(bfMask a, bfMask b) { return (bfMask)(a & b); }
BF_INLINE bfMask maskOr(bfMask a, bfMask b) { return (bfMask)(a | b); }
BF_INLINE bfMask maskAndNot(bfMask a, bfMask b) { return (bfMask)(a & ~b); }
BF_INLINE bool maskAny(bfMask a) { return a != 0; }
BF_INLINE uint32_t maskBits(bfMask a) { return a; }
BF_INLINE bfWide wideSelect(bfMask m, bfWide a, bfWide b) { return _mm512_mask_blend_ps(m, b, a); }
BF_INLINE bfWide wideAddWhere(bfWide sum, bfMask m, bfWide a) { return _mm512_mask_add_ps(sum, m, sum, a); }
BF_INLINE bfWide wideSubWhere(bfWide sum, bfMask m, bfWide a) { return _mm512_mask_sub_ps(sum, m, sum, a); }
BF_INLINE bfCount countZero(void) { return _mm512_setzero_si512(); }
BF_INLINE bfCount countWhere(bfCount n, bfMask m) {
    return _mm512_mask_add_epi32(n, m, n, _mm512_set1_epi32(1));
}
BF_INLINE bfWide countToWide(bfCount n) { return _mm512_cvtepi32_ps(n); }
BF_INLINE void wideInterleave(float *to, bfWide a, bfWide b, bfWide c, bfWide d) {
    /* in each 128-bit quarter: lanes 0 and 1, lanes 2 and 3 */
    __m512 ab01 = _mm512_unpacklo_ps(a, b), ab23 = _mm512_unpackhi_ps(a, b);
    __m512 cd01 = _mm512_unpacklo_ps(c, d), cd23 = _mm512_unpackhi_ps(c, d);
    __m512 lane[4] = {_mm512_shuffle_ps(ab01, cd01, 0x44), _mm512_shuffle_ps(ab01, cd01, 0xee),
                      _mm512_shuffle_ps(ab23, cd23, 0x44), _mm512_shuffle_ps(ab23, cd23, 0xee)};
    for (int k = 0; k < 4; ++k) {
        _mm_storeu_ps(to + 4 * k, _mm512_castps512_ps128(lane[k]));
        _mm_storeu_ps(to + 16 + 4 * k, _mm512_extractf32x4_ps(lane[k], 1));
        _mm_storeu_ps(to + 32 + 4 * k, _mm512_extractf32x4_ps(lane[k], 2));
        _mm_storeu_ps(to + 48 + 4 * k, _mm512_extractf32x4_ps(lane[k], 3));
    }
}
BF_INLINE void wideDeinterleave(const float *p, bfWide *a, bfWide *b, bfWide *c, bfWide *d) {
    __m512 lanes[4];
    for (int k = 0; k < 4; ++k) {
        lanes[k] = _mm512_loadu_ps(p + 16 * k);
    }
    /* a and b, c and d of lanes 0 to 7 and of 8 to 15 */
    const __m512i ab = _mm512_setr_epi32(0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    const __m512i cd = _mm512_setr_epi32(2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    __m512 ab_low = _mm512_permutex2var_ps(lanes[0], ab, lanes[1]);
    __m512 cd_low = _mm512_permutex2var_ps(lanes[0], cd, lanes[1]);
    __m512 ab_high = _mm512_permutex2var_ps(lanes[2], ab, lanes[3]);
    __m512 cd_high = _mm512_permutex2var_ps(lanes[2], cd, lanes[3]);
    *a = _mm512_shuffle_f32x4(ab_low, ab_high, 0x44);
    *b = _mm512_shuffle_f32x4(ab_low, ab_high, 0xee);
    *c = _mm512_shuffle_f32x4(cd_low, cd_high, 0x44);
    *d = _mm512_shuffle_f32x4(cd_low, cd_high, 0xee);
}
BF_INLINE int32_t maskPlaces(int32_t *to, uint32_t bits, int32_t base) {
    const __m512i lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i places = _mm512_add_epi32(lanes, _mm512_set1_epi32(base));
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)bits, places));
    return __builtin_popcount(bits);
}

#elif defined(BF_WIDE_NEON)

#include <arm_neon.h>

#define BF_LANES 4
typedef float32x4_t bfWide;
typedef uint32x4_t bfMask; /* all ones or all zeros a lane */
typedef int32x4_t bfCount;

BF_INLINE bfWide wideSet(float x) { return vdupq_n_f32(x); }
BF_INLINE bfWide wideLoad(const float *p) { return vld1q_f32(p); }
BF_INLINE void wideStore(float *p, bfWide a) { vst1q_f32(p, a); }
BF_INLINE bfWide wideAdd(bfWide a, bfWide b) { return vaddq_f32(a, b); }
BF_INLINE bfWide wideSub(bfWide a, bfWide b) { return vsubq_f32(a, b); }
BF_INLINE bfWide wideMul(bfWide a, bfWide b) { return vmulq_f32(a, b); }
BF_INLINE bfWide wideDiv(bfWide a, bfWide b) { return vdivq_f32(a, b); }
BF_INLINE bfWide wideSqrt(bfWide a) { return vsqrtq_f32(a); }
BF_INLINE bfMask wideLess(bfWide a, bfWide b) { return vcltq_f32(a, b); }
BF_INLINE bfWide wideMax(bfWide a, bfWide b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
BF_INLINE bfMask maskAnd(bfMask a, bfMask b) { return vandq_u32(a, b); }
BF_INLINE bfMask maskOr(bfMask a, bfMask b) { return vorrq_u32(a, b); }
BF_INLINE bfMask maskAndNot(bfMask a, bfMask b) { return vbicq_u32(a, b); }
BF_INLINE bool maskAny(bfMask a) { return vmaxvq_u32(a) != 0; }
BF_INLINE uint32_t maskBits(bfMask a) {
    static const uint32_t bits[4] = {1, 2, 4, 8};
    return vaddvq_u32(vandq_u32(a, vld1q_u32(bits)));
}
BF_INLINE bfWide wideSelect(bfMask m, bfWide a, bfWide b) { return vbslq_f32(m, a, b); }
BF_INLINE bfWide wideMasked(bfMask m, bfWide a) {
    return vreinterpretq_f32_u32(vandq_u32(m, vreinterpretq_u32_f32(a)));
}
BF_INLINE bfWide wideAddWhere(bfWide sum, bfMask m, bfWide a) { return vaddq_f32(sum, wideMasked(m, a)); }
BF_INLINE bfWide wideSubWhere(bfWide sum, bfMask m, bfWide a) { return vsubq_f32(sum, wideMasked(m, a)); }
BF_INLINE bfCount countZero(void) { return vdupq_n_s32(0); }
BF_INLINE bfCount countWhere(bfCount n, bfMask m) { return vsubq_s32(n, vreinterpretq_s32_u32(m)); }
BF_INLINE bfWide countToWide(bfCount n) { return vcvtq_f32_s32(n); }
BF_INLINE void wideInterleave(float *to, bfWide a, bfWide b, bfWide c, bfWide d) {
    vst4q_f32(to, ((float32x4x4_t){{a, b, c, d}}));
}
BF_INLINE void wideDeinterleave(const float *p, bfWide *a, bfWide *b, bfWide *c, bfWide *d) {
    float32x4x4_t lanes = vld4q_f32(p);
    *a = lanes.val[0];
    *b = lanes.val[1];
    *c = lanes.val[2];
    *d = lanes.val[3];
}
BF_INLINE int32_t maskPlaces(int32_t *to, uint32_t bits, int32_t base) { return nibblePlaces(to, bits, base); }

#elif defined(BF_WIDE_WASM)

#include <wasm_simd128.h>

#define BF_LANES 4
typedef v128_t bfWide;
typedef v128_t bfMask; /* all ones or all zeros a lane */
typedef v128_t bfCount;

BF_INLINE bfWide wideSet(float x) { return wasm_f32x4_splat(x); }
BF_INLINE bfWide wideLoad(const float *p) { return wasm_v128_load(p); }
BF_INLINE void wideStore(float *p, bfWide a) { wasm_v128_store(p, a); }
BF_INLINE bfWide wideAdd(bfWide a, bfWide b) { return wasm_f32x4_add(a, b); }
BF_INLINE bfWide wideSub(bfWide a, bfWide b) { return wasm_f32x4_sub(a, b); }
BF_INLINE bfWide wideMul(bfWide a, bfWide b) { return wasm_f32x4_mul(a, b); }
BF_INLINE bfWide wideDiv(bfWide a, bfWide b) { return wasm_f32x4_div(a, b); }
BF_INLINE bfWide wideSqrt(bfWide a) { return wasm_f32x4_sqrt(a); }
BF_INLINE bfMask wideLess(bfWide a, bfWide b) { return wasm_f32x4_lt(a, b); }
/* pmax(x, y) is x < y ? y : x, one instruction where the machine's maximum has the same rule */
BF_INLINE bfWide wideMax(bfWide a, bfWide b) { return wasm_f32x4_pmax(b, a); }
BF_INLINE bfMask maskAnd(bfMask a, bfMask b) { return wasm_v128_and(a, b); }
BF_INLINE bfMask maskOr(bfMask a, bfMask b) { return wasm_v128_or(a, b); }
BF_INLINE bfMask maskAndNot(bfMask a, bfMask b) { return wasm_v128_andnot(a, b); }
BF_INLINE bool maskAny(bfMask a) { return wasm_v128_any_true(a); }
BF_INLINE uint32_t maskBits(bfMask a) { return (uint32_t)wasm_i32x4_bitmask(a); }
BF_INLINE bfWide wideSelect(bfMask m, bfWide a, bfWide b) { return wasm_v128_bitselect(a, b, m); }
BF_INLINE bfWide wideAddWhere(bfWide sum, bfMask m, bfWide a) { return wasm_f32x4_add(sum, wasm_v128_and(m, a)); }
BF_INLINE bfWide wideSubWhere(bfWide sum, bfMask m, bfWide a) { return wasm_f32x4_sub(sum, wasm_v128_and(m, a)); }
BF_INLINE bfCount countZero(void) { return wasm_i32x4_const(0, 0, 0, 0); }
BF_INLINE bfCount countWhere(bfCount n, bfMask m) { return wasm_i32x4_sub(n, m); }
BF_INLINE bfWide countToWide(bfCount n) { return wasm_f32x4_convert_i32x4(n); }
BF_INLINE void wideInterleave(float *to, bfWide a, bfWide b, bfWide c, bfWide d) {
    v128_t ab01 = wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), ab23 = wasm_i32x4_shuffle(a, b, 2, 6, 3, 7);
    v128_t cd01 = wasm_i32x4_shuffle(c, d, 0, 4, 1, 5), cd23 = wasm_i32x4_shuffle(c, d, 2, 6, 3, 7);
    wasm_v128_store(to, wasm_i32x4_shuffle(ab01, cd01, 0, 1, 4, 5));
    wasm_v128_store(to + 4, wasm_i32x4_shuffle(ab01, cd01, 2, 3, 6, 7));
    wasm_v128_store(to + 8, wasm_i32x4_shuffle(ab23, cd23, 0, 1, 4, 5));
    wasm_v128_store(to + 12, wasm_i32x4_shuffle(ab23, cd23, 2, 3, 6, 7));
}
BF_INLINE void wideDeinterleave(const float *p, bfWide *a, bfWide *b, bfWide *c, bfWide *d) {
    v128_t lane0 = wasm_v128_load(p), lane1 = wasm_v128_load(p + 4);
    v128_t lane2 = wasm_v128_load(p + 8), lane3 = wasm_v128_load(p + 12);
    v128_t ab01 = wasm_i32x4_shuffle(lane0, lane1, 0, 4, 1, 5), cd01 = wasm_i32x4_shuffle(lane0, lane1, 2, 6, 3, 7);
    v128_t ab23 = wasm_i32x4_shuffle(lane2, lane3, 0, 4, 1, 5), cd23 = wasm_i32x4_shuffle(lane2, lane3, 2, 6, 3, 7);
    *a = wasm_i32x4_shuffle(ab01, ab23, 0, 1, 4, 5);
    *b = wasm_i32x4_shuffle(ab01, ab23, 2, 3, 6, 7);
    *c = wasm_i32x4_shuffle(cd01, cd23, 0, 1, 4, 5);
    *d = wasm_i32x4_shuffle(cd01, cd23, 2, 3, 6, 7);
}
BF_INLINE int32_t maskPlaces(int32_t *to, uint32_t bits, int32_t base) { return nibblePlaces(to, bits, base); }

#else
#error "define a BF_WIDE_ backend before including wide.h"
#endif

#endif
