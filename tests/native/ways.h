/* The ways to compute one flock, all of which must give the same bytes. */
#ifndef BF_TEST_WAYS_H
#define BF_TEST_WAYS_H

#include "boidforge/sim.h"

#define MAX_WAYS 40

typedef struct Way {
    char name[80];
    bfParams params; /* the flock's, with this way's level, instruction set and thread count */
} Way;

/* Level, instruction set and threads of the params in words. */
void nameWay(Way *way);

/* Every level of the numerics (all pairs for small flocks only) on every instruction set that matters to it and is
 * here; level native with 1, 2, 3 and 8 threads, or with one of these counts, which differs from way to way and from
 * `turn` to turn, as the other levels. Returns how many of the MAX_WAYS places were filled. */
int listWays(const bfParams *params, bool all_threads, uint64_t turn, Way *ways);

#endif
