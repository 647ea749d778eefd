/* The 32 header bytes, and what the first 8 bytes of a record mean. Both are pure functions of bytes, so that the
 * native reader and the page, which slices files in JavaScript, decide alike. */
#include "boidforge/bfs.h"

#include <string.h>

#define MAGIC "BFS1"
#define FLAG_LITTLE_ENDIAN 1u
#define DTYPE_FLOAT32 0

enum { AT_VERSION = 4, AT_FLAGS = 6, AT_DIM = 8, AT_DTYPE = 9, AT_MAX = 12, AT_DT = 16, AT_SEED = 20, AT_COUNT = 24,
       AT_SCENE = 28 };

void bfHeader_Encode(const bfHeader *header, uint8_t bytes[BF_HEADER_BYTES]) {
    uint16_t flags = FLAG_LITTLE_ENDIAN;
    memset(bytes, 0, BF_HEADER_BYTES);
    memcpy(bytes, MAGIC, 4);
    memcpy(bytes + AT_VERSION, &header->version, 2);
    memcpy(bytes + AT_FLAGS, &flags, 2);
    bytes[AT_DIM] = header->dim;
    bytes[AT_DTYPE] = DTYPE_FLOAT32;
    memcpy(bytes + AT_MAX, &header->max_agents, 4);
    memcpy(bytes + AT_DT, &header->dt, 4);
    memcpy(bytes + AT_SEED, &header->seed, 4);
    memcpy(bytes + AT_COUNT, &header->frame_count, 4);
    memcpy(bytes + AT_SCENE, &header->scene_bytes, 4);
}

bfResult bfHeader_Decode(const uint8_t *bytes, size_t available, bfHeader *header, bfError *error) {
    if (available < 4 || memcmp(bytes, MAGIC, 4) != 0) {
        return bfFail(error, BF_ERROR_FORMAT, "this is not a .bfs recording (it does not begin with BFS1)");
    }
    if (available < BF_HEADER_BYTES) {
        return bfFail(error, BF_ERROR_FORMAT, "this .bfs recording ends inside its header (%zu of %d bytes)", available,
                      BF_HEADER_BYTES);
    }
    uint16_t flags;
    memcpy(&header->version, bytes + AT_VERSION, 2);
    memcpy(&flags, bytes + AT_FLAGS, 2);
    header->dim = bytes[AT_DIM];
    memcpy(&header->max_agents, bytes + AT_MAX, 4);
    memcpy(&header->dt, bytes + AT_DT, 4);
    memcpy(&header->seed, bytes + AT_SEED, 4);
    memcpy(&header->frame_count, bytes + AT_COUNT, 4);
    if ((flags & FLAG_LITTLE_ENDIAN) == 0) {
        return bfFail(error, BF_ERROR_FORMAT, "this .bfs recording is not little-endian, which is all that is read");
    }
    if (header->version != 1 && header->version != 2) {
        return bfFail(error, BF_ERROR_FORMAT, "this .bfs recording has version %u; this program reads 1 and 2",
                      (unsigned)header->version);
    }
    header->scene_bytes = 0;
    if (header->version == 2) {
        memcpy(&header->scene_bytes, bytes + AT_SCENE, 4);
        if (header->scene_bytes % 8 != 0 || header->scene_bytes > BF_MAX_SCENE_BYTES) {
            return bfFail(error, BF_ERROR_FORMAT, "this .bfs recording's header gives its scene %u bytes; a multiple "
                                                  "of 8 up to %u is possible",
                          (unsigned)header->scene_bytes, (unsigned)BF_MAX_SCENE_BYTES);
        }
    }
    if (header->dim != 2 || bytes[AT_DTYPE] != DTYPE_FLOAT32) {
        return bfFail(error, BF_ERROR_FORMAT,
                      "this .bfs recording has %u dimensions of number type %u; 2 of type 0 (float32) are read",
                      (unsigned)header->dim, (unsigned)bytes[AT_DTYPE]);
    }
    if (header->max_agents < 0 || header->max_agents > BF_MAX_AGENTS) {
        return bfFail(error, BF_ERROR_FORMAT, "this .bfs recording's header says %d agents; 0 to %d are possible",
                      (int)header->max_agents, BF_MAX_AGENTS);
    }
    uint32_t dt_bits;
    memcpy(&dt_bits, &header->dt, sizeof dt_bits);
    if ((dt_bits & 0x7f800000u) == 0x7f800000u || !(header->dt > 0.0f)) {
        return bfFail(error, BF_ERROR_FORMAT, "this .bfs recording's header has a time step that is not above 0");
    }
    return BF_OK;
}

bfFraming bfFraming_Classify(const bfHeader *header, const uint8_t *start, uint64_t left, int32_t previous_n,
                             int32_t *n) {
    if (left == 0) {
        return BF_FRAMING_END;
    }
    if (left < BF_RECORD_HEADER_BYTES) {
        return BF_FRAMING_CUT;
    }
    int32_t count;
    memcpy(&count, start + 4, sizeof count);
    if (count < 0 || count > BF_MAX_AGENTS) {
        return BF_FRAMING_CORRUPT;
    }
    *n = count;
    if (bfRecordBytes(count) <= left) {
        return BF_FRAMING_WHOLE;
    }
    bool plausible = count == previous_n || (header->max_agents > 0 && count == header->max_agents);
    return plausible ? BF_FRAMING_CUT : BF_FRAMING_CORRUPT;
}
