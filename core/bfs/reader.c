/* Reading a recording frame by frame, from a file or a pipe, never holding more than one frame.
 *
 * Records carry their own agent count, so a file can be walked from the start without trusting its header. A header
 * that promises one count for all frames (max_agents > 0) lets seeking jump; the promise is checked at both ends of the
 * file and at every record sought, and the file is walked where it does not hold. */
#define _FILE_OFFSET_BITS 64
#define _POSIX_C_SOURCE 200809L

#include "boidforge/bfs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A pipe's record is read in pieces, so that a damaged count cannot ask for memory its bytes do not fill. */
#define PIPE_PIECE_BYTES ((size_t)16 << 20)

struct bfReader {
    FILE *file;
    char *path;
    bool is_pipe;
    bfHeader header;
    char *scene_json; /* version 2 */
    uint64_t size;   /* bytes of the file; not used for a pipe */
    uint64_t offset; /* of the next record */
    int64_t index;   /* of the next record */
    int32_t previous_n;
    int64_t frame_count; /* -1 until known */
    bool equal_records;  /* checked: every record has max_agents agents */
    bool was_cut;
    uint64_t missing_bytes;
    void *record; /* the current frame's bytes */
    size_t record_capacity;
};

static bfResult failRead(const bfReader *reader, bfError *error) {
    return bfFail(error, BF_ERROR_READ, "%s: cannot read: %s", reader->path, strerror(errno));
}

static bool ensureCapacity(bfReader *reader, size_t bytes) {
    if (bytes > reader->record_capacity) {
        void *larger = realloc(reader->record, bytes);
        if (larger == NULL) {
            return false;
        }
        reader->record = larger;
        reader->record_capacity = bytes;
    }
    return true;
}

static bfResult readScene(bfReader *reader, bfError *error) {
    size_t bytes = reader->header.scene_bytes;
    reader->scene_json = malloc(bytes + 1);
    if (reader->scene_json == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "%s: not enough memory for its scene", reader->path);
    }
    size_t got = fread(reader->scene_json, 1, bytes, reader->file);
    reader->scene_json[got] = '\0';
    if (got < bytes) {
        return ferror(reader->file) ? failRead(reader, error)
                                    : bfFail(error, BF_ERROR_FORMAT, "%s: it ends inside its scene", reader->path);
    }
    return BF_OK;
}

static bfResult readHeader(bfReader *reader, bfError *error) {
    uint8_t bytes[BF_HEADER_BYTES];
    size_t got = fread(bytes, 1, sizeof bytes, reader->file);
    if (ferror(reader->file)) {
        return failRead(reader, error);
    }
    bfError why;
    bfResult result = bfHeader_Decode(bytes, got, &reader->header, &why);
    if (result != BF_OK) {
        return bfFail(error, result, "%s: %s", reader->path, why.message);
    }
    reader->offset = bfHeader_FramesAt(&reader->header);
    return reader->header.version == 2 ? readScene(reader, error) : BF_OK;
}

bfResult bfOpenReader(const char *path, bfReader **out, bfError *error) {
    bool is_standard_input = strcmp(path, "-") == 0;
    bfReader *reader = calloc(1, sizeof *reader);
    if (reader == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "%s: not enough memory to open it", path);
    }
    reader->frame_count = -1;
    reader->previous_n = -1;
    reader->path = strdup(is_standard_input ? "standard input" : path);
    reader->file = is_standard_input ? stdin : fopen(path, "rb");
    struct stat status;
    bfResult result = BF_OK;
    if (reader->path == NULL) {
        result = bfFail(error, BF_ERROR_NO_MEMORY, "%s: not enough memory to open it", path);
    } else if (reader->file == NULL || fstat(fileno(reader->file), &status) != 0) {
        result = bfFail(error, BF_ERROR_OPEN, "%s: cannot open: %s", path, strerror(errno));
    } else if (S_ISDIR(status.st_mode)) {
        result = bfFail(error, BF_ERROR_OPEN, "%s: is a folder, give a .bfs file", path);
    } else {
        reader->is_pipe = !S_ISREG(status.st_mode);
        reader->size = reader->is_pipe ? UINT64_MAX : (uint64_t)status.st_size;
        result = readHeader(reader, error);
    }
    if (result != BF_OK) {
        bfCloseReader(reader);
        return result;
    }
    *out = reader;
    return BF_OK;
}

const bfHeader *bfReader_Header(const bfReader *reader) {
    return &reader->header;
}

const char *bfReader_SceneJson(const bfReader *reader) {
    return reader->scene_json;
}

