/* boidforge-cli export: a recording becomes a picture or a film, without a screen. The picture of frame k follows
 * the rule in docs/look.md: enough frames before it are drawn first for what is older to have faded. */
#define _POSIX_C_SOURCE 200809L

#include "boidforge/scene.h"
#include "boidforge/view.h"
#include "commands.h"
#include "export_options.h"
#include "ffmpeg_pipe.h"
#include "gl_context.h"
#include "interrupt.h"
#include "options.h"
#include "png_file.h"
#include "progress.h"
#include "scene_file.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "export"

/* Containers and players take no more. */
#define MAX_FPS 1000.0

/* Rounding left over when picture times are compared with frame times, in frames. */
#define SAME_MOMENT 1e-9

typedef struct Export {
    const ExportOptions *options;
    bfReader *reader;
    bfGlContext *context;
    bfView *view;
    double dt;           /* simulated seconds per frame */
    int64_t frame_count; /* -1: a pipe, not known */
    int64_t first, last; /* frames to show, both included; last is INT64_MAX when the recording's end decides */
    int32_t width, height;
    double fps;          /* of the film */
    double picture_step; /* frames from one picture to the next */

    /* Where the picture's time stands: between frames current - 1 and current, at this fraction. */
    int64_t current;
    double moment;

    bfFrame held; /* a frame read ahead to learn about the recording; its turn is next */
    bool has_held;
    bool at_end;
    int32_t most_bad;   /* agents with NaN or infinity in the worst frame */
    bfError stopped_by; /* what ended the reading, when it was no clean end */
    int64_t pictures;   /* drawn so far */
} Export;

static int complain(const char *message, int code) {
    return cliFail(COMMAND, code, message);
}

/* ---- Reading ---- */

static bool nextFrame(Export *export, bfFrame *frame) {
    if (export->has_held) {
        *frame = export->held;
        export->has_held = false;
        return true;
    }
    bfError error;
    bfResult result = export->at_end ? BF_ERROR_END : bfReader_Next(export->reader, frame, &error);
    if (result != BF_OK) {
        if (result != BF_ERROR_END) {
            export->stopped_by = error;
        }
        export->at_end = true;
        return false;
    }
    return true;
}

/* The first, middle and last frames of a file, or the first of a pipe, tell what the header does not. */
static bfResult sampleRecording(Export *export, bfStageGuess *guess, int32_t *agents, bfError *error) {
    bfFrame frame;
    if (export->frame_count < 0) {
        if (nextFrame(export, &frame)) {
            export->held = frame;
            export->has_held = true;
            *agents = frame.n;
            bfStageGuess_Add(guess, &frame);
        }
        return BF_OK;
    }
    int64_t samples[3] = {0, export->frame_count / 2, export->frame_count - 1};
    for (int i = 0; i < 3 && export->frame_count > 0; ++i) {
        bfResult result = bfReader_Seek(export->reader, samples[i], error);
        if (result == BF_OK) {
            result = bfReader_Next(export->reader, &frame, error);
        }
        if (result != BF_OK) {
            return result;
        }
        *agents = frame.n;
        bfStageGuess_Add(guess, &frame);
    }
    return BF_OK;
}

/* Frame numbers that may count from the end, checked against the recording where its length is known. */
static bfResult resolveFrame(const Export *export, int64_t asked, int64_t *frame, bfError *error) {
    if (export->frame_count < 0) {
        *frame = asked;
        return asked >= 0 ? BF_OK
                          : bfFail(error, BF_ERROR_CONFLICT,
                                   "frame %" PRId64 ": a pipe has no known end to count from, give a file", asked);
    }
    *frame = asked < 0 ? export->frame_count + asked : asked;
    if (*frame < 0 || *frame >= export->frame_count) {
        return bfFail(error, BF_ERROR_END, "%s: no frame %" PRId64 ", it has %" PRId64 " (0 to %" PRId64 ")",
                      export->options->input, asked, export->frame_count, export->frame_count - 1);
    }
    return BF_OK;
}

