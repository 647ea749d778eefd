/* boidforge-cli export: a recording becomes a picture or a film, without a screen.
 *
 * export_options says what is asked for, export_plan which pictures those are; export_dress and export_drawing draw
 * the recording at a moment, export_pictures hands on one picture after another, export_jobs does it in several
 * processes, export_report tells the end of it. */
#define _POSIX_C_SOURCE 200809L

#include "commands.h"
#include "export_jobs.h"
#include "export_options.h"
#include "export_pictures.h"
#include "export_report.h"
#include "ffmpeg_pipe.h"
#include "interrupt.h"
#include "options.h"

#include <signal.h>

static int exportAlone(const ExportOptions *options) {
    Export export = {.share = {0, 0}};
    ExportOutcome outcome;
    bfError error;
    int code = CLI_EXIT_DONE;
    if (openExport(&export, options, &error) != BF_OK) {
        code = cliFail("export", CLI_EXIT_FAILED, error.message);
    } else if (makePictures(&export, &outcome, &error) != BF_OK) {
        code = reportFailure(&export.plan, &outcome, error.message);
    } else {
        code = reportOutcome(&export.plan, export.drawing.reader, &outcome);
    }
    closeExport(&export);
    return code;
}

int command_export(int argc, char **argv) {
    ExportOptions options;
    bfError error;
    if (parseExportOptions(argc, argv, &options, &error) != BF_OK) {
        return cliFail("export", CLI_EXIT_USAGE, error.message);
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
        return cliFail("export", CLI_EXIT_FAILED, error.message);
    }
    interruptCatch();
    signal(SIGXFSZ, SIG_IGN); /* a file grown past its limit is an error of write() */
    return options.jobs > 1 ? exportByJobs(&options) : exportAlone(&options);
}
