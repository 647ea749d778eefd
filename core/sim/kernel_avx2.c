#define BF_WIDE_AVX2
#define BF_KERNEL bf_kernel_avx2
#define BF_KERNEL_NAME "avx2"
#include "wide.h"

#include "cell_kernel.h"
