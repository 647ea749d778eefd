/* The renderer as flat functions for JavaScript; docs/architecture.md lists them. JavaScript has made a WebGL 2
 * context current. One view, one input buffer and one output buffer: their owner is the module. Text results live
 * until the next call that returns text. */
#include "boidforge/view.h"

#include <emscripten/emscripten.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT_BYTES 16384

static bfView *view;
static bfError last_error;
static char text[TEXT_BYTES];

static uint8_t *input;
static size_t input_capacity;
static uint8_t *pixels;      /* RGBA */
static uint8_t *film_pixels; /* I420 */
static int32_t view_width, view_height;

static bfLook look;
static bool look_is_set;
static bool follows; /* the camera */
static bool transparent;
static bfStage stage;
static bfStageGuess guess;
static int32_t classified_n;

static bfLook *currentLook(void) {
    if (!look_is_set) {
        look = bfDefaultLook();
        look_is_set = true;
    }
    return &look;
}

static bool inputAsFrame(int32_t bytes, bfFrame *frame) {
    if (bytes < 0 || (size_t)bytes > input_capacity) {
        bfFail(&last_error, BF_ERROR_CORRUPT, "a frame of %d bytes is larger than the input buffer", (int)bytes);
        return false;
    }
    return bfFrame_FromRecord(input, (size_t)bytes, frame, &last_error) == BF_OK;
}

/* More text at `length`, which becomes its end; past the buffer's end nothing is written. */
static void append(size_t *length, const char *format, ...) {
    va_list values;
    va_start(values, format);
    size_t room = *length < sizeof text ? sizeof text - *length : 0;
    int used = vsnprintf(room > 0 ? text + *length : NULL, room, format, values);
    va_end(values);
    *length += (size_t)used;
}

/* Names, titles and values of presets hold no character that JSON would escape. */
static void appendPresets(size_t *length) {
    for (const bfLookPreset *preset = bfLookPresets(); preset->name != NULL; ++preset) {
        append(length, "%s{\"name\":\"%s\",\"title\":\"%s\",\"look\":{", preset == bfLookPresets() ? "" : ",",
               preset->name, preset->title);
        for (const bfLookSetting *setting = preset->settings; setting->name != NULL; ++setting) {
            append(length, "%s\"%s\":\"%s\"", setting == preset->settings ? "" : ",", setting->name, setting->text);
        }
        append(length, "}}");
    }
}

EMSCRIPTEN_KEEPALIVE const char *bf_view_describe(void) {
    size_t length = 0;
    append(&length, "{\"version\":\"%s\",\"look\":", BF_VERSION);
    length += bfTable_WriteJson(bfLookTable(), text + length, sizeof text - length);
    append(&length, ",\"presets\":[");
    appendPresets(&length);
    append(&length, "]}");
    return length < sizeof text ? text : "";
}

static void freePixels(void) {
    free(pixels);
    free(film_pixels);
    pixels = film_pixels = NULL;
}

EMSCRIPTEN_KEEPALIVE int bf_view_create(void) {
    bfDestroyView(view);
    view_width = view_height = 0;
    bfResult result = bfCreateView(&view, &last_error);
    if (result == BF_OK) {
        bfView_SetLook(view, currentLook());
        bfView_SetTransparent(view, transparent);
    }
    return (int)result;
}

EMSCRIPTEN_KEEPALIVE void bf_view_destroy(void) {
    bfDestroyView(view);
    view = NULL;
    free(input);
    freePixels();
    input = NULL;
    input_capacity = 0;
}

EMSCRIPTEN_KEEPALIVE const char *bf_view_description(void) {
    return view != NULL ? bfView_Description(view) : "";
}

EMSCRIPTEN_KEEPALIVE void bf_view_reset_look(void) {
    look = bfDefaultLook();
    look_is_set = true;
    if (view != NULL) {
        bfView_SetLook(view, &look);
    }
}

EMSCRIPTEN_KEEPALIVE int bf_view_set_look(const char *name, const char *value) {
    bfResult result = bfTable_SetText(bfLookTable(), currentLook(), name, value, &last_error);
    if (result == BF_OK && view != NULL) {
        bfView_SetLook(view, &look);
    }
    return (int)result;
}

