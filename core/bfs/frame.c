#include "boidforge/bfs.h"

#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "a .bfs record is used in place, so the machine must be little-endian"
#endif

bfResult bfFrame_FromRecord(const void *record, size_t bytes, bfFrame *frame, bfError *error) {
    if (bytes < BF_RECORD_HEADER_BYTES) {
        return bfFail(error, BF_ERROR_CORRUPT, "a frame record of %zu bytes is too short to hold its own head", bytes);
    }
    int32_t head[2];
    memcpy(head, record, sizeof head);
    int32_t n = head[1];
    if (n < 0 || n > BF_MAX_AGENTS || bytes != bfRecordBytes(n)) {
        return bfFail(error, BF_ERROR_CORRUPT, "a frame record says %d agents but is %zu bytes long", (int)n, bytes);
    }
    const float *floats = (const float *)((const char *)record + BF_RECORD_HEADER_BYTES);
    *frame = (bfFrame){.timestep = head[0],
                       .n = n,
                       .px = floats,
                       .py = floats + n,
                       .vx = floats + 2 * (size_t)n,
                       .vy = floats + 3 * (size_t)n};
    return BF_OK;
}

/* NaN and infinities are the numbers whose exponent bits are all ones; compilers may not fold this away. */
static bool isBad(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7f800000u) == 0x7f800000u;
}

bool bfFrame_IsBad(const bfFrame *frame, int32_t i) {
    return isBad(frame->px[i]) || isBad(frame->py[i]) || isBad(frame->vx[i]) || isBad(frame->vy[i]);
}

int32_t bfFrame_CountBad(const bfFrame *frame) {
    int32_t bad = 0;
    for (int32_t i = 0; i < frame->n; ++i) {
        bad += bfFrame_IsBad(frame, i);
    }
    return bad;
}
