#include "export_options.h"

#include "job_pool.h"
#include "options.h"
#include "scene_file.h"
#include "scene_link.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of films, sequences and bytes, and of a single picture, which may be drawn in tiles. */
#define MAX_SIDE         16384
#define MAX_PICTURE_SIDE 65536

/* Smaller tiles would be little more than their margins. */
#define MIN_TILE 64

/* ---- Values ---- */

static bfResult parseReal(const char *name, const char *text, double min, double max, double *value, bfError *error) {
    char *end;
    *value = strtod(text, &end);
    if (text[0] == '\0' || strspn(text, "+-.0123456789eE") != strlen(text) || *end != '\0') {
        return bfFail(error, BF_ERROR_NOT_A_NUMBER, "%s: '%.60s' is not a number", name, text);
    }
    if (!(*value >= min && *value <= max)) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "%s: %s is out of range, give a value from %g to %g", name, text,
                      min, max);
    }
    return BF_OK;
}

static bfResult parseFrame(const char *name, const char *text, int64_t *frame, bfError *error) {
    double value;
    bfResult result = parseReal(name, text, -2147483648.0, 2147483647.0, &value, error);
    if (result == BF_OK && value != floor(value)) {
        return bfFail(error, BF_ERROR_NOT_A_NUMBER, "%s: '%.60s' is not a frame number", name, text);
    }
    *frame = (int64_t)value;
    return result;
}

/* "a:b", where an empty side means the recording's own end. */
static bfResult parseRange(const char *text, ExportOptions *options, bfError *error) {
    char first[32];
    const char *colon = strchr(text, ':');
    if (colon == NULL || (size_t)(colon - text) >= sizeof first) {
        return bfFail(error, BF_ERROR_NOT_A_NUMBER,
                      "--frames: '%.60s' is not a range, write first:last, for example 0:59", text);
    }
    snprintf(first, sizeof first, "%.*s", (int)(colon - text), text);
    options->has_range = true;
    options->first = 0;
    options->last = -1;
    bfResult result = first[0] != '\0' ? parseFrame("--frames", first, &options->first, error) : BF_OK;
    if (result == BF_OK && colon[1] != '\0') {
        result = parseFrame("--frames", colon + 1, &options->last, error);
    }
    bool same_sign = (options->first < 0) == (options->last < 0);
    if (result == BF_OK && same_sign && options->first > options->last) {
        return bfFail(error, BF_ERROR_CONFLICT, "--frames: %.60s runs backwards, give the earlier frame first", text);
    }
    return result;
}

/* "1920x1080" */
static bfResult parsePair(const char *name, const char *text, double min, double max, double *across, double *down,
                          bfError *error) {
    char first[32];
    const char *cross = strpbrk(text, "xX");
    if (cross == NULL || cross == text || (size_t)(cross - text) >= sizeof first) {
        return bfFail(error, BF_ERROR_NOT_A_NUMBER, "%s: '%.60s' is not a size, write WIDTHxHEIGHT%s", name, text,
                      strcmp(name, "--size") == 0 ? ", 720p, 1080p, 1440p, 4k or 8k" : "");
    }
    snprintf(first, sizeof first, "%.*s", (int)(cross - text), text);
    bfResult result = parseReal(name, first, min, max, across, error);
    return result == BF_OK ? parseReal(name, cross + 1, min, max, down, error) : result;
}

static bfResult parseSize(const char *text, ExportOptions *options, bfError *error) {
    static const struct {
        const char *name;
        int32_t width, height;
    } names[] = {{"720p", 1280, 720}, {"1080p", 1920, 1080}, {"1440p", 2560, 1440}, {"4k", 3840, 2160},
                 {"4K", 3840, 2160},  {"8k", 7680, 4320},    {"8K", 7680, 4320}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(text, names[i].name) == 0) {
            options->width = names[i].width;
            options->height = names[i].height;
            return BF_OK;
        }
    }
    double width, height;
    bfResult result = parsePair("--size", text, 1, MAX_PICTURE_SIDE, &width, &height, error);
    if (result == BF_OK && (width != floor(width) || height != floor(height))) {
        return bfFail(error, BF_ERROR_NOT_A_NUMBER, "--size: '%.60s' is not a size in whole pixels", text);
    }
    options->width = (int32_t)width;
    options->height = (int32_t)height;
    return result;
}

