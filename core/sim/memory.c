/* Memory for a world's arrays. Large ones are met in no order (an agent's place in the world says nothing of its id),
 * so they are asked for in huge pages, which a processor's page tables hold many more bytes of. */
#define _GNU_SOURCE

#include "internal.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#define HUGE_PAGE ((size_t)2 << 20)

void *bfAllocate(size_t bytes) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes >= HUGE_PAGE) {
        void *memory = aligned_alloc(HUGE_PAGE, (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE);
        if (memory != NULL) {
            madvise(memory, bytes, MADV_HUGEPAGE); /* where that is refused, small pages do */
        }
        return memory;
    }
#endif
    return malloc(bytes);
}

void *bfAllocateZeros(size_t bytes) {
    void *memory = bfAllocate(bytes);
    return memory != NULL ? memset(memory, 0, bytes) : NULL;
}
