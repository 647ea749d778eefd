/* boidforge-cli verify: is a recording what its scene gives, or what another recording holds? The first difference is
 * told by frame, agent and field. */
#include "boidforge/scene.h"
#include "commands.h"
#include "interrupt.h"
#include "options.h"
#include "progress.h"
#include "scene_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COMMAND "verify"

enum { OPT_SCENE = 1, OPT_QUIET, OPT_HELP };

static const CliOption options[] = {
    {OPT_SCENE, "scene", 0, "FILE|NAME|LINK", "the scene of a version 1 recording, which carries none"},
    {OPT_QUIET, "quiet", 'q', NULL, "say nothing but errors and differences"},
    {OPT_HELP, "help", 'h', NULL, "this text"},
};

/* Parameters given as options, laid over the scene. */
enum { MAX_OVERRIDES = 64 };

typedef struct Job {
    const char *path, *other;
    const char *scene;
    struct {
        const char *name, *text;
    } overrides[MAX_OVERRIDES];
    int override_count;
    bool quiet, help;
} Job;

/* How a comparison went on so far. */
typedef struct Comparison {
    int64_t frames;
    int32_t fewest_agents, most_agents; /* in a frame */
    int32_t kept;                       /* agents that the first frame shows that it kept, of more; or BF_MAX_AGENTS */
    int64_t stride;                     /* steps from the first frame to the second; 0: not known */
    bool differs;
} Comparison;

static CliArgs makeArgs(int argc, char **argv) {
    return CLI_ARGS(COMMAND, options, bfParamsTable(), argc, argv);
}

static bfResult addOperand(Job *job, const char *text, bfError *error) {
    if (job->other != NULL) {
        return bfFail(error, BF_ERROR_CONFLICT, "%.200s: a third recording, two at most", text);
    }
    *(job->path == NULL ? &job->path : &job->other) = text;
    return BF_OK;
}

static bfResult addOverride(Job *job, const char *name, const char *text, bfError *error) {
    if (job->override_count == MAX_OVERRIDES) {
        return bfFail(error, BF_ERROR_CONFLICT, "too many options");
    }
    job->overrides[job->override_count].name = name;
    job->overrides[job->override_count++].text = text;
    return BF_OK;
}

static bfResult parseJob(int argc, char **argv, Job *job, bfError *error) {
    CliArgs args = makeArgs(argc, argv);
    CliToken token;
    CliKind kind;
    bfResult result = BF_OK;
    *job = (Job){0};
    while (result == BF_OK && (kind = cliNext(&args, &token, error)) != CLI_END) {
        if (kind == CLI_WRONG) {
            result = error->id;
        } else if (kind == CLI_OPERAND) {
            result = addOperand(job, token.text, error);
        } else if (kind == CLI_PARAM) {
            result = addOverride(job, token.param->name, token.text, error);
        } else if (token.id == OPT_SCENE) {
            job->scene = token.text;
        } else {
            job->quiet = job->quiet || token.id == OPT_QUIET;
            job->help = job->help || token.id == OPT_HELP;
        }
    }
    if (result == BF_OK && !job->help && job->path == NULL) {
        return bfFail(error, BF_ERROR_CONFLICT, "which recording? name a .bfs file, or - to read a pipe");
    }
    if (result == BF_OK && job->other != NULL && (job->scene != NULL || job->override_count > 0)) {
        return bfFail(error, BF_ERROR_CONFLICT, "two recordings are compared as they are, without a scene");
    }
    return result;
}

/* ---- Comparing ---- */

static void reportField(int64_t index, const char *field, int32_t agent, float is, float wanted, const char *what) {
    uint32_t is_bits, wanted_bits;
    memcpy(&is_bits, &is, sizeof is);
    memcpy(&wanted_bits, &wanted, sizeof wanted);
    printf("frame %" PRId64 ", agent %" PRId32 ", %s: %.9g (%08" PRIx32 ") recorded, %.9g (%08" PRIx32 ") %s\n", index,
           agent, field, (double)is, is_bits, (double)wanted, wanted_bits, what);
}

