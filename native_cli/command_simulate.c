#include "boidforge/scene.h"
#include "boidforge/sim.h"
#include "commands.h"
#include "interrupt.h"
#include "options.h"
#include "progress.h"
#include "scene_file.h"
#include "write_queue.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "simulate"

enum {
    OPT_OUT = 1,
    OPT_SCENE,
    OPT_AGENTS,
    OPT_STEPS,
    OPT_DENSITY,
    OPT_ASPECT,
    OPT_FORMAT,
    OPT_QUIET,
    OPT_JSON,
    OPT_HELP
};

static const CliOption options[] = {
    {OPT_OUT, "out", 'o', "FILE", "the recording to write; - is standard output (flock.bfs)"},
    {OPT_SCENE, "scene", 0, "FILE|NAME|LINK", "start from a scene; options after and before it override its values"},
    {OPT_AGENTS, "boids", 'n', "N", "the same as --agents"},
    {OPT_STEPS, "steps", 's', "N", "how many steps to record (the scene's, or 300)"},
    {OPT_DENSITY, "density", 0, "D", "agents per square world unit: sizes the world by the agent count"},
    {OPT_ASPECT, "aspect", 0, "A", "world width / height where a density sizes the world (1.7778)"},
    {OPT_FORMAT, "format", 0, "1|2", "version of the recording: 2 carries its whole scene inside (1)"},
    {OPT_QUIET, "quiet", 'q', NULL, "say nothing but errors"},
    {OPT_JSON, "json", 0, NULL, "print a summary as JSON"},
    {OPT_HELP, "help", 'h', NULL, "this text"},
};

typedef struct Job {
    bfScene scene;
    const char *out;
    int format;
    bool quiet, json, help;
} Job;

static CliArgs makeArgs(int argc, char **argv) {
    return CLI_ARGS(COMMAND, options, bfParamsTable(), argc, argv);
}

/* The scene is the ground on which every other option lies, so it is looked for first, wherever it stands. */
static bfResult applyScene(int argc, char **argv, Job *job, bfError *error) {
    CliArgs args = makeArgs(argc, argv);
    CliToken token;
    CliKind kind;
    while ((kind = cliNext(&args, &token, error)) != CLI_END) {
        if (kind == CLI_WRONG) {
            return error->id;
        }
        if (kind == CLI_OPTION && token.id == OPT_SCENE) {
            bfScene_Clear(&job->scene);
            bfResult result = loadScene(token.text, &job->scene, error);
            if (result != BF_OK) {
                return result;
            }
        }
    }
    return BF_OK;
}

static bfResult applyOption(Job *job, const CliToken *token, bfError *error) {
    switch (token->id) {
    case OPT_OUT:
        job->out = token->text;
        return BF_OK;
    case OPT_AGENTS:
        return bfScene_Set(&job->scene, "params", "agents", token->text, error);
    case OPT_STEPS:
        return bfScene_Set(&job->scene, "params", "steps", token->text, error);
    case OPT_DENSITY:
        return bfScene_Set(&job->scene, "", "density", token->text, error);
    case OPT_ASPECT:
        return bfScene_Set(&job->scene, "", "aspect", token->text, error);
    case OPT_FORMAT:
        job->format = strcmp(token->text, "2") == 0 ? 2 : 1;
        return strcmp(token->text, "1") == 0 || strcmp(token->text, "2") == 0
                   ? BF_OK
                   : bfFail(error, BF_ERROR_UNKNOWN_CHOICE, "--format: '%.60s' is not a choice, give 1 or 2",
                            token->text);
    case OPT_QUIET:
        job->quiet = true;
        return BF_OK;
    case OPT_JSON:
        job->json = true;
        return BF_OK;
    case OPT_HELP:
        job->help = true;
        return BF_OK;
    default:
        return BF_OK;
    }
}

/* A recording under the name of a picture or a film would only be found out later. */
static bfResult checkName(const char *out, bfError *error) {
    static const char *const others[] = {".png", ".mp4", ".json"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) {
        size_t length = strlen(out), tail = strlen(others[i]);
        if (length >= tail && strcmp(out + length - tail, others[i]) == 0) {
            return bfFail(error, BF_ERROR_CONFLICT,
                          "%.200s: simulate writes a .bfs recording; export makes pictures and films of it", out);
        }
    }
    return out[0] != '\0' ? BF_OK : bfFail(error, BF_ERROR_CONFLICT, "--out: needs a file name");
}

static bfResult parseJob(int argc, char **argv, Job *job, bfError *error) {
    *job = (Job){.scene = bfDefaultScene(), .out = "flock.bfs", .format = 1};
    bfResult result = applyScene(argc, argv, job, error);
    if (result == BF_OK) {
        result = applySimdVariable(&job->scene, error);
    }
    CliArgs args = makeArgs(argc, argv);
    CliToken token;
    CliKind kind;
    while (result == BF_OK && (kind = cliNext(&args, &token, error)) != CLI_END) {
        if (kind == CLI_OPERAND) {
            return bfFail(error, BF_ERROR_CONFLICT, "%.200s: what is this for? name the recording with -o FILE",
                          token.text);
        }
        result = kind == CLI_PARAM ? bfScene_Set(&job->scene, "params", token.param->name, token.text, error)
                                   : applyOption(job, &token, error);
    }
    return result == BF_OK ? checkName(job->out, error) : result;
}

