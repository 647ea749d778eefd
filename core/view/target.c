/* Drivers claim formats that they then cannot blend into, and hide others that work. So a format is tried: two
 * values are added up in it by blending, beyond what 8 bits can hold, and the sum is read back, and once more from
 * between two pixels. */
#include "target.h"

#include "shaders.h"

#ifdef __EMSCRIPTEN__
#include <emscripten/html5.h>
#endif

#include <stdlib.h>

const bfTargetFormat bf_half_float_format = {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, "RGBA16F", false, 0};
const bfTargetFormat bf_half_float_unfiltered_format = {
    GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, "RGBA16F (filtered by shaders)", true, 0};
const bfTargetFormat bf_float_format = {GL_RGBA32F, GL_RGBA, GL_FLOAT, "RGBA32F (filtered by shaders)", true, 0};
const bfTargetFormat bf_small_float_format = {GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT, "R11F_G11F_B10F", false, 0};
const bfTargetFormat bf_byte_format = {
    GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, "RGBA8 (8 bits: no half-float targets here)", false, 255};
const bfTargetFormat bf_picture_format = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, "RGBA8", false, 255};

/* Whole floats cost twice the memory; the small ones round to 6 bits, which shows in smooth glows. */
const bfTargetFormat *const bf_light_formats[] = {&bf_half_float_format, &bf_half_float_unfiltered_format,
                                                  &bf_float_format,      &bf_small_float_format,
                                                  &bf_byte_format,       NULL};

static bool createTarget(bfTarget *target, const bfTargetFormat *format, int32_t width, int32_t height) {
    while (glGetError() != GL_NO_ERROR) {
    }
    glGenTextures(1, &target->texture);
    glBindTexture(GL_TEXTURE_2D, target->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format->internal, width, height, 0, format->format, format->type, NULL);
    GLint filter = format->is_filtered_here ? GL_NEAREST : GL_LINEAR;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->texture, 0);
    target->width = width;
    target->height = height;
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE && glGetError() == GL_NO_ERROR;
}

const char *bfFilterSource(const bfTargetFormat *format) {
    return format->is_filtered_here ? bf_shader_filter_glsl : bf_shader_driver_filter_glsl;
}

bfResult bfTarget_Resize(bfTarget *target, const bfTargetFormat *format, int32_t width, int32_t height,
                         bfError *error) {
    if (target->width == width && target->height == height) {
        return BF_OK;
    }
    bfTarget_Destroy(target);
    if (!createTarget(target, format, width, height)) {
        bfTarget_Destroy(target);
        return bfFail(error, BF_ERROR_GPU,
                      "the graphics driver cannot make a %dx%d picture in %s, choose a smaller size", (int)width,
                      (int)height, format->name);
    }
    return BF_OK;
}

void bfTarget_Destroy(bfTarget *target) {
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteTextures(1, &target->texture);
    *target = (bfTarget){0};
}

void bfTarget_Begin(const bfTarget *target, bool clear) {
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, target->width, target->height);
    if (clear) {
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
    }
}

/* WebGL lists float targets as extensions, and they must be switched on to be tried. */
static void enableExtensions(void) {
#ifdef __EMSCRIPTEN__
    static const char *const wanted[] = {"EXT_color_buffer_float", "EXT_color_buffer_half_float", "EXT_float_blend",
                                         "OES_texture_float_linear"};
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_get_current_context();
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; ++i) {
        emscripten_webgl_enable_extension(context, wanted[i]);
    }
#endif
}

const char *bfRendererName(void) {
    const char *name = NULL;
#ifdef __EMSCRIPTEN__
    /* WEBGL_debug_renderer_info's UNMASKED_RENDERER_WEBGL; the plain name is the same in every browser of a make. */
    if (emscripten_webgl_enable_extension(emscripten_webgl_get_current_context(), "WEBGL_debug_renderer_info")) {
        name = (const char *)glGetString(0x9246);
    }
#endif
    if (name == NULL) {
        name = (const char *)glGetString(GL_RENDERER);
    }
    return name != NULL ? name : "unknown GPU";
}

bfResult bfProbe_Create(bfProbe *probe, bfError *error) {
    static const char *const vertex[3] = {bf_shader_fullscreen_vert, NULL};
    struct {
        bfProgram *program;
        const char *name, *fragment;
    } programs[] = {
        {&probe->fill, "fill", bf_shader_fill_frag},
        {&probe->copy, "copy", bf_shader_copy_frag},
        {&probe->between, "between", bf_shader_between_frag},
    };
    *probe = (bfProbe){0};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; ++i) {
        const char *fragment[3] = {programs[i].fragment, NULL};
        bfResult result = bfProgram_Create(programs[i].program, programs[i].name, vertex, fragment, error);
        if (result != BF_OK) {
            return result;
        }
    }
    return BF_OK;
}

void bfProbe_Destroy(bfProbe *probe) {
    bfProgram_Destroy(&probe->fill);
    bfProgram_Destroy(&probe->copy);
    bfProgram_Destroy(&probe->between);
}

/* The first pixel of the target, through a program that reads it, as a byte. */
static int readThrough(const bfProgram *program, const bfTarget *bytes, const bfTarget *source, double value) {
    uint8_t pixel[4] = {0};
    bfTarget_Begin(bytes, true);
    bfProgram_Use(program);
    bfProgram_SetTexture(program, BF_U_source, 0, source->texture);
    bfProgram_SetReal(program, BF_U_value, value);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    return pixel[0];
}

/* 2.5 is added to 2.5 in the left half of a target of the format: an eighth of the sum must be 5/8 as a byte, and
 * halfway between the halves half of that, unless the shaders filter themselves. */
static bool worksWell(const bfTargetFormat *format, const bfProbe *probe) {
    bfTarget trial = {0}, bytes = {0};
    bool made = createTarget(&trial, format, 4, 4) && createTarget(&bytes, &bf_picture_format, 1, 1);
    int sum = 0, between = 0;
    if (made) {
        bfTarget_Begin(&trial, true);
        glViewport(0, 0, 2, 4);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE);
        bfProgram_Use(&probe->fill);
        bfProgram_SetReal(&probe->fill, BF_U_value, 2.5);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glDisable(GL_BLEND);
        sum = readThrough(&probe->copy, &bytes, &trial, 1.0 / 8);
        between = readThrough(&probe->between, &bytes, &trial, 1.0 / 8);
    }
    bool clean = glGetError() == GL_NO_ERROR;
    bfTarget_Destroy(&trial);
    bfTarget_Destroy(&bytes);
    bool filters = format->is_filtered_here || abs(between - 255 * 5 / 16) <= 2;
    return made && clean && filters && abs(sum - 255 * 5 / 8) <= 1;
}

const bfTargetFormat *bfChooseTargetFormat(const bfTargetFormat *const *candidates, const bfProbe *probe) {
    enableExtensions();
    while (candidates[1] != NULL && !worksWell(candidates[0], probe)) {
        ++candidates;
    }
    return candidates[0];
}
