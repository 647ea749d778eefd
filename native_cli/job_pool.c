#define _GNU_SOURCE /* prctl, memfd_create, MAP_ANONYMOUS */

#include "job_pool.h"

#include "interrupt.h"
#include "options.h"
#include "progress.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How often the jobs are looked after. */
#define LOOK_NANOSECONDS 50000000

typedef struct Job {
    pid_t process; /* 0 when it has ended */
    FILE *heard;   /* its standard error */
} Job;

/* ---- One job ---- */

static void runChild(const JobPool *pool, const Job *job, int number) {
    setpgid(0, 0);                    /* Ctrl-C reaches the parent only, which asks */
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* and without it nobody would join the parts */
    dup2(fileno(job->heard), STDERR_FILENO);
    int code = pool->run(pool->context, number, pool->board);
    fflush(NULL);
    _exit(code);
}

static bool startJob(const JobPool *pool, Job *job, int number) {
    int memory = memfd_create("words", MFD_CLOEXEC);
    job->heard = memory >= 0 ? fdopen(memory, "w+") : NULL;
    if (job->heard == NULL) {
        return false;
    }
    fflush(NULL);
    job->process = fork();
    if (job->process == 0) {
        runChild(pool, job, number);
    }
    return job->process > 0;
}

/* The command's own complaint, else the first line: drivers may have talked before. */
static void findWords(const char *command, FILE *heard, char *words, size_t capacity) {
    char prefix[64], line[400];
    int length = snprintf(prefix, sizeof prefix, "boidforge-cli %s: ", command);
    words[0] = '\0';
    rewind(heard);
    while (fgets(line, sizeof line, heard) != NULL) {
        bool is_own = strncmp(line, prefix, (size_t)length) == 0;
        line[strcspn(line, "\n")] = '\0';
        if (is_own || words[0] == '\0') {
            snprintf(words, capacity, "%s", line);
        }
        if (is_own) {
            return;
        }
    }
}

static void collect(const JobPool *pool, Job *job, int status, JobReport *report) {
    job->process = 0;
    report->code = WIFEXITED(status) ? WEXITSTATUS(status) : CLI_EXIT_FAILED;
    findWords(pool->command, job->heard, report->words, sizeof report->words);
    if (report->words[0] == '\0' && report->code != CLI_EXIT_DONE) {
        snprintf(report->words, sizeof report->words, "boidforge-cli %s: a job was stopped by signal %d", pool->command,
                 WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    }
}

/* ---- All of them ---- */

static void askToEnd(const Job *jobs, int count) {
    for (int i = 0; i < count; ++i) {
        if (jobs[i].process > 0) {
            kill(jobs[i].process, SIGTERM);
        }
    }
}

/* See who has ended; how many still run. */
static int look(JobPool *pool, Job *jobs, int started, bool *must_end) {
    int running = 0;
    for (int i = 0; i < started; ++i) {
        int status;
        if (jobs[i].process > 0 && waitpid(jobs[i].process, &status, WNOHANG) == jobs[i].process) {
            collect(pool, &jobs[i], status, &pool->reports[i]);
            int code = pool->reports[i].code;
            *must_end = *must_end || code != CLI_EXIT_DONE;
            if (code != CLI_EXIT_DONE && code != CLI_EXIT_INTERRUPTED && pool->failed < 0) {
                pool->failed = i;
                atomic_store(&pool->board->given_up, true);
            }
        }
        running += jobs[i].process > 0;
    }
    return running;
}

static void watch(JobPool *pool, Job *jobs, int started) {
    bfProgress progress;
    progressBegin(&progress, pool->label, pool->total, pool->quiet);
    bool must_end = false, asked = false;
    while (look(pool, jobs, started, &must_end) > 0) {
        must_end = must_end || interruptSeen();
        if (must_end && !asked) {
            askToEnd(jobs, started);
            asked = true;
        }
        int64_t made = 0;
        for (int i = 0; i < started; ++i) {
            made += atomic_load(&pool->board->made[i]);
        }
        progressUpdate(&progress, made);
        nanosleep(&(struct timespec){0, LOOK_NANOSECONDS}, NULL);
    }
    progressEnd(&progress);
}

bfResult runJobPool(JobPool *pool, bfError *error) {
    Job jobs[MAX_JOBS] = {{0, NULL}};
    pool->failed = -1;
    pool->board = mmap(NULL, sizeof *pool->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (pool->board == MAP_FAILED) {
        pool->board = NULL;
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for %d jobs", pool->count);
    }
    int started = 0;
    while (started < pool->count && startJob(pool, &jobs[started], started)) {
        ++started;
    }
    bfResult result = BF_OK;
    if (started < pool->count) {
        result = bfFail(error, BF_ERROR_NO_MEMORY, "cannot start %d jobs: %s", pool->count, strerror(errno));
        atomic_store(&pool->board->given_up, true);
        askToEnd(jobs, started);
    }
    watch(pool, jobs, started);
    for (int i = 0; i < pool->count; ++i) {
        pool->reports[i].made = atomic_load(&pool->board->made[i]);
        if (jobs[i].heard != NULL) {
            fclose(jobs[i].heard);
        }
    }
    return result;
}

void freeJobPool(JobPool *pool) {
    if (pool->board != NULL) {
        munmap(pool->board, sizeof *pool->board);
    }
}