/* In the frames to record. */
typedef struct Agents {
    int64_t fewest, most;
} Agents;

static bfResult writeFrames(bfWorld *world, bfWriter *writer, int64_t most_agents, int64_t steps, bool quiet,
                            bfError *error) {
    WriteQueue *queue;
    bfResult result = writeQueueOpen(writer, bfRecordBytes((int32_t)most_agents), &queue, error);
    if (result != BF_OK) {
        return result;
    }
    bfProgress progress;
    progressBegin(&progress, "steps", steps, quiet);
    for (int64_t step = 0; step < steps && result == BF_OK && !interruptSeen(); ++step) {
        bfWorld_Step(world);
        result = writeQueuePut(queue, bfWorld_Record(world), error);
        progressUpdate(&progress, step + 1);
    }
    progressEnd(&progress);
    return writeQueueClose(queue, error);
}

/* The summary goes to standard error when the recording itself goes to standard output. */
static void report(const Job *job, const bfParams *params, Agents agents, int32_t frames) {
    FILE *to = strcmp(job->out, "-") == 0 ? stderr : stdout;
    if (job->json) {
        fputs("{\"out\":", to);
        cliPrintJsonText(to, job->out);
        fprintf(to,
                ",\"frames\":%d,\"agents\":%" PRId64 ",\"events\":%d,\"seed\":%" PRId64
                ",\"world_width\":%.17g,\"world_height\":%.17g,\"interrupted\":%s}\n",
                (int)frames, params->agents, (int)job->scene.event_count, params->seed, params->world_width,
                params->world_height, interruptSeen() ? "true" : "false");
    } else if (interruptSeen()) {
        fprintf(stderr, "boidforge-cli simulate: interrupted; %s is whole and holds %d of %" PRId64 " frames\n",
                to == stderr ? "standard output" : job->out, (int)frames, params->steps);
    } else if (!job->quiet) {
        char range[48] = "";
        if (agents.fewest < agents.most) {
            snprintf(range, sizeof range, "%" PRId64 " to ", agents.fewest);
        }
        fprintf(to, "%s: %d frames of %s%" PRId64 " agents in a world of %g x %g, seed %" PRId64 "\n", job->out,
                (int)frames, range, agents.most, params->world_width, params->world_height, params->seed);
    }
}

static int simulate(const Job *job, const bfParams *params) {
    bfError error;
    bfWorld *world;
    if (bfCreateWorld(params, &world, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    const bfScene *scene = &job->scene;
    if (bfWorld_AddEvents(world, scene->events, scene->event_count, &error) != BF_OK) {
        bfDestroyWorld(world);
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    Agents agents;
    bfAgentRange(params, scene->events, scene->event_count, params->steps, &agents.fewest, &agents.most);
    bfHeader header = {.version = (uint16_t)job->format,
                       .dim = 2,
                       .max_agents = agents.fewest == agents.most ? (int32_t)agents.most : 0,
                       .dt = (float)params->dt,
                       .seed = (uint32_t)params->seed,
                       .frame_count = -1};
    bfWriter *writer;
    char *scene_json = job->format == 2 ? bfScene_WriteJson(scene, params) : NULL;
    bfResult result = bfCreateWriter(job->out, &header, scene_json, &writer, &error);
    free(scene_json);
    if (result != BF_OK) {
        bfDestroyWorld(world);
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    interruptCatch();
    result = writeFrames(world, writer, agents.most, params->steps, job->quiet, &error);
    bfDestroyWorld(world);
    int32_t frames = bfWriter_FrameCount(writer);
    if (result != BF_OK) {
        bfWriter_Abandon(writer);
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    if (interruptSeen() && frames == 0) {
        bfWriter_Abandon(writer);
        return cliFail(COMMAND, CLI_EXIT_INTERRUPTED, "interrupted before the first frame; nothing was written");
    }
    if (bfWriter_Finish(writer, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    report(job, params, agents, frames);
    return interruptSeen() ? CLI_EXIT_INTERRUPTED : CLI_EXIT_DONE;
}

int command_simulate(int argc, char **argv) {
    Job job;
    bfParams params;
    bfError error;
    bfResult result = parseJob(argc, argv, &job, &error);
    if (result == BF_OK && job.help) {
        CliArgs args = makeArgs(argc, argv);
        puts("usage: boidforge-cli simulate [--scene FILE|NAME|LINK] [-o FILE] [options]\n"
             "Compute a flock and write its frames as a .bfs recording.");
        cliPrintOptions(&args);
        bfScene_Clear(&job.scene);
        return CLI_EXIT_DONE;
    }
    if (result == BF_OK) {
        result = bfScene_Resolve(&job.scene, &params, &error);
    }
    int code = result == BF_OK
                   ? simulate(&job, &params)
                   : cliFail(COMMAND, result == BF_ERROR_OPEN ? CLI_EXIT_FAILED : CLI_EXIT_USAGE, error.message);
    bfScene_Clear(&job.scene);
    return code;
}
