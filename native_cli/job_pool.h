/* One task by several processes at once. */
#ifndef BF_CLI_JOB_POOL_H
#define BF_CLI_JOB_POOL_H

#include "boidforge/result.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define MAX_JOBS 256

/* Memory that all of the processes see. */
typedef struct JobBoard {
    atomic_bool given_up;           /* one failed: what the others make is of no use */
    _Atomic int32_t most_bad;       /* agents with NaN or infinity in the worst frame */
    _Atomic int64_t made[MAX_JOBS]; /* pictures, of each */
} JobBoard;

typedef struct JobReport {
    int64_t made;    /* pictures */
    int code;        /* exit code; 1 when the process was stopped by a signal */
    char words[400]; /* what the command complained of, a line; of a failed one never empty */
} JobReport;

/* In a process of its own: returns the exit code. */
typedef int JobRunner(void *context, int job, JobBoard *board);

typedef struct JobPool {
    int count; /* 1 to MAX_JOBS */
    JobRunner *run;
    void *context;
    const char *command; /* whose complaints the jobs make: "export" */
    const char *label;   /* of the progress line: "pictures" */
    int64_t total;       /* for the progress line */
    bool quiet;

    JobBoard *board;
    JobReport reports[MAX_JOBS];
    int failed; /* the job that failed first, -1 when none did */
} JobPool;

/* Run the jobs at once and wait for all of them. When the person interrupts, or one fails, the others are asked to
 * end by SIGTERM. Fails only where the jobs cannot be started. */
bfResult runJobPool(JobPool *pool, bfError *error);

void freeJobPool(JobPool *pool);

#endif