/* Compare the agents that both frames have; true when equal. Agents first, so that the first one is told. */
static bool compareFrames(const bfFrame *is, const bfFrame *wanted, int64_t index, const char *what) {
    static const char *const names[] = {"px", "py", "vx", "vy"};
    const float *mine[] = {is->px, is->py, is->vx, is->vy};
    const float *theirs[] = {wanted->px, wanted->py, wanted->vx, wanted->vy};
    int32_t n = is->n < wanted->n ? is->n : wanted->n;
    for (int32_t i = 0; i < n; ++i) {
        for (int field = 0; field < 4; ++field) {
            if (memcmp(&mine[field][i], &theirs[field][i], sizeof(float)) != 0) {
                reportField(index, names[field], i, mine[field][i], theirs[field][i], what);
                return false;
            }
        }
    }
    return true;
}

static void countFrame(Comparison *comparison, const bfFrame *frame) {
    bool is_first = comparison->frames == 0;
    comparison->frames += 1;
    comparison->most_agents = frame->n > comparison->most_agents ? frame->n : comparison->most_agents;
    comparison->fewest_agents = is_first || frame->n < comparison->fewest_agents ? frame->n : comparison->fewest_agents;
}

static void reportHeader(Comparison *comparison, const char *value, double is, double wanted, const char *what) {
    printf("header, %s: %.9g recorded, %.9g %s\n", value, is, wanted, what);
    comparison->differs = true;
}

/* A whole recording's header against what its frames say. */
static void checkHeader(const bfReader *reader, const char *path, Comparison *comparison) {
    const bfHeader *header = bfReader_Header(reader);
    uint64_t missing;
    if (bfReader_WasCut(reader, &missing)) {
        printf("%s: ends inside a frame, %" PRIu64 " bytes are missing\n", path, missing);
        comparison->differs = true;
    } else if (header->frame_count >= 0 && header->frame_count != comparison->frames) {
        reportHeader(comparison, "frame_count", header->frame_count, (double)comparison->frames, "in the file");
    } else if (comparison->frames > 0 && header->max_agents > 0 &&
               (header->max_agents != comparison->fewest_agents || header->max_agents != comparison->most_agents)) {
        bool is_most = header->max_agents == comparison->most_agents;
        reportHeader(comparison, "max_agents", header->max_agents,
                     is_most ? comparison->fewest_agents : comparison->most_agents, "in one of its frames");
    }
}

/* A recording's header against the scene's. Thinned to every k-th step, it has k times the time between frames; the
 * multiplication rounds once or more often. */
static void compareHeaderWithScene(const bfReader *reader, const bfParams *params, Comparison *comparison) {
    const bfHeader *header = bfReader_Header(reader);
    double dt = (double)(float)params->dt * (double)(comparison->stride > 0 ? comparison->stride : 1);
    if (header->seed != params->seed) {
        reportHeader(comparison, "seed", header->seed, (double)params->seed, "in the scene");
    } else if (comparison->stride > 0 && fabs((double)header->dt - dt) > 1e-6 * dt) {
        reportHeader(comparison, "dt", (double)header->dt, dt, "by the scene");
    }
}

/* Two recordings' headers, but for the frame count, which a pipe cannot be given. */
static void compareHeaders(const bfReader *a, const bfReader *b, Comparison *comparison) {
    const bfHeader *is = bfReader_Header(a), *other = bfReader_Header(b);
    const char *what = "in the other";
    if (is->seed != other->seed) {
        reportHeader(comparison, "seed", is->seed, other->seed, what);
    } else if (is->dt != other->dt) {
        reportHeader(comparison, "dt", (double)is->dt, (double)other->dt, what);
    } else if (is->max_agents != other->max_agents) {
        reportHeader(comparison, "max_agents", is->max_agents, other->max_agents, what);
    }
}

