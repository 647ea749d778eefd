/* Where an export's pictures go: a film through ffmpeg, a sequence of PNG files, or raw bytes to standard output. They
 * are written by a thread of their own while the next ones are drawn. */
#ifndef BF_CLI_FILM_H
#define BF_CLI_FILM_H

#include "boidforge/result.h"
#include "film_format.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum FilmKind {
    FILM_ENCODED,   /* through ffmpeg */
    FILM_SEQUENCE,  /* PNG files, `output` a pattern with one %d or %05d */
    FILM_RAW_RGB24, /* bytes to standard output */
    FILM_RAW_RGBA,
} FilmKind;

typedef struct FilmJob {
    FilmKind kind;
    const char *output;
    int32_t width, height;    /* pixels */
    int64_t first_number;     /* of a sequence's files */
    double fps;               /* pictures a second */
    FilmFormat format;        /* FILM_ENCODED */
    _Atomic int64_t *counter; /* goes up with each picture written */
} FilmJob;

typedef struct Film Film;

/* Whether a path is a pattern for a sequence: ends in .png and holds one %d, %5d or %05d and no other %. */
bool isSequenceName(const char *path);

bfResult startFilm(const FilmJob *job, Film **film, bfError *error);

/* A buffer for the next picture, RGBA with the top row first; waits until one is free. NULL when no more can be
 * written: finishFilm then says why. */
uint8_t *borrowFilmPicture(Film *film);
void submitFilmPicture(Film *film);

/* Whether no more can be written. */
bool filmFailed(Film *film);

/* Write what was handed over to the end, free. On failure a film leaves nothing, a sequence its whole files. */
bfResult finishFilm(Film *film, bfError *error);

/* Give up: leave no film, free. */
void abandonFilm(Film *film);

#endif