/* "2" or "2s": seconds; "40p": pictures. */
static bfResult parseLoop(const char *text, ExportOptions *options, bfError *error) {
    char number[32];
    size_t length = strlen(text);
    bool in_pictures = length > 0 && text[length - 1] == 'p';
    bool has_unit = in_pictures || (length > 0 && text[length - 1] == 's');
    snprintf(number, sizeof number, "%.*s", (int)(has_unit && length < sizeof number ? length - 1 : length), text);
    double value;
    bfResult result = parseReal("--loop", number, 0.001, 1e6, &value, error);
    options->loop_pictures = in_pictures ? floor(value) : 0;
    options->loop_seconds = in_pictures ? 0 : value;
    if (result == BF_OK && in_pictures && value < 1) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "--loop: give at least one picture");
    }
    return result;
}

static bfResult parsePreset(const char *text, ExportOptions *options, bfError *error) {
    static const char *const presets[] = {"ultrafast", "superfast", "veryfast", "faster",   "fast",
                                          "medium",    "slow",      "slower",   "veryslow", "placebo"};
    for (size_t i = 0; i < sizeof presets / sizeof presets[0]; ++i) {
        if (strcmp(text, presets[i]) == 0) {
            options->wishes.preset = presets[i];
            return BF_OK;
        }
    }
    return bfFail(error, BF_ERROR_UNKNOWN_CHOICE,
                  "--preset: '%.60s' is not a choice, give one from ultrafast to medium to veryslow", text);
}

/* ---- Options ---- */

enum {
    OPT_OUT = 1,
    OPT_STILL,
    OPT_FRAMES,
    OPT_SIZE,
    OPT_FPS,
    OPT_SPEED,
    OPT_CODEC,
    OPT_CRF,
    OPT_PRESET,
    OPT_PIX_FMT,
    OPT_RAW,
    OPT_SUPERSAMPLE,
    OPT_TILE,
    OPT_LOOP,
    OPT_TEST_PATTERN,
    OPT_SKIP_SPACE_CHECK,
    OPT_JOBS,
    OPT_SCENE,
    OPT_LOOK,
    OPT_WORLD,
    OPT_FIT,
    OPT_ZOOM,
    OPT_FOLLOW,
    OPT_QUIET,
    OPT_JSON,
    OPT_HELP
};

static const CliOption known[] = {
    {OPT_OUT, "out", 'o', "FILE", "where to; the name's end says what it becomes, see above"},
    {OPT_STILL, "still", 0, "N", "one frame as a picture; -1 is the last (the default for .png)"},
    {OPT_FRAMES, "frames", 0, "A:B", "frames A to B, both included; either may be left out or negative"},
    {OPT_SIZE, "size", 0, "WxH", "pixels, or 720p, 1080p, 1440p, 4k, 8k (1920x1080); single pictures to 65536 a side"},
    {OPT_FPS, "fps", 0, "N", "pictures a second, in between frames where needed (one a frame)"},
    {OPT_SPEED, "speed", 0, "N", "simulated seconds per second of film (1)"},
    {OPT_CODEC, "codec", 0, "NAME", "h264, hevc, av1, vp9, prores or ffv1 (the usual one of such a file)"},
    {OPT_CRF, "crf", 0, "N", "film quality, lower is better; h264 and hevc to 51, av1 and vp9 to 63 (18, 20, 26, 24)"},
    {OPT_PRESET, "preset", 0, "NAME", "encoder effort, ultrafast to veryslow (medium)"},
    {OPT_PIX_FMT, "pix-fmt", 0, "NAME", "how a film stores colours, as ffmpeg names it: yuv420p, yuv444p10le ..."},
    {OPT_RAW, "raw", 0, "rgb24|rgba", "with -o -: bytes of the pictures to standard output"},
    {OPT_SUPERSAMPLE, "supersample", 0, "N", "draw N times as wide and high, 1 to 4, and average in linear light (1)"},
    {OPT_TILE, "tile", 0, "N", "draw a single picture in tiles, N pixels a side at most (large ones, as fits)"},
    {OPT_LOOP, "loop", 0, "TIME", "fade the end into the beginning: seconds of film (2 or 2s) or pictures (40p)"},
    {OPT_TEST_PATTERN, "test-pattern", 0, NULL, "red, green, blue and grey patches in place of the flock"},
    {OPT_SKIP_SPACE_CHECK, "skip-space-check", 0, NULL, "begin although the film seems too large for the disk"},
    {OPT_JOBS, "jobs", 'j', "N", "draw and encode in N processes, joined into the same pictures (1)"},
    {OPT_SCENE, "scene", 0, "FILE|NAME|LINK", "take world and look from a scene; from a link the camera, too"},
    {OPT_LOOK, "look", 0, "FILE|NAME", "lay a look over the scene's; --look list shows them"},
    {OPT_WORLD, "world", 0, "WxH", "size of the recorded world (the scene's, or guessed)"},
    {OPT_FIT, "fit", 0, "contain|cover", "show the whole world, or fill the picture with it (contain)"},
    {OPT_ZOOM, "zoom", 0, "N", "show the world N times as large, 0.1 to 100 (1)"},
    {OPT_FOLLOW, "follow", 0, NULL, "keep the flock's centre in the middle"},
    {OPT_QUIET, "quiet", 'q', NULL, "say nothing but errors"},
    {OPT_JSON, "json", 0, NULL, "print a summary as JSON"},
    {OPT_HELP, "help", 'h', NULL, "this text"},
};

