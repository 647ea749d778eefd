#define _POSIX_C_SOURCE 200809L

#include "film.h"

#include "boidforge/view.h"
#include "ffmpeg_pipe.h"
#include "options.h"
#include "picture_queue.h"
#include "png_file.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MAX_DIGITS 12

struct Film {
    FilmJob job;
    PictureQueue *queue;
    FfmpegPipe *ffmpeg;       /* FILM_ENCODED */
    int64_t number;           /* of a sequence's next file */
    uint8_t *packed;          /* one picture as it is passed on, where that is not RGBA */
    bfError failure;          /* of a sequence or of raw bytes */
    atomic_bool encoder_died; /* maybe before there is a queue to tell */
};

static bool noteWritten(Film *film, bool well) {
    if (well) {
        atomic_fetch_add(film->job.counter, 1);
    }
    return well;
}

/* ---- Sequences ---- */

/* Where the pattern's % stands, in the file's own name, how wide its number is, where the rest begins. */
static bool splitPattern(const char *path, size_t *before, int *digits, const char **after) {
    const char *slash = strrchr(path, '/'), *percent = strchr(slash != NULL ? slash : path, '%');
    if (percent == NULL) {
        return false;
    }
    char *end;
    long wide = percent[1] == 'd' ? 0 : strtol(percent + 1, &end, 10);
    *after = percent[1] == 'd' ? percent + 2 : end + 1;
    bool is_number = percent[1] == 'd' || (percent[1] >= '0' && percent[1] <= '9' && *end == 'd');
    *before = (size_t)(percent - path);
    *digits = (int)wide;
    return is_number && wide <= MAX_DIGITS && strchr(*after, '%') == NULL;
}

bool isSequenceName(const char *path) {
    size_t before;
    int digits;
    const char *after;
    return cliEndsWith(path, ".png") && splitPattern(path, &before, &digits, &after);
}

static bool writeSequencePicture(void *writer, const uint8_t *rgba) {
    Film *film = writer;
    char path[4096];
    size_t before = 0;
    int digits = 0;
    const char *after = "";
    splitPattern(film->job.output, &before, &digits, &after);
    snprintf(path, sizeof path, "%.*s%0*lld%s", (int)before, film->job.output, digits, (long long)film->number, after);
    film->number += 1;
    return noteWritten(film, writePng(path, rgba, film->job.width, film->job.height, &film->failure) == BF_OK);
}

/* ---- Raw bytes ---- */

static bool writeRawPicture(void *writer, const uint8_t *rgba) {
    Film *film = writer;
    size_t pixels = (size_t)film->job.width * (size_t)film->job.height;
    const uint8_t *bytes = rgba;
    size_t left = pixels * 4;
    if (film->job.kind == FILM_RAW_RGB24) {
        for (size_t i = 0; i < pixels; ++i) {
            memcpy(film->packed + 3 * i, rgba + 4 * i, 3);
        }
        bytes = film->packed;
        left = pixels * 3;
    }
    while (left > 0) {
        ssize_t count = write(STDOUT_FILENO, bytes, left);
        if (count < 0 && errno != EINTR) {
            bfFail(&film->failure, BF_ERROR_WRITE, "-: cannot write further pictures: %s", strerror(errno));
            return false;
        }
        bytes += count > 0 ? count : 0;
        left -= count > 0 ? (size_t)count : 0;
    }
    return noteWritten(film, true);
}

/* ---- Encoded ---- */

static bool writeEncodedPicture(void *writer, const uint8_t *rgba) {
    Film *film = writer;
    if (film->packed != NULL) {
        bfPicture_ToI420(rgba, film->job.width, film->job.height, film->packed);
    }
    return noteWritten(film, writeToFfmpeg(film->ffmpeg, film->packed != NULL ? film->packed : rgba));
}

static void noteDeath(void *context) {
    atomic_store(&((Film *)context)->encoder_died, true);
}

/* ---- All of them ---- */

/* Bytes of a picture that is passed on as something else than RGBA, else 0. */
static size_t packedBytes(const FilmJob *job) {
    size_t pixels = (size_t)job->width * (size_t)job->height;
    if (job->kind == FILM_ENCODED) {
        return filmTakesI420(&job->format) ? pixels / 2 * 3 : 0;
    }
    return job->kind == FILM_RAW_RGB24 ? pixels * 3 : 0;
}

static bfResult startWriter(Film *film, bfError *error) {
    const FilmJob *job = &film->job;
    size_t packed_bytes = packedBytes(job);
    if (packed_bytes > 0) {
        film->packed = malloc(packed_bytes);
        if (film->packed == NULL) {
            return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for a picture");
        }
    }
    if (job->kind == FILM_ENCODED) {
        FfmpegJob encoder = {job->output, job->width, job->height, job->fps, job->format};
        return startFfmpeg(&encoder, noteDeath, film, &film->ffmpeg, error);
    }
    signal(SIGPIPE, SIG_IGN); /* a reader that went away is an error of write() */
    return BF_OK;
}

static void freeFilm(Film *film) {
    free(film->packed);
    free(film);
}

bfResult startFilm(const FilmJob *job, Film **film_out, bfError *error) {
    static PictureWriter *const writers[] = {writeEncodedPicture, writeSequencePicture, writeRawPicture,
                                             writeRawPicture};
    *film_out = NULL;
    Film *film = calloc(1, sizeof *film);
    if (film == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for a film");
    }
    film->job = *job;
    film->number = job->first_number;
    bfResult result = startWriter(film, error);
    if (result == BF_OK) {
        film->queue = startQueue((size_t)job->width * (size_t)job->height * 4, writers[job->kind], film);
        if (film->queue == NULL) {
            result = bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for pictures of %dx%d, choose a smaller size",
                            (int)job->width, (int)job->height);
        }
    }
    if (result != BF_OK) {
        if (film->ffmpeg != NULL) {
            stopFfmpeg(film->ffmpeg);
            finishFfmpeg(film->ffmpeg, false, NULL);
        }
        freeFilm(film);
        return result;
    }
    *film_out = film;
    return BF_OK;
}

bool filmFailed(Film *film) {
    return atomic_load(&film->encoder_died) || queueFailed(film->queue);
}

uint8_t *borrowFilmPicture(Film *film) {
    return filmFailed(film) ? NULL : borrowPicture(film->queue);
}

void submitFilmPicture(Film *film) {
    submitPicture(film->queue);
}

bfResult finishFilm(Film *film, bfError *error) {
    bfResult result = BF_OK;
    bool well = finishQueue(film->queue);
    if (film->ffmpeg != NULL) {
        result = finishFfmpeg(film->ffmpeg, well, error);
    } else if (!well) {
        *error = film->failure;
        result = film->failure.id;
    }
    freeFilm(film);
    return result;
}

void abandonFilm(Film *film) {
    bfError unsaid;
    if (film->ffmpeg != NULL) {
        stopFfmpeg(film->ffmpeg);
    }
    finishFilm(film, &unsaid);
}
