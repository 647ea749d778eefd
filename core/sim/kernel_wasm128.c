#define BF_WIDE_WASM
#include "wide.h"

#include "cell_kernel.h"
#include "classic_kernel.h"

const bfKernel bf_kernel_wasm128 = {"wasm128", BF_LANES, stepRange, accumulateClassic, integrateClassic};
