/* Pictures to an MP4 file through an ffmpeg process. The encoder works on the last picture while the next is drawn. */
#ifndef BF_CLI_FFMPEG_PIPE_H
#define BF_CLI_FFMPEG_PIPE_H

#include "boidforge/result.h"

#include <stdint.h>

typedef struct FfmpegJob {
    const char *output;    /* written beside under a temporary name, renamed when whole */
    int32_t width, height; /* pixels, both even */
    double fps;            /* pictures a second */
    int crf;               /* x264's quality, 0 (lossless) to 51 */
    const char *preset;    /* x264's preset */
} FfmpegJob;

typedef struct FfmpegPipe FfmpegPipe;

/* BF_ERROR_OPEN, with what to install, when there is no ffmpeg on the search path. */
bfResult findFfmpeg(bfError *error);

bfResult startFfmpeg(const FfmpegJob *job, FfmpegPipe **pipe, bfError *error);

/* A buffer for the next picture, RGBA with the top row first; waits until one is free. NULL when the encoder has
 * died: finishFfmpeg then says why. */
uint8_t *borrowPicture(FfmpegPipe *pipe);

/* Hand the borrowed picture to the encoder. */
void submitPicture(FfmpegPipe *pipe);

/* Let the encoder finish, give the file its name, free. On failure nothing is left and the message holds ffmpeg's
 * own last words. */
bfResult finishFfmpeg(FfmpegPipe *pipe, bfError *error);

/* Give up: stop the encoder, remove its file, free. */
void abandonFfmpeg(FfmpegPipe *pipe);

#endif