static bfResult compareRecordings(bfReader *a, bfReader *b, Comparison *comparison, bfError *error) {
    for (;;) {
        bfFrame is, wanted;
        bfResult mine = bfReader_Next(a, &is, error);
        if (mine != BF_OK && mine != BF_ERROR_END) {
            return mine;
        }
        bfResult theirs = bfReader_Next(b, &wanted, error);
        if (theirs != BF_OK && theirs != BF_ERROR_END) {
            return theirs;
        }
        if (mine == BF_ERROR_END || theirs == BF_ERROR_END) {
            if (mine != theirs) {
                printf("frame %" PRId64 ": only the %s recording has it\n", comparison->frames,
                       mine == BF_OK ? "first" : "second");
                comparison->differs = true;
            }
            return BF_OK;
        }
        if (is.n != wanted.n || is.timestep != wanted.timestep) {
            printf("frame %" PRId64 ": %" PRId32 " agents at step %" PRId32 ", and %" PRId32 " agents at step %" PRId32
                   "\n",
                   comparison->frames, is.n, is.timestep, wanted.n, wanted.timestep);
            comparison->differs = true;
            return BF_OK;
        }
        if (!compareFrames(&is, &wanted, comparison->frames, "in the other")) {
            comparison->differs = true;
            return BF_OK;
        }
        countFrame(comparison, &is);
    }
}

/* Compare a frame with the world's. Where the first frame has fewer agents than the world, the recording kept so many
 * (convert --agents); later frames have that many, or all where there are fewer. */
static bool compareWithFrame(const bfFrame *is, const bfFrame *wanted, Comparison *comparison) {
    if (comparison->frames == 0) {
        comparison->kept = is->n < wanted->n ? is->n : BF_MAX_AGENTS;
    }
    int32_t n = wanted->n < comparison->kept ? wanted->n : comparison->kept;
    if (is->n != n) {
        printf("frame %" PRId64 ": %" PRId32 " agents at step %" PRId32 " recorded, %" PRId32 " computed\n",
               comparison->frames, is->n, is->timestep, n);
        return false;
    }
    return compareFrames(is, wanted, comparison->frames, "computed");
}

/* A recording of every k-th step, or of the first agents only, is verified too: steps are counted by timestep. */
static bfResult compareWithWorld(bfReader *reader, bfWorld *world, bool quiet, Comparison *comparison, bfError *error) {
    bfProgress progress;
    bfFrame is;
    bfResult result;
    int64_t first_step = 0, total = bfReader_CountFrames(reader);
    progressBegin(&progress, "frames", total > 0 ? total : 0, quiet);
    while ((result = bfReader_Next(reader, &is, error)) == BF_OK && !interruptSeen()) {
        if (is.timestep < bfWorld_StepCount(world)) {
            printf("frame %" PRId64 ": %" PRId32 " agents at step %" PRId32 " cannot come from this scene\n",
                   comparison->frames, is.n, is.timestep);
            comparison->differs = true;
            break;
        }
        if (comparison->frames == 1) {
            comparison->stride = is.timestep - first_step;
        } else if (comparison->frames == 0) {
            first_step = is.timestep;
        }
        while (bfWorld_StepCount(world) <= is.timestep && !interruptSeen()) {
            bfWorld_Step(world);
        }
        if (interruptSeen()) {
            break;
        }
        bfFrame wanted = bfWorld_Frame(world);
        comparison->differs = !compareWithFrame(&is, &wanted, comparison);
        if (comparison->differs) {
            break;
        }
        countFrame(comparison, &is);
        progressUpdate(&progress, comparison->frames);
    }
    progressEnd(&progress);
    return result == BF_ERROR_END ? BF_OK : result;
}

/* ---- The scene of a recording ---- */

static bfResult findScene(const Job *job, const bfReader *reader, bfScene *scene, bfError *error) {
    const char *json = bfReader_SceneJson(reader);
    const bfHeader *header = bfReader_Header(reader);
    *scene = bfDefaultScene();
    if (job->scene != NULL) {
        bfResult result = loadScene(job->scene, scene, error);
        if (result != BF_OK) {
            return result;
        }
    } else if (json != NULL) {
        bfError why;
        return bfScene_ParseJson(scene, json, strlen(json), &why) == BF_OK
                   ? BF_OK
                   : bfFail(error, BF_ERROR_CORRUPT, "%.200s: its scene cannot be used: %.200s", job->path,
                            why.message);
    } else if (job->override_count == 0) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "%.200s: a version 1 recording carries no scene, name it with --scene, or its parameters",
                      job->path);
    }
    /* What a version 1 header does know. */
    scene->params.seed = header->seed;
    setSceneAgents(scene, header->max_agents);
    return BF_OK;
}

