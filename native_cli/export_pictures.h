/* The pictures of an export, or of a process's share of them: drawn one after another and handed on. */
#ifndef BF_CLI_EXPORT_PICTURES_H
#define BF_CLI_EXPORT_PICTURES_H

#include "export_drawing.h"
#include "export_plan.h"
#include "export_report.h"
#include "film.h"
#include "gl_context.h"

#include <stdatomic.h>
#include <stdint.h>

/* Zeroed before use. */
typedef struct Export {
    ExportPlan plan;

    /* Set before openExport by a process among several. */
    ExportSpan share;            /* of the plan's pictures; a count of 0: all, to the recording's end */
    _Atomic int64_t *counter;    /* counts pictures as they are written; NULL: the one below */
    const atomic_bool *given_up; /* what is made is of no use any more; NULL: never */

    bfGlContext *context;
    Drawing drawing;
    Drawing beginning;  /* the pictures that a loop's end is faded into; no view when the share has none of the fade */
    int64_t fade_start; /* the first picture faded */
    uint8_t *mixed;     /* a picture of the beginning */

    int64_t pictures;            /* drawn so far */
    _Atomic int64_t own_counter; /* pictures written */
} Export;

/* Read the recording and ready what is needed to draw. */
bfResult openExport(Export *export, const ExportOptions *options, bfError *error);

/* Draw and write until the share, the recording or the person ends it. What was made and is kept goes to `outcome`,
 * also on failure. Its texts live as long as the export. */
bfResult makePictures(Export *export, ExportOutcome *outcome, bfError *error);

void closeExport(Export *export);

#endif
