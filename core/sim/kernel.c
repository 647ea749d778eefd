#include "kernel.h"

/* Indexed by the parameter simd. An instruction set of another kind of machine is NULL. */
static const bfKernel *const kernels[] = {
    [BF_SIMD_AUTO] = NULL,
    [BF_SIMD_SCALAR] = &bf_kernel_scalar,
#if defined(__x86_64__)
    [BF_SIMD_SSE2] = &bf_kernel_sse2,
    [BF_SIMD_AVX2] = &bf_kernel_avx2,
    [BF_SIMD_AVX512] = &bf_kernel_avx512,
#elif defined(__aarch64__)
    [BF_SIMD_NEON] = &bf_kernel_neon,
#elif defined(__wasm_simd128__)
    [BF_SIMD_WASM128] = &bf_kernel_wasm128,
#endif
    [BF_SIMD_COUNT] = NULL,
};

bool bfHasSimd(int32_t simd) {
    if (simd == BF_SIMD_AUTO) {
        return true;
    }
#if defined(__x86_64__)
    if (simd == BF_SIMD_AVX2) {
        return __builtin_cpu_supports("avx2");
    }
    if (simd == BF_SIMD_AVX512) {
        return __builtin_cpu_supports("avx512f");
    }
#endif
    return kernels[simd] != NULL;
}

const bfKernel *bfFindKernel(int32_t simd) {
    if (simd != BF_SIMD_AUTO) {
        return bfHasSimd(simd) ? kernels[simd] : NULL;
    }
    const bfKernel *widest = &bf_kernel_scalar;
    for (int32_t i = BF_SIMD_SCALAR; i < BF_SIMD_COUNT; ++i) {
        if (bfHasSimd(i) && kernels[i]->lanes >= widest->lanes) {
            widest = kernels[i];
        }
    }
    return widest;
}