static CliArgs makeArgs(int argc, char **argv) {
    return CLI_ARGS("export", known, bfLookTable(), argc, argv);
}

/* Try the text now, so that a wrong one is a wrong usage; keep it to lay it over the scene's look later. */
static bfResult addLookText(const char *name, const char *text, ExportOptions *options, bfError *error) {
    bfLook trial = bfDefaultLook();
    bfResult result = bfTable_SetText(bfLookTable(), &trial, name, text, error);
    if (result != BF_OK) {
        return result;
    }
    if (options->look_text_count == EXPORT_MAX_LOOK_TEXTS) {
        return bfFail(error, BF_ERROR_CONFLICT, "--%s: too many look options", name);
    }
    options->look_texts[options->look_text_count].name = name;
    options->look_texts[options->look_text_count].text = text;
    options->look_text_count += 1;
    return BF_OK;
}

static bfResult applyOption(int id, const char *text, ExportOptions *options, bfError *error) {
    double number;
    bfResult result = BF_OK;
    switch (id) {
    case OPT_OUT:
        options->output = text;
        return BF_OK;
    case OPT_STILL:
        options->has_range = true;
        result = parseFrame("--still", text, &options->first, error);
        options->last = options->first;
        return result;
    case OPT_FRAMES:
        return parseRange(text, options, error);
    case OPT_SIZE:
        return parseSize(text, options, error);
    case OPT_FPS:
        return parseReal("--fps", text, 0.1, 1000, &options->fps, error);
    case OPT_SPEED:
        return parseReal("--speed", text, 0.001, 1000, &options->speed, error);
    case OPT_CRF:
        result = parseReal("--crf", text, 0, 63, &number, error);
        options->wishes.crf = result == BF_OK ? (int)number : FILM_NO_CRF;
        return result;
    case OPT_CODEC:
        options->wishes.codec = text;
        return BF_OK;
    case OPT_PIX_FMT:
        options->wishes.pixel_format = text;
        return BF_OK;
    case OPT_RAW:
        options->is_raw = true;
        options->kind = strcmp(text, "rgba") == 0 ? FILM_RAW_RGBA : FILM_RAW_RGB24;
        return strcmp(text, "rgba") == 0 || strcmp(text, "rgb24") == 0
                   ? BF_OK
                   : bfFail(error, BF_ERROR_UNKNOWN_CHOICE, "--raw: '%.60s' is not a choice, give rgb24 or rgba", text);
    case OPT_SUPERSAMPLE:
        result = parseReal("--supersample", text, 1, 4, &number, error);
        options->supersample = result == BF_OK ? (int32_t)number : 1;
        return result;
    case OPT_TILE:
        result = parseReal("--tile", text, MIN_TILE, MAX_SIDE, &number, error);
        options->tile = result == BF_OK ? (int32_t)number : 0;
        return result;
    case OPT_LOOP:
        return parseLoop(text, options, error);
    case OPT_SKIP_SPACE_CHECK:
        options->skips_space_check = true;
        return BF_OK;
    case OPT_JOBS:
        result = parseReal("--jobs", text, 1, MAX_JOBS, &number, error);
        options->jobs = result == BF_OK ? (int)number : 1;
        return result;
    case OPT_TEST_PATTERN:
        options->test_pattern = true;
        return BF_OK;
    case OPT_PRESET:
        return parsePreset(text, options, error);
    case OPT_SCENE:
        options->scene = text;
        return BF_OK;
    case OPT_LOOK: {
        bfLook trial = bfDefaultLook();
        options->look = text;
        options->list_looks = strcmp(text, "list") == 0;
        return options->list_looks ? BF_OK : loadLook(text, &trial, error);
    }
    case OPT_WORLD:
        return parsePair("--world", text, 0.1, 1e7, &options->world_width, &options->world_height, error);
    case OPT_FIT:
        options->camera.fit = strcmp(text, "cover") == 0 ? BF_FIT_COVER : BF_FIT_CONTAIN;
        return strcmp(text, "cover") == 0 || strcmp(text, "contain") == 0
                   ? BF_OK
                   : bfFail(error, BF_ERROR_UNKNOWN_CHOICE, "--fit: '%.60s' is not a choice, give contain or cover",
                            text);
    case OPT_ZOOM:
        return parseReal("--zoom", text, 0.1, 100, &options->camera.zoom, error);
    case OPT_FOLLOW:
        options->camera.follows = true;
        return BF_OK;
    case OPT_QUIET:
        options->quiet = true;
        return BF_OK;
    case OPT_JSON:
        options->json = true;
        return BF_OK;
    case OPT_HELP:
        options->help = true;
        return BF_OK;
    default:
        return BF_OK;
    }
}

