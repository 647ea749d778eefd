#define BF_WIDE_SSE2
#include "wide.h"

#include "cell_kernel.h"
#include "classic_kernel.h"

const bfKernel bf_kernel_sse2 = {"sse2", BF_LANES, stepRange, accumulateClassic, integrateClassic};
