/* Start states that seeds hardly ever give: agents on cell borders, on top of each other, a radius apart. */
#ifndef BF_TEST_PLACEMENT_H
#define BF_TEST_PLACEMENT_H

#include "boidforge/sim.h"

typedef enum Placement {
    PLACED_BY_SEED,    /* as the world made them */
    PLACED_ON_BORDERS, /* exactly on cell borders, the seam's included, and a float away from them */
    PLACED_ON_TOP,     /* several at each place, some with the same velocity too */
    PLACED_IN_A_CROWD, /* a few floats apart, at a corner of the world: offsets whose squares are denormal or 0 */
    PLACED_R_APART,    /* pairs a radius apart, to within a few floats, in a row or a column */
    PLACEMENTS
} Placement;

/* What the placement is, in words. */
const char *placementName(Placement placement);

/* Put the agents of a world that has not stepped yet into place: the same places for the same parameters. The state is
 * seen in place by bfWorld_Frame, and this writes where that looks. */
void placeAgents(bfWorld *world, Placement placement);

#endif