/* ---- The command line as a whole ---- */

/* What the output becomes, from its name. */
static bfResult chooseOutput(ExportOptions *options, bfError *error) {
    bool to_pipe = strcmp(options->output, "-") == 0;
    if (to_pipe != options->is_raw) {
        return to_pipe ? bfFail(error, BF_ERROR_CONFLICT, "-o -: standard output takes --raw rgb24 or --raw rgba only")
                       : bfFail(error, BF_ERROR_CONFLICT, "--raw: goes to standard output, give -o -");
    }
    bool is_png = cliEndsWith(options->output, ".png");
    options->is_video = to_pipe || isSequenceName(options->output) || isFilmName(options->output);
    if (!options->is_video && !is_png) {
        return bfFail(error, BF_ERROR_UNKNOWN_CHOICE,
                      "%.200s: unknown kind of file, let the name end in .png for a picture, .mp4, .mov, .mkv, .webm, "
                      ".webp or .gif for a film",
                      options->output);
    }
    if (!to_pipe && options->is_video) {
        options->kind = is_png ? FILM_SEQUENCE : FILM_ENCODED;
    }
    if (options->is_video && options->kind == FILM_ENCODED) {
        return chooseFilmFormat(options->output, &options->wishes, &options->format, error);
    }
    if (options->wishes.codec != NULL || options->wishes.pixel_format != NULL || options->wishes.preset != NULL ||
        options->wishes.crf != FILM_NO_CRF) {
        return bfFail(error, BF_ERROR_CONFLICT, "--codec, --crf, --preset and --pix-fmt are for films, such as .mp4");
    }
    return BF_OK;
}

static bfResult checkJobs(const ExportOptions *options, bfError *error) {
    if (strcmp(options->input, "-") == 0) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "--jobs: a pipe can be read only once, give a recording in a file (simulate -o FILE.bfs)");
    }
    if (!options->is_video) {
        return bfFail(error, BF_ERROR_CONFLICT, "--jobs: a single picture cannot be split, leave it out");
    }
    if (options->is_raw) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "--jobs: --raw writes one picture after another, leave one of them out");
    }
    if (options->kind == FILM_ENCODED && !filmCanBeJoined(&options->format)) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "--jobs: parts of a %s cannot be joined, leave it out or make it .mp4, .mov, .mkv or .webm",
                      options->format.container);
    }
    return BF_OK;
}

static bfResult checkSides(const ExportOptions *options, bfError *error) {
    int32_t side = options->width > options->height ? options->width : options->height;
    int32_t most = options->is_video ? MAX_SIDE : MAX_PICTURE_SIDE;
    if (side > most) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE,
                      "--size: %dx%d is more than the %d pixels a side of films and sequences; only a single picture "
                      "(--still N -o FILE.png) may be larger",
                      (int)options->width, (int)options->height, (int)most);
    }
    if (side > most / options->supersample) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "--supersample: %d times %dx%d is more than %d pixels a side",
                      (int)options->supersample, (int)options->width, (int)options->height, (int)most);
    }
    return BF_OK;
}

