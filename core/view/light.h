/* Bloom and the final picture. */
#ifndef BF_VIEW_LIGHT_H
#define BF_VIEW_LIGHT_H

#include "boidforge/view.h"
#include "target.h"

/* Enough for 16384 rows, halved until a handful is left. */
#define BF_MAX_BLOOM_LEVELS 12

typedef struct bfLight {
    bfProgram first, down, up, composite;
    bfProgram plain_composite;            /* the same without what the usual look does without */
    bfTarget levels[BF_MAX_BLOOM_LEVELS]; /* a quarter of the picture each way, then halves */
    double weights[BF_MAX_BLOOM_LEVELS];  /* shares of the bloom, 1 in all */
    int level_count;
} bfLight;

/* What the passes read. */
typedef struct bfScenery {
    const bfTarget *lit; /* trails and agents, linear */
    double lit_scale;    /* factor from its values to light */
    const bfLook *look;
} bfScenery;

bfResult bfLight_Create(bfLight *light, const bfTargetFormat *format, bfError *error);
void bfLight_Destroy(bfLight *light);
bfResult bfLight_Resize(bfLight *light, const bfTargetFormat *format, int32_t width, int32_t height, bfError *error);

/* Work out the bloom for this scenery. */
void bfLight_Bloom(const bfLight *light, const bfScenery *scenery);

/* Compose into `framebuffer`, of the scenery's size; `flip` writes the top row first. */
void bfLight_Compose(const bfLight *light, const bfScenery *scenery, GLuint framebuffer, bool flip);

#endif
