/* boidforge-cli bench: how long a step takes. Times are nanoseconds per agent and step; the smallest and the median of
 * the steps are told, since a shared machine only ever makes a step slower. The clock is told with them: figures of
 * two machines can only be compared at one clock. web/js/bench/measure.js does the same in JavaScript. */
#define _POSIX_C_SOURCE 200809L

#include "boidforge/scene.h"
#include "boidforge/sim.h"
#include "commands.h"
#include "options.h"
#include "scene_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define COMMAND "bench"
#define PI      3.14159265358979

enum { OPT_SCENE = 1, OPT_AGENTS, OPT_NEIGHBOURS, OPT_STEPS, OPT_WARMUP, OPT_JSON, OPT_CSV, OPT_HELP };

static const CliOption options[] = {
    {OPT_SCENE, "scene", 0, "FILE|NAME|LINK", "time a scene, in its own world and with its own rules; without its events"},
    {OPT_AGENTS, "agents", 'n', "N", "agents (the scene's, or 50000)"},
    {OPT_NEIGHBOURS, "neighbours", 0, "K", "mean neighbours within the largest radius, sizes the world (14)"},
    {OPT_STEPS, "steps", 's', "N", "steps to time (50)"},
    {OPT_WARMUP, "warm-up", 0, "N", "steps before the clock starts (5)"},
    {OPT_JSON, "json", 0, NULL, "print one JSON object"},
    {OPT_CSV, "csv", 0, NULL, "print one line of comma-separated values, after a line of names"},
    {OPT_HELP, "help", 'h', NULL, "this text"},
};

typedef struct Numbers {
    int64_t steps, warm_up;
    double neighbours;
} Numbers;

static const bfParamInfo number_infos[] = {
    {"neighbours", BF_REAL, offsetof(Numbers, neighbours), 14, 0.01, 1e5, "", "", "", ""},
    {"steps", BF_WHOLE, offsetof(Numbers, steps), 50, 1, 100000, "", "steps", "", ""},
    {"warm_up", BF_WHOLE, offsetof(Numbers, warm_up), 5, 0, 100000, "", "steps", "", ""},
};
static const bfParamTable number_table = {"bench", number_infos, sizeof number_infos / sizeof number_infos[0],
                                          sizeof(Numbers)};

typedef struct Job {
    bfScene scene;
    Numbers numbers;
    bool has_scene, has_neighbours;
    bool json, csv, help;
} Job;

typedef struct Figures {
    const char *simd;
    int threads;
    double min_ns, median_ns;     /* per agent and step */
    double median_ms;             /* per step */
    double mean_neighbours;       /* counted, within the largest radius, after the timed steps */
    double candidates_per_second; /* over the median time; see countPairs */
    double clock_ghz;             /* 0: not known on this kind of machine */
    int64_t peak_bytes;
} Figures;

static CliArgs makeArgs(int argc, char **argv) {
    return CLI_ARGS(COMMAND, options, bfParamsTable(), argc, argv);
}

/* Without a scene: rules so weak that evenly spread agents stay so. */
static bfResult setGround(Job *job, bfError *error) {
    static const char *const weights[] = {"w_sep", "w_ali", "w_coh"};
    bfResult result = bfScene_Set(&job->scene, "params", "agents", "50000", error);
    for (int i = 0; i < 3 && result == BF_OK; ++i) {
        result = bfScene_Set(&job->scene, "params", weights[i], "0.001", error);
    }
    return result;
}

/* The scene is the ground on which every other option lies, so it is looked for first, wherever it stands. */
static bfResult applyScene(int argc, char **argv, Job *job, bfError *error) {
    CliArgs args = makeArgs(argc, argv);
    CliToken token;
    CliKind kind;
    bfResult result = setGround(job, error);
    while (result == BF_OK && (kind = cliNext(&args, &token, error)) != CLI_END) {
        if (kind == CLI_WRONG) {
            return error->id;
        }
        if (kind == CLI_OPTION && token.id == OPT_SCENE) {
            job->has_scene = true;
            result = loadScene(token.text, &job->scene, error);
            bfScene_SetEvents(&job->scene, NULL, 0, NULL);
        }
    }
    return result;
}

