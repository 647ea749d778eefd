#define _POSIX_C_SOURCE 200809L

#include "pool.h"

#include <stdlib.h>

#if defined(__EMSCRIPTEN__) && !defined(__EMSCRIPTEN_PTHREADS__)

struct bfPool {
    int32_t threads;
};

int32_t bfCountCores(void) {
    return 1;
}

bfPool *bfCreatePool(int32_t threads) {
    (void)threads;
    bfPool *pool = malloc(sizeof *pool);
    if (pool != NULL) {
        pool->threads = 1;
    }
    return pool;
}

void bfDestroyPool(bfPool *pool) {
    free(pool);
}

int32_t bfPool_ThreadCount(const bfPool *pool) {
    return pool->threads;
}

void bfPool_Run(bfPool *pool, bfTask run, void *context, int32_t count) {
    (void)pool;
    for (int32_t task = 0; task < count; ++task) {
        run(context, task);
    }
}

#else

#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>

/* Stages follow one another within microseconds, so a thread looks around this often before it sleeps: for some tens of
 * microseconds. WebAssembly has no instruction for a pause between two looks, so it takes more of them. */
#if defined(__EMSCRIPTEN__)
#define SPINS 30000
#else
#define SPINS 2000
#endif

/* A thread, and the tasks of the round that are its own before anybody else's. */
typedef struct Worker {
    alignas(64) atomic_int next; /* the next of them to take; on a cache line of its own */
    int32_t end;
    bfPool *pool;
    int32_t index;
    pthread_t thread; /* but for worker 0, which is whoever calls */
} Worker;

struct bfPool {
    int32_t threads;
    bool started;
    int spins;       /* SPINS, or 0 where threads share cores: one that looks keeps another from working */
    Worker *workers; /* threads */
    pthread_mutex_t mutex;
    pthread_cond_t begun, ended;

    bfTask run;
    void *context;
    atomic_int busy;   /* helpers that have not finished this round */
    atomic_uint round; /* rises with every bfPool_Run */
    bool closing;
};

#if defined(__EMSCRIPTEN__)

#include <emscripten/emscripten.h>

/* The option `threads` of whoever loaded the module. It made the workers: more threads than that cannot be started. */
EM_JS(int32_t, countThreads, (void), { return Module.threads; })

int32_t bfCountCores(void) {
    return countThreads();
}

#else

#include <unistd.h>

int32_t bfCountCores(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 1 ? (int32_t)cores : 1;
}

#endif

static void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/* The worker's own tasks first, then what others have left. Tasks are numbered along the memory they work on, so one
 * stage after the other finds in a core's cache what the last one put there. */
static void takeTasks(bfPool *pool, int32_t own) {
    for (int32_t i = 0; i < pool->threads; ++i) {
        Worker *worker = &pool->workers[(own + i) % pool->threads];
        int32_t task;
        while ((task = atomic_fetch_add_explicit(&worker->next, 1, memory_order_relaxed)) < worker->end) {
            pool->run(pool->context, task);
        }
    }
}

/* Wait until the round is no longer `seen`: first by looking, then asleep. */
static void awaitRound(bfPool *pool, unsigned seen) {
    for (int spin = 0; spin < pool->spins; ++spin) {
        if (atomic_load_explicit(&pool->round, memory_order_acquire) != seen) {
            return;
        }
        relax();
    }
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load_explicit(&pool->round, memory_order_acquire) == seen) {
        pthread_cond_wait(&pool->begun, &pool->mutex);
    }
    pthread_mutex_unlock(&pool->mutex);
}

static void *help(void *argument) {
    const Worker *worker = argument;
    bfPool *pool = worker->pool;
    for (unsigned seen = 0;; ++seen) {
        awaitRound(pool, seen);
        if (pool->closing) {
            return NULL;
        }
        takeTasks(pool, worker->index);
        if (atomic_fetch_sub_explicit(&pool->busy, 1, memory_order_acq_rel) == 1) {
            pthread_mutex_lock(&pool->mutex);
            pthread_cond_signal(&pool->ended);
            pthread_mutex_unlock(&pool->mutex);
        }
    }
}

static void beginRound(bfPool *pool) {
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add_explicit(&pool->round, 1, memory_order_release);
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->mutex);
}

bfPool *bfCreatePool(int32_t threads) {
    bfPool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        return NULL;
    }
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->begun, NULL);
    pthread_cond_init(&pool->ended, NULL);
    pool->threads = threads;
    pool->workers = aligned_alloc(alignof(Worker), (size_t)threads * sizeof *pool->workers);
    if (pool->workers == NULL) {
        bfDestroyPool(pool);
        return NULL;
    }
    return pool;
}

static void start(bfPool *pool) {
    int32_t started = 1;
    for (int32_t i = 0; i < pool->threads; ++i) {
        pool->workers[i].pool = pool;
        pool->workers[i].index = i;
    }
    while (started < pool->threads &&
           pthread_create(&pool->workers[started].thread, NULL, help, &pool->workers[started]) == 0) {
        started += 1;
    }
    pool->threads = started;
    pool->spins = started <= bfCountCores() ? SPINS : 0;
    pool->started = true;
}

void bfDestroyPool(bfPool *pool) {
    if (pool == NULL) {
        return;
    }
    if (pool->started) {
        pool->closing = true;
        beginRound(pool);
        for (int32_t i = 1; i < pool->threads; ++i) {
            pthread_join(pool->workers[i].thread, NULL);
        }
    }
    pthread_cond_destroy(&pool->ended);
    pthread_cond_destroy(&pool->begun);
    pthread_mutex_destroy(&pool->mutex);
    free(pool->workers);
    free(pool);
}

int32_t bfPool_ThreadCount(const bfPool *pool) {
    return pool->threads;
}

void bfPool_Run(bfPool *pool, bfTask run, void *context, int32_t count) {
    if (!pool->started && count > 1) {
        start(pool);
    }
    if (pool->threads == 1 || count <= 1) {
        for (int32_t task = 0; task < count; ++task) {
            run(context, task);
        }
        return;
    }
    pool->run = run;
    pool->context = context;
    for (int32_t i = 0; i < pool->threads; ++i) {
        Worker *worker = &pool->workers[i];
        atomic_store_explicit(&worker->next, (int32_t)((int64_t)count * i / pool->threads), memory_order_relaxed);
        worker->end = (int32_t)((int64_t)count * (i + 1) / pool->threads);
    }
    atomic_store_explicit(&pool->busy, pool->threads - 1, memory_order_relaxed);
    beginRound(pool);
    takeTasks(pool, 0);
    for (int spin = 0; spin < pool->spins && atomic_load_explicit(&pool->busy, memory_order_acquire) != 0; ++spin) {
        relax();
    }
    pthread_mutex_lock(&pool->mutex);
    while (atomic_load_explicit(&pool->busy, memory_order_acquire) != 0) {
        pthread_cond_wait(&pool->ended, &pool->mutex);
    }
    pthread_mutex_unlock(&pool->mutex);
}

#endif
