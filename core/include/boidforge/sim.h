/* The simulation: parameters, and a world that steps. It knows frames and nothing of pictures.
 * The numerics are a contract to the bit; docs/model.md has them. */
#ifndef BOIDFORGE_SIM_H
#define BOIDFORGE_SIM_H

#include "boidforge/bfs.h"
#include "boidforge/param.h"
#include "boidforge/result.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Every parameter of a flock, once.
 *   REAL(name, default, min, max, unit, group, help)
 *   WHOLE(name, default, min, max, unit, group, help)
 *   CHOICE(name, default, choices, group, help)
 * The ranges are chosen so that no float32 expression of a `cell` step can overflow: the largest acceleration is
 * agents * |w_sep| * 1024 / r_sep = 5e7 * 1e5 * 1024 / 1e-3 = 5.12e18, whose square stays below FLT_MAX. */
#define BF_PARAMS(REAL, WHOLE, CHOICE)                                                                                \
    WHOLE(agents, 500, 0, BF_MAX_AGENTS, "agents", "Flock", "how many agents fly")                                    \
    WHOLE(seed, 0, 0, 4294967295.0, "", "Flock", "start state; the same seed gives the same flock")                   \
    WHOLE(steps, 300, 0, 2147483647.0, "steps", "Flock", "how many steps a recording holds")                          \
    REAL(dt, 0.05, 1e-6, 100, "seconds", "Flock", "simulated time of one step")                                       \
    REAL(world_width, 1920, 0.1, 1e7, "world units", "World", "width of the world")                                   \
    REAL(world_height, 1080, 0.1, 1e7, "world units", "World", "height of the world")                                 \
    CHOICE(boundary, 0, "wrap|reflect", "World", "what happens at the edge: come in opposite, or bounce")             \
    CHOICE(metric, 0, "auto|torus|plane", "World", "whether neighbours are seen across the seam; auto: with wrap")    \
    REAL(r_sep, 12, 0, 1e6, "world units", "Rules", "separation radius: nearer agents are pushed away")               \
    REAL(r_ali, 30, 0, 1e6, "world units", "Rules", "alignment radius: headings are matched within it")               \
    REAL(r_coh, 30, 0, 1e6, "world units", "Rules", "cohesion radius: agents are drawn together within it")           \
    REAL(w_sep, 1.5, -1e5, 1e5, "", "Rules", "separation weight")                                                     \
    REAL(w_ali, 1, -1e5, 1e5, "", "Rules", "alignment weight")                                                        \
    REAL(w_coh, 1, -1e5, 1e5, "", "Rules", "cohesion weight")                                                         \
    REAL(min_speed, 40, 0, 1e6, "world units/second", "Limits", "slowest flight")                                     \
    REAL(max_speed, 180, 0, 1e6, "world units/second", "Limits", "fastest flight")                                    \
    REAL(max_force, 220, 0, 1e9, "world units/second^2", "Limits", "largest acceleration")                            \
    REAL(pointer_x, 0, -1e7, 1e7, "world units", "Pointer", "where the pointer is")                                   \
    REAL(pointer_y, 0, -1e7, 1e7, "world units", "Pointer", "where the pointer is")                                   \
    REAL(pointer_radius, 0, 0, 1e7, "world units", "Pointer", "how far the pointer reaches; 0: there is none")        \
    REAL(pointer_strength, 500, -1e9, 1e9, "world units/second^2", "Pointer",                                         \
         "acceleration towards the pointer, less with the distance; below 0 it scares")                               \
    CHOICE(numerics, 0, "cell|classic", "Solver", "cell: fast; classic: the original program's bytes")                \
    CHOICE(level, 0, "auto|naive|vector|grid|native", "Solver",                                                       \
           "naive: all pairs; vector: all pairs, SIMD; grid; native: grid, SIMD; the same bytes")                     \
    CHOICE(simd, 0, "auto|scalar|sse2|avx2|avx512|neon|wasm128", "Solver",                                            \
           "instruction set of levels vector and native; auto: the widest here; the same bytes")                      \
    WHOLE(threads, 0, 0, 64, "threads", "Solver", "threads that compute a step; 0: what suits; the same bytes")

typedef struct bfParams {
#define BF_FIELD_REAL(name, ...) double name;
#define BF_FIELD_WHOLE(name, ...) int64_t name;
#define BF_FIELD_CHOICE(name, ...) int32_t name;
    BF_PARAMS(BF_FIELD_REAL, BF_FIELD_WHOLE, BF_FIELD_CHOICE)
#undef BF_FIELD_REAL
#undef BF_FIELD_WHOLE
#undef BF_FIELD_CHOICE
} bfParams;

