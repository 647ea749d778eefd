/* A film made in parts: names for them, and joining without encoding again. */
#ifndef BF_CLI_FILM_JOIN_H
#define BF_CLI_FILM_JOIN_H

#include "film_format.h"

/* The name of a part's film, beside the whole one. Free it. */
char *filmPartName(const char *output, int part);

/* Join the films of the first `count` parts under the name `output` and remove those of all `parts`. Where joining
 * fails the parts stay, and the message says so. */
bfResult joinFilms(const FilmFormat *format, const char *output, int count, int parts, bfError *error);

#endif
