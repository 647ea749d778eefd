/* Which pictures an export makes: of which moments, how large, how many. All of it is known before anything is drawn.
 */
#ifndef BF_CLI_EXPORT_PLAN_H
#define BF_CLI_EXPORT_PLAN_H

#include "boidforge/bfs.h"
#include "export_options.h"

#include <stdint.h>

/* Rounding left over when picture times are compared with frame times, in frames. */
#define SAME_MOMENT 1e-9

typedef struct ExportPlan {
    const ExportOptions *options;
    double dt;             /* simulated seconds per frame */
    int64_t frame_count;   /* -1: a pipe, not known */
    int64_t first, last;   /* frames to show, both included; last is INT64_MAX when the recording's end decides */
    int32_t width, height; /* pixels */
    double fps;            /* of the film */
    double picture_step;   /* frames from one picture to the next */
    int64_t total;         /* pictures to make; 0: until the recording ends */
    int64_t fade;          /* the last ones, into which as many before the film's first are faded */
} ExportPlan;

/* The options are kept, the reader's place is lost. */
bfResult planExport(const ExportOptions *options, bfReader *reader, ExportPlan *plan, bfError *error);

/* The moment of a picture, in frames; the film's first is number `fade`. */
double picturePosition(const ExportPlan *plan, int64_t picture);

#endif