static bfResult applyOption(Job *job, const CliToken *token, bfError *error) {
    switch (token->id) {
    case OPT_AGENTS:
        return bfScene_Set(&job->scene, "params", "agents", token->text, error);
    case OPT_NEIGHBOURS:
        job->has_neighbours = true;
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
    case OPT_HELP:
        job->help = true;
        return BF_OK;
    default:
        return BF_OK;
    }
}

static bfResult checkJob(const Job *job, bfError *error) {
    if (job->has_neighbours && job->has_scene) {
        return bfFail(error, BF_ERROR_CONFLICT, "--neighbours: a scene has its own density, leave one of them out");
    }
    if (job->has_neighbours && (job->scene.has_width || job->scene.has_height)) {
        return bfFail(error, BF_ERROR_CONFLICT, "--neighbours: it sizes the world, so give no world size with it");
    }
    if (job->scene.params.agents < 1) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "agents: there is nothing to time without agents, give at least 1");
    }
    return BF_OK;
}

static bfResult parseJob(int argc, char **argv, Job *job, bfError *error) {
    *job = (Job){.scene = bfDefaultScene()};
    bfTable_SetDefaults(&number_table, &job->numbers);
    bfResult result = applyScene(argc, argv, job, error);
    if (result == BF_OK) {
        result = applySimdVariable(&job->scene, error);
    }
    job->scene.params.threads = 1;
    CliArgs args = makeArgs(argc, argv);
    CliToken token;
    CliKind kind;
    while (result == BF_OK && (kind = cliNext(&args, &token, error)) != CLI_END) {
        if (kind == CLI_OPERAND) {
            return bfFail(error, BF_ERROR_CONFLICT, "%.200s: what is this for?", token.text);
        }
        result = kind == CLI_PARAM ? bfScene_Set(&job->scene, "params", token.param->name, token.text, error)
                                   : applyOption(job, &token, error);
    }
    return result == BF_OK ? checkJob(job, error) : result;
}

static double largestRadius(const bfParams *p) {
    double largest = p->r_sep > p->r_ali ? p->r_sep : p->r_ali;
    return largest > p->r_coh ? largest : p->r_coh;
}

/* The world to time in: the scene's, the size that was given, or a square in which evenly spread agents have the
 * asked-for neighbours. */