EMSCRIPTEN_KEEPALIVE void bf_view_set_transparent(int is_transparent) {
    transparent = is_transparent != 0;
    if (view != NULL) {
        bfView_SetTransparent(view, transparent);
    }
}

EMSCRIPTEN_KEEPALIVE void bf_view_set_stage(double width, double height, int wraps, double min_speed,
                                            double max_speed) {
    stage = (bfStage){width, height, wraps != 0, min_speed, max_speed};
    if (view != NULL) {
        bfView_SetStage(view, &stage);
    }
}

EMSCRIPTEN_KEEPALIVE void bf_view_set_camera(int fit, double zoom, double center_x, double center_y,
                                             int follows_flock) {
    follows = follows_flock != 0;
    bfCamera camera = {fit == 1 ? BF_FIT_COVER : BF_FIT_CONTAIN, zoom, center_x, center_y, follows};
    if (view != NULL) {
        bfView_SetCamera(view, &camera);
    }
}

static double centerOf(bool is_x) {
    double x = 0, y = 0;
    if (view != NULL) {
        bfView_Center(view, &x, &y);
    }
    return is_x ? x : y;
}

EMSCRIPTEN_KEEPALIVE double bf_view_center_x(void) {
    return centerOf(true);
}

EMSCRIPTEN_KEEPALIVE double bf_view_center_y(void) {
    return centerOf(false);
}

EMSCRIPTEN_KEEPALIVE int bf_view_resize(int32_t width, int32_t height) {
    if (view == NULL) {
        return (int)bfFail(&last_error, BF_ERROR_GPU, "there is no renderer yet");
    }
    bfResult result = bfView_Resize(view, width, height, &last_error);
    if (result == BF_OK && (width != view_width || height != view_height)) {
        view_width = width;
        view_height = height;
        freePixels();
    }
    return (int)result;
}

/* A buffer of at least `bytes` to fill with a record or the start of a file; 0 when there is no memory for it. */
EMSCRIPTEN_KEEPALIVE uint8_t *bf_view_input(int32_t bytes) {
    if (bytes < 0) {
        return NULL;
    }
    if ((size_t)bytes > input_capacity || input == NULL) {
        free(input);
        input_capacity = (size_t)bytes + 64;
        input = malloc(input_capacity);
        if (input == NULL) {
            input_capacity = 0;
            bfFail(&last_error, BF_ERROR_NO_MEMORY, "not enough memory for a frame of %d bytes", (int)bytes);
        }
    }
    return input;
}

EMSCRIPTEN_KEEPALIVE int bf_view_push_frame(int32_t bytes) {
    bfFrame frame;
    if (view == NULL) {
        return (int)bfFail(&last_error, BF_ERROR_GPU, "there is no renderer yet");
    }
    return inputAsFrame(bytes, &frame) ? (int)bfView_PushFrame(view, &frame, &last_error) : (int)last_error.id;
}

EMSCRIPTEN_KEEPALIVE const char *bf_view_frame_hash(int32_t bytes) {
    bfFrame frame;
    if (!inputAsFrame(bytes, &frame)) {
        return "";
    }
    snprintf(text, sizeof text, "%016" PRIx64, bfFrame_Hash(&frame));
    return text;
}

EMSCRIPTEN_KEEPALIVE int bf_view_count_bad(int32_t bytes) {
    bfFrame frame;
    return inputAsFrame(bytes, &frame) ? bfFrame_CountBad(&frame) : 0;
}

EMSCRIPTEN_KEEPALIVE void bf_view_clear(void) {
    if (view != NULL) {
        bfView_Clear(view);
    }
}

EMSCRIPTEN_KEEPALIVE void bf_view_advance(double from, double to, double seconds) {
    if (view != NULL) {
        bfView_Advance(view, from, to, seconds);
    }
}

EMSCRIPTEN_KEEPALIVE void bf_view_present(void) {
    if (view != NULL) {
        bfView_Present(view, 0);
    }
}

