/* Both frames lie in textures, one texel an agent, and plain draws without instances cover all agents: vertex shaders
 * fetch what they need (sheet.c has the why). Ghosts are the few agents near the seam of a wrapped world, drawn again
 * one world extent away so that a glow cut by one edge continues at the opposite one: a list of numbers of agents. */
#include "agents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INDICES_PER_AGENT 6

/* Agents in a draw: four vertices each, numbered in 16 bits, whose last number restarts strips in WebGL. */
#define BATCH 16383

/* Texture units; 0 is the palette's. */
enum { UNIT_PREVIOUS = 1, UNIT_CURRENT, UNIT_PREVIOUS_CROWDING, UNIT_CURRENT_CROWDING, UNIT_GHOSTS };

static void createFrame(bfAgentFrame *frame) {
    bfSheet_Create(&frame->state, BF_SHEET_FLOAT4);
    bfSheet_Create(&frame->crowding, BF_SHEET_FLOAT);
}

static void destroyFrame(bfAgentFrame *frame) {
    bfSheet_Destroy(&frame->state);
    bfSheet_Destroy(&frame->crowding);
    free(frame->fields);
}

/* Two triangles an agent over its four corners, which share them: six corners an agent took a fifth longer. */
static bfResult createQuads(bfAgents *agents, bfError *error) {
    static const uint16_t corners[INDICES_PER_AGENT] = {0, 1, 2, 2, 1, 3};
    size_t bytes = BATCH * sizeof corners;
    uint16_t *indices = malloc(bytes);
    if (indices == NULL) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory for the renderer");
    }
    for (int i = 0; i < BATCH * INDICES_PER_AGENT; ++i) {
        indices[i] = (uint16_t)(4 * (i / INDICES_PER_AGENT) + corners[i % INDICES_PER_AGENT]);
    }
    glGenVertexArrays(1, &agents->quads);
    glGenBuffers(1, &agents->quad_indices);
    glBindVertexArray(agents->quads);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, agents->quad_indices);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)bytes, indices, GL_STATIC_DRAW);
    glBindVertexArray(0);
    free(indices);
    return BF_OK;
}

bfResult bfAgents_Create(bfAgents *agents, bfError *error) {
    *agents = (bfAgents){0};
    createFrame(&agents->previous);
    createFrame(&agents->current);
    bfSheet_Create(&agents->ghost_sheet, BF_SHEET_UINT32);
    return createQuads(agents, error);
}

void bfAgents_Destroy(bfAgents *agents) {
    destroyFrame(&agents->previous);
    destroyFrame(&agents->current);
    bfSheet_Destroy(&agents->ghost_sheet);
    glDeleteVertexArrays(1, &agents->quads);
    glDeleteBuffers(1, &agents->quad_indices);
    free(agents->ghosts);
    free(agents->woven);
    bfDensityField_Free(&agents->density);
    *agents = (bfAgents){0};
}

/* Room for `needed` floats, what was there before dropped. */
static bool reserveFloats(float **floats, int64_t *capacity, int64_t needed) {
    if (needed > *capacity) {
        free(*floats);
        *floats = malloc((size_t)needed * sizeof(float));
        *capacity = *floats != NULL ? needed : 0;
    }
    return needed <= *capacity;
}

/* A texel holds one agent, so that a vertex fetches once a frame and not once a field. */
static void weaveFields(const bfFrame *frame, float *woven) {
    for (int32_t i = 0; i < frame->n; ++i) {
        float *texel = woven + 4 * (int64_t)i;
        texel[0] = frame->px[i];
        texel[1] = frame->py[i];
        texel[2] = frame->vx[i];
        texel[3] = frame->vy[i];
    }
}

static bfResult fillFrame(bfAgents *agents, bfAgentFrame *filled, const bfFrame *frame, bfError *error) {
    int64_t n = frame->n;
    filled->n = frame->n;
    filled->step = frame->timestep;
    filled->has_crowding = false;
    if (n == 0) {
        return BF_OK;
    }
    if (!reserveFloats(&filled->fields, &filled->capacity, n * BF_AGENT_FIELDS) ||
        !reserveFloats(&agents->woven, &agents->woven_capacity, n * 4)) {
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to draw %d agents", (int)n);
    }
    const float *const fields[] = {frame->px, frame->py, frame->vx, frame->vy};
    for (int field = 0; field < 4; ++field) {
        memcpy(filled->fields + field * n, fields[field], (size_t)n * sizeof(float));
    }
    weaveFields(frame, agents->woven);
    agents->row_bits = bfSheet_RowBits(n);
    if (agents->row_bits < 0 || !bfSheet_Fill(&filled->state, agents->row_bits, n, agents->woven)) {
        return bfFail(error, BF_ERROR_GPU, "the graphics driver has no room for %d agents", (int)n);
    }
    return BF_OK;
}

bfResult bfAgents_Push(bfAgents *agents, const bfFrame *frame, bfError *error) {
    bfAgentFrame recycled = agents->previous;
    agents->ghost_count = 0;
    bfResult result = fillFrame(agents, &recycled, frame, error);
    if (result != BF_OK) {
        agents->previous = recycled;
        bfAgents_Clear(agents);
        return result;
    }
    agents->has_previous = agents->has_current && agents->current.n == frame->n;
    agents->previous = agents->current;
    agents->current = recycled;
    agents->has_current = true;
    return BF_OK;
}

void bfAgents_Clear(bfAgents *agents) {
    agents->has_current = agents->has_previous = false;
    agents->ghost_count = 0;
}

