/* Frames on their way to a recording: they are copied and written by a thread of their own while the next steps are
 * computed. Holds one block of frames, or two where they are small: never more than 16 bytes an agent and a bit. */
#ifndef WRITE_QUEUE_H
#define WRITE_QUEUE_H

#include "boidforge/bfs.h"

typedef struct WriteQueue WriteQueue;

/* A queue of records of at most `record_bytes` each into `writer`, which nobody else may use until writeQueueClose. */
bfResult writeQueueOpen(bfWriter *writer, size_t record_bytes, WriteQueue **queue, bfError *error);

/* Queue a copy of a record; waits for room. Fails, once and for all, when an earlier record could not be written. */
bfResult writeQueuePut(WriteQueue *queue, const void *record, bfError *error);

/* Wait until everything is written and free the queue; tells of records that could not be. */
bfResult writeQueueClose(WriteQueue *queue, bfError *error);

#endif