EMSCRIPTEN_KEEPALIVE uint8_t *bf_view_read_pixels(void) {
    if (view == NULL) {
        return NULL;
    }
    if (pixels == NULL) {
        pixels = malloc((size_t)view_width * (size_t)view_height * 4);
    }
    if (pixels == NULL) {
        bfFail(&last_error, BF_ERROR_NO_MEMORY, "not enough memory to read a picture back");
        return NULL;
    }
    return bfView_ReadPixels(view, pixels, &last_error) == BF_OK ? pixels : NULL;
}

/* The picture as films store it; its sides are even. */
EMSCRIPTEN_KEEPALIVE uint8_t *bf_view_read_i420(void) {
    if (view_width % 2 != 0 || view_height % 2 != 0) {
        bfFail(&last_error, BF_ERROR_CONFLICT, "a film's width and height are even, not %dx%d", (int)view_width,
               (int)view_height);
        return NULL;
    }
    const uint8_t *rgba = bf_view_read_pixels();
    if (rgba == NULL) {
        return NULL;
    }
    if (film_pixels == NULL) {
        film_pixels = malloc((size_t)view_width * (size_t)view_height * 3 / 2);
    }
    if (film_pixels == NULL) {
        bfFail(&last_error, BF_ERROR_NO_MEMORY, "not enough memory for a picture of a film");
        return NULL;
    }
    bfPicture_ToI420(rgba, view_width, view_height, film_pixels);
    return film_pixels;
}

EMSCRIPTEN_KEEPALIVE int bf_view_warmup_frames(double dt) {
    int32_t trails = bfLook_WarmupFrames(currentLook(), dt), camera = follows ? bfFollowFrames(dt) : 0;
    return trails > camera ? trails : camera;
}

EMSCRIPTEN_KEEPALIVE const char *bf_view_header(int32_t available) {
    bfHeader header;
    if (available < 0 || (size_t)available > input_capacity ||
        bfHeader_Decode(input, (size_t)available, &header, &last_error) != BF_OK) {
        return NULL;
    }
    snprintf(text, sizeof text,
             "{\"version\":%d,\"max_agents\":%" PRId32 ",\"dt\":%.9g,\"seed\":%" PRIu32 ",\"frame_count\":%" PRId32
             ",\"frames_at\":%" PRIu64 "}",
             header.version, header.max_agents, (double)header.dt, header.seed, header.frame_count,
             bfHeader_FramesAt(&header));
    return text;
}

/* `left` is a double since a file may be longer than 32 bits count. */
EMSCRIPTEN_KEEPALIVE int bf_view_classify(int32_t max_agents, double left, int32_t previous_n) {
    bfHeader header = {.version = 1, .dim = 2, .max_agents = max_agents, .frame_count = -1};
    classified_n = 0;
    return (int)bfFraming_Classify(&header, input, (uint64_t)(left > 0 ? left : 0), previous_n, &classified_n);
}

EMSCRIPTEN_KEEPALIVE int bf_view_classified_n(void) {
    return classified_n;
}

EMSCRIPTEN_KEEPALIVE void bf_view_guess_begin(void) {
    guess = (bfStageGuess){0};
}

EMSCRIPTEN_KEEPALIVE void bf_view_guess_add(int32_t bytes) {
    bfFrame frame;
    if (inputAsFrame(bytes, &frame)) {
        bfStageGuess_Add(&guess, &frame);
    }
}

EMSCRIPTEN_KEEPALIVE void bf_view_guess_apply(void) {
    stage = bfStageGuess_Result(&guess);
    if (view != NULL) {
        bfView_SetStage(view, &stage);
    }
}

EMSCRIPTEN_KEEPALIVE const char *bf_view_stage(void) {
    snprintf(text, sizeof text,
             "{\"world_width\":%.17g,\"world_height\":%.17g,\"wraps\":%s,\"min_speed\":%.17g,\"max_speed\":%.17g}",
             stage.world_width, stage.world_height, stage.wraps ? "true" : "false", stage.min_speed, stage.max_speed);
    return text;
}

EMSCRIPTEN_KEEPALIVE const char *bf_view_error(void) {
    return last_error.message;
}
