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

struct PngFile {
    const char *path;
    char *temporary;
    int32_t width;
    FILE *file;
    png_structp png;
    png_infop info;
};

/* libpng reports failures by long jump; these two keep it from printing them too. */
static void jumpOut(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void stayQuiet(png_structp png, png_const_charp message) {
    (void)png;
    (void)message;
}

static bool begin(PngFile *file, int32_t height) {
    file->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, jumpOut, stayQuiet);
    file->info = file->png != NULL ? png_create_info_struct(file->png) : NULL;
    if (file->info == NULL || setjmp(png_jmpbuf(file->png)) != 0) {
        return false;
    }
    png_init_io(file->png, file->file);
    png_set_IHDR(file->png, file->info, (png_uint_32)file->width, (png_uint_32)height, 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB_gAMA_and_cHRM(file->png, file->info, PNG_sRGB_INTENT_PERCEPTUAL);
    png_write_info(file->png, file->info);
    png_set_filler(file->png, 0, PNG_FILLER_AFTER); /* the picture is opaque: leave its alpha out */
    return true;
}

static bool add(PngFile *file, const uint8_t *rgba, int32_t rows) {
    if (setjmp(png_jmpbuf(file->png)) != 0) {
        return false;
    }
    for (int32_t row = 0; row < rows; ++row) {
        png_write_row(file->png, rgba + (size_t)row * (size_t)file->width * 4);
    }
    return true;
}

static bool end(PngFile *file) {
    if (setjmp(png_jmpbuf(file->png)) != 0) {
        return false;
    }
    png_write_end(file->png, file->info);
    return true;
}

static bfResult failWrite(const char *path, int code, bfError *error) {
    code = code != 0 ? code : EIO;
    const char *advice = code == ENOSPC ? "; free some space or choose another place" : "";
    return bfFail(error, BF_ERROR_WRITE, "%s: cannot write: %s%s", path, strerror(code), advice);
}

static void freePng(PngFile *file) {
    png_destroy_write_struct(&file->png, &file->info);
    free(file->temporary);
    free(file);
}

bfResult openPng(const char *path, int32_t width, int32_t height, PngFile **file_out, bfError *error) {
    *file_out = NULL;
    size_t bytes = strlen(path) + 32;
    PngFile *file = calloc(1, sizeof *file);
    char *temporary = malloc(bytes);
    if (file == NULL || temporary == NULL) {
        free(file);
        free(temporary);
        return bfFail(error, BF_ERROR_NO_MEMORY, "%s: not enough memory to write it", path);
    }
    snprintf(temporary, bytes, "%s.%ld.part", path, (long)getpid());
    *file = (PngFile){.path = path, .temporary = temporary, .width = width, .file = fopen(temporary, "wb")};
    if (file->file == NULL) {
        int code = errno;
        freePng(file);
        return bfFail(error, BF_ERROR_OPEN, "%s: cannot create: %s", path, strerror(code));
    }
    errno = 0;
    if (!begin(file, height)) {
        int code = errno;
        abandonPng(file);
        return failWrite(path, code, error);
    }
    *file_out = file;
    return BF_OK;
}

bfResult addPngRows(PngFile *file, const uint8_t *rgba, int32_t rows, bfError *error) {
    errno = 0;
    return add(file, rgba, rows) ? BF_OK : failWrite(file->path, errno, error);
}

bfResult finishPng(PngFile *file, bfError *error) {
    errno = 0;
    bool written = end(file) && fflush(file->file) == 0 && fsync(fileno(file->file)) == 0;
    int code = errno;
    if (fclose(file->file) != 0 && written) {
        written = false;
        code = errno;
    }
    if (written && rename(file->temporary, file->path) != 0) {
        written = false;
        code = errno;
    }
    if (!written) {
        unlink(file->temporary);
        failWrite(file->path, code, error);
    }
    freePng(file);
    return written ? BF_OK : BF_ERROR_WRITE;
}

void abandonPng(PngFile *file) {
    if (file == NULL) {
        return;
    }
    fclose(file->file);
    unlink(file->temporary);
    freePng(file);
}

bfResult writePng(const char *path, const uint8_t *rgba, int32_t width, int32_t height, bfError *error) {
    PngFile *file;
    bfResult result = openPng(path, width, height, &file, error);
    if (result != BF_OK) {
        return result;
    }
    result = addPngRows(file, rgba, height, error);
    if (result != BF_OK) {
        abandonPng(file);
        return result;
    }
    return finishPng(file, error);
}
