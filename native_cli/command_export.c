/* boidforge-cli export: a recording becomes a picture or a film, without a screen. The picture of frame k follows
 * the rule in docs/look.md: enough frames before it are drawn first for what is older to have faded. */
#define _POSIX_C_SOURCE 200809L

#include "boidforge/scene.h"
#include "boidforge/view.h"
#include "commands.h"
#include "disk_space.h"
#include "export_jobs.h"
#include "export_options.h"
#include "ffmpeg_pipe.h"
#include "film.h"
#include "gl_context.h"
#include "interrupt.h"
#include "options.h"
#include "picture_math.h"
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

typedef struct Export Export;

struct Export {
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
    int64_t first_picture; /* the film begins with this one of the range */
    int64_t total;         /* pictures to make; 0: until the recording ends */
    int64_t lead;          /* pictures before first_picture through which time passes as if they were made */
    int64_t drawn_from;    /* frames before this one are passed as empty ones: their trails will be gone */
    int64_t fade;          /* the last ones, into which those before first_picture are faded */
    Export *beginning;     /* draws these, in the same context; NULL without a fade */
    uint8_t *mixed;        /* its picture */

    bfLook look;
    bfStage stage;
    Film *film;     /* under way */
    uint8_t *large; /* a picture before it is averaged; NULL when it is not */

    /* Where the picture's time stands: between frames current - 1 and current, at this fraction. */
    int64_t current;
    double moment;

    bfFrame held; /* a frame read ahead to learn about the recording; its turn is next */
    bool has_held;
    bool at_end;
    int32_t most_bad;   /* agents with NaN or infinity in the worst frame */
    bfError stopped_by; /* what ended the reading, when it was no clean end */
    int64_t pictures;   /* drawn so far */

    int64_t share_first, share_count; /* of a job: its pictures; no count means all */
    _Atomic int64_t *counter;         /* of a job: counts along with pictures */
};

static int complain(const char *message, int code) {
    return cliFail(COMMAND, code, message);
}

/* ---- Reading ---- */

