/* Pictures on their way from the drawing thread to whatever writes them: a few buffers and a thread, so that the next
 * picture is drawn while the last is written, and memory stays the same for any length. */
#ifndef BF_CLI_PICTURE_QUEUE_H
#define BF_CLI_PICTURE_QUEUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct PictureQueue PictureQueue;

/* Write one picture, in the queue's thread. False when the writer cannot go on: it gets no further ones. */
typedef bool PictureWriter(void *writer, const uint8_t *rgba);

/* NULL when there is no memory or no thread. */
PictureQueue *startQueue(size_t picture_bytes, PictureWriter *write, void *writer);

/* A buffer for the next picture; waits until one is free. NULL when the writer cannot go on. */
uint8_t *borrowPicture(PictureQueue *queue);

/* Hand the borrowed picture over. */
void submitPicture(PictureQueue *queue);

/* Whether the writer cannot go on. */
bool queueFailed(PictureQueue *queue);

/* Wait until everything handed over is written, free. False when the writer could not go on. */
bool finishQueue(PictureQueue *queue);

#endif