static bfResult chooseFrames(Export *export, bfError *error) {
    const ExportOptions *options = export->options;
    if (export->frame_count == 0) {
        bfFrame frame;
        bfResult first = bfReader_Next(export->reader, &frame, error);
        return first != BF_ERROR_END ? first
                                     : bfFail(error, first, "%s: the recording holds no whole frame", options->input);
    }
    export->first = 0;
    export->last = export->frame_count < 0 ? INT64_MAX : export->frame_count - 1;
    if (!options->has_range) {
        /* The whole film, or the last frame as a picture; of a pipe the end shows which that is. */
        if (!options->is_video && export->frame_count > 0) {
            export->first = export->last;
        }
        return BF_OK;
    }
    bfResult result = resolveFrame(export, options->first, &export->first, error);
    if (result == BF_OK && !(export->frame_count < 0 && options->last == -1 && options->is_video)) {
        result = resolveFrame(export, options->last, &export->last, error);
    }
    if (result == BF_OK && export->first > export->last) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "--frames: the first frame lies after the last, give the earlier first");
    }
    return result;
}

/* ---- The picture ---- */

/* The scene to dress with: the one named, or the one a version 2 recording carries. */
static bfResult findScene(Export *export, bfScene *scene, bool *found, bfError *error) {
    const char *json = bfReader_SceneJson(export->reader);
    *found = export->options->scene != NULL || json != NULL;
    if (export->options->scene != NULL) {
        return loadScene(export->options->scene, scene, error);
    }
    return json != NULL ? bfScene_ParseJson(scene, json, strlen(json), error) : BF_OK;
}

static bfResult dressFromScene(bfScene *scene, int32_t agents, bfLook *look, bfStage *stage, bfError *error) {
    bfParams params;
    scene->params.agents = agents;
    bfResult result = bfScene_Resolve(scene, &params, error);
    for (int32_t i = 0; result == BF_OK && i < scene->look_count; ++i) {
        result = bfTable_SetText(bfLookTable(), look, scene->look[i].name, scene->look[i].text, error);
    }
    if (result == BF_OK) {
        *stage = (bfStage){params.world_width, params.world_height, params.boundary == BF_WRAP, params.min_speed,
                           params.max_speed};
    }
    return result;
}

/* Stage and look: the scene's where there is one, laid over by what was given on the command line. */
static bfResult dressView(Export *export, const bfStageGuess *guess, int32_t agents, bfLook *look, bfStage *stage,
                          bfError *error) {
    const ExportOptions *options = export->options;
    bfScene scene;
    bool found;
    *look = bfDefaultLook();
    *stage = bfStageGuess_Result(guess);
    bfResult result = findScene(export, &scene, &found, error);
    if (result == BF_OK && found) {
        result = dressFromScene(&scene, agents, look, stage, error);
    }
    if (options->world_width > 0) {
        stage->world_width = options->world_width;
        stage->world_height = options->world_height;
    }
    if (result == BF_OK && options->look != NULL) {
        result = loadLook(options->look, look, error);
    }
    for (int i = 0; result == BF_OK && i < options->look_text_count; ++i) {
        result = bfTable_SetText(bfLookTable(), look, options->look_texts[i].name, options->look_texts[i].text, error);
    }
    return result;
}

static bfResult openView(Export *export, const bfLook *look, const bfStage *stage, bfError *error) {
    bfResult result = bfCreateGlContext(&export->context, error);
    if (result == BF_OK) {
        result = bfCreateView(&export->view, error);
    }
    if (result == BF_OK) {
        result = bfView_Resize(export->view, export->width, export->height, error);
    }
    if (result == BF_OK) {
        bfCamera camera = bfDefaultCamera();
        camera.fit = export->options->fit;
        bfView_SetLook(export->view, look);
        bfView_SetStage(export->view, stage);
        bfView_SetCamera(export->view, &camera);
    }
    return result;
}

