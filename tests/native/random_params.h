/* Random numbers and parameters for the property tests: the same for the same seed, on every machine. */
#ifndef BF_TEST_RANDOM_PARAMS_H
#define BF_TEST_RANDOM_PARAMS_H

#include "boidforge/sim.h"

#include <stdbool.h>
#include <stdint.h>

void seedRandom(uint64_t seed);
double randomBetween(double low, double high);
bool randomChance(double probability);

/* Parameters from all corners: sparse and packed worlds, thin ones, zero radii and weights, few and many agents. */
bfParams randomParams(void);

#endif