/* Indices of the choices above, in their order. */
typedef enum bfBoundary { BF_WRAP, BF_REFLECT } bfBoundary;
typedef enum bfMetric { BF_METRIC_AUTO, BF_TORUS, BF_PLANE } bfMetric;
typedef enum bfNumerics { BF_CELL, BF_CLASSIC } bfNumerics;
typedef enum bfLevel { BF_LEVEL_AUTO, BF_NAIVE, BF_VECTOR, BF_GRID, BF_NATIVE } bfLevel;
typedef enum bfSimd {
    BF_SIMD_AUTO,
    BF_SIMD_SCALAR,
    BF_SIMD_SSE2,
    BF_SIMD_AVX2,
    BF_SIMD_AVX512,
    BF_SIMD_NEON,
    BF_SIMD_WASM128,
    BF_SIMD_COUNT
} bfSimd;

const bfParamTable *bfParamsTable(void);

/* The original program's defaults, with numerics `cell`. */
bfParams bfDefaultParams(void);

/* Check ranges and what must fit together (speeds in order, torus only with wrap and in a world of at least
 * 3 radii, classic's plane metric and its two levels, a step shorter than the world for cell). */
bfResult bfParams_Check(const bfParams *params, bfError *error);

/* The metric in force: BF_TORUS or BF_PLANE, with `auto` resolved (torus for cell with wrap, else plane). */
bfMetric bfParams_Metric(const bfParams *params);

/* The level in force: `auto` is the fastest the numerics have. */
bfLevel bfParams_Level(const bfParams *params);

/* True when this machine and build have the instruction set (a bfSimd; BF_SIMD_AUTO always is there). */
bool bfHasSimd(int32_t simd);

/* ---- Events: changes at given steps ---- */

/* So many fit into the scene block of a recording. */
#define BF_MAX_EVENTS 50000

typedef struct bfEvent {
    int32_t step; /* takes place at the start of this step, counted from 0: the frame of this timestep shows it first */
    const bfParamInfo *param; /* in bfParamsTable */
    double value;             /* for a choice its index */
} bfEvent;

/* False for what only says which search and how many hands compute: level, simd, threads. */
bool bfParam_AffectsBytes(const bfParamInfo *param);

/* True for what may change in a running world: the number of agents, rules, limits, the pointer. False for what a world
 * is made of (seed, size, boundary, dt, numerics), and for what never changes a byte. */
bool bfParam_MayChange(const bfParamInfo *param);

/* An event from text, as in a scene file. Refuses what may not change, steps and values out of range. */
bfResult bfMakeEvent(int64_t step, const char *name, const char *text, bfEvent *event, bfError *error);

/* Check that the events are in order of their steps, no more than BF_MAX_EVENTS, and that what holds after each step's
 * events passes bfParams_Check. The message tells which events do not, counted from 1. */
bfResult bfCheckEvents(const bfParams *start, const bfEvent *events, int32_t count, bfError *error);

/* The fewest and the most agents in the frames of the first `steps` steps. */
void bfAgentRange(const bfParams *start, const bfEvent *events, int32_t count, int64_t steps, int64_t *fewest,
                  int64_t *most);

/* ---- A world ---- */

typedef struct bfWorld bfWorld;

/* Check, allocate everything the steps will need, seed the agents. The params are copied. */
bfResult bfCreateWorld(const bfParams *params, bfWorld **world, bfError *error);
void bfDestroyWorld(bfWorld *world);

/* Advance one step of dt, after the events that are due. Allocates nothing. */
void bfWorld_Step(bfWorld *world);

/* Give the world events to come, none of them in a step already taken; those it has stay. Memory for all of them is
 * taken here. On failure the world is as before. */
bfResult bfWorld_AddEvents(bfWorld *world, const bfEvent *events, int32_t count, bfError *error);

/* Change a parameter from the next step on, and remember that as an event. The state and bfWorld_Params show it once
 * that step is taken. Refuses what bfMakeEvent and bfParams_Check refuse, and what would make an event to come
 * impossible; the world is as before then. */
bfResult bfWorld_Change(bfWorld *world, const char *name, const char *text, bfError *error);

/* Every event so far and to come, in order; valid until the next is added. NULL (and *count 0) for none, and once there
 * were more than BF_MAX_EVENTS: the world goes on, and forgets the first of them. */
const bfEvent *bfWorld_Events(const bfWorld *world, int32_t *count);

/* False once events were forgotten, so that they no longer tell how the world became what it is. */
bool bfWorld_RemembersEvents(const bfWorld *world);

/* Steps done so far; 0 right after creation. */
int64_t bfWorld_StepCount(const bfWorld *world);

/* The parameters of the last step; before the first, those the world was created with. */
const bfParams *bfWorld_Params(const bfWorld *world);

/* The instruction set the steps run on, as the parameter simd spells it: "avx2"; "scalar" at levels without SIMD. */
const char *bfWorld_SimdName(const bfWorld *world);

/* The threads that compute a step, the caller's own included. */
int32_t bfWorld_ThreadCount(const bfWorld *world);

/* The state in id order, seen in place; valid until the next step. timestep is StepCount - 1 (-1: initial state). */
bfFrame bfWorld_Frame(const bfWorld *world);

/* The state as a .bfs record, seen in place; bfRecordBytes(agents) bytes, valid until the next step. */
const void *bfWorld_Record(const bfWorld *world);

#ifdef __cplusplus
}
#endif
#endif
