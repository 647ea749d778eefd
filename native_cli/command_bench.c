/* boidforge-cli bench: how long a step takes. Times are nanoseconds per agent and step; the smallest and the median of
 * the steps are told, since a shared machine only ever makes a step slower. */
#define _POSIX_C_SOURCE 200809L

#include "boidforge/sim.h"
#include "commands.h"
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define COMMAND "bench"

enum { OPT_AGENTS = 1, OPT_NEIGHBOURS, OPT_STEPS, OPT_WARMUP, OPT_JSON, OPT_CSV, OPT_HELP };

static const CliOption options[] = {
    {OPT_AGENTS, "agents", 'n', "N", "agents (50000)"},
    {OPT_NEIGHBOURS, "neighbours", 0, "K", "mean neighbours within the largest radius, agents spread evenly (14)"},
    {OPT_STEPS, "steps", 's', "N", "steps to time (50)"},
    {OPT_WARMUP, "warm-up", 0, "N", "steps before the clock starts (5)"},
    {OPT_JSON, "json", 0, NULL, "print one JSON object"},
    {OPT_CSV, "csv", 0, NULL, "print one line of comma-separated values, after a line of names"},
    {OPT_HELP, "help", 'h', NULL, "this text"},
};

typedef struct Numbers {
    int64_t agents, steps, warm_up;
    double neighbours;
} Numbers;

static const bfParamInfo number_infos[] = {
    {"agents", BF_WHOLE, offsetof(Numbers, agents), 50000, 1, BF_MAX_AGENTS, "", "agents", "", ""},
    {"neighbours", BF_REAL, offsetof(Numbers, neighbours), 14, 0.01, 1e5, "", "", "", ""},
    {"steps", BF_WHOLE, offsetof(Numbers, steps), 50, 1, 100000, "", "steps", "", ""},
    {"warm_up", BF_WHOLE, offsetof(Numbers, warm_up), 5, 0, 100000, "", "steps", "", ""},
};
static const bfParamTable number_table = {"bench", number_infos, sizeof number_infos / sizeof number_infos[0],
                                          sizeof(Numbers)};

typedef struct Job {
    bfParams params;
    Numbers numbers;
    bool json, csv, help;
} Job;

typedef struct Figures {
    double min_ns, median_ns;  /* per agent and step */
    double median_ms;          /* per step */
    double mean_neighbours;    /* counted, within the largest radius, after the timed steps */
    double candidates_per_second; /* pairs that a scalar grid search looks at, over the median time */
    long peak_bytes;
} Figures;

static CliArgs makeArgs(int argc, char **argv) {
    return CLI_ARGS(COMMAND, options, bfParamsTable(), argc, argv);
}

static bfResult applyOption(Job *job, const CliToken *token, bfError *error) {
    switch (token->id) {
    case OPT_AGENTS:
        return bfTable_SetText(&number_table, &job->numbers, "agents", token->text, error);
    case OPT_NEIGHBOURS:
        return bfTable_SetText(&number_table, &job->numbers, "neighbours", token->text, error);
    case OPT_STEPS:
        return bfTable_SetText(&number_table, &job->numbers, "steps", token->text, error);
    case OPT_WARMUP:
        return bfTable_SetText(&number_table, &job->numbers, "warm_up", token->text, error);
    case OPT_JSON:
        job->json = true;
        return BF_OK;
    case OPT_CSV:
        job->csv = true;
        return BF_OK;
    default:
        job->help = true;
        return BF_OK;
    }
}

static bfResult parseJob(int argc, char **argv, Job *job, bfError *error) {
    CliArgs args = makeArgs(argc, argv);
    CliToken token;
    CliKind kind;
    bfResult result = BF_OK;
    *job = (Job){.params = bfDefaultParams()};
    job->params.threads = 1;
    bfTable_SetDefaults(&number_table, &job->numbers);
    while (result == BF_OK && (kind = cliNext(&args, &token, error)) != CLI_END) {
        if (kind == CLI_WRONG) {
            return error->id;
        }
        if (kind == CLI_OPERAND) {
            return bfFail(error, BF_ERROR_CONFLICT, "%.200s: what is this for?", token.text);
        }
        result = kind == CLI_PARAM
                     ? bfTable_SetText(bfParamsTable(), &job->params, token.param->name, token.text, error)
                     : applyOption(job, &token, error);
    }
    return result;
}

static double largestRadius(const bfParams *p) {
    double largest = p->r_sep > p->r_ali ? p->r_sep : p->r_ali;
    return largest > p->r_coh ? largest : p->r_coh;
}

/* A square world in which evenly spread agents have the asked-for neighbours, and rules so weak that it stays so. */
static void spreadAgents(Job *job) {
    bfParams *p = &job->params;
    double radius = largestRadius(p);
    double density = job->numbers.neighbours / (3.14159265358979 * radius * radius);
    p->agents = job->numbers.agents;
    p->world_width = p->world_height = sqrt((double)p->agents / density);
    p->w_sep = p->w_ali = p->w_coh = 1e-3;
}

