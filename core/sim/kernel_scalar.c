#define BF_WIDE_SCALAR
#define BF_KERNEL bf_kernel_scalar
#define BF_KERNEL_NAME "scalar"
#include "wide.h"

#include "cell_kernel.h"
