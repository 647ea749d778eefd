/* Start states as NumPy's default_rng(seed) draws them: SeedSequence (M. E. O'Neill's seed_seq alternative, as in
 * NumPy's bit_generator) spreads the seed, PCG64 XSL-RR (O'Neill, "PCG", HMC-CS-2014-0905, section 6.3) draws. */
#include "internal.h"

#define POOL_WORDS 4
#define INIT_A     0x43b0d7e5u
#define MULT_A     0x931e8875u
#define INIT_B     0x8b51f9ddu
#define MULT_B     0x58f38dedu
#define MIX_L      0xca01f9ddu
#define MIX_R      0x4973f715u
#define XSHIFT     16

#define TWO_PI 6.283185307179586

static uint32_t hashWord(uint32_t value, uint32_t *constant, uint32_t multiplier) {
    value ^= *constant;
    *constant *= multiplier;
    value *= *constant;
    return value ^ (value >> XSHIFT);
}

static uint32_t mixWords(uint32_t x, uint32_t y) {
    uint32_t result = MIX_L * x - MIX_R * y;
    return result ^ (result >> XSHIFT);
}

/* SeedSequence([seed, second]).generate_state(8, uint32); with 0 as the second word that of the seed alone. */
static void spreadSeed(uint32_t seed, uint32_t second, uint32_t words[8]) {
    uint32_t pool[POOL_WORDS] = {seed, second, 0, 0};
    uint32_t constant = INIT_A;
    for (int i = 0; i < POOL_WORDS; ++i) {
        pool[i] = hashWord(pool[i], &constant, MULT_A);
    }
    for (int from = 0; from < POOL_WORDS; ++from) {
        for (int to = 0; to < POOL_WORDS; ++to) {
            if (from != to) {
                pool[to] = mixWords(pool[to], hashWord(pool[from], &constant, MULT_A));
            }
        }
    }
    constant = INIT_B;
    for (int i = 0; i < 8; ++i) {
        words[i] = hashWord(pool[i % POOL_WORDS], &constant, MULT_B);
    }
}

static void advance(bfRng *rng) {
    const bfUint128 multiplier = (bfUint128)2549297995355413924u << 64 | 4865540595714422341u;
    rng->state = rng->state * multiplier + rng->increment;
}

static bfRng seedRng(uint32_t seed, uint32_t second) {
    uint32_t words[8];
    spreadSeed(seed, second, words);
    uint64_t v[4];
    for (int i = 0; i < 4; ++i) {
        v[i] = (uint64_t)words[2 * i + 1] << 32 | words[2 * i];
    }
    bfUint128 start = (bfUint128)v[0] << 64 | v[1];
    bfUint128 sequence = (bfUint128)v[2] << 64 | v[3];
    bfRng rng = {.state = 0, .increment = sequence << 1 | 1};
    advance(&rng);
    rng.state += start;
    advance(&rng);
    return rng;
}

bfRng bfSeedRng(uint32_t seed) {
    return seedRng(seed, 0);
}

uint64_t bfRng_Next(bfRng *rng) {
    advance(rng);
    uint64_t folded = (uint64_t)(rng->state >> 64) ^ (uint64_t)rng->state;
    unsigned turn = (unsigned)(rng->state >> 122);
    return folded >> turn | folded << (-turn & 63);
}

double bfRng_Uniform(bfRng *rng, double low, double high) {
    return low + (high - low) * ((double)(bfRng_Next(rng) >> 11) * 0x1p-53);
}

/* Rounding to float32 can give the extent itself, about 3e-8 a draw: outside a half-open world, and classic's bytes. */
static float startPosition(bfRng *rng, double extent, bool keep_extent) {
    float position = (float)bfRng_Uniform(rng, 0.0, extent);
    return !keep_extent && position >= (float)extent ? 0.0f : position;
}

static void startVelocity(double heading, double speed, float *vx, float *vy) {
    double sine, cosine;
    bfSinCos(heading, &sine, &cosine);
    *vx = (float)(speed * cosine);
    *vy = (float)(speed * sine);
}

/* Headings and speeds are two runs of draws, so both have to exist before the first velocity: the second run is drawn
 * by a generator of its own that has skipped the first, and no array of doubles is needed. */
static void seedVelocities(const bfParams *params, bfRng *rng, float *vx, float *vy) {
    bfRng speeds = *rng;
    for (int64_t i = 0; i < params->agents; ++i) {
        advance(&speeds);
    }
    for (int64_t i = 0; i < params->agents; ++i) {
        double heading = bfRng_Uniform(rng, 0.0, TWO_PI);
        double speed = bfRng_Uniform(&speeds, params->min_speed, params->max_speed);
        startVelocity(heading, speed, &vx[i], &vy[i]);
    }
}

void bfSeedAgents(const bfParams *params, float *px, float *py, float *vx, float *vy) {
    bfRng rng = bfSeedRng((uint32_t)params->seed);
    bool keep_extent = params->numerics == BF_CLASSIC;
    for (int64_t i = 0; i < params->agents; ++i) {
        px[i] = startPosition(&rng, params->world_width, keep_extent);
    }
    for (int64_t i = 0; i < params->agents; ++i) {
        py[i] = startPosition(&rng, params->world_height, keep_extent);
    }
    seedVelocities(params, &rng, vx, vy);
}

bfAgent bfSeedAgent(const bfParams *params, int32_t id) {
    bfRng rng = seedRng((uint32_t)params->seed, (uint32_t)id);
    bool keep_extent = params->numerics == BF_CLASSIC;
    bfAgent agent;
    agent.x = startPosition(&rng, params->world_width, keep_extent);
    agent.y = startPosition(&rng, params->world_height, keep_extent);
    double heading = bfRng_Uniform(&rng, 0.0, TWO_PI);
    double speed = bfRng_Uniform(&rng, params->min_speed, params->max_speed);
    startVelocity(heading, speed, &agent.vx, &agent.vy);
    return agent;
}
