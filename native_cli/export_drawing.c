#include "export_drawing.h"

#include "interrupt.h"
#include "picture_math.h"

#include <math.h>
#include <stdlib.h>

/* A job must have every bit of its trails as one process would. Light of one warm-up's age is too faint to be seen,
 * but has moved roundings of what lies over it; each fade leaves fewer of them, and by the third warm-up none is left.
 * Fades fall at the same moments because the frames before are passed too, without agents. A camera that follows has
 * roundings of its own which never fade, so there all frames are drawn. */
#define JOB_WARMUPS 3

/* Pixels a side above which a picture takes more memory in one piece (20 bytes a pixel) than it is worth. */
#define LARGEST_PIECE 8192

/* Tiles at most as large, when nothing else is asked for: as much memory as a 4K picture. Rows of tiles wait as a whole
 * until they can be written, so tiles are low. */
#define TILE_WIDTH  4096
#define TILE_HEIGHT 2048

bool nextFrame(Drawing *drawing, bfFrame *frame) {
    if (drawing->current + 1 < drawing->drawn_from) {
        *frame = (bfFrame){.timestep = (int32_t)(drawing->current + 1)};
        return true;
    }
    if (drawing->has_held) {
        *frame = drawing->held;
        drawing->has_held = false;
        return true;
    }
    bfError error;
    bfResult result = drawing->at_end ? BF_ERROR_END : bfReader_Next(drawing->reader, frame, &error);
    if (result != BF_OK) {
        if (result != BF_ERROR_END) {
            drawing->stopped_by = error;
        }
        drawing->at_end = true;
        return false;
    }
    return true;
}

/* ---- Starting ---- */

/* A single picture beyond what the graphics driver, memory or the person would have in one piece is drawn in tiles. */
static bool needsTiles(const Drawing *drawing, int32_t width, int32_t height) {
    const ExportOptions *options = drawing->plan->options;
    int32_t most = bfView_MostAtOnce(drawing->view), side = width > height ? width : height;
    bool is_pipe = drawing->plan->frame_count < 0;
    return !options->is_video && (options->tile > 0 || side > most || (side > LARGEST_PIECE && !is_pipe));
}

static bfResult resizeInTiles(const Drawing *drawing, int32_t width, int32_t height, bfError *error) {
    const ExportOptions *options = drawing->plan->options;
    int32_t asked = options->tile;
    bfTileLimits limits = {asked > 0 ? asked : TILE_WIDTH, asked > 0 ? asked : TILE_HEIGHT, options->supersample};
    return drawing->plan->frame_count >= 0
               ? bfView_ResizeInTiles(drawing->view, width, height, &limits, error)
               : bfFail(error, BF_ERROR_CONFLICT,
                        "%s: is a pipe and can be read only once, but a picture in tiles (%s) is drawn from its "
                        "frames again for each; give a file",
                        options->input, asked > 0 ? "--tile" : "so large a --size");
}

static bfResult resizeView(Drawing *drawing, bfError *error) {
    int32_t factor = drawing->plan->options->supersample;
    int32_t width = drawing->plan->width * factor, height = drawing->plan->height * factor;
    drawing->in_tiles = needsTiles(drawing, width, height);
    return drawing->in_tiles ? resizeInTiles(drawing, width, height, error)
                             : bfView_Resize(drawing->view, width, height, error);
}

static bfResult openView(Drawing *drawing, bfError *error) {
    const ExportPlan *plan = drawing->plan;
    const ExportOptions *options = plan->options;
    int32_t factor = options->supersample;
    bfResult result = bfCreateView(&drawing->view, error);
    if (result == BF_OK) {
        result = resizeView(drawing, error);
    }
    if (result != BF_OK) {
        return result;
    }
    bfView_SetLook(drawing->view, &drawing->look);
    bfView_SetStage(drawing->view, &drawing->stage);
    bfView_SetCamera(drawing->view, &options->camera);
    if (factor > 1 && !drawing->in_tiles) {
        size_t pixels = (size_t)plan->width * (size_t)plan->height;
        drawing->large = malloc(pixels * 4 * (size_t)(factor * factor));
        if (drawing->large == NULL) {
            return bfFail(error, BF_ERROR_NO_MEMORY,
                          "not enough memory for a picture of that size times --supersample");
        }
    }
    return BF_OK;
}

/* How many frames before a picture's decide what it shows. */
static int64_t warmupFrames(const Drawing *drawing) {
    const ExportPlan *plan = drawing->plan;
    int32_t trails = bfLook_WarmupFrames(&drawing->look, plan->dt);
    int32_t camera = plan->options->camera.follows ? bfFollowFrames(plan->dt) : 0;
    return trails > camera ? trails : camera;
}

