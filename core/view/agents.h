/* The two frames between which the picture moves, on the graphics card and as a copy here. */
#ifndef BF_VIEW_AGENTS_H
#define BF_VIEW_AGENTS_H

#include "boidforge/view.h"
#include "density.h"
#include "gl.h"

/* px, py, vx, vy as in a frame record, then crowding: arrays of n floats, back to back. */
#define BF_AGENT_FIELDS 5

typedef struct bfAgentFrame {
    float *fields;
    int64_t capacity; /* floats allocated */
    int32_t n;
    bool has_crowding;
    GLuint buffer;
} bfAgentFrame;

typedef struct bfAgents {
    bfAgentFrame previous, current;
    bool has_current;
    bool has_previous; /* there is a previous frame with the same agents */
    GLuint array;      /* vertex array over both frames */

    /* Copies of the agents that show across the seam, one world extent away: both frames' fields, interleaved by
     * agent. */
    float *ghosts;
    int64_t ghost_capacity; /* ghosts allocated */
    int32_t ghost_count;
    GLuint ghost_buffer, ghost_array;

    bfDensityField density;
} bfAgents;

void bfAgents_Create(bfAgents *agents);
void bfAgents_Destroy(bfAgents *agents);

/* Make `frame` the current one and the current one previous. */
bfResult bfAgents_Push(bfAgents *agents, const bfFrame *frame, bfError *error);
void bfAgents_Clear(bfAgents *agents);

/* Fill in crowding for the frames that lack it. */
bfResult bfAgents_MeasureCrowding(bfAgents *agents, const bfStage *stage, bfError *error);

/* Find the agents that come within `reach` world units of the seam on their way between the two frames. */
bfResult bfAgents_MakeGhosts(bfAgents *agents, const bfStage *stage, double reach, bfError *error);

/* Draw one four-cornered strip per agent, and per ghost, with the program in use. */
void bfAgents_Draw(const bfAgents *agents);

#endif
