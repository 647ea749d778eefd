/* A recording drawn at one moment after another, forward only. The picture of frame k follows the rule in
 * docs/look.md: enough frames before it are drawn first for what is older to have faded. */
#ifndef BF_CLI_EXPORT_DRAWING_H
#define BF_CLI_EXPORT_DRAWING_H

#include "boidforge/bfs.h"
#include "boidforge/view.h"
#include "export_plan.h"
#include "film.h"

#include <stdbool.h>
#include <stdint.h>

/* Zeroed before use. */
typedef struct Drawing {
    const ExportPlan *plan;
    bfReader *reader;
    bfLook look;
    bfStage stage;
    bfView *view;
    uint8_t *large;     /* a picture before it is averaged; NULL when it is not */
    bool in_tiles;      /* the picture is drawn tile by tile: export_tiles */
    Film *film;         /* when it fails, drawing ends; NULL for none */
    int64_t start;      /* the frame that time sets out with */
    int64_t drawn_from; /* frames before this one are passed as empty ones: their trails will be gone */

    /* Where the picture's time stands: between frames current - 1 and current, at this fraction. */
    int64_t current;
    double moment;

    bfFrame held; /* a frame read ahead to learn about the recording; its turn is next */
    bool has_held;
    bool at_end;
    int32_t most_bad;   /* agents with NaN or infinity in the worst frame */
    bfError stopped_by; /* what ended the reading, when it was no clean end */
} Drawing;

/* Read the recording's next frame; false at its end. */
bool nextFrame(Drawing *drawing, bfFrame *frame);

/* Ready a dressed drawing for `picture`, in the GL context that is current. Time sets out as if `from` (not after
 * `picture`) were the first one wanted. */
bfResult startDrawing(Drawing *drawing, int64_t from, int64_t picture, bfError *error);

/* Go back to where time set out. Not for a pipe. */
bfResult restartDrawing(Drawing *drawing, bfError *error);

/* Let time pass as if the pictures from `from` up to the one before `picture` were made. */
bfResult passPictures(Drawing *drawing, int64_t from, int64_t picture, bfError *error);

/* Move time to `position`, in frames. BF_ERROR_END when the recording ends before it, BF_ERROR_WRITE when the film
 * has failed; an interruption ends it anywhere. */
bfResult advanceTo(Drawing *drawing, double position, bfError *error);

/* The picture of the moment, RGBA with the top row first. */
bfResult readPicture(Drawing *drawing, uint8_t *pixels, bfError *error);

void endDrawing(Drawing *drawing);

#endif
