/* What a person is told at the end of an export. */
#ifndef BF_CLI_EXPORT_REPORT_H
#define BF_CLI_EXPORT_REPORT_H

#include "boidforge/bfs.h"
#include "export_plan.h"
#include "job_pool.h"

#include <stdbool.h>
#include <stdint.h>

/* Pictures without a gap between. */
typedef struct ExportSpan {
    int64_t first, count;
} ExportSpan;

typedef struct ExportOutcome {
    ExportSpan spans[MAX_JOBS]; /* what was made and is kept, in order */
    int span_count;
    bool was_stopped;       /* by the person, before it was whole */
    const char *stopped_by; /* what ended the recording early; NULL for nothing */
    int32_t most_bad;       /* agents with NaN or infinity in the worst frame */
    int64_t frame;          /* of a still */
    char made_by[200];      /* "drawn by llvmpipe" */
} ExportOutcome;

/* How many pictures. */
int64_t countPictures(const ExportOutcome *outcome);

/* Say that the export failed, and what there is of a sequence all the same. Returns the exit code. */
int reportFailure(const ExportPlan *plan, const ExportOutcome *outcome, const char *message);

/* Say what was made, and what of the recording was not as it should be. Returns the exit code. */
int reportOutcome(const ExportPlan *plan, bfReader *reader, const ExportOutcome *outcome);

#endif
