#define BF_WIDE_WASM
#define BF_KERNEL bf_kernel_wasm128
#define BF_KERNEL_NAME "wasm128"
#include "wide.h"

#include "cell_kernel.h"
