#include "export_report.h"

#include "options.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PREFIX "boidforge-cli export: "

int64_t countPictures(const ExportOutcome *outcome) {
    int64_t pictures = 0;
    for (int i = 0; i < outcome->span_count; ++i) {
        pictures += outcome->spans[i].count;
    }
    return pictures;
}

static bool isSequence(const ExportPlan *plan) {
    return plan->options->is_video && plan->options->kind == FILM_SEQUENCE;
}

/* The next span from number `*at` on, joined with those that follow without a gap. False after the last. */
static bool nextSpan(const ExportOutcome *outcome, int *at, ExportSpan *span) {
    *span = (ExportSpan){0, 0};
    for (; *at < outcome->span_count; ++*at) {
        const ExportSpan *next = &outcome->spans[*at];
        if (span->count > 0 && next->count > 0 && next->first != span->first + span->count) {
            break;
        }
        if (next->count > 0) {
            span->first = span->count > 0 ? span->first : next->first;
            span->count += next->count;
        }
    }
    return span->count > 0;
}

static const char *plural(int64_t pictures) {
    return pictures == 1 ? "picture" : "pictures";
}

/* "pictures 0 to 41, 150 to 189" */
static void printSpans(FILE *file, const ExportOutcome *outcome) {
    ExportSpan span;
    const char *before = " ";
    fputs(plural(countPictures(outcome)), file);
    for (int at = 0; nextSpan(outcome, &at, &span); before = ", ") {
        fprintf(file, "%s%" PRId64, before, span.first);
        if (span.count > 1) {
            fprintf(file, " to %" PRId64, span.first + span.count - 1);
        }
    }
}

int reportFailure(const ExportPlan *plan, const ExportOutcome *outcome, const char *message) {
    bool has_prefix = strncmp(message, PREFIX, strlen(PREFIX)) == 0;
    fprintf(stderr, "%s%s", has_prefix ? "" : PREFIX, message);
    if (isSequence(plan) && countPictures(outcome) > 0) {
        fputs("; made: ", stderr);
        printSpans(stderr, outcome);
    }
    fputc('\n', stderr);
    return CLI_EXIT_FAILED;
}

static int reportStop(const ExportPlan *plan, const ExportOutcome *outcome) {
    const ExportOptions *options = plan->options;
    int64_t pictures = countPictures(outcome);
    if (pictures == 0) {
        return cliFail("export", CLI_EXIT_INTERRUPTED, "stopped before the first picture, nothing is written");
    }
    if (isSequence(plan)) {
        fprintf(stderr, PREFIX "stopped, made of %s: ", options->output);
        printSpans(stderr, outcome);
        fputc('\n', stderr);
    } else {
        fprintf(stderr, PREFIX "stopped, %s is %s of the first %" PRId64 " %s\n", options->output,
                options->kind == FILM_ENCODED ? "a valid film" : "made", pictures, plural(pictures));
    }
    return CLI_EXIT_INTERRUPTED;
}

static void reportRecording(const ExportPlan *plan, bfReader *reader, const ExportOutcome *outcome) {
    uint64_t missing = 0;
    if (outcome->most_bad > 0) {
        fprintf(stderr, PREFIX "%s: up to %d agents a frame held NaN or infinity and are not shown\n",
                plan->options->input, (int)outcome->most_bad);
    }
    if (bfReader_WasCut(reader, &missing)) {
        fprintf(stderr,
                PREFIX "%s: the recording is cut off, its last frame lacks %" PRIu64
                       " bytes; the whole frames before it were used\n",
                plan->options->input, missing);
    }
}

static void printJson(FILE *file, const ExportPlan *plan, const ExportOutcome *outcome) {
    fprintf(file, "{\"pictures\":%" PRId64 ",\"width\":%d,\"height\":%d,\"fps\":%.10g,\"interrupted\":%s",
            countPictures(outcome), (int)plan->width, (int)plan->height, plan->options->is_video ? plan->fps : 0.0,
            outcome->was_stopped ? "true" : "false");
    if (isSequence(plan)) {
        ExportSpan span;
        const char *before = ",\"made\":[";
        for (int at = 0; nextSpan(outcome, &at, &span); before = ",") {
            fprintf(file, "%s[%" PRId64 ",%" PRId64 "]", before, span.first, span.first + span.count - 1);
        }
        fputc(']', file);
    }
    fputs("}\n", file);
}

static void printSummary(FILE *file, const ExportPlan *plan, const ExportOutcome *outcome) {
    int64_t pictures = countPictures(outcome);
    if (plan->options->is_video) {
        fprintf(file, "%s: %" PRId64 " %s of %dx%d, %.10g a second, %.2f s, %s\n", plan->options->output, pictures,
                plural(pictures), (int)plan->width, (int)plan->height, plan->fps, (double)pictures / plan->fps,
                outcome->made_by);
    } else {
        fprintf(file, "%s: frame %" PRId64 ", %dx%d, %s\n", plan->options->output, outcome->frame, (int)plan->width,
                (int)plan->height, outcome->made_by);
    }
}

int reportOutcome(const ExportPlan *plan, bfReader *reader, const ExportOutcome *outcome) {
    const ExportOptions *options = plan->options;
    FILE *file = options->is_raw ? stderr : stdout; /* the pictures went there */
    int code = CLI_EXIT_DONE;
    if (outcome->was_stopped) {
        code = reportStop(plan, outcome);
    } else if (outcome->stopped_by != NULL) {
        code = reportFailure(plan, outcome, outcome->stopped_by);
    }
    if (!options->quiet) {
        reportRecording(plan, reader, outcome);
    }
    if (countPictures(outcome) == 0) {
        return code;
    }
    if (options->json) {
        printJson(file, plan, outcome);
    } else if (code == CLI_EXIT_DONE && !options->quiet) {
        printSummary(file, plan, outcome);
    }
    return code;
}
