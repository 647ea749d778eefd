#define BF_WIDE_AVX2
#include "wide.h"

#include "cell_kernel.h"
#include "classic_kernel.h"

const bfKernel bf_kernel_avx2 = {"avx2", BF_LANES, stepRange, accumulateClassic, integrateClassic};
