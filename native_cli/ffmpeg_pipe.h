/* Pictures to a film through an ffmpeg process. */
#ifndef BF_CLI_FFMPEG_PIPE_H
#define BF_CLI_FFMPEG_PIPE_H

#include "boidforge/result.h"
#include "film_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct FfmpegJob {
    const char *output;    /* written beside under a temporary name, renamed when whole */
    int32_t width, height; /* pixels */
    double fps;            /* pictures a second */
    FilmFormat format;
} FfmpegJob;

typedef struct FfmpegPipe FfmpegPipe;

/* BF_ERROR_OPEN, with what to install, when there is no ffmpeg on the search path. */
bfResult findFfmpeg(bfError *error);

/* A path as ffmpeg takes it, which reads dashes and colons in bare names as options and protocols. Free it. */
char *ffmpegUrl(const char *path);

enum { FFMPEG_OUTPUT = 1, FFMPEG_MESSAGES = 2 };

/* Run ffmpeg to its end and keep what it prints to one of the two, as text, cut at `capacity`. Its exit status, -1
 * when it could not be started or was stopped. */
int runFfmpeg(const char *const *arguments, int stream, char *heard, size_t capacity);

/* `died` is called from another thread, once, when the encoder ends before it should. */
bfResult startFfmpeg(const FfmpegJob *job, void (*died)(void *context), void *context, FfmpegPipe **pipe,
                     bfError *error);

/* Write one picture, I420 where the format takes it, else RGBA, the top row first. False when the encoder no longer
 * reads: finishFfmpeg says why. */
bool writeToFfmpeg(FfmpegPipe *pipe, const uint8_t *picture);

/* Let the encoder finish, give the file its name, free; `is_whole` says that it took every picture. On failure nothing
 * is left and the message holds ffmpeg's own last words. */
bfResult finishFfmpeg(FfmpegPipe *pipe, bool is_whole, bfError *error);

/* Stop the encoder; finishFfmpeg then fails. */
void stopFfmpeg(FfmpegPipe *pipe);

#endif
