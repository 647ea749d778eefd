#include "boidforge/bfs.h"

#include <stdlib.h>

/* xxHash as source, under names of its own; without XXH3, whose vector code Debian 13's Emscripten cannot build. */
#define XXH_NAMESPACE bf_
#define XXH_STATIC_LINKING_ONLY
#define XXH_IMPLEMENTATION
#define XXH_NO_XXH3
/* gcc 12 inlines the 32-byte path into an 8-byte update that never takes it, and then warns about its reads. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Warray-bounds"
#endif
#include "xxhash.h"

uint64_t bfFrame_Hash(const bfFrame *frame) {
    size_t bytes = (size_t)frame->n * sizeof(float);
    XXH64_state_t state;
    XXH64_reset(&state, 0);
    /* An empty frame's arrays may be NULL, which xxHash does not take. */
    if (bytes > 0) {
        XXH64_update(&state, frame->px, bytes);
        XXH64_update(&state, frame->py, bytes);
        XXH64_update(&state, frame->vx, bytes);
        XXH64_update(&state, frame->vy, bytes);
    }
    return XXH64_digest(&state);
}

struct bfStreamHash {
    XXH64_state_t state;
};

bfStreamHash *bfCreateStreamHash(void) {
    bfStreamHash *hash = malloc(sizeof *hash);
    if (hash != NULL) {
        XXH64_reset(&hash->state, 0);
    }
    return hash;
}

void bfStreamHash_Add(bfStreamHash *hash, uint64_t frame_hash) {
    XXH64_update(&hash->state, &frame_hash, sizeof frame_hash);
}

uint64_t bfStreamHash_Value(const bfStreamHash *hash) {
    return XXH64_digest(&hash->state);
}

void bfDestroyStreamHash(bfStreamHash *hash) {
    free(hash);
}
