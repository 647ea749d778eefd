#define _POSIX_C_SOURCE 200809L

#include "picture_queue.h"

#include <pthread.h>
#include <stdlib.h>

#define SLOTS 2

struct PictureQueue {
    PictureWriter *write;
    void *writer;
    uint8_t *slots[SLOTS];

    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int64_t submitted, written; /* pictures so far; picture i lies in slot i mod SLOTS */
    bool closing;               /* no more pictures will come */
    bool failed;                /* the writer cannot go on */
};

static void *runWriter(void *argument) {
    PictureQueue *queue = argument;
    pthread_mutex_lock(&queue->mutex);
    while (!queue->failed) {
        while (queue->written == queue->submitted && !queue->closing) {
            pthread_cond_wait(&queue->changed, &queue->mutex);
        }
        if (queue->written == queue->submitted) {
            break;
        }
        const uint8_t *picture = queue->slots[queue->written % SLOTS];
        pthread_mutex_unlock(&queue->mutex);
        bool well = queue->write(queue->writer, picture);
        pthread_mutex_lock(&queue->mutex);
        queue->written += 1;
        queue->failed = !well;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

static void freeQueue(PictureQueue *queue) {
    for (int i = 0; i < SLOTS; ++i) {
        free(queue->slots[i]);
    }
    pthread_mutex_destroy(&queue->mutex);
    pthread_cond_destroy(&queue->changed);
    free(queue);
}

PictureQueue *startQueue(size_t picture_bytes, PictureWriter *write, void *writer) {
    PictureQueue *queue = calloc(1, sizeof *queue);
    if (queue == NULL) {
        return NULL;
    }
    queue->write = write;
    queue->writer = writer;
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    bool whole = true;
    for (int i = 0; i < SLOTS; ++i) {
        queue->slots[i] = malloc(picture_bytes);
        whole = whole && queue->slots[i] != NULL;
    }
    if (!whole || pthread_create(&queue->thread, NULL, runWriter, queue) != 0) {
        freeQueue(queue);
        return NULL;
    }
    return queue;
}

uint8_t *borrowPicture(PictureQueue *queue) {
    pthread_mutex_lock(&queue->mutex);
    while (queue->submitted - queue->written >= SLOTS && !queue->failed) {
        pthread_cond_wait(&queue->changed, &queue->mutex);
    }
    uint8_t *slot = queue->failed ? NULL : queue->slots[queue->submitted % SLOTS];
    pthread_mutex_unlock(&queue->mutex);
    return slot;
}

void submitPicture(PictureQueue *queue) {
    pthread_mutex_lock(&queue->mutex);
    queue->submitted += 1;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
}

bool queueFailed(PictureQueue *queue) {
    pthread_mutex_lock(&queue->mutex);
    bool failed = queue->failed;
    pthread_mutex_unlock(&queue->mutex);
    return failed;
}

bool finishQueue(PictureQueue *queue) {
    pthread_mutex_lock(&queue->mutex);
    queue->closing = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    pthread_join(queue->thread, NULL);
    bool well = !queue->failed;
    freeQueue(queue);
    return well;
}
