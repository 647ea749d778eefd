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

/* low times a power of two up to 2^octaves, and a bit more: spread over magnitudes without a logarithm, whose last bit
 * differs between C libraries. */
static double randomScale(double low, int octaves) {
    double scale = low;
    for (int doublings = (int)randomBetween(0, octaves); doublings > 0; --doublings) {
        scale *= 2;
    }
    return scale * randomBetween(1, 2);
}

/* A number between the two, or now and then 0. */
static double sometimesZero(double low, double high) {
    double value = randomBetween(low, high);
    return randomChance(0.1) ? 0 : value;
}

/* Where lanes fill up, and the small flocks in which most can go wrong. */
static int64_t tellingAgentCount(uint64_t set) {
    static const int8_t counts[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 31, 32, 33};
    return counts[set % (sizeof counts / sizeof counts[0])];
}

static int64_t randomAgentCount(uint64_t set) {
    if (set % 3 == 0) {
        return tellingAgentCount(set / 3);
    }
    return (int64_t)(set % 10 == 8 ? randomBetween(400, 5001) : randomBetween(12, 400));
}

/* In two flocks of three a pointer: in the world, on its seam, or outside, and reaching over a part of it or all. */
static void placePointer(bfParams *p) {
    double least = p->world_width < p->world_height ? p->world_width : p->world_height;
    double most = p->world_width + p->world_height;
    if (randomChance(1.0 / 3)) {
        return;
    }
    p->pointer_x = randomChance(0.2) ? 0 : p->world_width * randomBetween(-0.4, 1.4);
    p->pointer_y = randomChance(0.2) ? p->world_height : p->world_height * randomBetween(-0.4, 1.4);
    p->pointer_radius = randomChance(0.5) ? least * randomBetween(0.05, 0.7) : most * randomBetween(0.2, 2);
    p->pointer_strength = p->max_force * sometimesZero(-4, 4);
}

bfParams randomParams(uint64_t set) {
    bfParams p = bfDefaultParams();
    seedRandom(set);
    p.agents = randomAgentCount(set);
    p.seed = (int64_t)randomBetween(0, 4294967295.0);
    double largest = randomScale(0.5, 6);
    p.r_sep = largest * sometimesZero(0.05, 1);
    p.r_ali = largest * sometimesZero(0.05, 1);
    p.r_coh = largest * sometimesZero(0.05, 1);
    p.boundary = randomChance(0.6) ? BF_WRAP : BF_REFLECT;
    p.metric = randomChance(0.3) ? BF_PLANE : BF_METRIC_AUTO;
    /* Without a seam a world may be smaller than a radius: everybody in one cell. */
    double side = largest * (bfParams_Metric(&p) == BF_PLANE && randomChance(0.3) ? randomBetween(0.25, 3) : 3.01);
    p.world_width = side * randomScale(1, randomChance(0.2) ? 9 : 3);
    p.world_height = side * randomScale(1, randomChance(0.2) ? 9 : 2);
    p.w_sep = sometimesZero(-1, 60);
    p.w_ali = sometimesZero(-1, 5);
    p.w_coh = sometimesZero(-1, 5);
    p.min_speed = side * sometimesZero(0, 1);
    p.max_speed = p.min_speed + sometimesZero(0, 2) * side;
    p.max_force = randomScale(0.125, 14);
    p.dt = randomBetween(0.01, 0.3);
    placePointer(&p);
    return p;
}

static bfEvent randomEvent(const bfParams *p, int64_t step) {
    const struct {
        const char *name;
        double scale, low, high;
        bool may_be_zero;
    } kinds[] = {{"agents", (double)p->agents, 0, 2, true},
                 {"agents", 20, 0, 3, true},
                 {"r_sep", p->r_sep, 0.5, 1, true},
                 {"r_ali", p->r_ali, 0.05, 1, true},
                 {"r_coh", p->r_coh, 0.05, 1, true},
                 {"w_sep", 1, -1, 60, true},
                 {"w_ali", 1, -1, 5, true},
                 {"w_coh", 1, -1, 5, true},
                 {"min_speed", p->min_speed, 0, 1, true},
                 {"max_speed", p->max_speed, 1, 1.1, false},
                 {"max_force", p->max_force, 0.1, 3, true},
                 {"pointer_x", p->world_width, -0.4, 1.4, true},
                 {"pointer_y", p->world_height, -0.4, 1.4, true},
                 {"pointer_radius", p->world_width, 0.1, 2, true},
                 {"pointer_strength", p->max_force, -4, 4, true}};
    int with_pointer = sizeof kinds / sizeof kinds[0], without = with_pointer - 4;
    int kind = (int)randomBetween(0, p->numerics == BF_CELL ? with_pointer : without);
    bool is_zero = kinds[kind].may_be_zero && randomChance(0.1);
    double value = is_zero ? 0 : kinds[kind].scale * randomBetween(kinds[kind].low, kinds[kind].high);
    const bfParamInfo *param = bfTable_Find(bfParamsTable(), kinds[kind].name);
    return (bfEvent){(int32_t)step, param, param->type == BF_WHOLE ? floor(value) : value};
}

int32_t randomEvents(uint64_t set, const bfParams *params, bfEvent *events, int32_t most) {
    seedRandom(set + 1000000007);
    int32_t count = 0;
    for (int64_t step = 0; step < params->steps && count < most; step += randomChance(0.5)) {
        if (randomChance(0.6)) {
            events[count++] = randomEvent(params, step);
        }
    }
    return count;
}
