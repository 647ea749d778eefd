/* Kinds of film: which container, codec, encoder and pixel format an output's name and the options ask for, and how
 * ffmpeg is told. */
#ifndef BF_CLI_FILM_FORMAT_H
#define BF_CLI_FILM_FORMAT_H

#include "boidforge/result.h"

#include <stdbool.h>
#include <stdint.h>

#define FILM_NO_CRF        (-1)
#define FILM_MAX_ARGUMENTS 64

typedef struct FilmCodec FilmCodec;

typedef struct FilmFormat {
    const FilmCodec *codec;
    const char *container;    /* ffmpeg's name for it */
    const char *encoder;      /* ffmpeg's name for it */
    const char *pixel_format; /* ffmpeg's name for it */
    int crf;                  /* FILM_NO_CRF where the codec has none */
    const char *preset;
} FilmFormat;

typedef struct FilmWishes {
    const char *codec, *pixel_format, *preset; /* NULL: the usual one */
    int crf;                                   /* FILM_NO_CRF: the usual one */
} FilmWishes;

/* Whether ffmpeg writes files of this name: .mp4, .mov, .mkv, .webm, .webp, .gif. */
bool isFilmName(const char *path);

/* A wrong usage when the wishes do not fit the name or each other. */
bfResult chooseFilmFormat(const char *path, const FilmWishes *wishes, FilmFormat *format, bfError *error);

/* Take the best encoder for the codec that this machine's ffmpeg has. */
bfResult chooseEncoder(FilmFormat *format, bfError *error);

/* Pixels a width and a height must be multiples of: 2 where colour is stored at half size. */
int32_t filmWidthStep(const FilmFormat *format);
int32_t filmHeightStep(const FilmFormat *format);

/* Whether pictures go to ffmpeg as it stores them: the usual format, made here faster than there and passed in three
 * eighths of the bytes. */
bool filmTakesI420(const FilmFormat *format);

/* The least width and height that its encoder takes. */
int32_t filmLeastSide(const FilmFormat *format);

/* The most pictures a second that its container can tell apart. */
double filmMostFps(const FilmFormat *format);

/* Whether films of the same format can be joined into one without encoding them again. */
bool filmCanBeJoined(const FilmFormat *format);

/* About how many bits a pixel will take. */
double filmBitsPerPixel(const FilmFormat *format);

/* Room for the text of arguments. */
typedef struct FilmTexts {
    char filter[320], number[16], effort[16];
} FilmTexts;

/* ffmpeg's arguments from the filter to the container, without the output's name. They point into `texts`. Returns
 * how many, at most FILM_MAX_ARGUMENTS. */
int filmArguments(const FilmFormat *format, FilmTexts *texts, const char **arguments);

/* The last of them, which are about the container only. */
int filmContainerArguments(const FilmFormat *format, const char **arguments);

#endif
