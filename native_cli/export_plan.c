#include "export_plan.h"

#include "disk_space.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

/* Containers and players take no more. */
#define MAX_FPS 1000.0

/* Of a film: years of it, and of making it. */
#define MAX_PICTURES 2147483647.0

/* About 9 bits a pixel of a PNG: glows compress badly. */
#define PNG_BITS_PER_PIXEL 9

/* ---- Frames ---- */

/* Frame numbers that may count from the end, checked against the recording where its length is known. */
static bfResult resolveFrame(const ExportPlan *plan, int64_t asked, int64_t *frame, bfError *error) {
    if (plan->frame_count < 0) {
        *frame = asked;
        return asked >= 0 ? BF_OK
                          : bfFail(error, BF_ERROR_CONFLICT,
                                   "frame %" PRId64 ": a pipe has no known end to count from, give a file", asked);
    }
    *frame = asked < 0 ? plan->frame_count + asked : asked;
    if (*frame < 0 || *frame >= plan->frame_count) {
        return bfFail(error, BF_ERROR_END, "%s: no frame %" PRId64 ", it has %" PRId64 " (0 to %" PRId64 ")",
                      plan->options->input, asked, plan->frame_count, plan->frame_count - 1);
    }
    return BF_OK;
}

/* A pipe or a device may have a name, too. */
static bfResult checkPipe(const ExportPlan *plan, bfError *error) {
    const ExportOptions *options = plan->options;
    const char *option = options->jobs > 1                                         ? "--jobs"
                         : options->loop_pictures > 0 || options->loop_seconds > 0 ? "--loop"
                                                                                   : NULL;
    return plan->frame_count >= 0 || option == NULL
               ? BF_OK
               : bfFail(error, BF_ERROR_CONFLICT, "%s: %s is a pipe and can be read only once, give a file", option,
                        options->input);
}

static bfResult failEmpty(const ExportPlan *plan, bfReader *reader, bfError *error) {
    bfFrame frame;
    bfResult first = bfReader_Next(reader, &frame, error);
    return first != BF_ERROR_END ? first
                                 : bfFail(error, first, "%s: the recording holds no whole frame", plan->options->input);
}

static bfResult chooseFrames(ExportPlan *plan, bfError *error) {
    const ExportOptions *options = plan->options;
    plan->first = 0;
    plan->last = plan->frame_count < 0 ? INT64_MAX : plan->frame_count - 1;
    if (!options->has_range) {
        /* The whole film, or the last frame as a picture; of a pipe the end shows which that is. */
        if (!options->is_video && plan->frame_count > 0) {
            plan->first = plan->last;
        }
        return BF_OK;
    }
    bfResult result = resolveFrame(plan, options->first, &plan->first, error);
    if (result == BF_OK && !(plan->frame_count < 0 && options->last == -1 && options->is_video)) {
        result = resolveFrame(plan, options->last, &plan->last, error);
    }
    if (result == BF_OK && plan->first > plan->last) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "--frames: the first frame lies after the last, give the earlier first");
    }
    return result;
}

/* ---- Pictures ---- */

static bool isFilm(const ExportPlan *plan) {
    return plan->options->is_video && plan->options->kind == FILM_ENCODED;
}

static bfResult chooseSize(ExportPlan *plan, bfError *error) {
    const ExportOptions *options = plan->options;
    plan->width = options->width;
    plan->height = options->height;
    if (!isFilm(plan)) {
        return BF_OK;
    }
    int32_t across = filmWidthStep(&options->format), down = filmHeightStep(&options->format);
    plan->width = plan->width > across ? plan->width - plan->width % across : across;
    plan->height = plan->height > down ? plan->height - plan->height % down : down;
    int32_t least = filmLeastSide(&options->format);
    if (plan->width < least || plan->height < least) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "--size: %s makes no films smaller than %dx%d",
                      options->format.encoder, (int)least, (int)least);
    }
    if ((plan->width != options->width || plan->height != options->height) && !options->quiet) {
        fprintf(stderr, "boidforge-cli export: %s needs %s, making it %dx%d\n", options->format.pixel_format,
                down > 1 ? "even sizes" : "an even width", (int)plan->width, (int)plan->height);
    }
    return BF_OK;
}

