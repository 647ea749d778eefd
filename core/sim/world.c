/* A world: its buffers, sized once at creation, and the step as a list of stages. */
#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct bfWorld {
    bfParams params;
    bfConstants constants;
    int64_t step_count;
    void *record; /* the state, kept in the layout it is written in */
    float *px, *py, *vx, *vy; /* into record, id order */
    float *ax, *ay, *scratch; /* classic only */
    bfGrid grid;
    const bfKernel *kernel;
    bfPool *pool;
};

static bfConstants roundConstants(const bfParams *p) {
    return (bfConstants){.dt = (float)p->dt,
                         .width = (float)p->world_width,
                         .height = (float)p->world_height,
                         .r2_sep = (float)(p->r_sep * p->r_sep),
                         .r2_ali = (float)(p->r_ali * p->r_ali),
                         .r2_coh = (float)(p->r_coh * p->r_coh),
                         .sep_floor = (float)(p->r_sep * p->r_sep * 0x1p-20),
                         .w_sep = (float)p->w_sep,
                         .w_ali = (float)p->w_ali,
                         .w_coh = (float)p->w_coh,
                         .min_speed = (float)p->min_speed,
                         .max_speed = (float)p->max_speed,
                         .max_force = (float)p->max_force,
                         .max_force2 = (float)(p->max_force * p->max_force)};
}

static void stampTimestep(bfWorld *world) {
    int32_t head[2] = {(int32_t)(world->step_count - 1), (int32_t)world->params.agents};
    memcpy(world->record, head, sizeof head);
}

/* Below this many agents a thread, waking it costs more than it brings. */
#define AGENTS_PER_THREAD 2000
#define MAX_THREADS       64

static int32_t chooseThreads(const bfParams *params) {
    if (params->threads > 0) {
        return (int32_t)params->threads;
    }
    int64_t useful = 1 + params->agents / AGENTS_PER_THREAD;
    int64_t cores = bfCountCores();
    int64_t threads = useful < cores ? useful : cores;
    return (int32_t)(threads < MAX_THREADS ? threads : MAX_THREADS);
}

static bool allocate(bfWorld *world) {
    size_t n = (size_t)world->params.agents;
    world->record = malloc(bfRecordBytes((int32_t)n));
    if (world->record == NULL) {
        return false;
    }
    world->px = (float *)((char *)world->record + BF_RECORD_HEADER_BYTES);
    world->py = world->px + n;
    world->vx = world->py + n;
    world->vy = world->vx + n;
    world->pool = bfCreatePool(chooseThreads(&world->params));
    if (world->pool == NULL || !bfGrid_Create(&world->grid, &world->params, bfPool_ThreadCount(world->pool))) {
        return false;
    }
    if (world->params.numerics == BF_CELL) {
        return true;
    }
    world->ax = malloc((n + 1) * sizeof(float));
    world->ay = malloc((n + 1) * sizeof(float));
    world->scratch = calloc(BF_CLASSIC_SCRATCH * (n + BF_MAX_LANES), sizeof(float));
    return world->ax != NULL && world->ay != NULL && world->scratch != NULL;
}

static const bfKernel *chooseKernel(const bfParams *params) {
    bfLevel level = bfParams_Level(params);
    return bfFindKernel(level == BF_VECTOR || level == BF_NATIVE ? params->simd : BF_SIMD_SCALAR);
}

bfResult bfCreateWorld(const bfParams *params, bfWorld **out, bfError *error) {
    bfResult result = bfParams_Check(params, error);
    if (result != BF_OK) {
        return result;
    }
    bfWorld *world = calloc(1, sizeof *world);
    if (world != NULL) {
        world->params = *params;
        world->constants = roundConstants(params);
        world->kernel = chooseKernel(params);
    }
    if (world == NULL || !allocate(world)) {
        bfDestroyWorld(world);
        return bfFail(error, BF_ERROR_NO_MEMORY, "agents: not enough memory for %lld of them, use fewer",
                      (long long)params->agents);
    }
    bfSeedAgents(params, world->px, world->py, world->vx, world->vy);
    stampTimestep(world);
    *out = world;
    return BF_OK;
}

void bfDestroyWorld(bfWorld *world) {
    if (world == NULL) {
        return;
    }
    bfDestroyPool(world->pool);
    bfGrid_Destroy(&world->grid);
    free(world->scratch);
    free(world->ax);
    free(world->ay);
    free(world->record);
    free(world);
}

/* ---- classic ---- */

