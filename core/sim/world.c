/* A world: its buffers, sized once at creation, and the step as a list of stages. */
#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct bfWorld {
    bfParams params;
    bfConstants constants;
    int64_t step_count;
    void *record;             /* the state, kept in the layout it is written in */
    bfFields fields;          /* into record */
    float *ax, *ay;           /* classic only */
    float *terms;             /* classic, level naive */
    bfClassicScratch scratch; /* classic, level native */
    bfGrid grid;
    const bfKernel *kernel;
    bfPool *pool;
};

/* The pointer's coordinate; in a torus that of its image in the world. */
static float pointerAt(double at, double extent, bool torus) {
    return (float)(torus ? at - floor(at / extent) * extent : at);
}

static bfConstants roundConstants(const bfParams *p) {
    bool torus = bfParams_Metric(p) == BF_TORUS;
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
                         .max_force2 = (float)(p->max_force * p->max_force),
                         .pointer_x = pointerAt(p->pointer_x, p->world_width, torus),
                         .pointer_y = pointerAt(p->pointer_y, p->world_height, torus),
                         .pointer_radius = (float)p->pointer_radius,
                         .pointer_strength = (float)p->pointer_strength};
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
    world->record = bfAllocate(bfRecordBytes((int32_t)n));
    if (world->record == NULL) {
        return false;
    }
    world->fields.px = (float *)((char *)world->record + BF_RECORD_HEADER_BYTES);
    world->fields.py = world->fields.px + n;
    world->fields.vx = world->fields.py + n;
    world->fields.vy = world->fields.vx + n;
    world->pool = bfCreatePool(chooseThreads(&world->params));
    if (world->pool == NULL || !bfGrid_Create(&world->grid, &world->params, bfPool_ThreadCount(world->pool))) {
        return false;
    }
    if (world->params.numerics == BF_CELL) {
        return true;
    }
    world->ax = malloc((n + 1) * sizeof(float));
    world->ay = malloc((n + 1) * sizeof(float));
    if (world->ax == NULL || world->ay == NULL) {
        return false;
    }
    if (bfParams_Level(&world->params) == BF_NATIVE) {
        return bfClassicScratch_Create(&world->scratch, &world->grid, (int32_t)n);
    }
    world->terms = malloc((6 * n + 1) * sizeof(float));
    return world->terms != NULL;
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
    bfSeedAgents(params, world->fields.px, world->fields.py, world->fields.vx, world->fields.vy);
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
    bfClassicScratch_Destroy(&world->scratch);
    free(world->terms);
    free(world->ax);
    free(world->ay);
    free(world->record);
    free(world);
}

/* ---- classic ---- */

static void stepClassic(bfWorld *world) {
    const bfConstants *c = &world->constants;
    bfFrame state = bfWorld_Frame(world);
    if (bfParams_Level(&world->params) == BF_NATIVE) {
        bfGrid_Sort(&world->grid, &state, world->pool);
        world->kernel->accumulate_classic(c, &world->grid, &world->scratch, world->ax, world->ay);
    } else {
        bfAccumulateClassicNaive(c, &state, world->terms, world->ax, world->ay);
    }
    world->kernel->integrate_classic(c, world->params.boundary == BF_WRAP, &world->fields, world->ax, world->ay,
                                     state.n);
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
        world->fields.px[i] = agents[i].x;
        world->fields.py[i] = agents[i].y;
        world->fields.vx[i] = agents[i].vx;
        world->fields.vy[i] = agents[i].vy;
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
                     .px = world->fields.px,
                     .py = world->fields.py,
                     .vx = world->fields.vx,
                     .vy = world->fields.vy};
}

const void *bfWorld_Record(const bfWorld *world) {
    return world->record;
}
