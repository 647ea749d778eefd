/* A world: its buffers, sized once for all that is known to come, and the step as a list of stages. */
#include "kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Buffers {
    bfRoom room;
    void *record;             /* the state, kept in the layout it is written in */
    float *ax, *ay;           /* classic only */
    float *terms;             /* classic, level naive */
    bfClassicScratch scratch; /* classic, level native */
    bfGrid grid;
} Buffers;

struct bfWorld {
    bfParams params;
    bfConstants constants;
    int64_t step_count;
    Buffers buffers;
    bfFields fields; /* into the record */
    const bfKernel *kernel;
    bfPool *pool;
    int32_t threads; /* asked of the pool */

    bfEvent *events; /* all that are remembered */
    int32_t event_count, event_room;
    int32_t taken; /* of them */
    bool forgot_events;
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
    memcpy(world->buffers.record, head, sizeof head);
}

/* Below this many agents a thread, waking it costs more than it brings. */
#define AGENTS_PER_THREAD 2000
#define MAX_THREADS       64

static int32_t chooseThreads(const bfParams *params, int64_t agents) {
    if (params->threads > 0) {
        return (int32_t)params->threads;
    }
    int64_t useful = 1 + agents / AGENTS_PER_THREAD;
    int64_t cores = bfCountCores();
    int64_t threads = useful < cores ? useful : cores;
    return (int32_t)(threads < MAX_THREADS ? threads : MAX_THREADS);
}

/* ---- Buffers ---- */

static void freeBuffers(Buffers *buffers) {
    bfGrid_Destroy(&buffers->grid);
    bfClassicScratch_Destroy(&buffers->scratch);
    free(buffers->terms);
    free(buffers->ax);
    free(buffers->ay);
    free(buffers->record);
}

static bool fillClassicBuffers(Buffers *buffers, const bfParams *params) {
    size_t n = (size_t)buffers->room.agents;
    buffers->ax = malloc((n + 1) * sizeof(float));
    buffers->ay = malloc((n + 1) * sizeof(float));
    if (buffers->ax == NULL || buffers->ay == NULL) {
        return false;
    }
    if (bfParams_Level(params) == BF_NATIVE) {
        return bfClassicScratch_Create(&buffers->scratch, &buffers->room);
    }
    buffers->terms = malloc((6 * n + 1) * sizeof(float));
    return buffers->terms != NULL;
}

/* What steps need in a room of that size, sorting in so many slices; all or nothing. */
static bool makeBuffers(Buffers *buffers, const bfParams *params, const bfRoom *room, int32_t slices) {
    *buffers = (Buffers){.room = *room, .record = bfAllocate(bfRecordBytes((int32_t)room->agents))};
    bool made = buffers->record != NULL && bfGrid_Create(&buffers->grid, room, slices) &&
                (params->numerics == BF_CELL || fillClassicBuffers(buffers, params));
    if (!made) {
        freeBuffers(buffers);
    }
    return made;
}

/* Where the record has the fields of n agents. */
static void findFields(bfWorld *world, size_t n) {
    world->fields.px = (float *)((char *)world->buffers.record + BF_RECORD_HEADER_BYTES);
    world->fields.py = world->fields.px + n;
    world->fields.vx = world->fields.py + n;
    world->fields.vy = world->fields.vx + n;
}

static const bfKernel *chooseKernel(const bfParams *params) {
    bfLevel level = bfParams_Level(params);
    return bfFindKernel(level == BF_VECTOR || level == BF_NATIVE ? params->simd : BF_SIMD_SCALAR);
}

static bfResult failMemory(int64_t agents, bfError *error) {
    return bfFail(error, BF_ERROR_NO_MEMORY, "agents: not enough memory for %lld of them, use fewer",
                  (long long)agents);
}

bfResult bfCreateWorld(const bfParams *params, bfWorld **out, bfError *error) {
    bfResult result = bfParams_Check(params, error);
    if (result != BF_OK) {
        return result;
    }
    bfWorld *world = calloc(1, sizeof *world);
    if (world == NULL) {
        return failMemory(params->agents, error);
    }
    bfRoom room = {0};
    bfRoom_Widen(&room, params);
    world->params = *params;
    world->constants = roundConstants(params);
    world->kernel = chooseKernel(params);
    world->threads = chooseThreads(params, params->agents);
    world->pool = bfCreatePool(world->threads);
    if (world->pool == NULL || !makeBuffers(&world->buffers, params, &room, bfPool_ThreadCount(world->pool))) {
        bfDestroyPool(world->pool);
        free(world);
        return failMemory(params->agents, error);
    }
    bfGrid_Lay(&world->buffers.grid, params);
    findFields(world, (size_t)params->agents);
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
    freeBuffers(&world->buffers);
    free(world->events);
    free(world);
}

