#define _GNU_SOURCE /* prctl, MAP_ANONYMOUS */

#include "export_jobs.h"

#include "ffmpeg_pipe.h"
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
    FILE *words;   /* its standard error */
} Job;

/* ---- Running ---- */

static void runChild(const Job *job, int number, JobRunner *run, void *context, _Atomic int64_t *pictures) {
    setpgid(0, 0);                    /* Ctrl-C reaches the parent only, which asks */
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* and without it nobody would join the parts */
    dup2(fileno(job->words), STDERR_FILENO);
    int code = run(context, number, pictures);
    fflush(NULL);
    _exit(code);
}

static bool startJob(Job *job, int number, JobRunner *run, void *context, _Atomic int64_t *pictures) {
    job->words = tmpfile();
    if (job->words == NULL) {
        return false;
    }
    fflush(NULL);
    job->process = fork();
    if (job->process == 0) {
        runChild(job, number, run, context, pictures);
    }
    return job->process > 0;
}

static void askToEnd(const Job *jobs, int count) {
    for (int i = 0; i < count; ++i) {
        if (jobs[i].process > 0) {
            kill(jobs[i].process, SIGTERM);
        }
    }
}

static void collect(Job *job, int status, const _Atomic int64_t *pictures, JobReport *report) {
    job->process = 0;
    report->code = WIFEXITED(status) ? WEXITSTATUS(status) : CLI_EXIT_FAILED;
    report->pictures = atomic_load(pictures);
    rewind(job->words);
    if (fgets(report->words, sizeof report->words, job->words) == NULL) {
        report->words[0] = '\0';
    }
    report->words[strcspn(report->words, "\n")] = '\0';
    if (report->words[0] == '\0' && WIFSIGNALED(status)) {
        snprintf(report->words, sizeof report->words, "boidforge-cli export: a job was stopped by signal %d",
                 WTERMSIG(status));
    }
}

/* Until all have ended. */
static void watch(Job *jobs, int count, int64_t total, bool quiet, _Atomic int64_t *pictures, JobReport *reports) {
    bfProgress progress;
    progressBegin(&progress, "pictures", total, quiet);
    bool asked = false;
    for (int running = count; running > 0;) {
        bool failed = interruptSeen();
        int64_t made = 0;
        running = 0;
        for (int i = 0; i < count; ++i) {
            int status;
            if (jobs[i].process > 0 && waitpid(jobs[i].process, &status, WNOHANG) == jobs[i].process) {
                collect(&jobs[i], status, &pictures[i], &reports[i]);
            }
            running += jobs[i].process > 0;
            failed = failed || (jobs[i].process == 0 && reports[i].code != CLI_EXIT_DONE);
            made += atomic_load(&pictures[i]);
        }
        if (failed && !asked) {
            askToEnd(jobs, count);
            asked = true;
        }
        progressUpdate(&progress, made);
        nanosleep(&(struct timespec){0, LOOK_NANOSECONDS}, NULL);
    }
    progressEnd(&progress);
}

bfResult runJobs(int count, JobRunner *run, void *context, int64_t total, bool quiet, JobReport *reports,
                 bfError *error) {
    size_t bytes = (size_t)count * sizeof(_Atomic int64_t);
    _Atomic int64_t *pictures = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    Job *jobs = calloc((size_t)count, sizeof *jobs);
    if (pictures == MAP_FAILED || jobs == NULL) {
        free(jobs);
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for %d jobs", count);
    }
    int started = 0;
    while (started < count && startJob(&jobs[started], started, run, context, &pictures[started])) {
        ++started;
    }
    bfResult result = BF_OK;
    if (started < count) {
        result = bfFail(error, BF_ERROR_NO_MEMORY, "cannot start %d jobs: %s", count, strerror(errno));
        askToEnd(jobs, started);
    }
    watch(jobs, started, total, quiet, pictures, reports);
    for (int i = 0; i < count; ++i) {
        if (jobs[i].words != NULL) {
            fclose(jobs[i].words);
        }
    }
    free(jobs);
    munmap(pictures, bytes);
    return result;
}

/* ---- Joining ---- */

static char *nameBeside(const char *output, const char *ending, int number) {
    size_t bytes = strlen(output) + 64;
    char *name = malloc(bytes);
    if (name != NULL) {
        snprintf(name, bytes, "%s.%ld-%d.%s", output, (long)getpid(), number, ending);
    }
    return name;
}

char *jobOutput(const char *output, int job) {
    return nameBeside(output, "job.part", job);
}

/* A line of ffmpeg's list of films, which knows of names beside the list. */
static void listFilm(FILE *list, const char *path) {
    const char *slash = strrchr(path, '/');
    fputs("file '", list);
    for (const char *at = slash != NULL ? slash + 1 : path; *at != '\0'; ++at) {
        fputs(*at == '\'' ? "'\\''" : (char[2]){*at, '\0'}, list);
    }
    fputs("'\n", list);
}

static bool writeList(const char *path, char *const *parts, int count) {
    FILE *list = fopen(path, "w");
    if (list == NULL) {
        return false;
    }
    for (int i = 0; i < count; ++i) {
        listFilm(list, parts[i]);
    }
    return fclose(list) == 0;
}

static bfResult runJoin(const FilmFormat *format, const char *list, const char *whole, const char *output,
                        bfError *error) {
    const char *arguments[FILM_MAX_ARGUMENTS + 32] = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin",
                                                      "-y",     "-f",           "concat",    "-safe", "0",
                                                      "-i",     list,           "-c",        "copy"};
    char words[400];
    int count = 14;
    count += filmContainerArguments(format, arguments + count);
    arguments[count] = whole;
    int code = runFfmpeg(arguments, FFMPEG_MESSAGES, words, sizeof words);
    words[strcspn(words, "\n")] = '\0';
    if (code != 0) {
        return bfFail(error, BF_ERROR_WRITE, "%s: the jobs' films could not be joined: %s", output, words);
    }
    return rename(whole, output) == 0
               ? BF_OK
               : bfFail(error, BF_ERROR_WRITE, "%s: cannot take its name: %s", output, strerror(errno));
}

bfResult joinFilms(const FilmFormat *format, const char *output, int count, int jobs, bfError *error) {
    char *list = nameBeside(output, "list.part", 0), *whole = nameBeside(output, "part", 0);
    char **parts = calloc((size_t)jobs, sizeof *parts);
    bool has_memory = list != NULL && whole != NULL && parts != NULL;
    for (int i = 0; parts != NULL && i < jobs; ++i) {
        parts[i] = jobOutput(output, i);
        has_memory = has_memory && parts[i] != NULL;
    }
    bfResult result = BF_OK;
    if (!has_memory) {
        result = bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to join the jobs' films");
    } else if (count > 0 && !writeList(list, parts, count)) {
        result = bfFail(error, BF_ERROR_WRITE, "%s: cannot be written: %s", list, strerror(errno));
    } else if (count > 0) {
        result = runJoin(format, list, whole, output, error);
    }
    for (int i = 0; has_memory && i < jobs; ++i) {
        unlink(parts[i]);
    }
    if (has_memory) {
        unlink(list);
        unlink(whole);
    }
    for (int i = 0; parts != NULL && i < jobs; ++i) {
        free(parts[i]);
    }
    free(parts);
    free(list);
    free(whole);
    return result;
}
