/* A progress line with rate and time left, on standard error when that is a terminal and nowhere otherwise. */
#ifndef BF_CLI_PROGRESS_H
#define BF_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct bfProgress {
    const char *label; /* what is counted: "frames" */
    int64_t total;     /* 0 when not known */
    bool shown;
    double started, drawn; /* seconds of a monotonic clock */
} bfProgress;

/* `quiet` shows nothing even on a terminal. */
void progressBegin(bfProgress *progress, const char *label, int64_t total, bool quiet);

/* Cheap enough to call for every item: draws ten times a second at most. */
void progressUpdate(bfProgress *progress, int64_t done);

/* Remove the line. */
void progressEnd(bfProgress *progress);

#endif
