#define _POSIX_C_SOURCE 200809L

#include "png_file.h"

#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* libpng reports failures by long jump; these two keep it from printing them too. */
static void jumpOut(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void stayQuiet(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static bool encode(FILE *file, const uint8_t *rgba, int32_t width, int32_t height) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, jumpOut, stayQuiet);
    png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
    if (info == NULL || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_init_io(png, file);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB_gAMA_and_cHRM(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER); /* the picture is opaque: leave its alpha out */
    for (int32_t row = 0; row < height; ++row) {
        png_write_row(png, rgba + (size_t)row * (size_t)width * 4);
    }
    png_write_end(png, info);
    png_destroy_write_struct(&png, &info);
    return true;
}

static bfResult failWrite(const char *path, int code, bfError *error) {
    const char *advice = code == ENOSPC ? "; free some space or choose another place" : "";
    return bfFail(error, BF_ERROR_WRITE, "%s: cannot write: %s%s", path, strerror(code), advice);
}

bfResult writePng(const char *path, const uint8_t *rgba, int32_t width, int32_t height, bfError *error) {
    size_t bytes = strlen(path) + 32;
    char *temporary = malloc(bytes);
    if (temporary == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "%s: not enough memory to write it", path);
    }
    snprintf(temporary, bytes, "%s.%ld.part", path, (long)getpid());
    FILE *file = fopen(temporary, "wb");
    if (file == NULL) {
        int code = errno;
        free(temporary);
        return bfFail(error, BF_ERROR_OPEN, "%s: cannot create: %s", path, strerror(code));
    }
    errno = 0;
    bool written = encode(file, rgba, width, height) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    int code = errno;
    if (fclose(file) != 0 && written) {
        written = false;
        code = errno;
    }
    if (written && rename(temporary, path) != 0) {
        written = false;
        code = errno;
    }
    if (!written) {
        unlink(temporary);
    }
    free(temporary);
    return written ? BF_OK : failWrite(path, code != 0 ? code : EIO, error);
}
