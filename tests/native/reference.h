/* A second, independent computation of a `cell` step, written from docs/model.md alone with plain loops: it shares no
 * code with core/sim and is slow on purpose. */
#ifndef BF_TEST_REFERENCE_H
#define BF_TEST_REFERENCE_H

#include "boidforge/sim.h"

/* Advance the state (n agents, four arrays in id order) by one step. */
void referenceStep(const bfParams *params, float *px, float *py, float *vx, float *vy);

/* The same for every stride-th agent only; the others stay as they are. */
void referenceStepSome(const bfParams *params, int stride, float *px, float *py, float *vx, float *vy);

/* The start state of an agent that an event adds. */
void referenceJoin(const bfParams *params, uint32_t id, float *px, float *py, float *vx, float *vy);

/* Cells per axis. */
void referenceGrid(const bfParams *params, int *cols, int *rows);

#endif