static void integrate(bfWorld *world) {
    const bfConstants *c = &world->constants;
    for (int64_t i = 0; i < world->params.agents; ++i) {
        float vx = world->vx[i] + world->ax[i] * c->dt;
        float vy = world->vy[i] + world->ay[i] * c->dt;
        float speed = sqrtf(vx * vx + vy * vy);
        if (speed > c->max_speed) {
            float scale = c->max_speed / speed;
            vx *= scale;
            vy *= scale;
        } else if (speed > 0.0f && speed < c->min_speed) {
            float scale = c->min_speed / speed;
            vx *= scale;
            vy *= scale;
        }
        world->vx[i] = vx;
        world->vy[i] = vy;
        world->px[i] += vx * c->dt;
        world->py[i] += vy * c->dt;
    }
}

static void reflect(float *p, float *v, float extent) {
    if (*p < 0.0f) {
        *p = -*p;
        *v = -*v;
    }
    if (*p > extent) {
        *p = 2.0f * extent - *p;
        *v = -*v;
    }
}

static void bound(bfWorld *world) {
    const bfConstants *c = &world->constants;
    for (int64_t i = 0; i < world->params.agents; ++i) {
        if (world->params.boundary == BF_REFLECT) {
            reflect(&world->px[i], &world->vx[i], c->width);
            reflect(&world->py[i], &world->vy[i], c->height);
        } else {
            world->px[i] = bfFloorRemainder(world->px[i], c->width);
            world->py[i] = bfFloorRemainder(world->py[i], c->height);
        }
    }
}

static void stepClassic(bfWorld *world) {
    bfFrame state = bfWorld_Frame(world);
    if (bfParams_Level(&world->params) == BF_NATIVE) {
        bfGrid_Sort(&world->grid, &state, world->pool);
        world->kernel->accumulate_classic(&world->constants, &world->grid, &state, world->scratch, world->ax,
                                          world->ay);
    } else {
        bfAccumulateClassicNaive(&world->constants, &state, world->scratch, world->ax, world->ay);
    }
    integrate(world);
    bound(world);
}

/* ---- cell ---- */

/* Parts a thread gets on average: enough that uneven crowds still share out evenly. */
#define PARTS_PER_THREAD 16

typedef struct CellStep {
    bfWorld *world;
    bfStepJob job;
    int32_t parts;
} CellStep;

static int32_t partBegin(const CellStep *step, int32_t part) {
    return (int32_t)(step->world->params.agents * part / step->parts);
}

static void stepPart(void *context, int32_t part) {
    const CellStep *step = context;
    step->world->kernel->step_range(&step->job, partBegin(step, part), partBegin(step, part + 1));
}

/* From whole agents by id to the record's four arrays. */
static void storePart(void *context, int32_t part) {
    const CellStep *step = context;
    bfWorld *world = step->world;
    const bfAgent *agents = world->grid.agents;
    int32_t end = partBegin(step, part + 1);
    for (int32_t i = partBegin(step, part); i < end; ++i) {
        world->px[i] = agents[i].x;
        world->py[i] = agents[i].y;
        world->vx[i] = agents[i].vx;
        world->vy[i] = agents[i].vy;
    }
}

static void stepCell(bfWorld *world) {
    bfLevel level = bfParams_Level(&world->params);
    int32_t threads = bfPool_ThreadCount(world->pool);
    CellStep step = {.world = world,
                     .job = {.constants = world->constants,
                             .grid = &world->grid,
                             .everything = level == BF_NAIVE || level == BF_VECTOR,
                             .wraps = world->params.boundary == BF_WRAP},
                     .parts = threads > 1 ? threads * PARTS_PER_THREAD : 1};
    bfFrame state = bfWorld_Frame(world);
    bfGrid_Sort(&world->grid, &state, world->pool);
    bfPool_Run(world->pool, stepPart, &step, step.parts);
    bfPool_Run(world->pool, storePart, &step, step.parts);
}

void bfWorld_Step(bfWorld *world) {
    if (world->params.numerics == BF_CLASSIC) {
        stepClassic(world);
    } else {
        stepCell(world);
    }
    world->step_count += 1;
    stampTimestep(world);
}

int32_t bfWorld_ThreadCount(const bfWorld *world) {
    return bfPool_ThreadCount(world->pool);
}

const char *bfWorld_SimdName(const bfWorld *world) {
    return world->kernel->name;
}

int64_t bfWorld_StepCount(const bfWorld *world) {
    return world->step_count;
}

const bfParams *bfWorld_Params(const bfWorld *world) {
    return &world->params;
}

bfFrame bfWorld_Frame(const bfWorld *world) {
    return (bfFrame){.timestep = (int32_t)(world->step_count - 1),
                     .n = (int32_t)world->params.agents,
                     .px = world->px,
                     .py = world->py,
                     .vx = world->vx,
                     .vy = world->vy};
}

const void *bfWorld_Record(const bfWorld *world) {
    return world->record;
}
