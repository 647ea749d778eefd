/* A persistent pool of threads for the stages of a step. Each thread begins with its own stretch of the tasks and
 * then helps the others; a task's writes are its own, so nothing depends on who took it. */
#ifndef BF_SIM_POOL_H
#define BF_SIM_POOL_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bfPool bfPool;

/* Threads this machine runs at once; 1 in a build without threads. In a browser, those there are workers for. */
int32_t bfCountCores(void);

typedef void (*bfTask)(void *context, int32_t task);

/* A pool of `threads` threads, the caller's own included; NULL when memory is lacking. They are started by the first
 * round they can share, so that a world that never steps holds none, and fewer when the system gives no more. A build
 * without threads has pools of one. */
bfPool *bfCreatePool(int32_t threads);
void bfDestroyPool(bfPool *pool);

/* As many as were asked for; once they are started, as many as there are. */
int32_t bfPool_ThreadCount(const bfPool *pool);

/* Run task 0 to count - 1 on all threads and come back when all are done. */
void bfPool_Run(bfPool *pool, bfTask run, void *context, int32_t count);

#endif
