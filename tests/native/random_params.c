#include "random_params.h"

#include <math.h>

static uint64_t random_state;

void seedRandom(uint64_t seed) {
    random_state = seed;
}

static uint64_t nextRandom(void) {
    random_state += 0x9e3779b97f4a7c15u; /* SplitMix64 */
    uint64_t z = random_state;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

double randomBetween(double low, double high) {
    return low + (high - low) * ((double)(nextRandom() >> 11) * 0x1p-53);
}

bool randomChance(double probability) {
    return randomBetween(0, 1) < probability;
}

bfParams randomParams(void) {
    bfParams p = bfDefaultParams();
    p.agents = (int64_t)(randomChance(0.3) ? randomBetween(0, 12) : randomBetween(12, 400));
    p.seed = (int64_t)randomBetween(0, 4294967295.0);
    double largest = exp(randomBetween(log(0.5), log(60)));
    p.r_sep = randomChance(0.1) ? 0 : largest * randomBetween(0.05, 1);
    p.r_ali = randomChance(0.1) ? 0 : largest * randomBetween(0.05, 1);
    p.r_coh = randomChance(0.1) ? 0 : largest * randomBetween(0.05, 1);
    p.boundary = randomChance(0.6) ? BF_WRAP : BF_REFLECT;
    p.metric = randomChance(0.3) ? BF_PLANE : BF_METRIC_AUTO;
    double side = 3.01 * largest;
    p.world_width = side * exp(randomBetween(0, randomChance(0.2) ? 7 : 3));
    p.world_height = side * exp(randomBetween(0, randomChance(0.2) ? 7 : 2));
    p.w_sep = randomBetween(-1, 60) * (randomChance(0.1) ? 0 : 1);
    p.w_ali = randomBetween(-1, 5) * (randomChance(0.1) ? 0 : 1);
    p.w_coh = randomBetween(-1, 5) * (randomChance(0.1) ? 0 : 1);
    p.min_speed = randomChance(0.2) ? 0 : randomBetween(0, 1) * side;
    p.max_speed = p.min_speed + randomBetween(0, 2) * side;
    p.max_force = exp(randomBetween(-2, 8));
    p.dt = randomBetween(0.01, 0.3);
    return p;
}