/* Go to the frame before `start`, from which the film's time sets out. */
static bfResult skipTo(Export *export, int64_t start, bfError *error) {
    export->current = start - 1;
    export->moment = 1;
    if (export->frame_count >= 0) {
        return bfReader_Seek(export->reader, start, error);
    }
    bfFrame passed;
    for (int64_t i = 0; i < start && !interruptSeen(); ++i) {
        if (!nextFrame(export, &passed)) {
            break;
        }
    }
    return BF_OK;
}

/* Move the picture's time to `position`, in frames. BF_ERROR_END when the recording ends before it. */
static bfResult advanceTo(Export *export, double position, bfError *error) {
    while ((double)export->current < position - SAME_MOMENT && !interruptSeen()) {
        bfFrame frame;
        if (export->moment < 1) {
            bfView_Advance(export->view, export->moment, 1, export->dt);
            export->moment = 1;
        }
        if (!nextFrame(export, &frame)) {
            return BF_ERROR_END;
        }
        int32_t bad = bfFrame_CountBad(&frame);
        export->most_bad = bad > export->most_bad ? bad : export->most_bad;
        bfResult result = bfView_PushFrame(export->view, &frame, error);
        if (result != BF_OK) {
            return result;
        }
        export->current += 1;
        export->moment = 0;
        bool passed_by = (double)export->current < position - SAME_MOMENT;
        double target = passed_by ? 1 : fmin(fmax(position - (double)(export->current - 1), 0), 1);
        bfView_Advance(export->view, 0, target, export->dt);
        export->moment = target;
    }
    double target = fmin(fmax(position - (double)(export->current - 1), 0), 1);
    if (target > export->moment) {
        bfView_Advance(export->view, export->moment, target, export->dt);
        export->moment = target;
    }
    return BF_OK;
}

/* ---- A picture ---- */

/* BF_ERROR_END when the recording has no such frame. */
static bfResult drawStill(Export *export, uint8_t *pixels, bfError *error) {
    bool to_the_end = export->last == INT64_MAX;
    bfResult result = BF_OK;
    if (!to_the_end) {
        result = advanceTo(export, (double)export->first, error);
    } else {
        while (result == BF_OK && !interruptSeen()) {
            result = advanceTo(export, (double)(export->current + 1), error);
        }
        result = result == BF_ERROR_END && export->current >= 0 ? BF_OK : result;
    }
    if (result == BF_OK && !interruptSeen()) {
        result = bfView_ReadPixels(export->view, pixels, error);
    }
    return result;
}

static int exportStill(Export *export) {
    bfError error = {BF_OK, ""};
    uint8_t *pixels = malloc((size_t) export->width * (size_t) export->height * 4);
    if (pixels == NULL) {
        return complain("not enough memory for a picture of that size, choose a smaller --size", CLI_EXIT_FAILED);
    }
    bfResult result = drawStill(export, pixels, &error);
    int code = CLI_EXIT_DONE;
    if (interruptSeen()) {
        code = complain("stopped before the picture was drawn, nothing is written", CLI_EXIT_INTERRUPTED);
    } else if (result == BF_ERROR_END) {
        bfFail(&error, BF_ERROR_END, "%s: no frame %" PRId64 ", it has %" PRId64, export->options->input, export->first,
               export->current + 1);
        code = complain(export->stopped_by.id != BF_OK ? export->stopped_by.message : error.message, CLI_EXIT_FAILED);
    } else if (result != BF_OK) {
        code = complain(error.message, CLI_EXIT_FAILED);
    } else {
        result = writePng(export->options->output, pixels, export->width, export->height, &error);
        code = result == BF_OK ? CLI_EXIT_DONE : complain(error.message, CLI_EXIT_FAILED);
        export->pictures = result == BF_OK ? 1 : 0;
    }
    free(pixels);
    return code;
}

/* ---- A film ---- */

