#define _POSIX_C_SOURCE 200809L

#include "film_join.h"

#include "ffmpeg_pipe.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *nameBeside(const char *output, const char *ending, int number) {
    size_t bytes = strlen(output) + 64;
    char *name = malloc(bytes);
    if (name != NULL) {
        snprintf(name, bytes, "%s.%ld-%d.%s", output, (long)getpid(), number, ending);
    }
    return name;
}

char *filmPartName(const char *output, int part) {
    return nameBeside(output, "job.part", part);
}

/* A line of ffmpeg's list of films, which knows of names beside the list. The ./ keeps a colon from being taken for a
 * protocol's. */
static void listFilm(FILE *list, const char *path) {
    const char *slash = strrchr(path, '/');
    fputs("file './", list);
    for (const char *at = slash != NULL ? slash + 1 : path; *at != '\0'; ++at) {
        fputs(*at == '\'' ? "'\\''" : (char[2]){*at, '\0'}, list);
    }
    fputs("'\n", list);
}

static bool writeList(const char *path, char *const *parts, int count) {
    FILE *list = fopen(path, "w");
    if (list == NULL) {
        return false;
    }
    for (int i = 0; i < count; ++i) {
        listFilm(list, parts[i]);
    }
    return fclose(list) == 0;
}

/* False with the reason as words. */
static bool runJoin(const FilmFormat *format, const char *list, const char *whole, char *words, size_t capacity) {
    char *list_url = ffmpegUrl(list), *whole_url = ffmpegUrl(whole);
    const char *arguments[FILM_MAX_ARGUMENTS + 32] = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-nostdin",
                                                      "-y",     "-f",           "concat",    "-safe", "0",
                                                      "-i",     list_url,       "-c",        "copy"};
    int count = 14, code = -1;
    count += filmContainerArguments(format, arguments + count);
    arguments[count] = whole_url;
    snprintf(words, capacity, "not enough memory");
    if (list_url != NULL && whole_url != NULL) {
        code = runFfmpeg(arguments, FFMPEG_MESSAGES, words, capacity);
    }
    words[strcspn(words, "\n")] = '\0';
    free(list_url);
    free(whole_url);
    return code == 0;
}

static void removeAll(char *const *paths, int count) {
    for (int i = 0; i < count; ++i) {
        unlink(paths[i]);
    }
}

bfResult joinFilms(const FilmFormat *format, const char *output, int count, int parts, bfError *error) {
    char *list = nameBeside(output, "list.part", 0), *whole = nameBeside(output, "part", 0);
    char **paths = calloc((size_t)parts, sizeof *paths);
    bool has_memory = list != NULL && whole != NULL && paths != NULL;
    for (int i = 0; paths != NULL && i < parts; ++i) {
        paths[i] = filmPartName(output, i);
        has_memory = has_memory && paths[i] != NULL;
    }
    bfResult result = BF_OK;
    char words[400];
    if (!has_memory) {
        result = bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to join the jobs' films");
    } else if (count > 0) {
        bool joined = writeList(list, paths, count);
        if (!joined) {
            snprintf(words, sizeof words, "cannot write a list of them: %s", strerror(errno));
        }
        joined = joined && runJoin(format, list, whole, words, sizeof words);
        if (joined && rename(whole, output) != 0) {
            joined = false;
            snprintf(words, sizeof words, "cannot take its name: %s", strerror(errno));
        }
        result = joined ? BF_OK
                        : bfFail(error, BF_ERROR_WRITE,
                                 "%s: the jobs' films could not be joined and are kept as %s.%ld-*.job.part: %s",
                                 output, output, (long)getpid(), words);
    }
    if (has_memory) {
        unlink(list);
        unlink(whole);
    }
    if (has_memory && result == BF_OK) {
        removeAll(paths, parts);
    }
    for (int i = 0; paths != NULL && i < parts; ++i) {
        free(paths[i]);
    }
    free(paths);
    free(list);
    free(whole);
    return result;
}