/* A record that the file ends in: remember it, so that people can be told. */
static bfResult endInsideRecord(bfReader *reader, uint64_t missing_bytes) {
    reader->was_cut = true;
    reader->missing_bytes = missing_bytes;
    return BF_ERROR_END;
}

static bfResult failCorrupt(const bfReader *reader, bfError *error) {
    return bfFail(error, BF_ERROR_CORRUPT,
                  "%s: damaged at byte %" PRIu64 ": no frame can start there; the %" PRId64
                  " frames before it are whole",
                  reader->path, reader->offset, reader->index);
}

/* Read the record's arrays behind its 8-byte head, which is in the buffer already. */
static bfResult readBody(bfReader *reader, size_t total, bfError *error) {
    size_t have = BF_RECORD_HEADER_BYTES;
    while (have < total) {
        size_t piece = total - have;
        if (reader->is_pipe && piece > PIPE_PIECE_BYTES) {
            piece = PIPE_PIECE_BYTES;
        }
        if (!ensureCapacity(reader, have + piece)) {
            return bfFail(error, BF_ERROR_NO_MEMORY, "%s: not enough memory for a frame of %zu bytes", reader->path,
                          total);
        }
        size_t got = fread((char *)reader->record + have, 1, piece, reader->file);
        have += got;
        if (got < piece) {
            return ferror(reader->file) ? failRead(reader, error) : endInsideRecord(reader, total - have);
        }
    }
    return BF_OK;
}

bfResult bfReader_Next(bfReader *reader, bfFrame *frame, bfError *error) {
    if (!ensureCapacity(reader, BF_RECORD_HEADER_BYTES)) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "%s: not enough memory to read it", reader->path);
    }
    size_t got = fread(reader->record, 1, BF_RECORD_HEADER_BYTES, reader->file);
    if (got < BF_RECORD_HEADER_BYTES && ferror(reader->file)) {
        return failRead(reader, error);
    }
    uint64_t left = got;
    if (got == BF_RECORD_HEADER_BYTES) {
        left = reader->is_pipe ? UINT64_MAX : reader->size - reader->offset;
    }
    int32_t n = 0;
    switch (bfFraming_Classify(&reader->header, reader->record, left, reader->previous_n, &n)) {
    case BF_FRAMING_END:
        reader->frame_count = reader->index;
        return bfFail(error, BF_ERROR_END, "%s: no frame %" PRId64 ": it has %" PRId64, reader->path, reader->index,
                      reader->index);
    case BF_FRAMING_CUT:
        reader->frame_count = reader->index;
        return endInsideRecord(reader, left < BF_RECORD_HEADER_BYTES ? BF_RECORD_HEADER_BYTES - left
                                                                     : bfRecordBytes(n) - left);
    case BF_FRAMING_CORRUPT:
        reader->frame_count = reader->index;
        return failCorrupt(reader, error);
    case BF_FRAMING_WHOLE:
        break;
    }
    bfResult result = readBody(reader, bfRecordBytes(n), error);
    if (result != BF_OK) {
        if (result == BF_ERROR_END) {
            reader->frame_count = reader->index;
        }
        return result;
    }
    reader->offset += bfRecordBytes(n);
    reader->index += 1;
    reader->previous_n = n;
    return bfFrame_FromRecord(reader->record, bfRecordBytes(n), frame, error);
}

/* Classify the record at `offset` without reading its arrays. */
static bfFraming peek(bfReader *reader, uint64_t offset, int32_t previous_n, int32_t *n) {
    uint8_t start[BF_RECORD_HEADER_BYTES] = {0};
    uint64_t left = offset < reader->size ? reader->size - offset : 0;
    if (fseeko(reader->file, (off_t)offset, SEEK_SET) != 0) {
        return BF_FRAMING_END;
    }
    size_t wanted = left < sizeof start ? (size_t)left : sizeof start;
    if (fread(start, 1, wanted, reader->file) < wanted) {
        return BF_FRAMING_END;
    }
    return bfFraming_Classify(&reader->header, start, left, previous_n, n);
}

/* Is the record at `index` where a file of equal records has it? Its head can only tell that it is not. */
static bool recordIsEqual(bfReader *reader, int64_t index, bfFraming expected) {
    int32_t n = -1;
    uint64_t offset = bfHeader_FramesAt(&reader->header) + (uint64_t)index * bfRecordBytes(reader->header.max_agents);
    return peek(reader, offset, -1, &n) == expected && n == reader->header.max_agents;
}