static bfResult checkWhole(ExportOptions *options, bool still, bool frames, bfError *error) {
    if (options->input == NULL) {
        return bfFail(error, BF_ERROR_CONFLICT, "which recording? name a .bfs file, or - to read a pipe");
    }
    if (options->output == NULL) {
        return bfFail(error, BF_ERROR_CONFLICT, "where to? give -o FILE, ending in .png or .mp4 for example");
    }
    bfResult result = chooseOutput(options, error);
    if (result != BF_OK) {
        return result;
    }
    if (still && frames) {
        return bfFail(error, BF_ERROR_CONFLICT, "--still and --frames: give one of them");
    }
    if (still && options->is_video) {
        return bfFail(error, BF_ERROR_CONFLICT, "--still: a single frame is a picture, let the name end in .png");
    }
    if (frames && !options->is_video) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "--frames: a range is a film, let the name end in .mp4, or in %%05d.png for a picture each");
    }
    bool loops = options->loop_pictures > 0 || options->loop_seconds > 0;
    if (loops && (!options->is_video || strcmp(options->input, "-") == 0)) {
        return bfFail(error, BF_ERROR_CONFLICT, "--loop: needs a recording in a file, and a film to make of it");
    }
    if (options->jobs > 1 && (result = checkJobs(options, error)) != BF_OK) {
        return result;
    }
    if (options->tile > 0 && options->is_video) {
        return bfFail(error, BF_ERROR_CONFLICT, "--tile: only a single picture (.png) is drawn in tiles, leave it out");
    }
    return checkSides(options, error);
}

static ExportOptions defaultOptions(void) {
    ExportOptions options = {0};
    options.width = 1920;
    options.height = 1080;
    options.speed = 1;
    options.wishes.crf = FILM_NO_CRF;
    options.supersample = 1;
    options.jobs = 1;
    options.camera = bfDefaultCamera();
    return options;
}

/* A link's camera is the ground on which every other option lies, so it is looked for first, wherever it stands. */
static bfResult applyLinkCamera(int argc, char **argv, ExportOptions *options, bfError *error) {
    CliArgs args = makeArgs(argc, argv);
    CliToken token;
    CliKind kind;
    const char *scene = NULL;
    while ((kind = cliNext(&args, &token, error)) != CLI_END && kind != CLI_WRONG) {
        scene = kind == CLI_OPTION && token.id == OPT_SCENE ? token.text : scene;
    }
    if (scene == NULL || !isSceneLink(scene)) {
        return BF_OK; /* what is wrong is found again, and told */
    }
    bfScene unused;
    SceneCamera camera;
    bfResult result = readSceneLink(scene, &unused, &camera, error);
    bfScene_Clear(&unused);
    if (result == BF_OK) {
        options->camera = (bfCamera){(bfFit)camera.fit, camera.zoom, camera.x, camera.y, camera.follow == 1};
    }
    return result;
}

bfResult parseExportOptions(int argc, char **argv, ExportOptions *options, bfError *error) {
    bool still = false, frames = false;
    *options = defaultOptions();
    if (applyLinkCamera(argc, argv, options, error) != BF_OK) {
        return error->id;
    }
    CliArgs args = makeArgs(argc, argv);
    CliToken token;
    CliKind kind;
    while ((kind = cliNext(&args, &token, error)) != CLI_END) {
        bfResult result = BF_OK;
        if (kind == CLI_WRONG) {
            return error->id;
        }
        if (kind == CLI_OPERAND && options->input != NULL) {
            return bfFail(error, BF_ERROR_CONFLICT, "%.200s: a second recording, give one at a time", token.text);
        }
        if (kind == CLI_OPERAND) {
            options->input = token.text;
        } else if (kind == CLI_PARAM) {
            result = addLookText(token.param->name, token.text, options, error);
        } else {
            result = applyOption(token.id, token.text, options, error);
            still = still || token.id == OPT_STILL;
            frames = frames || token.id == OPT_FRAMES;
        }
        if (result != BF_OK) {
            return result;
        }
    }
    return options->help || options->list_looks ? BF_OK : checkWhole(options, still, frames, error);
}

void printExportHelp(void) {
    puts("usage: boidforge-cli export RECORDING.bfs -o FILE [options]\n"
         "Draw a recording as a picture (.png), a film (.mp4 .mov .mkv .webm), a small loop (.webp .gif), a picture\n"
         "for each frame (frames/%05d.png) or bytes (-o - --raw rgb24); the recording - is read from a pipe.");
    CliArgs args = makeArgs(0, NULL);
    cliPrintOptions(&args);
}

void printLooks(void) {
    for (const bfLookPreset *preset = bfLookPresets(); preset->name != NULL; ++preset) {
        printf("%-14s %s\n", preset->name, preset->title);
    }
}
