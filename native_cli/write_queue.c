#define _POSIX_C_SOURCE 200809L

#include "write_queue.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* Handing a block over costs as much as writing this much. */
#define SMALL_BLOCK ((size_t)256 << 10)

/* A block's turn goes round: filled by the one who steps, then written by the thread. */
typedef struct Block {
    char *bytes;
    size_t records; /* when full */
    bool is_full;
} Block;

struct WriteQueue {
    bfWriter *writer;
    size_t record_bytes; /* of the largest */
    size_t room;         /* records in a block */
    int blocks;          /* 1 or 2 */
    Block block[2];
    int filling;   /* index of the block being filled */
    size_t filled; /* records in it */

    pthread_t thread;
    pthread_mutex_t mutex; /* guards records, is_full, closing, result and error */
    pthread_cond_t changed;
    bool closing;
    bfResult result;
    bfError error;
};

/* A record says itself how many agents follow. */
static size_t bytesOf(const void *record) {
    int32_t head[2];
    memcpy(head, record, sizeof head);
    return bfRecordBytes(head[1]);
}

static bfResult writeBlock(const WriteQueue *queue, const Block *block, bfError *error) {
    bfResult result = BF_OK;
    for (size_t i = 0; i < block->records && result == BF_OK; ++i) {
        const char *record = block->bytes + i * queue->record_bytes;
        result = bfWriter_Write(queue->writer, record, bytesOf(record), error);
    }
    return result;
}

static void *writeBlocks(void *argument) {
    WriteQueue *queue = argument;
    pthread_mutex_lock(&queue->mutex);
    for (int next = 0;; next = (next + 1) % queue->blocks) {
        Block *block = &queue->block[next];
        while (!block->is_full && !queue->closing) {
            pthread_cond_wait(&queue->changed, &queue->mutex);
        }
        if (!block->is_full) {
            break;
        }
        bfError error;
        bfResult result = queue->result;
        pthread_mutex_unlock(&queue->mutex);
        if (result == BF_OK) { /* after a failure blocks are only emptied */
            result = writeBlock(queue, block, &error);
        }
        pthread_mutex_lock(&queue->mutex);
        if (queue->result == BF_OK && result != BF_OK) {
            queue->result = result;
            queue->error = error;
        }
        block->is_full = false;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

/* Signals are the main thread's: one that came here would cut a write short. */
static bool startThread(WriteQueue *queue) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(&queue->thread, NULL, writeBlocks, queue) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void freeQueue(WriteQueue *queue) {
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->mutex);
    free(queue->block[0].bytes);
    free(queue->block[1].bytes);
    free(queue);
}

bfResult writeQueueOpen(bfWriter *writer, size_t record_bytes, WriteQueue **out, bfError *error) {
    WriteQueue *queue = calloc(1, sizeof *queue);
    if (queue == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to queue frames");
    }
    queue->writer = writer;
    queue->record_bytes = record_bytes;
    queue->room = record_bytes < SMALL_BLOCK ? SMALL_BLOCK / record_bytes : 1;
    queue->blocks = record_bytes < SMALL_BLOCK ? 2 : 1;
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    bool has_memory = true;
    for (int i = 0; i < queue->blocks; ++i) {
        queue->block[i].bytes = malloc(queue->room * record_bytes);
        has_memory = has_memory && queue->block[i].bytes != NULL;
    }
    if (!has_memory || !startThread(queue)) {
        freeQueue(queue);
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to queue frames of %zu bytes, use fewer agents",
                      record_bytes);
    }
    *out = queue;
    return BF_OK;
}

/* Give the block being filled to the thread and go on to the next. */
static void handOver(WriteQueue *queue) {
    Block *block = &queue->block[queue->filling];
    pthread_mutex_lock(&queue->mutex);
    block->records = queue->filled;
    block->is_full = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    queue->filling = (queue->filling + 1) % queue->blocks;
    queue->filled = 0;
}

bfResult writeQueuePut(WriteQueue *queue, const void *record, bfError *error) {
    Block *block = &queue->block[queue->filling];
    pthread_mutex_lock(&queue->mutex);
    while (block->is_full) {
        pthread_cond_wait(&queue->changed, &queue->mutex);
    }
    bfResult result = queue->result;
    if (result != BF_OK) {
        *error = queue->error;
    }
    pthread_mutex_unlock(&queue->mutex);
    if (result != BF_OK) {
        return result;
    }
    memcpy(block->bytes + queue->filled * queue->record_bytes, record, bytesOf(record));
    queue->filled += 1;
    if (queue->filled == queue->room) {
        handOver(queue);
    }
    return BF_OK;
}

bfResult writeQueueClose(WriteQueue *queue, bfError *error) {
    if (queue->filled > 0) {
        handOver(queue);
    }
    pthread_mutex_lock(&queue->mutex);
    queue->closing = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    pthread_join(queue->thread, NULL);
    bfResult result = queue->result;
    if (result != BF_OK) {
        *error = queue->error;
    }
    freeQueue(queue);
    return result;
}