/* ---- Events ---- */

/* Threads and buffers anew, for a room at least as large as it is. */
static bfResult remake(bfWorld *world, const bfRoom *room, int32_t threads, bfError *error) {
    bfPool *pool = threads == world->threads ? world->pool : bfCreatePool(threads);
    Buffers made;
    if (pool == NULL || !makeBuffers(&made, &world->params, room, bfPool_ThreadCount(pool))) {
        if (pool != world->pool) {
            bfDestroyPool(pool);
        }
        return failMemory(room->agents, error);
    }
    memcpy(made.record, world->buffers.record, bfRecordBytes((int32_t)world->params.agents));
    freeBuffers(&world->buffers);
    world->buffers = made;
    bfGrid_Lay(&world->buffers.grid, &world->params);
    findFields(world, (size_t)world->params.agents);
    if (pool != world->pool) {
        bfDestroyPool(world->pool);
        world->pool = pool;
        world->threads = threads;
    }
    return BF_OK;
}

/* Check the events to come, and see to it that their steps will need no memory. */
static bfResult prepareFor(bfWorld *world, const bfEvent *events, int32_t count, bfError *error) {
    bfResult result = bfCheckEvents(&world->params, events, count, error);
    if (result != BF_OK) {
        return result;
    }
    bfParams params = world->params;
    bfRoom room = world->buffers.room;
    bool is_due = count > 0 && events[0].step == world->step_count;
    int64_t most = is_due ? 0 : params.agents; /* in a step to come */
    for (int32_t at = 0; at < count;) {
        at = bfApplyEvents(events, count, at, &params);
        bfRoom_Widen(&room, &params);
        most = params.agents > most ? params.agents : most;
    }
    const bfRoom *there = &world->buffers.room;
    bool fits = room.agents == there->agents && room.cells == there->cells && room.cols == there->cols &&
                room.rows == there->rows;
    int32_t threads = chooseThreads(&params, most);
    return fits && threads == world->threads ? BF_OK : remake(world, &room, threads, error);
}

/* Put the events to come, in place of those there were, behind the first `past`. */
static bool storeEvents(bfWorld *world, int32_t past, const bfEvent *to_come, int32_t count) {
    if (past + count > world->event_room) {
        int32_t room = 2 * (past + count);
        bfEvent *larger = realloc(world->events, (size_t)room * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        world->events = larger;
        world->event_room = room;
    }
    memcpy(world->events + past, to_come, (size_t)count * sizeof *to_come);
    world->forgot_events = world->forgot_events || past < world->taken;
    world->taken = past;
    world->event_count = past + count;
    return true;
}

bfResult bfWorld_AddEvents(bfWorld *world, const bfEvent *events, int32_t count, bfError *error) {
    if (count == 0) {
        return BF_OK;
    }
    if (events[0].step < world->step_count) {
        return bfFail(error, BF_ERROR_CONFLICT, "event 1: step %d has been taken, the next is %lld",
                      (int)events[0].step, (long long)world->step_count);
    }
    int32_t left = world->event_count - world->taken;
    bfEvent *to_come = malloc((size_t)(left + count) * sizeof *to_come);
    if (to_come == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "events: not enough memory for %d of them", (int)count);
    }
    for (int32_t at = 0, i = world->taken, k = 0; at < left + count; ++at) {
        bool is_mine = k == count || (i < world->event_count && world->events[i].step <= events[k].step);
        to_come[at] = is_mine ? world->events[i++] : events[k++];
    }
    bfResult result = prepareFor(world, to_come, left + count, error);
    /* The past is forgotten before a change is refused. */
    int32_t past = world->taken + left + count <= BF_MAX_EVENTS ? world->taken : 0;
    if (result == BF_OK && !storeEvents(world, past, to_come, left + count)) {
        result = bfFail(error, BF_ERROR_NO_MEMORY, "events: not enough memory for %d of them", (int)count);
    }
    free(to_come);
    return result;
}

/* The last event that changes the same parameter in the next step, or NULL. */
static bfEvent *findDue(bfWorld *world, const bfEvent *event) {
    bfEvent *found = NULL;
    for (int32_t i = world->taken; i < world->event_count && world->events[i].step == event->step; ++i) {
        found = world->events[i].param == event->param ? &world->events[i] : found;
    }
    return found;
}

