/* Drivers claim formats that they then cannot blend into, and hide others that work. So a format is tried: two
 * values are added up in it by blending, beyond what 8 bits can hold, and the sum is read back. */
#include "target.h"

#ifdef __EMSCRIPTEN__
#include <emscripten/html5.h>
#endif

#include <stdlib.h>

const bfTargetFormat bf_half_float_format = {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT, "RGBA16F", 0};
const bfTargetFormat bf_byte_format = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE,
                                       "RGBA8 (8 bits: no half-float targets here)", 255};
const bfTargetFormat bf_picture_format = {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, "RGBA8", 255};

static bool createTarget(bfTarget *target, const bfTargetFormat *format, int32_t width, int32_t height) {
    while (glGetError() != GL_NO_ERROR) {
    }
    glGenTextures(1, &target->texture);
    glBindTexture(GL_TEXTURE_2D, target->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)format->internal, width, height, 0, format->format, format->type, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->texture, 0);
    target->width = width;
    target->height = height;
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE && glGetError() == GL_NO_ERROR;
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

/* 2.5 is added to 2.5 in a target of the format; an eighth of the sum is copied into bytes and must be 5/8. */
static bool blendsWell(const bfTargetFormat *format, const bfProgram *fill, const bfProgram *copy) {
    bfTarget trial = {0}, bytes = {0};
    uint8_t pixel[4] = {0};
    bool made = createTarget(&trial, format, 4, 4) && createTarget(&bytes, &bf_picture_format, 1, 1);
    if (made) {
        bfTarget_Begin(&trial, true);
        glEnable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ONE);
        bfProgram_Use(fill);
        bfProgram_SetReal(fill, BF_U_value, 2.5);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glDisable(GL_BLEND);
        bfTarget_Begin(&bytes, true);
        bfProgram_Use(copy);
        bfProgram_SetTexture(copy, BF_U_source, 0, trial.texture);
        bfProgram_SetReal(copy, BF_U_value, 1.0 / 8);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
    }
    bool clean = glGetError() == GL_NO_ERROR;
    bfTarget_Destroy(&trial);
    bfTarget_Destroy(&bytes);
    return made && clean && abs(pixel[0] - 255 * 5 / 8) <= 1;
}

const bfTargetFormat *bfChooseTargetFormat(const bfTargetFormat *const *candidates, const bfProgram *fill,
                                           const bfProgram *copy) {
    enableExtensions();
    while (candidates[1] != NULL && !blendsWell(candidates[0], fill, copy)) {
        ++candidates;
    }
    return candidates[0];
}
