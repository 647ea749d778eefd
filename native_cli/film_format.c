#define _POSIX_C_SOURCE 200809L

#include "film_format.h"

#include "ffmpeg_pipe.h"
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ENCODERS 3
#define LIST_BYTES   (128 * 1024) /* of what ffmpeg says about its encoders */

struct FilmCodec {
    const char *name;                   /* of --codec */
    const char *encoders[MAX_ENCODERS]; /* ffmpeg's names, the best first */
    const char *extensions;             /* of files that may hold it; the first codec in the table is a file's usual */
    const char *pixel_formats;          /* ffmpeg's names, the usual one first; empty where there is no choice */
    int least_crf, most_crf, usual_crf; /* FILM_NO_CRF where there is none */
    bool has_preset;
    double bits_per_pixel; /* about, at the usual crf */
};

#define YUV_8_AND_10 "yuv420p yuv422p yuv444p yuv420p10le yuv422p10le yuv444p10le"

static const FilmCodec codecs[] = {
    {"h264", {"libx264"}, ".mp4 .mov .mkv", YUV_8_AND_10, 0, 51, 18, true, 0.25},
    {"hevc", {"libx265"}, ".mp4 .mov .mkv", YUV_8_AND_10, 0, 51, 20, true, 0.2},
    {"vp9", {"libvpx-vp9"}, ".webm .mkv .mp4", YUV_8_AND_10, 0, 63, 24, true, 0.2},
    {"av1", {"libsvtav1", "libaom-av1"}, ".mp4 .mkv .webm", "yuv420p yuv420p10le", 1, 63, 26, true, 0.15},
    {"prores", {"prores_ks"}, ".mov .mkv", "yuv422p10le yuv444p10le", FILM_NO_CRF, 0, FILM_NO_CRF, false, 3},
    {"ffv1", {"ffv1"}, ".mkv", "yuv444p yuv420p yuv422p bgr0", FILM_NO_CRF, 0, FILM_NO_CRF, false, 6},
    {"webp", {"libwebp_anim"}, ".webp", "", FILM_NO_CRF, 0, FILM_NO_CRF, false, 0.5},
    {"gif", {"gif"}, ".gif", "", FILM_NO_CRF, 0, FILM_NO_CRF, false, 4},
};

static const struct {
    const char *extension, *name;
} containers[] = {{".mp4", "mp4"},   {".mov", "mov"},   {".mkv", "matroska"},
                  {".webm", "webm"}, {".webp", "webp"}, {".gif", "gif"}};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

/* ---- Choosing ---- */

/* Whether a word is in a list of words with single spaces between. */
static bool listHas(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length) {
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

static int findContainer(const char *path) {
    for (size_t i = 0; i < COUNT(containers); ++i) {
        if (cliEndsWith(path, containers[i].extension)) {
            return (int)i;
        }
    }
    return -1;
}

bool isFilmName(const char *path) {
    return findContainer(path) >= 0;
}

static const FilmCodec *findCodec(const char *name, const char *extension) {
    for (size_t i = 0; i < COUNT(codecs); ++i) {
        if (name != NULL ? strcmp(codecs[i].name, name) == 0 : listHas(codecs[i].extensions, extension)) {
            return &codecs[i];
        }
    }
    return NULL;
}

static bfResult choosePixelFormat(const FilmCodec *codec, const char *wish, const char **chosen, bfError *error) {
    static const char *const names[] = {"yuv420p",     "yuv422p",     "yuv444p", "yuv420p10le",
                                        "yuv422p10le", "yuv444p10le", "bgr0"};
    for (size_t i = 0; i < COUNT(names); ++i) {
        size_t length = strlen(names[i]);
        bool is_usual = strncmp(codec->pixel_formats, names[i], length) == 0 &&
                        (codec->pixel_formats[length] == ' ' || codec->pixel_formats[length] == '\0');
        if (wish == NULL ? is_usual : strcmp(wish, names[i]) == 0 && listHas(codec->pixel_formats, wish)) {
            *chosen = names[i];
            return BF_OK;
        }
    }
    *chosen = "";
    if (wish == NULL) {
        return BF_OK;
    }
    return codec->pixel_formats[0] == '\0'
               ? bfFail(error, BF_ERROR_CONFLICT, "--pix-fmt: %s has only one, leave it out", codec->name)
               : bfFail(error, BF_ERROR_UNKNOWN_CHOICE, "--pix-fmt: '%.40s' is not a choice for %s, give one of %s",
                        wish, codec->name, codec->pixel_formats);
}

static bfResult chooseQuality(const FilmWishes *wishes, FilmFormat *format, bfError *error) {
    const FilmCodec *codec = format->codec;
    format->preset = wishes->preset != NULL ? wishes->preset : "medium";
    format->crf = wishes->crf != FILM_NO_CRF ? wishes->crf : codec->usual_crf;
    if (wishes->preset != NULL && !codec->has_preset) {
        return bfFail(error, BF_ERROR_CONFLICT, "--preset: %s has none, leave it out", codec->name);
    }
    if (wishes->crf != FILM_NO_CRF && codec->usual_crf == FILM_NO_CRF) {
        return bfFail(error, BF_ERROR_CONFLICT, "--crf: %s has none, leave it out", codec->name);
    }
    if (wishes->crf != FILM_NO_CRF && (wishes->crf < codec->least_crf || wishes->crf > codec->most_crf)) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "--crf: %d is out of range for %s, give a value from %d to %d",
                      wishes->crf, codec->name, codec->least_crf, codec->most_crf);
    }
    return BF_OK;
}

