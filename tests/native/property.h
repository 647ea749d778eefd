/* The property that every way to compute a flock gives the wanted bytes, and, where it does not hold, a small case. */
#ifndef BF_TEST_PROPERTY_H
#define BF_TEST_PROPERTY_H

#include "placement.h"
#include "ways.h"

enum { MAX_CASE_EVENTS = 16 };

/* A flock to compare. `params.steps` is how many steps; level auto stands for every way (listWays), each with one
 * thread count chosen by the seed; any other level for the one way that the params name. */
typedef struct Case {
    bfParams params;
    Placement placement;
    bfEvent events[MAX_CASE_EVENTS];
    int32_t event_count;
} Case;

/* Advance the state (four arrays in id order) by one step. */
typedef void StepFunction(const bfParams *params, float *px, float *py, float *vx, float *vy);

/* The first agent that came out other than wanted. */
typedef struct Difference {
    Way way;
    int64_t step;
    int32_t agent;
    const char *field; /* px, py, vx or vy */
    float made, wanted;
} Difference;

/* Whether some way's bytes differ from what `wanted` computes (NULL: from level naive), or, for `cell`, hold an
 * infinity or NaN. False for parameters and events that are refused. */
bool findDifference(const Case *flock, StepFunction *wanted, Difference *difference);

/* From a case that differs to a smaller one that still does: fewer agents, steps and events, placed by seed, default
 * values where possible, round numbers elsewhere. `difference` is the first case's, and becomes the last one's. */
Case shrinkCase(Case differing, StepFunction *wanted, Difference *difference);

/* The command that computes the case, but for its events. */
void writeCommand(const Case *flock, char *text, size_t capacity);

/* Fail the running test, with a shrunk case, when the flock of that number differs. Returns whether it was compared,
 * and not refused. */
bool requireEqual(const Case *flock, uint64_t set, StepFunction *wanted);

/* How many steps of so many agents are affordable against the reference: 8 of small flocks, 1 of large ones. */
int64_t affordableSteps(int64_t agents);

#endif