/* A film to the recording's end reads on to learn whether that end is clean. */
static void readOn(Export *export) {
    bfFrame frame;
    if (!export->options->has_range) {
        nextFrame(export, &frame);
    }
}

/* Draw and hand over pictures until the range, the recording or the person ends it. False on a failure in `error`;
 * BF_OK there when the encoder itself failed, which finishFfmpeg explains. */
static bool drawFilm(Export *export, FfmpegPipe *ffmpeg, bfError *error) {
    bfProgress progress;
    int64_t total = 0;
    if (export->last != INT64_MAX) {
        total = (int64_t)floor((double)(export->last - export->first) / export->picture_step + SAME_MOMENT) + 1;
    }
    progressBegin(&progress, "pictures", total, export->options->quiet);
    bool well = true;
    while (!interruptSeen() && (total == 0 || export->pictures < total)) {
        double position = (double)export->first + (double)export->pictures * export->picture_step;
        bfResult result = advanceTo(export, position, error);
        if (result == BF_ERROR_END || interruptSeen()) {
            break;
        }
        uint8_t *pixels = result == BF_OK ? borrowPicture(ffmpeg) : NULL;
        if (pixels == NULL) {
            well = false;
            break;
        }
        if (bfView_ReadPixels(export->view, pixels, error) != BF_OK) {
            well = false;
            break;
        }
        submitPicture(ffmpeg);
        export->pictures += 1;
        progressUpdate(&progress, export->pictures);
    }
    progressEnd(&progress);
    readOn(export);
    return well;
}

static int exportFilm(Export *export) {
    const ExportOptions *options = export->options;
    bfError error = {BF_OK, ""};
    FfmpegJob job = {options->output, export->width, export->height, export->fps, options->crf, options->preset};
    FfmpegPipe *ffmpeg;
    if (startFfmpeg(&job, &ffmpeg, &error) != BF_OK) {
        return complain(error.message, CLI_EXIT_FAILED);
    }
    bool well = drawFilm(export, ffmpeg, &error);
    if (!well && error.id != BF_OK) {
        abandonFfmpeg(ffmpeg);
        return complain(error.message, CLI_EXIT_FAILED);
    }
    if (well && export->pictures == 0) {
        abandonFfmpeg(ffmpeg);
        if (interruptSeen()) {
            return complain("stopped before the first picture, nothing is written", CLI_EXIT_INTERRUPTED);
        }
        bfFail(&error, BF_ERROR_END, "%s: no frame %" PRId64 ", nothing is written", options->input, export->first);
        return complain(export->stopped_by.id != BF_OK ? export->stopped_by.message : error.message, CLI_EXIT_FAILED);
    }
    if (finishFfmpeg(ffmpeg, &error) != BF_OK) {
        return complain(error.message, CLI_EXIT_FAILED);
    }
    if (interruptSeen()) {
        fprintf(stderr, "boidforge-cli export: stopped, %s is a valid film of the first %" PRId64 " pictures\n",
                options->output, export->pictures);
        return CLI_EXIT_INTERRUPTED;
    }
    return CLI_EXIT_DONE;
}

/* ---- The command ---- */

static void chooseTimesAndSize(Export *export) {
    const ExportOptions *options = export->options;
    export->width = options->width;
    export->height = options->height;
    if (options->fps > 0) {
        export->fps = options->fps;
        export->picture_step = options->speed / (options->fps * export->dt);
    } else {
        export->fps = fmin(fmax(round(options->speed / export->dt), 1), MAX_FPS);
        export->picture_step = 1;
    }
    if (options->is_video && (export->width % 2 != 0 || export->height % 2 != 0)) {
        export->width -= export->width % 2;
        export->height -= export->height % 2;
        if (!options->quiet) {
            fprintf(stderr, "boidforge-cli export: a film needs even sizes, making it %dx%d\n", (int)export->width,
                    (int)export->height);
        }
    }
}