/* Does the header's promise of equal records hold at both ends of the file, and in what is left after the last? */
static bool recordsAreEqual(bfReader *reader, int64_t count, uint64_t rest) {
    return recordIsEqual(reader, 0, BF_FRAMING_WHOLE) && recordIsEqual(reader, count - 1, BF_FRAMING_WHOLE) &&
           (rest < BF_RECORD_HEADER_BYTES || recordIsEqual(reader, count, BF_FRAMING_CUT));
}

/* Walk records from the start until `stop_index` or the end; returns the number passed and the offset reached. */
static int64_t walk(bfReader *reader, int64_t stop_index, uint64_t *offset_reached, int32_t *previous_n) {
    int64_t index = 0;
    uint64_t offset = bfHeader_FramesAt(&reader->header);
    int32_t n = -1;
    *previous_n = -1;
    while (index < stop_index) {
        bfFraming framing = peek(reader, offset, *previous_n, &n);
        if (framing == BF_FRAMING_CUT) {
            uint64_t left = reader->size - offset;
            endInsideRecord(reader, left < BF_RECORD_HEADER_BYTES ? BF_RECORD_HEADER_BYTES - left
                                                                  : bfRecordBytes(n) - left);
        }
        if (framing != BF_FRAMING_WHOLE) {
            break;
        }
        offset += bfRecordBytes(n);
        *previous_n = n;
        index += 1;
    }
    *offset_reached = offset;
    return index;
}

/* Put the file position back to the next record after a peek elsewhere. */
static void restorePosition(bfReader *reader) {
    clearerr(reader->file);
    fseeko(reader->file, (off_t)reader->offset, SEEK_SET);
}

/* Count by division where the header promises equal records and they are where they should be. */
static void countEqualRecords(bfReader *reader) {
    uint64_t record_bytes = bfRecordBytes(reader->header.max_agents);
    uint64_t body_bytes = reader->size - bfHeader_FramesAt(&reader->header);
    int64_t count = (int64_t)(body_bytes / record_bytes);
    uint64_t rest = body_bytes % record_bytes;
    if (count > 0 && recordsAreEqual(reader, count, rest)) {
        reader->equal_records = true;
        reader->frame_count = count;
        if (rest > 0) {
            endInsideRecord(reader, record_bytes - rest);
        }
    }
}

static void countByWalking(bfReader *reader) {
    uint64_t offset;
    int32_t previous_n;
    reader->equal_records = false;
    reader->was_cut = false;
    reader->frame_count = walk(reader, INT64_MAX, &offset, &previous_n);
}

int64_t bfReader_CountFrames(bfReader *reader) {
    if (reader->frame_count >= 0 || reader->is_pipe) {
        return reader->frame_count;
    }
    if (reader->header.max_agents > 0 && reader->size > bfHeader_FramesAt(&reader->header)) {
        countEqualRecords(reader);
    }
    if (reader->frame_count < 0) {
        countByWalking(reader);
    }
    restorePosition(reader);
    return reader->frame_count;
}

bfResult bfReader_Seek(bfReader *reader, int64_t index, bfError *error) {
    if (reader->is_pipe) {
        return bfFail(error, BF_ERROR_READ, "%s: a pipe cannot be read from the middle, give a file", reader->path);
    }
    int64_t count = bfReader_CountFrames(reader);
    if (reader->equal_records && index >= 0 && index < count && !recordIsEqual(reader, index, BF_FRAMING_WHOLE)) {
        countByWalking(reader); /* the promise held at the ends only */
        count = reader->frame_count;
        restorePosition(reader);
    }
    if (index < 0 || index > count) {
        return bfFail(error, BF_ERROR_END, "%s: no frame %" PRId64 ": it has %" PRId64 " (0 to %" PRId64 ")",
                      reader->path, index, count, count - 1);
    }
    if (reader->equal_records) {
        reader->offset = bfHeader_FramesAt(&reader->header) + (uint64_t)index * bfRecordBytes(reader->header.max_agents);
        reader->previous_n = index > 0 ? reader->header.max_agents : -1;
    } else {
        walk(reader, index, &reader->offset, &reader->previous_n);
    }
    reader->index = index;
    restorePosition(reader);
    return BF_OK;
}

bool bfReader_WasCut(const bfReader *reader, uint64_t *missing_bytes) {
    if (missing_bytes != NULL) {
        *missing_bytes = reader->missing_bytes;
    }
    return reader->was_cut;
}

void bfCloseReader(bfReader *reader) {
    if (reader == NULL) {
        return;
    }
    if (reader->file != NULL && reader->file != stdin) {
        fclose(reader->file);
    }
    free(reader->record);
    free(reader->scene_json);
    free(reader->path);
    free(reader);
}
