/* One export by several processes: each draws and encodes a part of the pictures. */
#ifndef BF_CLI_EXPORT_JOBS_H
#define BF_CLI_EXPORT_JOBS_H

#include "film_format.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct JobReport {
    int64_t pictures; /* made */
    int code;         /* exit code; 1 when the process was stopped by a signal */
    char words[400];  /* the first line it said to standard error */
} JobReport;

/* In a process of its own: returns the exit code, and counts pictures as they are made. */
typedef int JobRunner(void *context, int job, _Atomic int64_t *pictures);

/* Run the jobs at once, with a progress line of `total` pictures, wait for all of them. When one fails, or the person
 * interrupts, the others are asked to end. */
bfResult runJobs(int count, JobRunner *run, void *context, int64_t total, bool quiet, JobReport *reports,
                 bfError *error);

/* The name of a job's film, beside the whole one. Free it. */
char *jobOutput(const char *output, int job);

/* Join the films of the first `count` jobs, without encoding again, and remove those of all `jobs`. */
bfResult joinFilms(const FilmFormat *format, const char *output, int count, int jobs, bfError *error);

#endif
