#define BF_WIDE_SSE2
#define BF_KERNEL bf_kernel_sse2
#define BF_KERNEL_NAME "sse2"
#include "wide.h"

#include "cell_kernel.h"
