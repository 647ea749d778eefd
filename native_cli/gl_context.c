/* Three ways to a display, tried in the order of usefulness to a machine that may have no screen: a graphics device
 * by itself, Mesa's surfaceless platform (also its software renderer), and whatever EGL's default is. The context
 * has no surface: all drawing goes into textures. */
#define _POSIX_C_SOURCE 200809L

#include "gl_context.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifndef EGL_PLATFORM_SURFACELESS_MESA
#define EGL_PLATFORM_SURFACELESS_MESA 0x31DD
#endif

#define MAX_DEVICES 16

struct bfGlContext {
    EGLDisplay display;
    EGLContext context;
};

static bool hasWord(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; at != NULL && (at = strstr(at, word)) != NULL; at += length) {
        bool starts = at == list || at[-1] == ' ';
        if (starts && (at[length] == ' ' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

/* Make an ES 3 context current on the display, without config or surface. */
static bool openOn(EGLDisplay display, bfGlContext *context) {
    static const EGLint attributes[] = {EGL_CONTEXT_CLIENT_VERSION, 3, EGL_NONE};
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
        return false;
    }
    const char *extensions = eglQueryString(display, EGL_EXTENSIONS);
    bool bare =
        hasWord(extensions, "EGL_KHR_surfaceless_context") &&
        (hasWord(extensions, "EGL_KHR_no_config_context") || hasWord(extensions, "EGL_MESA_configless_context"));
    if (bare && eglBindAPI(EGL_OPENGL_ES_API)) {
        EGLContext made = eglCreateContext(display, (EGLConfig)0, EGL_NO_CONTEXT, attributes);
        if (made != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, made)) {
            context->display = display;
            context->context = made;
            return true;
        }
        if (made != EGL_NO_CONTEXT) {
            eglDestroyContext(display, made);
        }
    }
    eglTerminate(display);
    return false;
}

/* Devices that are only a name for software rendering come last: the surfaceless platform is better at that. */
static bool openOnDevice(PFNEGLGETPLATFORMDISPLAYEXTPROC get_display, bfGlContext *context) {
    PFNEGLQUERYDEVICESEXTPROC query_devices = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    PFNEGLQUERYDEVICESTRINGEXTPROC query_string =
        (PFNEGLQUERYDEVICESTRINGEXTPROC)eglGetProcAddress("eglQueryDeviceStringEXT");
    EGLDeviceEXT devices[MAX_DEVICES];
    EGLint count = 0;
    if (query_devices == NULL || query_string == NULL || !query_devices(MAX_DEVICES, devices, &count)) {
        return false;
    }
    for (EGLint i = 0; i < count; ++i) {
        const char *extensions = query_string(devices[i], EGL_EXTENSIONS);
        if (!hasWord(extensions, "EGL_MESA_device_software") &&
            openOn(get_display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL), context)) {
            return true;
        }
    }
    return false;
}

static bool openAny(bfGlContext *context) {
    const char *extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)eglGetProcAddress("eglGetPlatformDisplayEXT");
    if (get_display != NULL) {
        if (hasWord(extensions, "EGL_EXT_platform_device") && openOnDevice(get_display, context)) {
            return true;
        }
        if (hasWord(extensions, "EGL_MESA_platform_surfaceless") &&
            openOn(get_display(EGL_PLATFORM_SURFACELESS_MESA, (void *)EGL_DEFAULT_DISPLAY, NULL), context)) {
            return true;
        }
    }
    return openOn(eglGetDisplay(EGL_DEFAULT_DISPLAY), context);
}

bfResult bfCreateGlContext(bfGlContext **context, bfError *error) {
    *context = calloc(1, sizeof **context);
    if (*context == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for a graphics context");
    }
    setenv("EGL_LOG_LEVEL", "fatal", 0); /* Mesa's own complaints would drown the one line below */
    if (!openAny(*context)) {
        free(*context);
        *context = NULL;
        return bfFail(error, BF_ERROR_GPU,
                      "no usable OpenGL ES 3 driver on this machine, install one (Debian: libegl1 libgl1-mesa-dri)");
    }
    return BF_OK;
}

void bfDestroyGlContext(bfGlContext *context) {
    if (context == NULL) {
        return;
    }
    eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(context->display, context->context);
    eglTerminate(context->display);
    free(context);
}
