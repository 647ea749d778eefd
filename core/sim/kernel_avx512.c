#define BF_WIDE_AVX512
#define BF_KERNEL bf_kernel_avx512
#define BF_KERNEL_NAME "avx512"
#include "wide.h"

#include "cell_kernel.h"
