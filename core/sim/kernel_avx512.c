#define BF_WIDE_AVX512
#include "wide.h"

#include "cell_kernel.h"
#include "classic_kernel.h"

const bfKernel bf_kernel_avx512 = {"avx512", BF_LANES, stepRange, accumulateClassic, integrateClassic};
