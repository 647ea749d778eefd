/* What `boidforge-cli export` was asked to do. */
#ifndef BF_CLI_EXPORT_OPTIONS_H
#define BF_CLI_EXPORT_OPTIONS_H

#include "boidforge/view.h"
#include "film.h"

#include <stdbool.h>
#include <stdint.h>

#define EXPORT_MAX_LOOK_TEXTS 64

typedef struct ExportOptions {
    const char *input;  /* path, or "-" */
    const char *output; /* path, or "-" */
    bool is_video;      /* more than one picture: by the output's name */
    bool is_raw;        /* --raw */
    FilmKind kind;      /* of a video */
    FilmWishes wishes;
    FilmFormat format; /* of an encoded video */

    /* Frames; negative ones count from the end, -1 being the last. */
    bool has_range;
    int64_t first, last; /* both included; a still has first == last */

    int32_t width, height; /* pixels */
    double fps;            /* pictures a second; 0: one per frame */
    double speed;          /* simulated seconds per second */
    int32_t supersample;   /* 1 to 4 */
    double loop_pictures;  /* fade of the end into the beginning; 0 when not given so */
    double loop_seconds;   /* the same in seconds of film */
    bool test_pattern;
    int32_t
        tile; /* greatest side of the tiles in which a single picture is drawn, pixels; 0: when it must, what fits */
    bool skips_space_check;
    int jobs; /* processes */

    const char *scene;                /* file, name or link; NULL for none */
    double world_width, world_height; /* world units; 0 when not given */
    struct {
        const char *name, *text;
    } look_texts[EXPORT_MAX_LOOK_TEXTS]; /* in the order given, to be applied after the scene's */
    int look_text_count;
    bfCamera camera; /* a link's where the scene is one, laid over by the options */

    const char *look; /* file or preset; NULL for none */

    bool quiet, json, help, list_looks;
} ExportOptions;

/* Read the command line (argv[0] is the subcommand's name). On failure the message says what is wrong with which
 * option: a wrong usage, exit code 2. */
bfResult parseExportOptions(int argc, char **argv, ExportOptions *options, bfError *error);

void printExportHelp(void);

/* The presets that --look takes, one a line. */
void printLooks(void);

#endif
