#include "boidforge/bfs.h"
#include "boidforge/scene.h"
#include "boidforge/view.h"
#include "commands.h"
#include "gl_context.h"
#include "options.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define COMMAND "info"

enum { OPT_JSON = 1, OPT_GPU = 2 };

static const CliOption options[] = {
    {OPT_JSON, "json", 0, NULL, "print it as JSON"},
    {OPT_GPU, "gpu", 0, NULL, "what pictures would be drawn by, and in which format light is gathered"},
    {CLI_SWITCH_HELP, "help", 'h', NULL, "this text"},
};

typedef struct Facts {
    bfHeader header;
    int64_t frames;
    int64_t agents_least, agents_most;
    int64_t bad_agents; /* with NaN or infinity, summed over all frames */
    double min_x, max_x, min_y, max_y, min_speed, max_speed;
    bool cut;
    uint64_t missing_bytes;
    bool corrupt;
    char damage[BF_MESSAGE_BYTES];
    bool has_scene; /* version 2 */
    bool is_scene_usable;
    bfScene scene;
    char scene_fault[BF_MESSAGE_BYTES];
} Facts;

static void widen(double *low, double *high, double value) {
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

static void addFrame(Facts *facts, const bfFrame *frame) {
    for (int32_t i = 0; i < frame->n; ++i) {
        double x = (double)frame->px[i], y = (double)frame->py[i];
        double speed = hypot((double)frame->vx[i], (double)frame->vy[i]);
        if (isfinite(x) && isfinite(y) && isfinite(speed)) {
            widen(&facts->min_x, &facts->max_x, x);
            widen(&facts->min_y, &facts->max_y, y);
            widen(&facts->min_speed, &facts->max_speed, speed);
        }
    }
    facts->bad_agents += bfFrame_CountBad(frame);
    facts->agents_least = facts->frames == 0 || frame->n < facts->agents_least ? frame->n : facts->agents_least;
    facts->agents_most = frame->n > facts->agents_most ? frame->n : facts->agents_most;
    facts->frames += 1;
}

static void readScene(const bfReader *reader, Facts *facts) {
    const char *json = bfReader_SceneJson(reader);
    bfError why;
    facts->has_scene = json != NULL;
    if (json != NULL) {
        facts->is_scene_usable = bfScene_ParseJson(&facts->scene, json, strlen(json), &why) == BF_OK;
        snprintf(facts->scene_fault, sizeof facts->scene_fault, "%s", facts->is_scene_usable ? "" : why.message);
    }
}

static bfResult gather(bfReader *reader, Facts *facts, bfError *error) {
    *facts = (Facts){.header = *bfReader_Header(reader),
                     .scene = bfDefaultScene(),
                     .min_x = INFINITY, .max_x = -INFINITY,
                     .min_y = INFINITY, .max_y = -INFINITY,
                     .min_speed = INFINITY, .max_speed = -INFINITY};
    readScene(reader, facts);
    bfFrame frame;
    bfResult result;
    while ((result = bfReader_Next(reader, &frame, error)) == BF_OK) {
        addFrame(facts, &frame);
    }
    facts->cut = bfReader_WasCut(reader, &facts->missing_bytes);
    if (result == BF_ERROR_CORRUPT) {
        facts->corrupt = true;
        snprintf(facts->damage, sizeof facts->damage, "%s", error->message);
        return BF_OK;
    }
    return result == BF_ERROR_END ? BF_OK : result;
}

static void printJson(const char *path, const Facts *f) {
    fputs("{\"file\":", stdout);
    cliPrintJsonText(stdout, path);
    printf(",\"version\":%u,\"dim\":%u,\"dt\":%.9g,\"seed\":%" PRIu32 ",\"max_agents\":%d,\"frame_count\":%d",
           (unsigned)f->header.version, (unsigned)f->header.dim, (double)f->header.dt, f->header.seed,
           (int)f->header.max_agents, (int)f->header.frame_count);
    printf(",\"frames\":%" PRId64 ",\"agents_least\":%" PRId64 ",\"agents_most\":%" PRId64 ",\"bad_agents\":%" PRId64,
           f->frames, f->agents_least, f->agents_most, f->bad_agents);
    if (f->min_x <= f->max_x) {
        printf(",\"bounds\":{\"min_x\":%.9g,\"max_x\":%.9g,\"min_y\":%.9g,\"max_y\":%.9g}", f->min_x, f->max_x,
               f->min_y, f->max_y);
        printf(",\"speed\":{\"min\":%.9g,\"max\":%.9g}", f->min_speed, f->max_speed);
    }
    if (f->is_scene_usable) {
        fputs(",\"scene\":", stdout);
        cliPrintJsonText(stdout, f->scene.name);
        printf(",\"events\":%d", (int)f->scene.event_count);
    }
    printf(",\"cut\":%s,\"missing_bytes\":%" PRIu64 ",\"damaged\":%s}\n", f->cut ? "true" : "false", f->missing_bytes,
           f->corrupt ? "true" : "false");
}

static void printScene(const Facts *f) {
    const bfScene *scene = &f->scene;
    int count = (int)scene->event_count;
    if (!f->is_scene_usable) {
        printf("  note     its scene cannot be used here: %s\n", f->scene_fault);
        return;
    }
    printf("  scene    %s", scene->name[0] != '\0' ? scene->name : "without a name");
    if (count == 1) {
        printf(", an event at step %d", (int)scene->events[0].step);
    } else if (count > 1) {
        printf(", %d events from step %d to %d", count, (int)scene->events[0].step, (int)scene->events[count - 1].step);
    }
    putchar('\n');
}

static void printText(const char *path, const Facts *f) {
    double seconds = (double)f->frames * (double)f->header.dt;
    printf("%s: .bfs version %u, float32, %u dimensions\n", path, (unsigned)f->header.version,
           (unsigned)f->header.dim);
    printf("  frames   %" PRId64 ", %g simulated seconds at dt %g\n", f->frames, seconds, (double)f->header.dt);
    if (f->agents_least == f->agents_most) {
        printf("  agents   %" PRId64 "\n", f->agents_most);
    } else {
        printf("  agents   %" PRId64 " to %" PRId64 "\n", f->agents_least, f->agents_most);
    }
    printf("  seed     %" PRIu32 "\n", f->header.seed);
    if (f->has_scene) {
        printScene(f);
    }
    if (f->min_x <= f->max_x) {
        printf("  places   x %g to %g, y %g to %g\n", f->min_x, f->max_x, f->min_y, f->max_y);
        printf("  speeds   %g to %g\n", f->min_speed, f->max_speed);
    }
    if (f->bad_agents > 0) {
        printf("  note     %" PRId64 " agents hold a NaN or an infinity and are not drawn\n", f->bad_agents);
    }
    if (f->cut) {
        printf("  note     it ends inside a frame, %" PRIu64 " bytes are missing; the %" PRId64
               " frames before are whole\n",
               f->missing_bytes, f->frames);
    } else if (f->header.frame_count >= 0 && f->header.frame_count != f->frames && !f->corrupt) {
        printf("  note     its header says %d frames; the frames themselves decide\n", (int)f->header.frame_count);
    }
}

static int printGpu(bool as_json) {
    bfError error;
    bfGlContext *context;
    bfView *view = NULL;
    bfResult result = bfCreateGlContext(&context, &error);
    if (result == BF_OK) {
        result = bfCreateView(&view, &error);
    }
    if (result == BF_OK && as_json) {
        fputs("{\"gpu\":", stdout);
        cliPrintJsonText(stdout, bfView_Description(view));
        puts("}");
    } else if (result == BF_OK) {
        puts(bfView_Description(view));
    }
    bfDestroyView(view);
    bfDestroyGlContext(context);
    return result == BF_OK ? CLI_EXIT_DONE : cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
}

int command_info(int argc, char **argv) {
    CliArgs args = CLI_ARGS(COMMAND, options, NULL, argc, argv);
    const char *path;
    int switches;
    int code = cliReadSwitches(&args,
                               "usage: boidforge-cli info RECORDING.bfs [options]\n"
                               "       boidforge-cli info --gpu [--json]\n"
                               "What a recording holds; - reads a pipe.",
                               "one recording at a time", &switches, &path);
    if (code >= 0) {
        return code;
    }
    if ((switches & OPT_GPU) != 0 && path != NULL) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, "--gpu: tells of this machine, name no recording");
    }
    if ((switches & OPT_GPU) != 0) {
        return printGpu((switches & OPT_JSON) != 0);
    }
    if (path == NULL) {
        return cliFail(COMMAND, CLI_EXIT_USAGE, "which recording? name a .bfs file, or - to read a pipe");
    }
    bfError error;
    bfReader *reader;
    if (bfOpenReader(path, &reader, &error) != BF_OK) {
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    Facts facts;
    bfResult result = gather(reader, &facts, &error);
    bfCloseReader(reader);
    if (result != BF_OK) {
        bfScene_Clear(&facts.scene);
        return cliFail(COMMAND, CLI_EXIT_FAILED, error.message);
    }
    (switches & OPT_JSON) != 0 ? printJson(path, &facts) : printText(path, &facts);
    bfScene_Clear(&facts.scene);
    return facts.corrupt ? cliFail(COMMAND, CLI_EXIT_FAILED, facts.damage) : CLI_EXIT_DONE;
}