static bfResult prepare(Export *export, bfError *error) {
    const ExportOptions *options = export->options;
    bfStageGuess guess = {0};
    bfStage stage;
    bfLook look;
    int32_t agents = 0;
    bfResult result = bfOpenReader(options->input, &export->reader, error);
    if (result != BF_OK) {
        return result;
    }
    export->dt = (double)bfReader_Header(export->reader)->dt;
    export->frame_count = bfReader_CountFrames(export->reader);
    result = chooseFrames(export, error);
    if (result == BF_OK) {
        result = sampleRecording(export, &guess, &agents, error);
    }
    if (result == BF_OK) {
        result = dressView(export, &guess, agents, &look, &stage, error);
    }
    if (result != BF_OK) {
        return result;
    }
    chooseTimesAndSize(export);
    result = openView(export, &look, &stage, error);
    if (result != BF_OK) {
        return result;
    }
    int64_t start = export->first - bfLook_WarmupFrames(&look, export->dt);
    return skipTo(export, start > 0 ? start : 0, error);
}

/* What the person should know about the recording and the result; the exit code with it. */
static int report(const Export *export, int code) {
    const ExportOptions *options = export->options;
    uint64_t missing = 0;
    if (export->stopped_by.id != BF_OK && export->pictures > 0) {
        code = complain(export->stopped_by.message, CLI_EXIT_FAILED);
    }
    if (export->most_bad > 0 && !options->quiet) {
        fprintf(stderr, "boidforge-cli export: %s: up to %d agents a frame held NaN or infinity and are not shown\n",
                options->input, (int)export->most_bad);
    }
    if (bfReader_WasCut(export->reader, &missing) && !options->quiet) {
        fprintf(stderr,
                "boidforge-cli export: %s: the recording is cut off, its last frame lacks %" PRIu64
                " bytes; the whole frames before it were used\n",
                options->input, missing);
    }
    if (export->pictures > 0 && options->json) {
        printf("{\"pictures\":%" PRId64 ",\"width\":%d,\"height\":%d,\"fps\":%.10g,\"interrupted\":%s}\n",
               export->pictures, (int)export->width, (int)export->height, options->is_video ? export->fps : 0.0,
               interruptSeen() ? "true" : "false");
    } else if (code == CLI_EXIT_DONE && !options->quiet && options->is_video) {
        printf("%s: %" PRId64 " pictures of %dx%d, %.10g a second, %.2f s, drawn by %s\n", options->output,
               export->pictures, (int)export->width, (int)export->height, export->fps,
               (double)export->pictures / export->fps, bfView_Description(export->view));
    } else if (code == CLI_EXIT_DONE && !options->quiet) {
        printf("%s: frame %" PRId64 ", %dx%d, drawn by %s\n", options->output, export->current, (int)export->width,
               (int)export->height, bfView_Description(export->view));
    }
    return code;
}

int command_export(int argc, char **argv) {
    ExportOptions options;
    Export export = {.options = &options};
    bfError error;
    if (parseExportOptions(argc, argv, &options, &error) != BF_OK) {
        return complain(error.message, CLI_EXIT_USAGE);
    }
    if (options.help) {
        printExportHelp();
        return CLI_EXIT_DONE;
    }
    if (options.list_looks) {
        printLooks();
        return CLI_EXIT_DONE;
    }
    if (options.is_video && findFfmpeg(&error) != BF_OK) {
        return complain(error.message, CLI_EXIT_FAILED);
    }
    interruptCatch();
    signal(SIGXFSZ, SIG_IGN); /* a file grown past its limit is an error of write() */
    int code = CLI_EXIT_DONE;
    if (prepare(&export, &error) != BF_OK) {
        code = complain(error.message, CLI_EXIT_FAILED);
    } else {
        code = report(&export, options.is_video ? exportFilm(&export) : exportStill(&export));
    }
    bfDestroyView(export.view);
    bfDestroyGlContext(export.context);
    bfCloseReader(export.reader);
    return code;
}