/* The parameters of the next step, if this event is added to those that are due. */
static bfParams nextParams(const bfWorld *world, const bfEvent *event) {
    bfParams params = world->params;
    for (int32_t i = world->taken; i < world->event_count && world->events[i].step == event->step; ++i) {
        bfParamInfo_Store(world->events[i].param, &params, world->events[i].value);
    }
    bfParamInfo_Store(event->param, &params, event->value);
    return params;
}

bfResult bfWorld_Change(bfWorld *world, const char *name, const char *text, bfError *error) {
    bfEvent event;
    bfResult result = bfMakeEvent(world->step_count, name, text, &event, error);
    if (result != BF_OK) {
        return result;
    }
    bfParams next = nextParams(world, &event);
    result = bfParams_Check(&next, error); /* said without the number that the event would have */
    if (result != BF_OK) {
        return result;
    }
    bfEvent *same = findDue(world, &event);
    if (same == NULL) {
        return bfWorld_AddEvents(world, &event, 1, error);
    }
    double before = same->value;
    same->value = event.value;
    result = prepareFor(world, world->events + world->taken, world->event_count - world->taken, error);
    if (result != BF_OK) {
        same->value = before;
    }
    return result;
}

const bfEvent *bfWorld_Events(const bfWorld *world, int32_t *count) {
    *count = world->forgot_events ? 0 : world->event_count;
    return *count > 0 ? world->events : NULL;
}

bool bfWorld_RemembersEvents(const bfWorld *world) {
    return !world->forgot_events;
}

/* From n agents to as many as the parameters say: the last leave, or new ones follow them. */
static void resizeFlock(bfWorld *world, size_t n) {
    size_t now = (size_t)world->params.agents, kept = (n < now ? n : now) * sizeof(float);
    float *base = world->fields.px;
    for (size_t i = 1; i < 4; ++i) {
        size_t field = now < n ? i : 4 - i; /* so that none is overwritten before it has moved */
        memmove(base + field * now, base + field * n, kept);
    }
    findFields(world, now);
    for (size_t id = n; id < now; ++id) {
        bfAgent agent = bfSeedAgent(&world->params, (int32_t)id);
        world->fields.px[id] = agent.x;
        world->fields.py[id] = agent.y;
        world->fields.vx[id] = agent.vx;
        world->fields.vy[id] = agent.vy;
    }
}

static void takeDueEvents(bfWorld *world) {
    int64_t agents = world->params.agents;
    if (world->taken == world->event_count || world->events[world->taken].step != world->step_count) {
        return;
    }
    world->taken = bfApplyEvents(world->events, world->event_count, world->taken, &world->params);
    world->constants = roundConstants(&world->params);
    bfGrid_Lay(&world->buffers.grid, &world->params);
    if (world->params.agents != agents) {
        resizeFlock(world, (size_t)agents);
    }
}

/* ---- classic ---- */

static void stepClassic(bfWorld *world) {
    const bfConstants *c = &world->constants;
    bfFrame state = bfWorld_Frame(world);
    if (bfParams_Level(&world->params) == BF_NATIVE) {
        bfGrid_Sort(&world->buffers.grid, &state, world->pool);
        world->kernel->accumulate_classic(c, &world->buffers.grid, &world->buffers.scratch, world->buffers.ax,
                                          world->buffers.ay);
    } else {
        bfAccumulateClassicNaive(c, &state, world->buffers.terms, world->buffers.ax, world->buffers.ay);
    }
    world->kernel->integrate_classic(c, world->params.boundary == BF_WRAP, &world->fields, world->buffers.ax,
                                     world->buffers.ay, state.n);
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
    const bfAgent *agents = world->buffers.grid.agents;
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
                             .grid = &world->buffers.grid,
                             .everything = level == BF_NAIVE || level == BF_VECTOR,
                             .wraps = world->params.boundary == BF_WRAP},
                     .parts = threads > 1 ? threads * PARTS_PER_THREAD : 1};
    bfFrame state = bfWorld_Frame(world);
    bfGrid_Sort(&world->buffers.grid, &state, world->pool);
    bfPool_Run(world->pool, stepPart, &step, step.parts);
    bfPool_Run(world->pool, storePart, &step, step.parts);
}

void bfWorld_Step(bfWorld *world) {
    takeDueEvents(world);
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
    return world->buffers.record;
}
