/* The .bfs recording format (docs/format.md): frames, header, reader, writer, state hash.
 * This is the only thing the simulation and the renderer share. Little-endian hosts only, checked at compile time. */
#ifndef BOIDFORGE_BFS_H
#define BOIDFORGE_BFS_H

#include "boidforge/result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BF_HEADER_BYTES 32
#define BF_RECORD_HEADER_BYTES 8
#define BF_BYTES_PER_AGENT 16
/* The most agents one record may hold: what the simulation accepts, and a bound for every allocation. */
#define BF_MAX_AGENTS 50000000

/* Bytes of one frame record of n agents: i32 timestep, i32 n, then f32 px[n], py[n], vx[n], vy[n]. */
static inline size_t bfRecordBytes(int32_t n) {
    return BF_RECORD_HEADER_BYTES + (size_t)n * BF_BYTES_PER_AGENT;
}

/* One frame, seen in place: the arrays point into the record it was made from and live as long as that. */
typedef struct bfFrame {
    int32_t timestep; /* 0 is the state after the first step */
    int32_t n;        /* agents */
    const float *px, *py; /* world units */
    const float *vx, *vy; /* world units per second */
} bfFrame;

/* View a whole record (4-byte aligned) as a frame. BF_ERROR_CORRUPT when `bytes` is not exactly the record's length
 * or the count is negative or above BF_MAX_AGENTS. */
bfResult bfFrame_FromRecord(const void *record, size_t bytes, bfFrame *frame, bfError *error);

/* Whether agent i holds a NaN or an infinity in any field; how many do. */
bool bfFrame_IsBad(const bfFrame *frame, int32_t i);
int32_t bfFrame_CountBad(const bfFrame *frame);

/* State hash: XXH64, seed 0, over the bytes of px, then py, vx, vy. Printed as 16 lower-case hex digits. */
uint64_t bfFrame_Hash(const bfFrame *frame);

/* Hash of a recording: XXH64 over the frames' hashes in order, 8 bytes each, little-endian. */
typedef struct bfStreamHash bfStreamHash;
bfStreamHash *bfCreateStreamHash(void);
void bfStreamHash_Add(bfStreamHash *hash, uint64_t frame_hash);
uint64_t bfStreamHash_Value(const bfStreamHash *hash);
void bfDestroyStreamHash(bfStreamHash *hash);

typedef struct bfHeader {
    uint16_t version;    /* 1, or 2: the scene's JSON follows the header */
    uint8_t dim;         /* 2 */
    int32_t max_agents;  /* every frame's agent count, or 0 = frames may differ */
    float dt;            /* seconds of simulated time per frame */
    uint32_t seed;
    int32_t frame_count; /* -1 while being written, or not known */
    uint32_t scene_bytes; /* version 2: of the JSON block with its padding, a multiple of 8; version 1: 0 */
} bfHeader;

/* The longest scene block that is read or written. */
#define BF_MAX_SCENE_BYTES ((uint32_t)4 << 20)

/* Where the first frame record starts, in bytes. */
static inline uint64_t bfHeader_FramesAt(const bfHeader *header) {
    return (uint64_t)BF_HEADER_BYTES + header->scene_bytes;
}

void bfHeader_Encode(const bfHeader *header, uint8_t bytes[BF_HEADER_BYTES]);

/* BF_ERROR_FORMAT with a line that says what the bytes are not: another file type, a newer version, big-endian,
 * 3D, another number type. `available` may be less than 32 (a cut file). */
bfResult bfHeader_Decode(const uint8_t *bytes, size_t available, bfHeader *header, bfError *error);

/* Framing: what the 8 bytes at the start of a record mean, given what is left of the file. Shared by the native
 * reader and the page, which slices files itself. */
typedef enum bfFraming {
    BF_FRAMING_WHOLE,   /* the record is complete */
    BF_FRAMING_END,     /* nothing left: a clean end */
    BF_FRAMING_CUT,     /* the record is plausible but its bytes are missing: use what came before, say so */
    BF_FRAMING_CORRUPT, /* the count is impossible: stop here, name the offset */
} bfFraming;

/* `start` holds min(left, 8) bytes; `left` is how many bytes the file has from here on; `previous_n` the count of the
 * frame before, or -1 for the first. On BF_FRAMING_WHOLE and BF_FRAMING_CUT (with 8 bytes there) *n is set. */
bfFraming bfFraming_Classify(const bfHeader *header, const uint8_t *start, uint64_t left, int32_t previous_n,
                             int32_t *n);

/* ---- Reading a file or a pipe, frame by frame ---- */

typedef struct bfReader bfReader;

/* Open `path` ("-" is standard input) and read its header. */
bfResult bfOpenReader(const char *path, bfReader **reader, bfError *error);
const bfHeader *bfReader_Header(const bfReader *reader);

/* A version 2 recording's scene as JSON text; NULL for version 1. */
const char *bfReader_SceneJson(const bfReader *reader);

/* The next frame; its arrays are valid until the next call. BF_ERROR_END after the last whole frame;
 * BF_ERROR_CORRUPT with the offset at a damaged record, after every frame before it was delivered. */
bfResult bfReader_Next(bfReader *reader, bfFrame *frame, bfError *error);

/* Go to frame `index` (0-based), so that bfReader_Next returns it. Regular files only; BF_ERROR_END past the end. */
bfResult bfReader_Seek(bfReader *reader, int64_t index, bfError *error);

/* Whole frames in the file; -1 for a pipe that has not ended yet. Walks a file with varying counts once. */
int64_t bfReader_CountFrames(bfReader *reader);

/* True when the file ends inside a record; `*missing_bytes` (may be NULL) then says how many bytes that record lacks.
 * Known once the end was reached or the frames were counted. */
bool bfReader_WasCut(const bfReader *reader, uint64_t *missing_bytes);
void bfCloseReader(bfReader *reader);

/* ---- Writing ---- */

typedef struct bfWriter bfWriter;

/* Start a recording of the header's version; version 2 takes the scene's JSON text (NULL for version 1), and
 * scene_bytes is worked out here. It is written beside `path` under a temporary name and takes its own name in
 * bfWriter_Finish, so a file of that name is whole. "-" is standard output (frame_count stays -1 there). */
bfResult bfCreateWriter(const char *path, const bfHeader *header, const char *scene_json, bfWriter **writer,
                        bfError *error);

/* Append one whole record (bfRecordBytes(n) bytes). */
bfResult bfWriter_Write(bfWriter *writer, const void *record, size_t bytes, bfError *error);
int32_t bfWriter_FrameCount(const bfWriter *writer);

/* Fill in frame_count, flush to disk, rename into place, free. On failure the temporary file is removed. */
bfResult bfWriter_Finish(bfWriter *writer, bfError *error);

/* Give up: remove the temporary file, free. */
void bfWriter_Abandon(bfWriter *writer);

#ifdef __cplusplus
}
#endif
#endif