bfResult chooseFilmFormat(const char *path, const FilmWishes *wishes, FilmFormat *format, bfError *error) {
    int container = findContainer(path);
    const char *extension = container >= 0 ? containers[container].extension : "";
    const FilmCodec *codec = findCodec(wishes->codec, extension);
    if (codec == NULL) {
        return bfFail(error, BF_ERROR_UNKNOWN_CHOICE,
                      "--codec: '%.40s' is not a choice, give h264, hevc, av1, vp9, prores or ffv1",
                      wishes->codec != NULL ? wishes->codec : "");
    }
    if (!listHas(codec->extensions, extension)) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "%.200s: %s does not go into such a file, let the name end in one of %s", path, codec->name,
                      codec->extensions);
    }
    *format = (FilmFormat){.codec = codec, .container = containers[container].name, .encoder = codec->encoders[0]};
    bfResult result = choosePixelFormat(codec, wishes->pixel_format, &format->pixel_format, error);
    return result == BF_OK ? chooseQuality(wishes, format, error) : result;
}

/* ---- What ffmpeg has ---- */

/* A line of ffmpeg's list: " V....D libx264   what it is". */
static bool isListed(const char *list, const char *encoder) {
    size_t length = strlen(encoder);
    for (const char *at = list; (at = strstr(at, encoder)) != NULL; at += length) {
        if (at > list && at[-1] == ' ' && at[length] == ' ' && strncmp(at - 7, "V", 1) == 0) {
            return true;
        }
    }
    return false;
}

static const char *listedEncoder(const char *list, const FilmCodec *codec) {
    for (int i = 0; i < MAX_ENCODERS && codec->encoders[i] != NULL; ++i) {
        if (isListed(list, codec->encoders[i])) {
            return codec->encoders[i];
        }
    }
    return NULL;
}

static bfResult failMissing(const char *list, const FilmCodec *codec, bfError *error) {
    char names[100] = "";
    for (size_t i = 0; i < COUNT(codecs); ++i) {
        if (listedEncoder(list, &codecs[i]) != NULL) {
            size_t length = strlen(names);
            snprintf(names + length, sizeof names - length, "%s%s", length > 0 ? ", " : "", codecs[i].name);
        }
    }
    return bfFail(error, BF_ERROR_OPEN, "%s: this machine's ffmpeg cannot encode it (no %s); it has %s", codec->name,
                  codec->encoders[0], names[0] != '\0' ? names : "no codec of use");
}

bfResult chooseEncoder(FilmFormat *format, bfError *error) {
    static const char *const arguments[] = {"ffmpeg", "-hide_banner", "-loglevel", "error", "-encoders", NULL};
    char *list = malloc(LIST_BYTES);
    if (list == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to ask ffmpeg");
    }
    bfResult result = BF_OK;
    /* An ffmpeg that cannot even say is asked to encode all the same: its own words then tell what is wrong. */
    if (runFfmpeg(arguments, FFMPEG_OUTPUT, list, LIST_BYTES) == 0 && strstr(list, "------") != NULL) {
        format->encoder = listedEncoder(list, format->codec);
        if (format->encoder == NULL) {
            result = failMissing(list, format->codec, error);
        }
    }
    free(list);
    return result;
}

/* ---- Properties ---- */

static bool isRgb(const FilmFormat *format) {
    return format->pixel_format[0] != 'y';
}

int32_t filmWidthStep(const FilmFormat *format) {
    return strstr(format->pixel_format, "420") != NULL || strstr(format->pixel_format, "422") != NULL ? 2 : 1;
}

int32_t filmHeightStep(const FilmFormat *format) {
    return strstr(format->pixel_format, "420") != NULL ? 2 : 1;
}

bool filmTakesI420(const FilmFormat *format) {
    return strcmp(format->pixel_format, "yuv420p") == 0;
}

int32_t filmLeastSide(const FilmFormat *format) {
    return strcmp(format->encoder, "libsvtav1") == 0 ? 64 : strcmp(format->encoder, "libx265") == 0 ? 16 : 1;
}

double filmMostFps(const FilmFormat *format) {
    return strcmp(format->container, "gif") == 0 ? 100 : 1000;
}

bool filmCanBeJoined(const FilmFormat *format) {
    return strcmp(format->container, "webp") != 0 && strcmp(format->container, "gif") != 0;
}

double filmBitsPerPixel(const FilmFormat *format) {
    double finer = format->crf == FILM_NO_CRF ? 0 : (format->codec->usual_crf - format->crf) / 6.0;
    return format->codec->bits_per_pixel * exp2(finer);
}

/* ---- Arguments ---- */

typedef struct Arguments {
    const char **list;
    int count;
} Arguments;

