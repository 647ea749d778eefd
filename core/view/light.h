/* Bloom and the final picture. */
#ifndef BF_VIEW_LIGHT_H
#define BF_VIEW_LIGHT_H

#include "boidforge/view.h"
#include "target.h"
#include "tile.h"

/* Enough for 65536 rows, a quarter of them halved until a handful is left. */
#define BF_MAX_BLOOM_LEVELS 12

typedef struct bfLight {
    bfProgram first, down, up, composite;
    bfProgram plain_composite;            /* the same without what the usual look does without */
    bfProgram tile_composite;             /* the same for a part of the picture; made when it is needed */
    bfTarget levels[BF_MAX_BLOOM_LEVELS]; /* a quarter of the picture each way, then halves */
    double weights[BF_MAX_BLOOM_LEVELS];  /* shares of the bloom, 1 in all */
    int level_count;
} bfLight;

/* What the passes read. */
typedef struct bfScenery {
    const bfTarget *lit; /* trails and agents, linear */
    double lit_scale;    /* factor from its values to light */
    const bfLook *look;
    int32_t width, height; /* of the picture, pixels */
    bfRect window;         /* the part of the picture that `lit` holds */
    bool is_transparent;   /* the background is left out */
} bfScenery;

bfResult bfLight_Create(bfLight *light, const bfTargetFormat *format, bfError *error);
void bfLight_Destroy(bfLight *light);

/* Make the levels for a picture of that size. */
bfResult bfLight_Resize(bfLight *light, const bfTargetFormat *format, int32_t width, int32_t height, bfError *error);

/* Make ready for scenery that is a part of the picture. */
bfResult bfLight_PrepareTiles(bfLight *light, const bfTargetFormat *format, bfError *error);

/* Whether a look needs the light that is gathered. */
bool bfLight_IsGathered(const bfLook *look);

/* Gather the light of a part of the picture, which lies in the scenery; then, once it is whole, work out the bloom. */
void bfLight_Gather(const bfLight *light, const bfScenery *scenery, const bfRect *part);
void bfLight_Bloom(const bfLight *light, const bfLook *look);

/* Compose into `framebuffer`, of the scenery's size; `flip` writes the top row first. */
void bfLight_Compose(const bfLight *light, const bfScenery *scenery, GLuint framebuffer, bool flip);

#endif