static double secondsNow(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static int compareDoubles(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Neighbours of a sample of agents, by looking at everybody. */
static double countNeighbours(const bfFrame *frame, const bfParams *p) {
    double radius2 = largestRadius(p) * largestRadius(p);
    int32_t samples = frame->n < 200 ? frame->n : 200;
    int64_t found = 0;
    for (int32_t s = 0; s < samples; ++s) {
        int32_t i = (int32_t)((int64_t)frame->n * s / samples);
        for (int32_t j = 0; j < frame->n; ++j) {
            double dx = fabs((double)frame->px[j] - (double)frame->px[i]);
            double dy = fabs((double)frame->py[j] - (double)frame->py[i]);
            if (bfParams_Metric(p) == BF_TORUS) {
                dx = dx > p->world_width / 2 ? p->world_width - dx : dx;
                dy = dy > p->world_height / 2 ? p->world_height - dy : dy;
            }
            double d2 = dx * dx + dy * dy;
            found += d2 > 0 && d2 < radius2;
        }
    }
    return samples > 0 ? (double)found / samples : 0;
}

static long peakBytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss * 1024L : 0;
}

static bfResult measure(const Job *job, Figures *figures, const char **simd, bfError *error) {
    bfWorld *world;
    bfResult result = bfCreateWorld(&job->params, &world, error);
    if (result != BF_OK) {
        return result;
    }
    double *seconds = malloc((size_t)job->numbers.steps * sizeof *seconds);
    if (seconds == NULL) {
        bfDestroyWorld(world);
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for the times");
    }
    for (int64_t i = 0; i < job->numbers.warm_up; ++i) {
        bfWorld_Step(world);
    }
    for (int64_t i = 0; i < job->numbers.steps; ++i) {
        double begun = secondsNow();
        bfWorld_Step(world);
        seconds[i] = secondsNow() - begun;
    }
    qsort(seconds, (size_t)job->numbers.steps, sizeof *seconds, compareDoubles);
    double agents = (double)job->params.agents, median = seconds[job->numbers.steps / 2];
    bfFrame frame = bfWorld_Frame(world);
    figures->min_ns = seconds[0] * 1e9 / agents;
    figures->median_ns = median * 1e9 / agents;
    figures->median_ms = median * 1e3;
    figures->mean_neighbours = countNeighbours(&frame, &job->params);
    /* Nine square cells of one radius a side hold 9 / pi times the agents of the circle. */
    figures->candidates_per_second = figures->mean_neighbours * 9 / 3.14159265358979 * agents / median;
    figures->peak_bytes = peakBytes();
    *simd = bfWorld_SimdName(world);
    free(seconds);
    bfDestroyWorld(world);
    return BF_OK;
}

static void print(const Job *job, const Figures *f, const char *simd) {
    static const char *const level_names[] = {"auto", "naive", "vector", "grid", "native"};
    const bfParams *p = &job->params;
    const char *level = level_names[bfParams_Level(p)], *numerics = p->numerics == BF_CELL ? "cell" : "classic";
    if (job->json) {
        printf("{\"level\":\"%s\",\"numerics\":\"%s\",\"simd\":\"%s\",\"threads\":%d,\"agents\":%lld,\"steps\":%lld,"
               "\"ns_per_agent_step\":{\"min\":%.3f,\"median\":%.3f},\"ms_per_step\":%.4f,\"mean_neighbours\":%.2f,"
               "\"candidates_per_second\":%.4g,\"peak_bytes\":%ld}\n",
               level, numerics, simd, (int)p->threads, (long long)p->agents, (long long)job->numbers.steps, f->min_ns,
               f->median_ns, f->median_ms, f->mean_neighbours, f->candidates_per_second, f->peak_bytes);
    } else if (job->csv) {
        printf("numerics,level,simd,threads,agents,neighbours,ns_min,ns_median,ms_per_step,candidates_per_second,"
               "peak_bytes\n%s,%s,%s,%d,%lld,%.2f,%.3f,%.3f,%.4f,%.4g,%ld\n",
               numerics, level, simd, (int)p->threads, (long long)p->agents, f->mean_neighbours, f->min_ns,
               f->median_ns, f->median_ms, f->candidates_per_second, f->peak_bytes);
    } else {
        printf("%s, level %s on %s, %d thread%s, %lld agents with %.1f neighbours:\n"
               "  %.1f ns per agent and step (median; min %.1f), %.3f ms per step\n"
               "  %.3g candidates per second, %.1f MB at the peak\n",
               numerics, level, simd, (int)p->threads, p->threads == 1 ? "" : "s", (long long)p->agents,
               f->mean_neighbours, f->median_ns, f->min_ns, f->median_ms, f->candidates_per_second,
               (double)f->peak_bytes / 1e6);
    }
}

int command_bench(int argc, char **argv) {
    Job job;
    bfError error;
    if (parseJob(argc, argv, &job, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, error.message);
    }
    if (job.help) {
        CliArgs args = makeArgs(argc, argv);
        puts("usage: boidforge-cli bench [-n N] [--neighbours K] [--level L] [--simd S] [--threads T] [options]\n"
             "Time the steps of evenly spread agents in a square world of the density asked for.");
        cliPrintOptions(&args);
        return CLI_EXIT_DONE;
    }
    Figures figures = {0};
    const char *simd = "";
    spreadAgents(&job);
    bfResult result = bfParams_Check(&job.params, &error);
    if (result != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, error.message);
    }
    if (measure(&job, &figures, &simd, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    print(&job, &figures, simd);
    return CLI_EXIT_DONE;
}
