/* The steps of both numerics, compiled once for every instruction set (kernel_*.c) from cell_kernel.h and
 * classic_kernel.h. */
#ifndef BF_SIM_KERNEL_H
#define BF_SIM_KERNEL_H

#include "rules_classic.h"

/* What a kernel needs of one step. Reads the sorted state in the grid, writes the new state by id to grid->agents. */
typedef struct bfStepJob {
    bfConstants constants;
    const bfGrid *grid;
    bool everything; /* candidates are all agents, not three row spans */
    bool wraps;      /* boundary: wrap, else reflect */
} bfStepJob;

typedef struct bfKernel {
    const char *name; /* as the parameter simd spells it */
    int lanes;
    /* Step the agents at sorted places begin to end - 1. Any division into ranges gives the same bytes. */
    void (*step_range)(const bfStepJob *job, int32_t begin, int32_t end);
    /* classic: accelerations by id of the agents sorted into the grid. */
    void (*accumulate_classic)(const bfConstants *constants, const bfGrid *grid, bfClassicScratch *scratch, float *ax,
                               float *ay);
    /* classic: velocity, position and boundary of n agents, by id, from their accelerations. */
    void (*integrate_classic)(const bfConstants *constants, bool wraps, const bfFields *state, const float *ax,
                              const float *ay, int32_t n);
} bfKernel;

extern const bfKernel bf_kernel_scalar;
#if defined(__x86_64__)
extern const bfKernel bf_kernel_sse2, bf_kernel_avx2, bf_kernel_avx512;
#elif defined(__aarch64__)
extern const bfKernel bf_kernel_neon;
#elif defined(__wasm_simd128__)
extern const bfKernel bf_kernel_wasm128;
#endif

/* The kernel for a value of the parameter simd, or NULL where this machine does not have it; auto is the widest. */
const bfKernel *bfFindKernel(int32_t simd);

#endif