static bool nextFrame(Export *export, bfFrame *frame) {
    if (export->current + 1 < export->drawn_from) {
        *frame = (bfFrame){.timestep = (int32_t)(export->current + 1)};
        return true;
    }
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
static bfResult dressView(Export *export, const bfStageGuess *guess, int32_t agents, bfError *error) {
    const ExportOptions *options = export->options;
    bfLook *look = &export->look;
    bfStage *stage = &export->stage;
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

/* In the context that is current. */
static bfResult openView(Export *export, bfError *error) {
    int32_t factor = export->options->supersample;
    bfResult result = bfCreateView(&export->view, error);
    if (result == BF_OK) {
        result = bfView_Resize(export->view, export->width * factor, export->height * factor, error);
    }
    if (result != BF_OK) {
        return result;
    }
    bfCamera camera = bfDefaultCamera();
    camera.fit = export->options->fit;
    camera.zoom = export->options->zoom;
    camera.follows = export->options->follow;
    bfView_SetLook(export->view, &export->look);
    bfView_SetStage(export->view, &export->stage);
    bfView_SetCamera(export->view, &camera);
    if (factor > 1) {
        size_t pixels = (size_t)export->width * (size_t)export->height;
        export->large = malloc(pixels * 4 * (size_t)(factor * factor));
        if (export->large == NULL) {
            return bfFail(error, BF_ERROR_NO_MEMORY,
                          "not enough memory for a picture of that size times --supersample");
        }
    }
    return BF_OK;
}

static bfResult readPicture(Export *export, uint8_t *pixels, bfError *error) {
    if (export->options->test_pattern) {
        fillTestPattern(pixels, export->width, export->height);
        return BF_OK;
    }
    if (export->large == NULL) {
        return bfView_ReadPixels(export->view, pixels, error);
    }
    bfResult result = bfView_ReadPixels(export->view, export->large, error);
    if (result == BF_OK) {
        averagePicture(export->large, export->width, export->height, export->options->supersample, pixels);
    }
    return result;
}

/* How many frames before a picture's decide what it shows. */
static int64_t warmupFrames(const Export *export) {
    int32_t trails = bfLook_WarmupFrames(&export->look, export->dt);
    int32_t camera = export->options->follow ? bfFollowFrames(export->dt) : 0;
    return trails > camera ? trails : camera;
}

/* Go to the frame before `start`, from which the film's time sets out. */
static bfResult skipTo(Export *export, int64_t start, bfError *error) {
    export->current = start - 1;
    export->moment = 1;
    if (export->frame_count >= 0) {
        return bfReader_Seek(export->reader, start > export->drawn_from ? start : export->drawn_from, error);
    }
    bfFrame passed;
    for (int64_t i = 0; i < start && !interruptSeen(); ++i) {
        if (!nextFrame(export, &passed)) {
            break;
        }
    }
    return BF_OK;
}

/* Move the picture's time to `position`, in frames. BF_ERROR_END when the recording ends before it, BF_ERROR_WRITE
 * when nobody takes the picture any more. */
static bfResult advanceTo(Export *export, double position, bfError *error) {
    while ((double)export->current < position - SAME_MOMENT && !interruptSeen()) {
        bfFrame frame;
        if (export->film != NULL && filmFailed(export->film)) {
            return BF_ERROR_WRITE;
        }
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
        result = readPicture(export, pixels, error);
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

static double positionOf(const Export *export, int64_t picture) {
    return (double)export->first + (double)picture * export->picture_step;
}

/* Draw the next picture of the film. */
static bfResult drawPicture(Export *export, Film *film, bfError *error) {
    int64_t picture = export->first_picture + export->pictures;
    bfResult result = advanceTo(export, positionOf(export, picture), error);
    if (result != BF_OK || interruptSeen()) {
        return result != BF_OK ? result : BF_ERROR_END;
    }
    uint8_t *pixels = borrowFilmPicture(film);
    if (pixels == NULL) {
        return BF_ERROR_WRITE; /* finishFilm has the reason */
    }
    result = readPicture(export, pixels, error);
    int64_t faded = export->pictures - (export->total - export->fade);
    if (result == BF_OK && export->fade > 0 && faded >= 0) {
        Export *beginning = export->beginning;
        result = advanceTo(beginning, positionOf(beginning, faded), error);
        if (result == BF_OK) {
            result = readPicture(beginning, export->mixed, error);
        }
        if (result == BF_OK) {
            mixPicture(pixels, export->mixed, export->width, export->height,
                       (double)(faded + 1) / (double)(export->fade + 1));
        }
    }
    if (result == BF_OK) {
        submitFilmPicture(film);
    }
    return result;
}

/* Draw and hand over pictures until the range, the recording or the person ends it. BF_ERROR_WRITE when no more can
 * be written: finishFilm explains. */
static bfResult drawFilm(Export *export, Film *film, bfError *error) {
    bfProgress progress;
    bfResult result = BF_OK;
    for (int64_t i = export->first_picture - export->lead; result == BF_OK && i < export->first_picture; ++i) {
        result = advanceTo(export, positionOf(export, i), error);
    }
    progressBegin(&progress, "pictures", export->total, export->options->quiet);
    while (result == BF_OK && !interruptSeen() && (export->total == 0 || export->pictures < export->total)) {
        result = drawPicture(export, film, error);
        if (result == BF_OK) {
            export->pictures += 1;
            if (export->counter != NULL) {
                atomic_store(export->counter, export->pictures);
            }
            progressUpdate(&progress, export->pictures);
        }
    }
    progressEnd(&progress);
    readOn(export);
    return result == BF_ERROR_END ? BF_OK : result;
}

static int exportFilm(Export *export) {
    const ExportOptions *options = export->options;
    bfError error = {BF_OK, ""};
    FilmJob job = {.kind = options->kind,
                   .output = options->output,
                   .width = export->width,
                   .height = export->height,
                   .first_number = export->lead,
                   .fps = export->fps,
                   .format = options->format};
    Film *film;
    if (startFilm(&job, &film, &error) != BF_OK) {
        return complain(error.message, CLI_EXIT_FAILED);
    }
    export->film = film;
    bfResult result = drawFilm(export, film, &error);
    export->film = NULL;
    bool well = result == BF_OK;
    if (!well && result != BF_ERROR_WRITE) {
        abandonFilm(film);
        return complain(error.message, CLI_EXIT_FAILED);
    }
    if (well && export->pictures == 0) {
        abandonFilm(film);
        if (interruptSeen()) {
            return complain("stopped before the first picture, nothing is written", CLI_EXIT_INTERRUPTED);
        }
        bfFail(&error, BF_ERROR_END, "%s: no frame %" PRId64 ", nothing is written", options->input, export->first);
        return complain(export->stopped_by.id != BF_OK ? export->stopped_by.message : error.message, CLI_EXIT_FAILED);
    }
    if (finishFilm(film, &error) != BF_OK) {
        return complain(error.message, CLI_EXIT_FAILED);
    }
    if (interruptSeen()) {
        fprintf(stderr, "boidforge-cli export: stopped, %s is %s of the first %" PRId64 " pictures\n", options->output,
                options->kind == FILM_ENCODED ? "a valid film" : "made", export->pictures);
        return CLI_EXIT_INTERRUPTED;
    }
    return CLI_EXIT_DONE;
}

/* ---- The command ---- */

static void roundSize(Export *export) {
    const ExportOptions *options = export->options;
    if (!options->is_video || options->kind != FILM_ENCODED) {
        return;
    }
    int32_t across = filmWidthStep(&options->format), down = filmHeightStep(&options->format);
    export->width = export->width > across ? export->width - export->width % across : across;
    export->height = export->height > down ? export->height - export->height % down : down;
    if ((export->width != options->width || export->height != options->height) && !options->quiet) {
        fprintf(stderr, "boidforge-cli export: %s needs even sizes, making it %dx%d\n", options->format.pixel_format,
                (int)export->width, (int)export->height);
    }
}

static void chooseTimes(Export *export) {
    const ExportOptions *options = export->options;
    if (options->fps > 0) {
        export->fps = options->fps;
        export->picture_step = options->speed / (options->fps * export->dt);
    } else {
        export->fps = fmin(fmax(round(options->speed / export->dt), 1), MAX_FPS);
        export->picture_step = 1;
    }
    if (export->last != INT64_MAX) {
        export->total = (int64_t)floor((double)(export->last - export->first) / export->picture_step + SAME_MOMENT) + 1;
    }
}

/* A film that loops begins after the pictures that are faded into its end. */
static bfResult chooseFade(Export *export, bfError *error) {
    const ExportOptions *options = export->options;
    double wanted = fmax(options->loop_pictures, round(options->loop_seconds * export->fps));
    if (!(options->loop_pictures > 0 || options->loop_seconds > 0)) {
        return BF_OK;
    }
    if (wanted < 1 || wanted > (double)export->total / 2) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE,
                      "--loop: a fade of %.0f pictures does not fit a film of %" PRId64 ", give 1 to %" PRId64, wanted,
                      export->total, export->total / 2);
    }
    export->fade = (int64_t)wanted;
    export->first_picture = export->fade;
    export->total -= export->fade;
    return BF_OK;
}

/* What is to be drawn, as far as it can be known without drawing. */
static bfResult openRecording(Export *export, bfError *error) {
    const ExportOptions *options = export->options;
    bfResult result = bfOpenReader(options->input, &export->reader, error);
    if (result != BF_OK) {
        return result;
    }
    export->width = options->width;
    export->height = options->height;
    export->dt = (double)bfReader_Header(export->reader)->dt;
    export->frame_count = bfReader_CountFrames(export->reader);
    result = chooseFrames(export, error);
    if (result == BF_OK) {
        chooseTimes(export);
        result = chooseFade(export, error);
    }
    if (result == BF_OK && export->share_count > 0) {
        export->first_picture = export->lead = export->share_first;
        export->total = export->share_count;
    }
    return result;
}

/* About 9 bits a pixel of a PNG: glows compress badly. */
#define PNG_BITS_PER_PIXEL 9

/* Say a shortage of space before the work instead of after. */
static bfResult checkSpace(const Export *export, bfError *error) {
    const ExportOptions *options = export->options;
    if (!options->is_video || options->is_raw || options->skips_space_check) {
        return BF_OK;
    }
    bool is_film = options->kind == FILM_ENCODED;
    double copies = is_film && options->jobs > 1 ? 2 : 1; /* the jobs' films, and the whole */
    double bits = is_film ? filmBitsPerPixel(&options->format) : PNG_BITS_PER_PIXEL;
    double picture = (double)export->width * (double)export->height * bits / 8, all = picture * (double)export->total;
    return checkDiskSpace(options->output, all * copies, is_film ? all : picture, error);
}

/* A job must have every bit of its trails as one process would. Light of one warm-up's age is too faint to be seen,
 * but has moved roundings of what lies over it; each fade halves how many are left, and by the third warm-up none is.
 * Fades fall at the same moments because the frames before are passed too, without agents. */
#define JOB_WARMUPS 3

/* Make ready to draw the first picture. */
static bfResult openPicture(Export *export, bfError *error) {
    bfResult result = openView(export, error);
    if (result != BF_OK) {
        return result;
    }
    int64_t warmup = warmupFrames(export);
    int64_t first = (int64_t)floor(positionOf(export, export->first_picture));
    int64_t start = (int64_t)floor(positionOf(export, export->first_picture - export->lead)) - warmup;
    if (export->lead > 0 && first - JOB_WARMUPS * warmup > start) {
        export->drawn_from = first - JOB_WARMUPS * warmup;
    }
    return skipTo(export, start > 0 ? start : 0, error);
}

/* The pictures that the film's end is faded into: the same export, from its very beginning. */
static bfResult openBeginning(Export *export, bfError *error) {
    Export *beginning = malloc(sizeof *beginning);
    export->mixed = malloc((size_t)export->width * (size_t)export->height * 4);
    export->beginning = beginning;
    if (beginning != NULL) {
        *beginning = *export;
        beginning->first_picture = 0;
        beginning->view = NULL;
        beginning->large = NULL;
        beginning->reader = NULL;
    }
    if (beginning == NULL || export->mixed == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for pictures of that size");
    }
    bfResult result = bfOpenReader(export->options->input, &beginning->reader, error);
    return result == BF_OK ? openPicture(beginning, error) : result;
}

static bfResult prepare(Export *export, bfError *error) {
    bfStageGuess guess = {0};
    int32_t agents = 0;
    bfResult result = openRecording(export, error);
    if (result == BF_OK) {
        result = sampleRecording(export, &guess, &agents, error);
    }
    if (result == BF_OK) {
        result = dressView(export, &guess, agents, error);
    }
    if (result != BF_OK) {
        return result;
    }
    roundSize(export);
    result = checkSpace(export, error);
    if (result != BF_OK) {
        return result;
    }
    result = bfCreateGlContext(&export->context, error);
    if (result == BF_OK) {
        result = openPicture(export, error);
    }
    return result == BF_OK && export->fade > 0 ? openBeginning(export, error) : result;
}

static void closeExport(Export *export) {
    if (export->beginning != NULL) {
        bfDestroyView(export->beginning->view);
        bfCloseReader(export->beginning->reader);
        free(export->beginning->large);
        free(export->beginning);
    }
    bfDestroyView(export->view);
    bfDestroyGlContext(export->context);
    bfCloseReader(export->reader);
    free(export->large);
    free(export->mixed);
}

/* What the person should know about the recording and the result; the exit code with it. */
static int report(const Export *export, int code) {
    const ExportOptions *options = export->options;
    FILE *file = options->is_raw ? stderr : stdout; /* the pictures went there */
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
        fprintf(file, "{\"pictures\":%" PRId64 ",\"width\":%d,\"height\":%d,\"fps\":%.10g,\"interrupted\":%s}\n",
               export->pictures, (int)export->width, (int)export->height, options->is_video ? export->fps : 0.0,
               interruptSeen() ? "true" : "false");
    } else if (code == CLI_EXIT_DONE && !options->quiet && options->is_video) {
        fprintf(file, "%s: %" PRId64 " pictures of %dx%d, %.10g a second, %.2f s, drawn by %s\n", options->output,
               export->pictures, (int)export->width, (int)export->height, export->fps,
               (double)export->pictures / export->fps, bfView_Description(export->view));
    } else if (code == CLI_EXIT_DONE && !options->quiet) {
        printf("%s: frame %" PRId64 ", %dx%d, drawn by %s\n", options->output, export->current, (int)export->width,
               (int)export->height, bfView_Description(export->view));
    }
    return code;
}

/* ---- Jobs ---- */

typedef struct ExportJobs {
    const ExportOptions *options;
    int64_t total;
    int count;
    char *outputs[EXPORT_MAX_JOBS]; /* of each; NULL for a sequence, which has one for all */
} ExportJobs;

static int64_t jobStart(const ExportJobs *jobs, int job) {
    return jobs->total * job / jobs->count;
}

static int runJob(void *context, int job, _Atomic int64_t *pictures) {
    const ExportJobs *jobs = context;
    ExportOptions options = *jobs->options;
    options.quiet = options.skips_space_check = true;
    options.output = jobs->outputs[job] != NULL ? jobs->outputs[job] : options.output;
    Export export = {.options = &options,
                     .share_first = jobStart(jobs, job),
                     .share_count = jobStart(jobs, job + 1) - jobStart(jobs, job),
                     .counter = pictures};
    bfError error;
    int code = prepare(&export, &error) == BF_OK ? exportFilm(&export) : complain(error.message, CLI_EXIT_FAILED);
    if (code == CLI_EXIT_DONE && export.stopped_by.id != BF_OK && export.pictures < export.share_count) {
        code = complain(export.stopped_by.message, CLI_EXIT_FAILED);
    }
    closeExport(&export);
    return code;
}

/* How many pictures there are without a gap, and in how many of the jobs' films. */
static int64_t countMade(const ExportJobs *jobs, const JobReport *reports, int *films) {
    int64_t made = 0;
    *films = 0;
    for (int i = 0; i < jobs->count; ++i) {
        made += reports[i].pictures;
        *films += reports[i].pictures > 0;
        if (reports[i].pictures < jobStart(jobs, i + 1) - jobStart(jobs, i)) {
            break;
        }
    }
    return made;
}

static int reportJobs(const Export *export, const ExportJobs *jobs, const JobReport *reports) {
    const ExportOptions *options = export->options;
    bool is_film = options->kind == FILM_ENCODED;
    int films;
    int64_t made = countMade(jobs, reports, &films);
    const JobReport *failed = NULL;
    for (int i = 0; i < jobs->count && failed == NULL; ++i) {
        bool well = reports[i].code == CLI_EXIT_DONE || reports[i].code == CLI_EXIT_INTERRUPTED;
        failed = well ? NULL : &reports[i];
    }
    bfError error;
    int joined = failed == NULL ? films : 0;
    if (is_film && joinFilms(&options->format, options->output, joined, jobs->count, &error) != BF_OK) {
        return complain(error.message, CLI_EXIT_FAILED);
    }
    if (failed != NULL) {
        fprintf(stderr, "%s\n", failed->words);
        return CLI_EXIT_FAILED;
    }
    if (made == 0) {
        return complain("stopped before the first picture, nothing is written", CLI_EXIT_INTERRUPTED);
    }
    if (made < jobs->total) {
        fprintf(stderr, "boidforge-cli export: stopped, %s is %s of the first %" PRId64 " pictures\n", options->output,
                is_film ? "a valid film" : "made", made);
    }
    if (options->json) {
        printf("{\"pictures\":%" PRId64 ",\"width\":%d,\"height\":%d,\"fps\":%.10g,\"interrupted\":%s}\n", made,
               (int)export->width, (int)export->height, export->fps, made < jobs->total ? "true" : "false");
    } else if (made == jobs->total && !options->quiet) {
        printf("%s: %" PRId64 " pictures of %dx%d, %.10g a second, %.2f s, by %d jobs\n", options->output, made,
               (int)export->width, (int)export->height, export->fps, (double)made / export->fps, jobs->count);
    }
    return made < jobs->total ? CLI_EXIT_INTERRUPTED : CLI_EXIT_DONE;
}

static int exportByJobs(Export *export) {
    const ExportOptions *options = export->options;
    ExportJobs jobs = {.options = options};
    JobReport reports[EXPORT_MAX_JOBS] = {{0}};
    bfError error;
    bfResult result = openRecording(export, &error);
    if (result == BF_OK) {
        roundSize(export);
        result = checkSpace(export, &error);
    }
    if (result != BF_OK) {
        return complain(error.message, CLI_EXIT_FAILED);
    }
    jobs.total = export->total;
    jobs.count = export->total < options->jobs ? (int)export->total : options->jobs;
    for (int i = 0; i < jobs.count && options->kind == FILM_ENCODED; ++i) {
        jobs.outputs[i] = jobOutput(options->output, i);
    }
    result = runJobs(jobs.count, runJob, &jobs, jobs.total, options->quiet, reports, &error);
    int code = result == BF_OK ? reportJobs(export, &jobs, reports) : complain(error.message, CLI_EXIT_FAILED);
    for (int i = 0; i < jobs.count; ++i) {
        free(jobs.outputs[i]);
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
    if (options.is_video && options.kind == FILM_ENCODED &&
        (findFfmpeg(&error) != BF_OK || chooseEncoder(&options.format, &error) != BF_OK)) {
        return complain(error.message, CLI_EXIT_FAILED);
    }
    interruptCatch();
    signal(SIGXFSZ, SIG_IGN); /* a file grown past its limit is an error of write() */
    int code = CLI_EXIT_DONE;
    if (options.jobs > 1) {
        code = exportByJobs(&export);
    } else if (prepare(&export, &error) != BF_OK) {
        code = complain(error.message, CLI_EXIT_FAILED);
    } else {
        code = report(&export, options.is_video ? exportFilm(&export) : exportStill(&export));
    }
    closeExport(&export);
    return code;
}
