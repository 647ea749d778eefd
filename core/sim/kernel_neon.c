#define BF_WIDE_NEON
#include "wide.h"

#include "cell_kernel.h"
#include "classic_kernel.h"

const bfKernel bf_kernel_neon = {"neon", BF_LANES, stepRange, accumulateClassic, integrateClassic};