static bfResult resolveJob(const Job *job, bfParams *params, bfError *error) {
    bfScene scene = job->scene;
    if (!job->has_scene && !scene.has_width && !scene.has_height) {
        bfParams *p = &scene.params;
        if (largestRadius(p) == 0) {
            return bfFail(error, BF_ERROR_CONFLICT,
                          "--neighbours: nobody has any with all radii 0, give a radius, or a world size");
        }
        double density = job->numbers.neighbours / (PI * largestRadius(p) * largestRadius(p));
        p->world_width = p->world_height = sqrt((double)p->agents / density);
    }
    return bfScene_Resolve(&scene, params, error);
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

/* The processor's clock now, in GHz, from a chain of dependent multiplications: each takes three cycles on every
 * x86-64 processor of the last fifteen years, whatever its clock. (Chains of additions are folded by some.) */
static double clockNow(void) {
#ifdef __x86_64__
    enum { ROUNDS = 1000 };
    uint64_t value = 3;
    double begun = secondsNow();
    for (int i = 0; i < ROUNDS; ++i) {
        __asm__ volatile("imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
                         "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\timul %0, %0"
                         : "+r"(value)
                         :
                         : "cc");
    }
    return ROUNDS * 8 * 3 / (secondsNow() - begun) * 1e-9;
#else
    return 0;
#endif
}

typedef struct Pairs {
    double neighbours; /* an agent's, within the largest radius */
    double candidates; /* agents a scalar search compares it with: all, or those in the 3 x 3 cells about it, of a
                        * uniform grid with cells just above one radius a side; itself included */
} Pairs;

/* The solver's grid has no more than this either. */
#define MAX_CELLS_PER_AXIS 4096

static int32_t cellsAlong(double extent, double radius) {
    return (int32_t)fmax(fmin(extent / radius, MAX_CELLS_PER_AXIS), 1);
}

static bool areCellsAdjacent(float a, float b, float scale, int32_t cells, bool around) {
    int32_t apart = abs((int32_t)(a * scale) - (int32_t)(b * scale));
    return apart <= 1 || (around && apart >= cells - 1);
}

/* Means over a sample of agents, by looking at everybody. */
static Pairs countPairs(const bfFrame *frame, const bfParams *p) {
    double radius = largestRadius(p);
    bool torus = bfParams_Metric(p) == BF_TORUS;
    bool everything = bfParams_Level(p) == BF_NAIVE || bfParams_Level(p) == BF_VECTOR;
    int32_t cols = cellsAlong(p->world_width, radius), rows = cellsAlong(p->world_height, radius);
    float col_scale = (float)(cols / p->world_width), row_scale = (float)(rows / p->world_height);
    int64_t affordable = 50000000 / frame->n;
    int64_t samples = affordable > 200 ? affordable : 200;
    samples = samples < frame->n ? samples : frame->n;
    int64_t neighbours = 0, candidates = 0;
    for (int64_t s = 0; s < samples; ++s) {
        int32_t i = (int32_t)(frame->n * s / samples);
        for (int32_t j = 0; j < frame->n; ++j) {
            double dx = fabs((double)frame->px[j] - (double)frame->px[i]);
            double dy = fabs((double)frame->py[j] - (double)frame->py[i]);
            if (torus) {
                dx = fmin(dx, p->world_width - dx);
                dy = fmin(dy, p->world_height - dy);
            }
            double d2 = dx * dx + dy * dy;
            neighbours += d2 > 0 && d2 < radius * radius;
            candidates += everything || (areCellsAdjacent(frame->px[i], frame->px[j], col_scale, cols, torus) &&
                                         areCellsAdjacent(frame->py[i], frame->py[j], row_scale, rows, torus));
        }
    }
    return (Pairs){(double)neighbours / (double)samples, (double)candidates / (double)samples};
}

/* The most memory this program has held. Not getrusage where it can be helped: that counts what the process was
 * before it became this program too. */
static int64_t peakBytes(void) {
    long long kilobytes = 0;
    char line[128];
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && kilobytes == 0 && fgets(line, sizeof line, status) != NULL) {
        sscanf(line, "VmHWM: %lld kB", &kilobytes);
    }
    if (status != NULL) {
        fclose(status);
    }
    struct rusage usage;
    if (kilobytes == 0 && getrusage(RUSAGE_SELF, &usage) == 0) {
        kilobytes = usage.ru_maxrss;
    }
    return kilobytes * 1024;
}

static bfResult measure(const bfParams *params, const Numbers *numbers, Figures *figures, bfError *error) {
    bfWorld *world;
    bfResult result = bfCreateWorld(params, &world, error);
    if (result != BF_OK) {
        return result;
    }
    double *seconds = malloc((size_t)numbers->steps * sizeof *seconds);
    if (seconds == NULL) {
        bfDestroyWorld(world);
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for the times");
    }
    for (int64_t i = 0; i < numbers->warm_up; ++i) {
        bfWorld_Step(world);
    }
    for (int64_t i = 0; i < numbers->steps; ++i) {
        double begun = secondsNow();
        bfWorld_Step(world);
        seconds[i] = secondsNow() - begun;
        figures->clock_ghz = fmax(figures->clock_ghz, clockNow());
    }
    qsort(seconds, (size_t)numbers->steps, sizeof *seconds, compareDoubles);
    double agents = (double)params->agents, median = seconds[numbers->steps / 2];
    bfFrame frame = bfWorld_Frame(world);
    Pairs pairs = countPairs(&frame, params);
    figures->min_ns = seconds[0] * 1e9 / agents;
    figures->median_ns = median * 1e9 / agents;
    figures->median_ms = median * 1e3;
    figures->mean_neighbours = pairs.neighbours;
    figures->candidates_per_second = pairs.candidates * agents / median;
    figures->peak_bytes = peakBytes();
    figures->simd = bfWorld_SimdName(world);
    figures->threads = bfWorld_ThreadCount(world);
    free(seconds);
    bfDestroyWorld(world);
    return BF_OK;
}

