/* The two frames between which the picture moves, on the graphics card and as a copy here. */
#ifndef BF_VIEW_AGENTS_H
#define BF_VIEW_AGENTS_H

#include "boidforge/view.h"
#include "density.h"
#include "gl.h"
#include "program.h"
#include "sheet.h"

/* px, py, vx, vy as in a frame record, then crowding: arrays of n floats, back to back. */
#define BF_AGENT_FIELDS 5

typedef struct bfAgentFrame {
    float *fields;
    int64_t capacity; /* floats allocated */
    int32_t n, step;
    bool has_crowding;
    bfSheet state;    /* x, y, vx, vy in a texel */
    bfSheet crowding; /* as good as the fields when has_crowding */
} bfAgentFrame;

typedef struct bfAgents {
    bfAgentFrame previous, current;
    bool has_current;
    bool has_previous; /* there is a previous frame with the same agents */
    int row_bits;      /* of the sheets of the current agent count */

    float *woven; /* a frame on its way to its sheet */
    int64_t woven_capacity;

    /* Agents that show across the seam and which way: see addGhost. */
    uint32_t *ghosts;
    int64_t ghost_capacity; /* ghosts allocated */
    int32_t ghost_count;
    bfSheet ghost_sheet;

    GLuint quads, quad_indices; /* vertex array and index buffer of a batch of agents */

    bfDensityField density;
} bfAgents;

bfResult bfAgents_Create(bfAgents *agents, bfError *error);
void bfAgents_Destroy(bfAgents *agents);

/* Make `frame` the current one and the current one previous. After a failure there is neither. */
bfResult bfAgents_Push(bfAgents *agents, const bfFrame *frame, bfError *error);
void bfAgents_Clear(bfAgents *agents);

/* Fill in crowding for the frames that lack it. */
bfResult bfAgents_MeasureCrowding(bfAgents *agents, const bfStage *stage, bfError *error);

/* A wrapped world as it is shown: the part of the plane around `x`, `y`. */
typedef struct bfSeam {
    double x, y;    /* world units */
    bool recenters; /* agents are shown where they are nearest to it; otherwise where they say they are */
} bfSeam;

/* Find the agents that come within `reach` world units of the seam on their way between the two frames. */
bfResult bfAgents_MakeGhosts(bfAgents *agents, const bfStage *stage, const bfSeam *seam, double reach, bfError *error);

/* Draw two triangles per agent, and per ghost, with the program in use. */
void bfAgents_Draw(const bfAgents *agents, const bfProgram *program);

#endif