static bfResult measureFrame(bfAgents *agents, bfAgentFrame *frame, const bfStage *stage, bfError *error) {
    if (frame->has_crowding || frame->n == 0) {
        return BF_OK;
    }
    size_t n = (size_t)frame->n;
    float *fields = frame->fields, *crowding = fields + 4 * n;
    bfFrame seen = {0, frame->n, fields, fields + n, fields + 2 * n, fields + 3 * n};
    bfResult result = bfDensityField_Measure(&agents->density, stage, &seen, crowding, error);
    if (result == BF_OK && !bfSheet_Fill(&frame->crowding, agents->row_bits, frame->n, crowding)) {
        result = bfFail(error, BF_ERROR_GPU, "the graphics driver has no room for the density around %d agents",
                        (int)frame->n);
    }
    frame->has_crowding = result == BF_OK;
    return result;
}

bfResult bfAgents_MeasureCrowding(bfAgents *agents, const bfStage *stage, bfError *error) {
    bfResult result = BF_OK;
    if (agents->has_current) {
        result = measureFrame(agents, &agents->current, stage, error);
    }
    if (agents->has_previous && result == BF_OK) {
        result = measureFrame(agents, &agents->previous, stage, error);
    }
    return result;
}

/* `from` brought to the same side of the seam as `to`. */
static float nearSide(float from, float to, float extent) {
    return to - from > extent / 2 ? from + extent : from - to > extent / 2 ? from - extent : from;
}

/* Which way a path must be shifted to show at the opposite edge: +1, -1 or 0 extents. */
static int ghostShift(float from, float to, float extent, float middle, bool recenters, float reach) {
    to = recenters ? nearSide(to, middle, extent) : to;
    float start = nearSide(from, to, extent);
    return fminf(start, to) < middle - extent / 2 + reach ? 1 : fmaxf(start, to) > middle + extent / 2 - reach ? -1 : 0;
}

/* Agent i again, `x` and `y` extents away: packed as agent.glsl unpacks it. Agent counts stay below 2^26. */
static bool addGhost(bfAgents *agents, int32_t i, int x, int y) {
    if (agents->ghost_count == agents->ghost_capacity) {
        int64_t capacity = agents->ghost_capacity * 2 + 64;
        uint32_t *grown = realloc(agents->ghosts, (size_t)capacity * sizeof *grown);
        if (grown == NULL) {
            return false;
        }
        agents->ghosts = grown;
        agents->ghost_capacity = capacity;
    }
    agents->ghosts[agents->ghost_count++] = (uint32_t)i << 4 | (uint32_t)(y + 1) << 2 | (uint32_t)(x + 1);
    return true;
}

static bool listGhosts(bfAgents *agents, const bfStage *stage, const bfSeam *seam, float reach) {
    const bfAgentFrame *current = &agents->current, *previous = agents->has_previous ? &agents->previous : current;
    float width = (float)stage->world_width, height = (float)stage->world_height;
    int64_t n = current->n;
    for (int32_t i = 0; i < current->n; ++i) {
        int x = ghostShift(previous->fields[i], current->fields[i], width, (float)seam->x, seam->recenters, reach);
        int y = ghostShift(previous->fields[n + i], current->fields[n + i], height, (float)seam->y, seam->recenters,
                           reach);
        bool listed = (x == 0 || addGhost(agents, i, x, 0)) && (y == 0 || addGhost(agents, i, 0, y)) &&
                      (x == 0 || y == 0 || addGhost(agents, i, x, y));
        if (!listed) {
            return false;
        }
    }
    return true;
}

bfResult bfAgents_MakeGhosts(bfAgents *agents, const bfStage *stage, const bfSeam *seam, double reach, bfError *error) {
    agents->ghost_count = 0;
    if (!agents->has_current || !stage->wraps) {
        return BF_OK;
    }
    bool made = listGhosts(agents, stage, seam, (float)reach) &&
                (agents->ghost_count == 0 ||
                 bfSheet_Fill(&agents->ghost_sheet, agents->row_bits, agents->ghost_count, agents->ghosts));
    if (!made) {
        agents->ghost_count = 0;
        return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to draw agents across the seam");
    }
    return BF_OK;
}

void bfAgents_Draw(const bfAgents *agents, const bfProgram *program) {
    if (!agents->has_current || agents->current.n == 0) {
        return;
    }
    const bfAgentFrame *current = &agents->current, *previous = agents->has_previous ? &agents->previous : current;
    bfProgram_SetTexture(program, BF_U_previous, UNIT_PREVIOUS, previous->state.texture);
    bfProgram_SetTexture(program, BF_U_current, UNIT_CURRENT, current->state.texture);
    bfProgram_SetTexture(program, BF_U_previous_crowding, UNIT_PREVIOUS_CROWDING, previous->crowding.texture);
    bfProgram_SetTexture(program, BF_U_current_crowding, UNIT_CURRENT_CROWDING, current->crowding.texture);
    bfProgram_SetTexture(program, BF_U_ghosts, UNIT_GHOSTS, agents->ghost_sheet.texture);
    bfProgram_SetInt(program, BF_U_has_crowding, previous->has_crowding && current->has_crowding);
    bfProgram_SetInt(program, BF_U_agents, current->n);
    bfProgram_SetInt(program, BF_U_row_bits, agents->row_bits);
    glBindVertexArray(agents->quads);
    int32_t total = current->n + agents->ghost_count;
    for (int32_t first = 0; first < total; first += BATCH) {
        int32_t count = total - first < BATCH ? total - first : BATCH;
        bfProgram_SetInt(program, BF_U_first, first);
        glDrawElements(GL_TRIANGLES, INDICES_PER_AGENT * count, GL_UNSIGNED_SHORT, NULL);
    }
    glBindVertexArray(0);
}
