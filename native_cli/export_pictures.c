#include "export_pictures.h"

#include "export_dress.h"
#include "export_tiles.h"
#include "interrupt.h"
#include "picture_math.h"
#include "png_file.h"
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- Making ready ---- */

/* The fade shows the same recording, drawn a second time from its very beginning. */
static bfResult openBeginning(Export *export, bfError *error) {
    const ExportPlan *plan = &export->plan;
    Drawing *beginning = &export->beginning;
    export->mixed = malloc((size_t)plan->width * (size_t)plan->height * 4);
    if (export->mixed == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for pictures of that size");
    }
    beginning->plan = plan;
    beginning->look = export->drawing.look;
    beginning->stage = export->drawing.stage;
    bfResult result = bfOpenReader(plan->options->input, &beginning->reader, error);
    return result == BF_OK ? startDrawing(beginning, 0, export->fade_start - (plan->total - plan->fade), error)
                           : result;
}

static void chooseShare(Export *export) {
    const ExportPlan *plan = &export->plan;
    if (export->share.count == 0) {
        export->share.count = plan->total;
    }
    int64_t fade_start = plan->total - plan->fade;
    export->fade_start = export->share.first > fade_start ? export->share.first : fade_start;
    if (export->counter == NULL) {
        export->counter = &export->own_counter;
    }
}

bfResult openExport(Export *export, const ExportOptions *options, bfError *error) {
    ExportPlan *plan = &export->plan;
    Drawing *drawing = &export->drawing;
    drawing->plan = plan;
    bfResult result = bfOpenReader(options->input, &drawing->reader, error);
    if (result == BF_OK) {
        result = planExport(options, drawing->reader, plan, error);
    }
    if (result == BF_OK) {
        chooseShare(export);
        result = dressDrawing(drawing, error);
    }
    if (result == BF_OK) {
        result = bfCreateGlContext(&export->context, error);
    }
    if (result == BF_OK) {
        result = startDrawing(drawing, plan->fade, plan->fade + export->share.first, error);
    }
    bool fades = plan->fade > 0 && export->share.first + export->share.count > export->fade_start;
    return result == BF_OK && fades ? openBeginning(export, error) : result;
}

void closeExport(Export *export) {
    endDrawing(&export->beginning);
    endDrawing(&export->drawing);
    bfDestroyGlContext(export->context);
    free(export->mixed);
}

/* ---- A still ---- */

/* BF_ERROR_END when the recording has no such frame. */
static bfResult drawStill(Export *export, uint8_t *pixels, bfError *error) {
    Drawing *drawing = &export->drawing;
    bool to_the_end = export->plan.last == INT64_MAX;
    bfResult result = BF_OK;
    if (!to_the_end) {
        result = advanceTo(drawing, (double)export->plan.first, error);
    } else {
        while (result == BF_OK && !interruptSeen()) {
            result = advanceTo(drawing, (double)(drawing->current + 1), error);
        }
        result = result == BF_ERROR_END && drawing->current >= 0 ? BF_OK : result;
    }
    if (result == BF_OK && !interruptSeen()) {
        result = readPicture(drawing, pixels, error);
    }
    return result;
}

static bfResult failMissingFrame(Export *export, bfError *error) {
    const Drawing *drawing = &export->drawing;
    if (drawing->stopped_by.id != BF_OK) {
        *error = drawing->stopped_by;
        return error->id;
    }
    return bfFail(error, BF_ERROR_END, "%s: no frame %" PRId64 ", it has %" PRId64, export->plan.options->input,
                  export->plan.first, drawing->current + 1);
}

static bfResult makeWholeStill(Export *export, bfError *error) {
    const ExportPlan *plan = &export->plan;
    uint8_t *pixels = malloc((size_t)plan->width * (size_t)plan->height * 4);
    if (pixels == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY,
                      "not enough memory for a picture of that size, choose a smaller --size or give --tile 2048");
    }
    bfResult result = drawStill(export, pixels, error);
    if (result == BF_OK && !interruptSeen()) {
        result = writePng(plan->options->output, pixels, plan->width, plan->height, error);
        export->pictures = result == BF_OK ? 1 : 0;
    }
    free(pixels);
    return result;
}

/* Whoever shows a recording to its end reads on, to learn whether that end is clean. */
static void readOn(Export *export) {
    const ExportPlan *plan = &export->plan;
    bool is_last = export->pictures > 0 && export->share.first + export->pictures == plan->total;
    bfFrame frame;
    if (is_last && !plan->options->has_range && !interruptSeen()) {
        nextFrame(&export->drawing, &frame);
    }
}

static bfResult makeStill(Export *export, ExportOutcome *outcome, bfError *error) {
    bool in_tiles = export->drawing.in_tiles;
    bfResult result =
        in_tiles ? makeTiledStill(&export->drawing, &export->pictures, error) : makeWholeStill(export, error);
    if (interruptSeen() && export->pictures == 0) {
        outcome->was_stopped = true;
        return BF_OK;
    }
    outcome->spans[0] = (ExportSpan){0, export->pictures};
    outcome->frame = export->drawing.current;
    readOn(export);
    return result == BF_ERROR_END ? failMissingFrame(export, error) : result;
}

/* ---- A film ---- */

/* Lay a picture of the beginning over one of the fade. */
static bfResult fadePicture(Export *export, int64_t number, uint8_t *pixels, bfError *error) {
    const ExportPlan *plan = &export->plan;
    int64_t faded = number - (plan->total - plan->fade);
    bfResult result = advanceTo(&export->beginning, picturePosition(plan, faded), error);
    if (result == BF_OK) {
        result = readPicture(&export->beginning, export->mixed, error);
    }
    if (result == BF_OK) {
        mixPicture(pixels, export->mixed, plan->width, plan->height, (double)(faded + 1) / (double)(plan->fade + 1));
    }
    return result;
}