static void printJson(const Job *job, const bfParams *p, const Figures *f, const char *level, const char *numerics) {
    char clock[32] = "null";
    if (f->clock_ghz > 0) {
        snprintf(clock, sizeof clock, "%.3f", f->clock_ghz);
    }
    printf("{\"level\":\"%s\",\"numerics\":\"%s\",\"simd\":\"%s\",\"threads\":%d,\"agents\":%lld,\"scene\":", level,
           numerics, f->simd, f->threads, (long long)p->agents);
    if (job->has_scene) {
        cliPrintJsonText(stdout, job->scene.name);
    } else {
        fputs("null", stdout);
    }
    printf(",\"world_width\":%.10g,\"world_height\":%.10g,\"warm_up\":%lld,\"steps\":%lld,"
           "\"ns_per_agent_step\":{\"min\":%.3f,\"median\":%.3f},\"ms_per_step\":%.4f,\"mean_neighbours\":%.2f,"
           "\"candidates_per_second\":%.4g,\"clock_ghz\":%s,\"peak_bytes\":%lld}\n",
           p->world_width, p->world_height, (long long)job->numbers.warm_up, (long long)job->numbers.steps, f->min_ns,
           f->median_ns, f->median_ms, f->mean_neighbours, f->candidates_per_second, clock, (long long)f->peak_bytes);
}

static void printCsv(const bfParams *p, const Figures *f, const char *level, const char *numerics) {
    printf("numerics,level,simd,threads,agents,neighbours,ns_min,ns_median,ms_per_step,candidates_per_second,"
           "clock_ghz,peak_bytes\n%s,%s,%s,%d,%lld,%.2f,%.3f,%.3f,%.4f,%.4g,",
           numerics, level, f->simd, f->threads, (long long)p->agents, f->mean_neighbours, f->min_ns, f->median_ns,
           f->median_ms, f->candidates_per_second);
    if (f->clock_ghz > 0) {
        printf("%.3f", f->clock_ghz);
    }
    printf(",%lld\n", (long long)f->peak_bytes);
}

static void printText(const bfParams *p, const Figures *f, const char *level, const char *numerics) {
    printf("%s, level %s on %s, %d thread%s, %lld agents with %.1f neighbours:\n"
           "  %.1f ns per agent and step (median; min %.1f), %.3f ms per step\n"
           "  %.3g candidates per second, %.1f MB at the peak",
           numerics, level, f->simd, f->threads, f->threads == 1 ? "" : "s", (long long)p->agents, f->mean_neighbours,
           f->median_ns, f->min_ns, f->median_ms, f->candidates_per_second, (double)f->peak_bytes / 1e6);
    if (f->clock_ghz > 0) {
        printf(", clock %.2f GHz", f->clock_ghz);
    }
    putchar('\n');
}

static void print(const Job *job, const bfParams *params, const Figures *figures) {
    static const char *const level_names[] = {"auto", "naive", "vector", "grid", "native"};
    const char *level = level_names[bfParams_Level(params)];
    const char *numerics = params->numerics == BF_CELL ? "cell" : "classic";
    if (job->json) {
        printJson(job, params, figures, level, numerics);
    } else if (job->csv) {
        printCsv(params, figures, level, numerics);
    } else {
        printText(params, figures, level, numerics);
    }
}

int command_bench(int argc, char **argv) {
    Job job;
    bfParams params;
    bfError error;
    bfResult result = parseJob(argc, argv, &job, &error);
    if (result == BF_OK && job.help) {
        CliArgs args = makeArgs(argc, argv);
        puts("usage: boidforge-cli bench [-n N] [--neighbours K | --scene FILE|NAME|LINK] [options]\n"
             "Time the steps of a flock: a scene, or agents spread evenly, in a world of the size given or in a\n"
             "square one that gives them the neighbours asked for. Without a scene weights are 0.001 unless given, so\n"
             "that the agents stay spread; threads are 1 unless given. The clock in GHz is measured beside the steps\n"
             "(x86-64 only).");
        cliPrintOptions(&args);
        return CLI_EXIT_DONE;
    }
    if (result == BF_OK) {
        result = resolveJob(&job, &params, &error);
    }
    if (result != BF_OK) {
        return cliFail(COMMAND, result == BF_ERROR_OPEN ? CLI_EXIT_FAILED : CLI_EXIT_USAGE, error.message);
    }
    Figures figures = {0};
    if (measure(&params, &job.numbers, &figures, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    print(&job, &params, &figures);
    return CLI_EXIT_DONE;
}
