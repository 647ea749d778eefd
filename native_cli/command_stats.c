/* boidforge-cli stats: what the flock is like in each frame, as CSV. */
#include "boidforge/scene.h"
#include "boidforge/stats.h"
#include "commands.h"
#include "options.h"
#include "scene_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "stats"

/* Within which neighbours are counted where no scene tells: the default radius of alignment and cohesion. */
#define USUAL_RADIUS 30.0
#define BY_SCENE     (-1.0)

enum { OPT_SCENE = 1, OPT_RADIUS, OPT_EVERY, OPT_HELP };

static const CliOption options[] = {
    {OPT_SCENE, "scene", 0, "FILE|NAME|LINK", "the scene that tells radii and world, where the recording carries none"},
    {OPT_RADIUS, "radius", 0, "R",
     "count neighbours nearer than this (the larger of r_ali and r_coh; 30 without a scene)"},
    {OPT_EVERY, "every", 0, "K", "measure every K-th frame"},
    {OPT_HELP, "help", 'h', NULL, "this text"},
};

typedef struct Numbers {
    double radius;
    int64_t every;
} Numbers;

static const bfParamInfo number_infos[] = {
    {"radius", BF_REAL, offsetof(Numbers, radius), BY_SCENE, 0, 1e6, "", "world units", "", ""},
    {"every", BF_WHOLE, offsetof(Numbers, every), 1, 1, 1e9, "", "frames", "", ""},
};
static const bfParamTable number_table = {"stats", number_infos, sizeof number_infos / sizeof number_infos[0],
                                          sizeof(Numbers)};

typedef struct Job {
    const char *path, *scene;
    Numbers numbers;
    bool help;
} Job;

static CliArgs makeArgs(int argc, char **argv) {
    return CLI_ARGS(COMMAND, options, NULL, argc, argv);
}

static bfResult applyOption(Job *job, const CliToken *token, bfError *error) {
    switch (token->id) {
    case OPT_SCENE:
        job->scene = token->text;
        return BF_OK;
    case OPT_RADIUS:
        return bfTable_SetText(&number_table, &job->numbers, "radius", token->text, error);
    case OPT_EVERY:
        return bfTable_SetText(&number_table, &job->numbers, "every", token->text, error);
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
    *job = (Job){0};
    bfTable_SetDefaults(&number_table, &job->numbers);
    while (result == BF_OK && (kind = cliNext(&args, &token, error)) != CLI_END) {
        if (kind == CLI_WRONG) {
            return error->id;
        }
        if (kind == CLI_OPERAND && job->path != NULL) {
            return bfFail(error, BF_ERROR_CONFLICT, "%.200s: one recording at a time", token.text);
        }
        if (kind == CLI_OPERAND) {
            job->path = token.text;
        } else {
            result = applyOption(job, &token, error);
        }
    }
    if (result == BF_OK && job->path == NULL && !job->help) {
        return bfFail(error, BF_ERROR_OPEN, "which recording? name a .bfs file, or - to read a pipe");
    }
    return result;
}

/* The scene named, or the one the recording carries, or none: then there is only a plane. */
static bfResult findSight(const Job *job, const bfReader *reader, bfSight *sight, bfError *error) {
    bfScene scene;
    bfParams params;
    const char *json = bfReader_SceneJson(reader);
    bool has_scene = job->scene != NULL || json != NULL;
    *sight = (bfSight){.radius = USUAL_RADIUS};
    if (has_scene) {
        bfResult result = job->scene != NULL ? loadScene(job->scene, &scene, error)
                                             : bfScene_ParseJson(&scene, json, strlen(json), error);
        if (result == BF_OK) {
            if (job->scene != NULL && bfReader_Header(reader)->max_agents > 0) {
                setSceneAgents(&scene, bfReader_Header(reader)->max_agents);
            }
            result = bfScene_Resolve(&scene, &params, error);
        }
        bfScene_Clear(&scene);
        if (result != BF_OK) {
            return result;
        }
        *sight = (bfSight){.radius = params.r_ali > params.r_coh ? params.r_ali : params.r_coh,
                           .torus = bfParams_Metric(&params) == BF_TORUS,
                           .width = params.world_width,
                           .height = params.world_height};
    }
    if (job->numbers.radius >= 0) {
        sight->radius = job->numbers.radius;
    }
    return BF_OK;
}

/* The number that people mean by a float32: 0.05 for 0.0500000007. */
static double asPeopleWrite(float value) {
    char text[32];
    snprintf(text, sizeof text, "%.7g", (double)value);
    double decimal = strtod(text, NULL);
    return (float)decimal == value ? decimal : (double)value;
}

static bfResult printStats(const Job *job, bfReader *reader, const bfSight *sight, bfError *error) {
    double dt = asPeopleWrite(bfReader_Header(reader)->dt);
    bfFrame frame;
    bfResult result;
    puts("frame,seconds,agents,bad,polarization,mean_speed,mean_neighbours");
    for (int64_t index = 0; (result = bfReader_Next(reader, &frame, error)) == BF_OK; ++index) {
        bfStats stats;
        if (index % job->numbers.every != 0) {
            continue;
        }
        if ((result = bfFrame_Measure(&frame, sight, &stats, error)) != BF_OK) {
            return result;
        }
        printf("%" PRId32 ",%.9g,%" PRId32 ",%" PRId32 ",%.9g,%.9g,%.9g\n", frame.timestep,
               ((double)frame.timestep + 1) * dt, stats.counted, stats.bad, stats.polarization, stats.mean_speed,
               stats.mean_neighbours);
    }
    return result == BF_ERROR_END ? BF_OK : result;
}

int command_stats(int argc, char **argv) {
    Job job;
    bfError error;
    if (parseJob(argc, argv, &job, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, error.message);
    }
    if (job.help) {
        CliArgs args = makeArgs(argc, argv);
        puts("usage: boidforge-cli stats RECORDING.bfs [options]\n"
             "What the flock is like in each frame, as CSV: polarization (length of the mean heading, 0 to 1), mean\n"
             "speed, mean number of neighbours, agents whose values are not numbers (left out); - reads a pipe.");
        cliPrintOptions(&args);
        return CLI_EXIT_DONE;
    }
    bfReader *reader;
    if (bfOpenReader(job.path, &reader, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    bfSight sight;
    bfResult result = findSight(&job, reader, &sight, &error);
    if (result != BF_OK) {
        bfCloseReader(reader);
        return cliFail(COMMAND, job.scene != NULL ? CLI_EXIT_USAGE : CLI_EXIT_FAILED, error.message);
    }
    result = printStats(&job, reader, &sight, &error);
    uint64_t missing;
    if (bfReader_WasCut(reader, &missing)) {
        fprintf(stderr, "boidforge-cli stats: %s ends inside a frame, %" PRIu64 " bytes are missing\n", job.path,
                missing);
    }
    bfCloseReader(reader);
    return result == BF_OK ? CLI_EXIT_DONE : cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
}
