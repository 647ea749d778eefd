/* Writing a recording: under a temporary name beside the real one, renamed when whole, so that no reader ever finds a
 * half-written file under the name it was promised. */
#define _FILE_OFFSET_BITS 64
#define _POSIX_C_SOURCE 200809L

#include "boidforge/bfs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BUFFER_BYTES ((size_t)1 << 20)

struct bfWriter {
    FILE *file;
    char *path;
    char *temporary_path; /* NULL when writing straight to a pipe or device */
    bfHeader header;
};

static void freeWriter(bfWriter *writer) {
    free(writer->path);
    free(writer->temporary_path);
    free(writer);
}

static bfResult failWrite(const bfWriter *writer, bfError *error) {
    const char *advice = errno == ENOSPC ? "; free some space or choose another place" : "";
    return bfFail(error, BF_ERROR_WRITE, "%s: cannot write: %s%s", writer->path, strerror(errno), advice);
}

/* A pipe, a terminal or a device such as /dev/null is written in place: it must not be replaced by a file. */
static bool isWrittenInPlace(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bfResult openFile(bfWriter *writer, bfError *error) {
    struct stat status;
    if (stat(writer->path, &status) == 0 && S_ISDIR(status.st_mode)) {
        return bfFail(error, BF_ERROR_OPEN, "%s: is a folder, give a file name in it", writer->path);
    }
    if (isWrittenInPlace(writer->path)) {
        writer->file = fopen(writer->path, "wb");
    } else {
        size_t bytes = strlen(writer->path) + 32;
        writer->temporary_path = malloc(bytes);
        if (writer->temporary_path == NULL) {
            return bfFail(error, BF_ERROR_NO_MEMORY, "%s: not enough memory to write it", writer->path);
        }
        snprintf(writer->temporary_path, bytes, "%s.%ld.part", writer->path, (long)getpid());
        writer->file = fopen(writer->temporary_path, "wb");
    }
    if (writer->file == NULL) {
        return bfFail(error, BF_ERROR_OPEN, "%s: cannot create: %s", writer->path, strerror(errno));
    }
    return BF_OK;
}

/* The header, and in version 2 the scene, padded with spaces so that frames start at a multiple of 8. */
static bool writeHead(bfWriter *writer, const char *scene_json) {
    uint8_t bytes[BF_HEADER_BYTES];
    size_t length = scene_json != NULL ? strlen(scene_json) : 0;
    writer->header.scene_bytes = (uint32_t)((length + 7) / 8 * 8);
    bfHeader_Encode(&writer->header, bytes);
    return fwrite(bytes, 1, sizeof bytes, writer->file) == sizeof bytes &&
           fwrite(scene_json != NULL ? scene_json : "", 1, length, writer->file) == length &&
           fwrite("        ", 1, writer->header.scene_bytes - length, writer->file) ==
               writer->header.scene_bytes - length;
}

bfResult bfCreateWriter(const char *path, const bfHeader *header, const char *scene_json, bfWriter **out,
                        bfError *error) {
    bool is_standard_output = strcmp(path, "-") == 0;
    bfWriter *writer = calloc(1, sizeof *writer);
    if (writer == NULL || (writer->path = strdup(is_standard_output ? "standard output" : path)) == NULL) {
        free(writer);
        return bfFail(error, BF_ERROR_NO_MEMORY, "%s: not enough memory to write it", path);
    }
    if (is_standard_output) {
        writer->file = stdout;
    } else {
        bfResult result = openFile(writer, error);
        if (result != BF_OK) {
            freeWriter(writer);
            return result;
        }
    }
    setvbuf(writer->file, NULL, _IOFBF, BUFFER_BYTES);
    writer->header = *header;
    writer->header.frame_count = -1;
    if (!writeHead(writer, scene_json)) {
        bfResult result = failWrite(writer, error);
        bfWriter_Abandon(writer);
        return result;
    }
    writer->header.frame_count = 0;
    *out = writer;
    return BF_OK;
}

bfResult bfWriter_Write(bfWriter *writer, const void *record, size_t bytes, bfError *error) {
    if (fwrite(record, 1, bytes, writer->file) < bytes) {
        return failWrite(writer, error);
    }
    writer->header.frame_count += 1;
    return BF_OK;
}

int32_t bfWriter_FrameCount(const bfWriter *writer) {
    return writer->header.frame_count;
}

/* Put the frame count into the header of a file that can seek, and see everything onto the disk. */
static bool complete(bfWriter *writer) {
    if (writer->temporary_path == NULL) {
        return fflush(writer->file) == 0;
    }
    uint8_t bytes[BF_HEADER_BYTES];
    bfHeader_Encode(&writer->header, bytes);
    return fseeko(writer->file, 0, SEEK_SET) == 0 && fwrite(bytes, 1, sizeof bytes, writer->file) == sizeof bytes &&
           fflush(writer->file) == 0 && fsync(fileno(writer->file)) == 0;
}

bfResult bfWriter_Finish(bfWriter *writer, bfError *error) {
    bool whole = complete(writer);
    if (whole && writer->file != stdout) {
        FILE *file = writer->file;
        writer->file = NULL;
        whole = fclose(file) == 0;
    }
    if (whole && writer->temporary_path != NULL) {
        whole = rename(writer->temporary_path, writer->path) == 0;
    }
    if (!whole) {
        bfResult result = failWrite(writer, error);
        bfWriter_Abandon(writer);
        return result;
    }
    freeWriter(writer);
    return BF_OK;
}

void bfWriter_Abandon(bfWriter *writer) {
    if (writer == NULL) {
        return;
    }
    if (writer->file != NULL && writer->file != stdout) {
        fclose(writer->file);
    }
    if (writer->temporary_path != NULL) {
        remove(writer->temporary_path);
    }
    freeWriter(writer);
}
