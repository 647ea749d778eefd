/* Random numbers and parameters for the property tests: the same for the same seed, on every machine. */
#ifndef BF_TEST_RANDOM_PARAMS_H
#define BF_TEST_RANDOM_PARAMS_H

#include "boidforge/sim.h"

#include <stdbool.h>
#include <stdint.h>

void seedRandom(uint64_t seed);
double randomBetween(double low, double high);
bool randomChance(double probability);

/* The parameter set of that number, which seeds the random numbers: sparse and packed worlds, thin ones, ones smaller
 * than a radius, zero radii, weights and speeds, pointers; a third has a telling agent count (0, 1, 2, around the lane
 * counts), a fifteenth up to 5,000. Some sets are refused by bfParams_Check. */
bfParams randomParams(uint64_t set);

/* Up to `most` events within the steps of the params, the same for the same set: agents that join and leave, grids that
 * change, pointers (not in classic) that move. Returns how many. Few sets are refused by bfCheckEvents. */
int32_t randomEvents(uint64_t set, const bfParams *params, bfEvent *events, int32_t most);

#endif
