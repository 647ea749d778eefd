#define _POSIX_C_SOURCE 200809L

#include "export_jobs.h"

#include "export_pictures.h"
#include "export_plan.h"
#include "export_report.h"
#include "film_join.h"
#include "interrupt.h"
#include "job_pool.h"
#include "options.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct ExportJobs {
    ExportPlan plan;
    int count;
    char *outputs[MAX_JOBS]; /* of each; NULL for a sequence, which has one for all */
} ExportJobs;

static ExportSpan shareOf(const ExportJobs *jobs, int job) {
    int64_t total = jobs->plan.total, first = total * job / jobs->count;
    return (ExportSpan){first, total * (job + 1) / jobs->count - first};
}

/* ---- In a job ---- */

static void noteBad(JobBoard *board, int32_t bad) {
    int32_t most = atomic_load(&board->most_bad);
    while (bad > most && !atomic_compare_exchange_weak(&board->most_bad, &most, bad)) {
    }
}

/* A recording that ends early is no failure of the job, and the others go on; what it complained of is kept. */
static int runJob(void *context, int job, JobBoard *board) {
    const ExportJobs *jobs = context;
    ExportOptions options = *jobs->plan.options;
    options.quiet = options.skips_space_check = true;
    options.output = jobs->outputs[job] != NULL ? jobs->outputs[job] : options.output;
    Export export = {.share = shareOf(jobs, job), .counter = &board->made[job], .given_up = &board->given_up};
    ExportOutcome outcome = {.span_count = 0};
    bfError error;
    bfResult result = openExport(&export, &options, &error);
    if (result == BF_OK) {
        result = makePictures(&export, &outcome, &error);
    }
    int code = CLI_EXIT_DONE;
    if (outcome.stopped_by != NULL) {
        cliFail("export", CLI_EXIT_FAILED, outcome.stopped_by);
    } else if (result != BF_OK) {
        code = cliFail("export", CLI_EXIT_FAILED, error.message);
    } else if (outcome.was_stopped) {
        code = CLI_EXIT_INTERRUPTED;
    }
    noteBad(board, outcome.most_bad);
    closeExport(&export);
    return code;
}

/* ---- Around the jobs ---- */

/* What all have made: of a film without a gap, and returns in how many parts. */
static int collectSpans(const ExportJobs *jobs, const JobPool *pool, ExportOutcome *outcome) {
    bool is_film = jobs->plan.options->kind == FILM_ENCODED;
    for (int i = 0; i < jobs->count; ++i) {
        ExportSpan share = shareOf(jobs, i);
        int64_t made = pool->reports[i].made;
        outcome->spans[outcome->span_count++] = (ExportSpan){share.first, made};
        if (is_film && made < share.count) {
            return made > 0 ? i + 1 : i;
        }
    }
    return jobs->count;
}

static const char *firstWords(const JobPool *pool) {
    for (int i = 0; i < pool->count; ++i) {
        if (pool->reports[i].code == CLI_EXIT_DONE && pool->reports[i].words[0] != '\0') {
            return pool->reports[i].words;
        }
    }
    return NULL;
}

static int finishJobs(const ExportJobs *jobs, const JobPool *pool, bfReader *reader) {
    const ExportOptions *options = jobs->plan.options;
    bool is_film = options->kind == FILM_ENCODED, well = pool->failed < 0;
    ExportOutcome outcome = {.most_bad = atomic_load(&pool->board->most_bad)};
    int parts = collectSpans(jobs, pool, &outcome);
    bfError error;
    if (is_film && joinFilms(&options->format, options->output, well ? parts : 0, jobs->count, &error) != BF_OK) {
        return cliFail("export", CLI_EXIT_FAILED, error.message);
    }
    if (!well) {
        return reportFailure(&jobs->plan, &outcome, pool->reports[pool->failed].words);
    }
    outcome.stopped_by = firstWords(pool);
    outcome.was_stopped = outcome.stopped_by == NULL && countPictures(&outcome) < jobs->plan.total;
    snprintf(outcome.made_by, sizeof outcome.made_by, "by %d jobs", jobs->count);
    return reportOutcome(&jobs->plan, reader, &outcome);
}

static int runAndFinish(ExportJobs *jobs, bfReader *reader) {
    const ExportOptions *options = jobs->plan.options;
    JobPool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        return cliFail("export", CLI_EXIT_FAILED, "not enough memory for the jobs");
    }
    pool->count = jobs->count;
    pool->run = runJob;
    pool->context = jobs;
    pool->command = "export";
    pool->label = "pictures";
    pool->total = jobs->plan.total;
    pool->quiet = options->quiet;
    bfError error;
    int code = runJobPool(pool, &error) == BF_OK ? finishJobs(jobs, pool, reader)
                                                 : cliFail("export", CLI_EXIT_FAILED, error.message);
    freeJobPool(pool);
    free(pool);
    return code;
}

int exportByJobs(const ExportOptions *options) {
    ExportJobs jobs = {.count = options->jobs};
    bfReader *reader;
    bfError error;
    if (bfOpenReader(options->input, &reader, &error) != BF_OK) {
        return cliFail("export", CLI_EXIT_FAILED, error.message);
    }
    if (planExport(options, reader, &jobs.plan, &error) != BF_OK) {
        bfCloseReader(reader);
        return cliFail("export", CLI_EXIT_FAILED, error.message);
    }
    jobs.count = jobs.plan.total < options->jobs ? (int)jobs.plan.total : options->jobs;
    for (int i = 0; i < jobs.count && options->kind == FILM_ENCODED; ++i) {
        jobs.outputs[i] = filmPartName(options->output, i);
    }
    int code = runAndFinish(&jobs, reader);
    for (int i = 0; i < jobs.count; ++i) {
        free(jobs.outputs[i]);
    }
    bfCloseReader(reader);
    return code;
}
