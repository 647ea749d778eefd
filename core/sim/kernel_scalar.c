#define BF_WIDE_SCALAR
#include "wide.h"

#include "cell_kernel.h"
#include "classic_kernel.h"

const bfKernel bf_kernel_scalar = {"scalar", BF_LANES, stepRange, accumulateClassic, integrateClassic};
