/* boidforge-cli convert: the same frames in the other version of the format, or fewer of them, or fewer agents. */
#define _POSIX_C_SOURCE 200809L

#include "boidforge/scene.h"
#include "commands.h"
#include "interrupt.h"
#include "options.h"
#include "progress.h"
#include "scene_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "convert"

enum { OPT_OUT = 1, OPT_FORMAT, OPT_SCENE, OPT_EVERY, OPT_AGENTS, OPT_QUIET, OPT_HELP };

static const CliOption options[] = {
    {OPT_OUT, "out", 'o', "FILE", "the recording to write; - is standard output"},
    {OPT_FORMAT, "format", 0, "1|2", "version to write (the recording's own)"},
    {OPT_SCENE, "scene", 0, "FILE|NAME|LINK",
     "the scene to put into version 2, where the recording carries none; not checked, verify does that"},
    {OPT_EVERY, "every", 0, "K", "keep every K-th frame"},
    {OPT_AGENTS, "agents", 'n', "M", "keep the first M agents"},
    {OPT_QUIET, "quiet", 'q', NULL, "say nothing but errors"},
    {OPT_HELP, "help", 'h', NULL, "this text"},
};

typedef struct Numbers {
    int64_t format, every, agents;
} Numbers;

static const bfParamInfo number_infos[] = {
    {"format", BF_WHOLE, offsetof(Numbers, format), 0, 1, 2, "", "", "", ""},
    {"every", BF_WHOLE, offsetof(Numbers, every), 1, 1, 1e9, "", "frames", "", ""},
    {"agents", BF_WHOLE, offsetof(Numbers, agents), BF_MAX_AGENTS, 0, BF_MAX_AGENTS, "", "agents", "", ""},
};
static const bfParamTable number_table = {"convert", number_infos, sizeof number_infos / sizeof number_infos[0],
                                          sizeof(Numbers)};

typedef struct Job {
    const char *path, *out, *scene;
    Numbers numbers; /* format 0: as the recording */
    bool quiet, help;
} Job;

static CliArgs makeArgs(int argc, char **argv) {
    return CLI_ARGS(COMMAND, options, NULL, argc, argv);
}

static bfResult applyOption(Job *job, const CliToken *token, bfError *error) {
    switch (token->id) {
    case OPT_OUT:
        job->out = token->text;
        return BF_OK;
    case OPT_SCENE:
        job->scene = token->text;
        return BF_OK;
    case OPT_FORMAT:
        return bfTable_SetText(&number_table, &job->numbers, "format", token->text, error);
    case OPT_EVERY:
        return bfTable_SetText(&number_table, &job->numbers, "every", token->text, error);
    case OPT_AGENTS:
        return bfTable_SetText(&number_table, &job->numbers, "agents", token->text, error);
    case OPT_QUIET:
        job->quiet = true;
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
    if (result == BF_OK && !job->help && (job->path == NULL || job->out == NULL)) {
        return bfFail(error, BF_ERROR_CONFLICT, "from what to what? boidforge-cli convert IN.bfs -o OUT.bfs");
    }
    return result;
}

/* The scene's JSON for a version 2 file: the recording's own, or that of the scene named; to be freed. */
static bfResult sceneJson(const Job *job, const bfReader *reader, char **json, bfError *error) {
    const char *carried = bfReader_SceneJson(reader);
    const bfHeader *header = bfReader_Header(reader);
    if (job->scene == NULL && carried == NULL) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "%.200s: version 2 needs a scene and this recording carries none, name it with --scene",
                      job->path);
    }
    if (job->scene != NULL && carried != NULL) {
        return bfFail(error, BF_ERROR_CONFLICT, "--scene: %.200s carries its own scene, leave this out", job->path);
    }
    if (job->scene == NULL) {
        bfScene scene = bfDefaultScene();
        bfError why;
        if (bfScene_ParseJson(&scene, carried, strlen(carried), &why) != BF_OK) {
            fprintf(stderr, "boidforge-cli convert: %s: its scene is copied as it is, but cannot be used here: %s\n",
                    job->path, why.message);
        }
        bfScene_Clear(&scene);
        *json = strdup(carried);
        return *json != NULL ? BF_OK : bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for the scene");
    }
    bfScene scene;
    bfParams params;
    bfResult result = loadScene(job->scene, &scene, error);
    scene.params.seed = header->seed;
    setSceneAgents(&scene, header->max_agents);
    if (result == BF_OK) {
        result = bfScene_Resolve(&scene, &params, error);
    }
    if (result == BF_OK) {
        *json = bfScene_WriteJson(&scene, &params);
    }
    bfScene_Clear(&scene);
    return result;
}