static bfResult chooseTimes(ExportPlan *plan, bfError *error) {
    const ExportOptions *options = plan->options;
    double frames_a_second = options->speed / plan->dt;
    bool is_film_rate = frames_a_second >= 1 && frames_a_second <= MAX_FPS;
    plan->fps = options->fps > 0 ? options->fps : fmin(fmax(round(frames_a_second), 1), MAX_FPS);
    plan->picture_step = options->fps == 0 && is_film_rate ? 1 : frames_a_second / plan->fps;
    if (isFilm(plan) && plan->fps > filmMostFps(&options->format)) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE,
                      "--fps: a %s shows at most %g pictures a second, this one would have %.10g; give fewer",
                      options->format.container, filmMostFps(&options->format), plan->fps);
    }
    if (plan->last == INT64_MAX) {
        return BF_OK;
    }
    double pictures = floor((double)(plan->last - plan->first) / plan->picture_step + SAME_MOMENT) + 1;
    if (!(pictures <= MAX_PICTURES)) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE,
                      "--fps, --speed: that makes %.3g pictures, more than anyone can wait for; give other values",
                      pictures);
    }
    plan->total = (int64_t)pictures;
    return BF_OK;
}

/* A film that loops begins after the pictures that are faded into its end. */
static bfResult chooseFade(ExportPlan *plan, bfError *error) {
    const ExportOptions *options = plan->options;
    double wanted = fmax(options->loop_pictures, round(options->loop_seconds * plan->fps));
    if (!(options->loop_pictures > 0 || options->loop_seconds > 0)) {
        return BF_OK;
    }
    if (plan->total < 2) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "--loop: a film of one picture has nothing to fade, leave it out");
    }
    if (wanted < 1 || wanted > (double)plan->total / 2) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE,
                      "--loop: a fade of %.0f pictures does not fit a film of %" PRId64 ", give 1 to %" PRId64, wanted,
                      plan->total, plan->total / 2);
    }
    plan->fade = (int64_t)wanted;
    plan->total -= plan->fade;
    return BF_OK;
}

/* Say before the work instead of after what will keep it from being written. */
static bfResult checkOutput(const ExportPlan *plan, bfError *error) {
    const ExportOptions *options = plan->options;
    bfResult result = options->is_raw ? BF_OK : checkPlace(options->output, error);
    if (result != BF_OK || options->is_raw || options->skips_space_check) {
        return result;
    }
    bool is_film = isFilm(plan);
    double copies = is_film && options->jobs > 1 ? 2 : 1; /* the jobs' films, and the whole */
    double bits = is_film ? filmBitsPerPixel(&options->format) : PNG_BITS_PER_PIXEL;
    double picture = (double)plan->width * (double)plan->height * bits / 8;
    double all = picture * (options->is_video ? (double)plan->total : 1);
    return checkDiskSpace(options->output, all * copies, is_film ? all : picture, error);
}

bfResult planExport(const ExportOptions *options, bfReader *reader, ExportPlan *plan, bfError *error) {
    *plan = (ExportPlan){
        .options = options, .dt = (double)bfReader_Header(reader)->dt, .frame_count = bfReader_CountFrames(reader)};
    if (plan->frame_count == 0) {
        return failEmpty(plan, reader, error);
    }
    bfResult result = checkPipe(plan, error);
    if (result == BF_OK) {
        result = chooseFrames(plan, error);
    }
    if (result == BF_OK) {
        result = chooseTimes(plan, error);
    }
    if (result == BF_OK) {
        result = chooseFade(plan, error);
    }
    if (result == BF_OK) {
        result = chooseSize(plan, error);
    }
    if (result == BF_OK) {
        result = checkOutput(plan, error);
    }
    return result;
}

double picturePosition(const ExportPlan *plan, int64_t picture) {
    return (double)plan->first + (double)picture * plan->picture_step;
}