static bfResult startScene(const bfScene *scene, bfWorld **world, bfError *error) {
    bfParams params;
    bfResult result = bfScene_Resolve(scene, &params, error);
    if (result == BF_OK) {
        result = bfCreateWorld(&params, world, error);
    }
    if (result == BF_OK) {
        result = bfWorld_AddEvents(*world, scene->events, scene->event_count, error);
        if (result != BF_OK) {
            bfDestroyWorld(*world);
        }
    }
    return result;
}

static bfResult makeWorld(const Job *job, const bfReader *reader, bfWorld **world, bfError *error) {
    bfScene scene;
    bfResult result = findScene(job, reader, &scene, error);
    if (result == BF_OK) {
        result = applySimdVariable(&scene, error);
    }
    for (int i = 0; result == BF_OK && i < job->override_count; ++i) {
        result = bfScene_Set(&scene, "params", job->overrides[i].name, job->overrides[i].text, error);
    }
    if (result == BF_OK) {
        result = startScene(&scene, world, error);
    }
    bfScene_Clear(&scene);
    return result;
}

/* ---- The command ---- */

static int report(const Job *job, const Comparison *comparison) {
    if (comparison->differs) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, "they differ, see above");
    }
    if (interruptSeen()) {
        return cliFail(COMMAND, CLI_EXIT_INTERRUPTED, "interrupted; what was compared is equal");
    }
    if (!job->quiet) {
        printf("equal: %" PRId64 " frame%s, every byte\n", comparison->frames, comparison->frames == 1 ? "" : "s");
    }
    return CLI_EXIT_DONE;
}

static int compareTwo(const Job *job, bfReader *reader) {
    bfError error;
    bfReader *other;
    Comparison comparison = {0};
    if (bfOpenReader(job->other, &other, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    bfResult result = compareRecordings(reader, other, &comparison, &error);
    if (result == BF_OK && !comparison.differs) {
        checkHeader(reader, job->path, &comparison);
    }
    if (result == BF_OK && !comparison.differs) {
        checkHeader(other, job->other, &comparison);
    }
    if (result == BF_OK && !comparison.differs) {
        compareHeaders(reader, other, &comparison);
    }
    bfCloseReader(other);
    return result == BF_OK ? report(job, &comparison) : cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
}

static int recompute(const Job *job, bfReader *reader) {
    bfError error;
    bfWorld *world;
    Comparison comparison = {0};
    bfResult result = makeWorld(job, reader, &world, &error);
    if (result != BF_OK) {
        bool is_usage = result != BF_ERROR_OPEN && result != BF_ERROR_NO_MEMORY && result != BF_ERROR_CORRUPT;
        return cliFail(COMMAND, is_usage ? CLI_EXIT_USAGE : CLI_EXIT_FAILED, error.message);
    }
    interruptCatch();
    result = compareWithWorld(reader, world, job->quiet, &comparison, &error);
    if (result == BF_OK && !comparison.differs && !interruptSeen()) {
        checkHeader(reader, job->path, &comparison);
    }
    if (result == BF_OK && !comparison.differs && !interruptSeen()) {
        compareHeaderWithScene(reader, bfWorld_Params(world), &comparison);
    }
    bfDestroyWorld(world);
    return result == BF_OK ? report(job, &comparison) : cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
}

int command_verify(int argc, char **argv) {
    Job job;
    bfError error;
    if (parseJob(argc, argv, &job, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, error.message);
    }
    if (job.help) {
        CliArgs args = makeArgs(argc, argv);
        puts("usage: boidforge-cli verify RECORDING.bfs [--scene FILE|NAME|LINK] [options]\n"
             "       boidforge-cli verify ONE.bfs OTHER.bfs\n"
             "Compute a recording again from its scene and compare every byte, or compare two recordings. A version 2\n"
             "recording carries its scene; for version 1 name it. Parameters given override the scene's.");
        cliPrintOptions(&args);
        return CLI_EXIT_DONE;
    }
    bfReader *reader;
    if (bfOpenReader(job.path, &reader, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    int code = job.other != NULL ? compareTwo(&job, reader) : recompute(&job, reader);
    bfCloseReader(reader);
    return code;
}