/* The first `agents` agents of a frame as a record of its own in `record`. */
static size_t packRecord(const bfFrame *frame, int32_t agents, void *record) {
    int32_t head[2] = {frame->timestep, agents};
    size_t bytes = (size_t)agents * sizeof(float);
    const float *fields[] = {frame->px, frame->py, frame->vx, frame->vy};
    memcpy(record, head, sizeof head);
    for (int field = 0; field < 4; ++field) {
        memcpy((char *)record + BF_RECORD_HEADER_BYTES + (size_t)field * bytes, fields[field], bytes);
    }
    return bfRecordBytes(agents);
}

static bfResult copyFrames(const Job *job, bfReader *reader, bfWriter *writer, bfError *error) {
    bfFrame frame;
    bfProgress progress;
    void *record = NULL;
    int32_t capacity = -1;
    int64_t index = 0, total = bfReader_CountFrames(reader);
    bfResult read, written = BF_OK;
    progressBegin(&progress, "frames", total > 0 ? total : 0, job->quiet);
    while (written == BF_OK && !interruptSeen() && (read = bfReader_Next(reader, &frame, error)) == BF_OK) {
        if (index++ % job->numbers.every != 0) {
            continue;
        }
        int32_t agents = frame.n < job->numbers.agents ? frame.n : (int32_t)job->numbers.agents;
        if (agents > capacity) {
            free(record);
            record = malloc(bfRecordBytes(agents));
            capacity = agents;
        }
        if (record == NULL) {
            written = bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for a frame of %d agents", (int)agents);
            break;
        }
        written = bfWriter_Write(writer, record, packRecord(&frame, agents, record), error);
        progressUpdate(&progress, index);
    }
    progressEnd(&progress);
    free(record);
    if (written != BF_OK || interruptSeen()) {
        return written;
    }
    return read == BF_ERROR_END ? BF_OK : read;
}

static int finish(const Job *job, const bfReader *reader, bfWriter *writer) {
    bfError error;
    int32_t frames = bfWriter_FrameCount(writer);
    uint64_t missing;
    if (bfReader_WasCut(reader, &missing) && !job->quiet) {
        fprintf(stderr,
                "boidforge-cli convert: %s: ends inside a frame, %" PRIu64
                " bytes are missing; the whole frames before it were used\n",
                job->path, missing);
    }
    if (bfWriter_Finish(writer, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    if (interruptSeen()) {
        fprintf(stderr, "boidforge-cli convert: interrupted; %s is whole and holds %d frames\n", job->out, (int)frames);
        return CLI_EXIT_INTERRUPTED;
    }
    if (!job->quiet) {
        fprintf(strcmp(job->out, "-") == 0 ? stderr : stdout, "%s: %d frame%s\n", job->out, (int)frames,
                frames == 1 ? "" : "s");
    }
    return CLI_EXIT_DONE;
}

static int convert(const Job *job, bfReader *reader) {
    bfError error;
    bfHeader header = *bfReader_Header(reader);
    char *json = NULL;
    header.version = job->numbers.format > 0 ? (uint16_t)job->numbers.format : header.version;
    header.dt *= (float)job->numbers.every; /* seconds from one frame to the next */
    if (header.max_agents > job->numbers.agents) {
        header.max_agents = (int32_t)job->numbers.agents;
    }
    if (header.version == 2) {
        bfResult result = sceneJson(job, reader, &json, &error);
        if (result != BF_OK) {
            return cliFail(COMMAND, result == BF_ERROR_OPEN ? CLI_EXIT_FAILED : CLI_EXIT_USAGE, error.message);
        }
    }
    bfWriter *writer;
    bfResult result = bfCreateWriter(job->out, &header, json, &writer, &error);
    free(json);
    if (result != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    interruptCatch();
    result = copyFrames(job, reader, writer, &error);
    if (result != BF_OK) {
        bfWriter_Abandon(writer);
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    return finish(job, reader, writer);
}

int command_convert(int argc, char **argv) {
    Job job;
    bfError error;
    if (parseJob(argc, argv, &job, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, error.message);
    }
    if (job.help) {
        CliArgs args = makeArgs(argc, argv);
        puts(
            "usage: boidforge-cli convert IN.bfs -o OUT.bfs [options]\n"
            "Write a recording in the other version of the format, or with fewer frames or agents; IN - reads a pipe.");
        cliPrintOptions(&args);
        return CLI_EXIT_DONE;
    }
    bfReader *reader;
    if (bfOpenReader(job.path, &reader, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    int code = convert(&job, reader);
    bfCloseReader(reader);
    return code;
}
