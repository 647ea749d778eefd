#define BF_WIDE_NEON
#define BF_KERNEL bf_kernel_neon
#define BF_KERNEL_NAME "neon"
#include "wide.h"

#include "cell_kernel.h"