/* BF_ERROR_END when the recording or the person ends it, BF_ERROR_WRITE when the film takes no more. */
static bfResult drawPicture(Export *export, Film *film, bfError *error) {
    const ExportPlan *plan = &export->plan;
    int64_t number = export->share.first + export->pictures;
    bfResult result = advanceTo(&export->drawing, picturePosition(plan, plan->fade + number), error);
    if (result != BF_OK || interruptSeen()) {
        return result != BF_OK ? result : BF_ERROR_END;
    }
    uint8_t *pixels = borrowFilmPicture(film);
    if (pixels == NULL) {
        return BF_ERROR_WRITE;
    }
    result = readPicture(&export->drawing, pixels, error);
    if (result == BF_OK && plan->fade > 0 && number >= export->fade_start) {
        result = fadePicture(export, number, pixels, error);
    }
    if (result == BF_OK && interruptSeen()) {
        return BF_ERROR_END; /* the beginning may not have come to its moment */
    }
    if (result == BF_OK) {
        submitFilmPicture(film);
    }
    return result;
}

/* Draw and hand over pictures. BF_ERROR_WRITE when no more can be written: finishFilm explains. */
static bfResult drawFilm(Export *export, Film *film, bfError *error) {
    const ExportPlan *plan = &export->plan;
    int64_t wanted = export->share.count, faded = export->fade_start - (plan->total - plan->fade);
    bfProgress progress;
    bfResult result = passPictures(&export->drawing, plan->fade, plan->fade + export->share.first, error);
    if (result == BF_OK && export->beginning.view != NULL) {
        result = passPictures(&export->beginning, 0, faded, error);
    }
    progressBegin(&progress, "pictures", wanted, plan->options->quiet);
    while (result == BF_OK && !interruptSeen() && (wanted == 0 || export->pictures < wanted)) {
        result = drawPicture(export, film, error);
        if (result == BF_OK) {
            export->pictures += 1;
            progressUpdate(&progress, export->pictures);
        }
    }
    progressEnd(&progress);
    readOn(export);
    return result == BF_ERROR_END ? BF_OK : result;
}

/* Whether all was made that there is. */
static bool isWhole(const Export *export) {
    return export->pictures > 0 &&
           (export->share.count > 0 ? export->pictures == export->share.count : export->drawing.at_end);
}

/* Finish the film, or leave none where there is nothing to keep. */
static bfResult endFilm(Export *export, Film *film, bfResult drawn, bfError *error) {
    bool given_up = export->given_up != NULL && atomic_load(export->given_up);
    bool is_film = export->plan.options->kind == FILM_ENCODED;
    if (drawn != BF_OK && drawn != BF_ERROR_WRITE) {
        abandonFilm(film);
        return drawn;
    }
    if (drawn == BF_OK && (export->pictures == 0 || (given_up && is_film))) {
        abandonFilm(film);
        return export->pictures > 0 || interruptSeen() ? BF_OK : failMissingFrame(export, error);
    }
    return finishFilm(film, error);
}

/* A range of a pipe may ask for frames that never came. */
static void noteShortRange(Export *export) {
    const ExportPlan *plan = &export->plan;
    Drawing *drawing = &export->drawing;
    if (export->pictures > 0 && !isWhole(export) && !interruptSeen() && drawing->stopped_by.id == BF_OK) {
        bfFail(&drawing->stopped_by, BF_ERROR_END, "%s: no frame %" PRId64 ", it had %" PRId64, plan->options->input,
               plan->last, drawing->current + 1);
    }
}

static bfResult makeFilm(Export *export, ExportOutcome *outcome, bfError *error) {
    const ExportOptions *options = export->plan.options;
    FilmJob job = {.kind = options->kind,
                   .output = options->output,
                   .width = export->plan.width,
                   .height = export->plan.height,
                   .first_number = export->share.first,
                   .fps = export->plan.fps,
                   .format = options->format,
                   .counter = export->counter};
    Film *film;
    bfResult result = startFilm(&job, &film, error);
    if (result != BF_OK) {
        return result;
    }
    export->drawing.film = export->beginning.film = film;
    result = endFilm(export, film, drawFilm(export, film, error), error);
    export->drawing.film = export->beginning.film = NULL;
    int64_t written = atomic_load(export->counter);
    bool stays = result == BF_OK || options->kind == FILM_SEQUENCE;
    outcome->spans[0] = (ExportSpan){export->share.first, stays ? written : 0};
    outcome->was_stopped = result == BF_OK && interruptSeen() && !isWhole(export);
    if (result == BF_OK) {
        noteShortRange(export);
    }
    return result;
}

bfResult makePictures(Export *export, ExportOutcome *outcome, bfError *error) {
    Drawing *drawing = &export->drawing;
    *outcome = (ExportOutcome){.span_count = 1};
    bfResult result =
        export->plan.options->is_video ? makeFilm(export, outcome, error) : makeStill(export, outcome, error);
    outcome->stopped_by = drawing->stopped_by.id != BF_OK ? drawing->stopped_by.message : NULL;
    outcome->most_bad = drawing->most_bad;
    char tiles[32] = "";
    if (drawing->in_tiles) {
        snprintf(tiles, sizeof tiles, " in %d tiles", (int)bfView_CountTiles(drawing->view, BF_PASS_PIXELS));
    }
    snprintf(outcome->made_by, sizeof outcome->made_by, "drawn%s by %s", tiles, bfView_Description(drawing->view));
    return result;
}