/* Go to the frame before `start`, from which the film's time sets out. A damaged recording may end before it. */
static bfResult skipTo(Drawing *drawing, int64_t start, bfError *error) {
    drawing->current = start - 1;
    drawing->moment = 1;
    if (drawing->plan->frame_count >= 0) {
        int64_t read_from = start > drawing->drawn_from ? start : drawing->drawn_from;
        bfResult result = bfReader_Seek(drawing->reader, read_from, error);
        if (result == BF_ERROR_END) {
            drawing->stopped_by = *error;
            drawing->at_end = true;
            return BF_OK;
        }
        return result;
    }
    bfFrame passed;
    for (int64_t i = 0; i < start && !interruptSeen(); ++i) {
        if (!nextFrame(drawing, &passed)) {
            break;
        }
    }
    return BF_OK;
}

bfResult startDrawing(Drawing *drawing, int64_t from, int64_t picture, bfError *error) {
    bfResult result = openView(drawing, error);
    if (result != BF_OK) {
        return result;
    }
    int64_t warmup = warmupFrames(drawing);
    int64_t first = (int64_t)floor(picturePosition(drawing->plan, picture));
    int64_t start = (int64_t)floor(picturePosition(drawing->plan, from)) - warmup;
    bool forgets = !drawing->plan->options->camera.follows;
    if (from < picture && forgets && first - JOB_WARMUPS * warmup > start) {
        drawing->drawn_from = first - JOB_WARMUPS * warmup;
    }
    drawing->start = start > 0 ? start : 0;
    return skipTo(drawing, drawing->start, error);
}

bfResult restartDrawing(Drawing *drawing, bfError *error) {
    drawing->at_end = false;
    return skipTo(drawing, drawing->start, error);
}

/* ---- Going on ---- */

bfResult advanceTo(Drawing *drawing, double position, bfError *error) {
    double dt = drawing->plan->dt;
    while ((double)drawing->current < position - SAME_MOMENT && !interruptSeen()) {
        bfFrame frame;
        if (drawing->film != NULL && filmFailed(drawing->film)) {
            return BF_ERROR_WRITE;
        }
        if (drawing->moment < 1) {
            bfView_Advance(drawing->view, drawing->moment, 1, dt);
            drawing->moment = 1;
        }
        if (!nextFrame(drawing, &frame)) {
            return BF_ERROR_END;
        }
        int32_t bad = bfFrame_CountBad(&frame);
        drawing->most_bad = bad > drawing->most_bad ? bad : drawing->most_bad;
        bfResult result = bfView_PushFrame(drawing->view, &frame, error);
        if (result != BF_OK) {
            return result;
        }
        drawing->current += 1;
        drawing->moment = 0;
        bool passed_by = (double)drawing->current < position - SAME_MOMENT;
        double target = passed_by ? 1 : fmin(fmax(position - (double)(drawing->current - 1), 0), 1);
        bfView_Advance(drawing->view, 0, target, dt);
        drawing->moment = target;
    }
    double target = fmin(fmax(position - (double)(drawing->current - 1), 0), 1);
    if (target > drawing->moment) {
        bfView_Advance(drawing->view, drawing->moment, target, dt);
        drawing->moment = target;
    }
    return BF_OK;
}

bfResult passPictures(Drawing *drawing, int64_t from, int64_t picture, bfError *error) {
    bfResult result = BF_OK;
    for (int64_t i = from; result == BF_OK && i < picture; ++i) {
        result = advanceTo(drawing, picturePosition(drawing->plan, i), error);
    }
    return result;
}

bfResult readPicture(Drawing *drawing, uint8_t *pixels, bfError *error) {
    const ExportPlan *plan = drawing->plan;
    if (plan->options->test_pattern) {
        fillTestPattern(pixels, plan->width, plan->height);
        return BF_OK;
    }
    if (drawing->large == NULL) {
        return bfView_ReadPixels(drawing->view, pixels, error);
    }
    bfResult result = bfView_ReadPixels(drawing->view, drawing->large, error);
    if (result == BF_OK) {
        averageRows(drawing->large, plan->width, 0, plan->height, plan->options->supersample, pixels);
    }
    return result;
}

void endDrawing(Drawing *drawing) {
    bfDestroyView(drawing->view);
    bfCloseReader(drawing->reader);
    free(drawing->large);
}