static void add(Arguments *arguments, const char *name, const char *value) {
    arguments->list[arguments->count++] = name;
    if (value != NULL) {
        arguments->list[arguments->count++] = value;
    }
}

/* The pixels are made BT.709 limited range, and tagged so: players show the colours of the picture. RGB stays as it
 * is. A GIF has 256 colours for each picture. */
static void addColours(const FilmFormat *format, FilmTexts *texts, Arguments *arguments) {
    bool is_yuv = !isRgb(format);
    if (is_yuv) {
        char convert[160] = "";
        if (!filmTakesI420(format)) {
            snprintf(convert, sizeof convert,
                     "scale=in_range=pc:out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd+"
                     "full_chroma_int,format=%s,",
                     format->pixel_format);
        }
        snprintf(texts->filter, sizeof texts->filter,
                 "%ssetparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709", convert);
    } else if (strcmp(format->container, "gif") == 0) {
        snprintf(texts->filter, sizeof texts->filter,
                 "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=sierra2_4a");
    } else {
        snprintf(texts->filter, sizeof texts->filter, "format=%s",
                 format->pixel_format[0] != '\0' ? format->pixel_format : "bgra");
    }
    add(arguments, "-filter_complex", texts->filter);
    add(arguments, "-color_range", is_yuv ? "tv" : "pc");
    add(arguments, "-color_primaries", "bt709");
    add(arguments, "-color_trc", is_yuv ? "bt709" : "iec61966-2-1");
    add(arguments, "-colorspace", is_yuv ? "bt709" : "rgb");
}

/* The common names of effort as an encoder's number, which falls from `fastest` to `slowest`. */
static const char *effortNumber(const char *preset, int fastest, int slowest, FilmTexts *texts) {
    static const char *const names[] = {"ultrafast", "superfast", "veryfast", "faster",   "fast",
                                        "medium",    "slow",      "slower",   "veryslow", "placebo"};
    int rank = 0, last = (int)COUNT(names) - 1;
    while (rank < last && strcmp(names[rank], preset) != 0) {
        ++rank;
    }
    snprintf(texts->effort, sizeof texts->effort, "%d", fastest + (slowest - fastest) * rank / last);
    return texts->effort;
}

static void addEncoder(const FilmFormat *format, FilmTexts *texts, Arguments *arguments) {
    const char *encoder = format->encoder;
    add(arguments, "-c:v", encoder);
    if (format->crf != FILM_NO_CRF) {
        snprintf(texts->number, sizeof texts->number, "%d", format->crf);
        add(arguments, "-crf", texts->number);
    }
    if (strcmp(encoder, "libx264") == 0) {
        add(arguments, "-preset", format->preset);
    } else if (strcmp(encoder, "libx265") == 0) {
        add(arguments, "-preset", format->preset);
        add(arguments, "-x265-params", format->crf == 0 ? "log-level=error:lossless=1" : "log-level=error");
    } else if (strcmp(encoder, "libvpx-vp9") == 0) {
        add(arguments, "-b:v", "0");
        add(arguments, "-row-mt", "1");
        add(arguments, "-deadline", "good");
        add(arguments, "-cpu-used", effortNumber(format->preset, 5, 0, texts));
        if (format->crf == 0) {
            add(arguments, "-lossless", "1");
        }
    } else if (strcmp(encoder, "libsvtav1") == 0) {
        add(arguments, "-preset", effortNumber(format->preset, 12, 2, texts));
    } else if (strcmp(encoder, "libaom-av1") == 0) {
        add(arguments, "-b:v", "0");
        add(arguments, "-row-mt", "1");
        add(arguments, "-cpu-used", effortNumber(format->preset, 8, 1, texts));
    } else if (strcmp(encoder, "prores_ks") == 0) {
        add(arguments, "-profile:v", strstr(format->pixel_format, "444") != NULL ? "4" : "3");
        add(arguments, "-vendor", "apl0");
    } else if (strcmp(encoder, "ffv1") == 0) {
        add(arguments, "-level", "3");
        add(arguments, "-g", "1");
        add(arguments, "-slicecrc", "1");
    } else if (strcmp(encoder, "libwebp_anim") == 0) {
        add(arguments, "-quality", "90");
    }
}

int filmContainerArguments(const FilmFormat *format, const char **list) {
    Arguments arguments = {list, 0};
    if (strcmp(format->container, "mp4") == 0 || strcmp(format->container, "mov") == 0) {
        add(&arguments, "-movflags", "+faststart+write_colr");
        if (strcmp(format->codec->name, "hevc") == 0) {
            add(&arguments, "-tag:v", "hvc1"); /* the only one Apple's players know */
        }
    }
    if (strcmp(format->container, "webp") == 0 || strcmp(format->container, "gif") == 0) {
        add(&arguments, "-loop", "0");
    }
    add(&arguments, "-f", format->container);
    return arguments.count;
}

int filmArguments(const FilmFormat *format, FilmTexts *texts, const char **list) {
    Arguments arguments = {list, 0};
    addColours(format, texts, &arguments);
    addEncoder(format, texts, &arguments);
    return arguments.count + filmContainerArguments(format, list + arguments.count);
}
