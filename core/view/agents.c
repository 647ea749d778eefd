/* Both frames are uploaded as they lie in a record and read as ten instanced attributes, so the processor touches an
 * agent only to copy it. Ghosts are the exception: the few agents near the seam of a wrapped world are drawn again
 * one world extent away, so that a glow cut by one edge continues at the opposite one. */
#include "agents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GHOST_FLOATS (2 * BF_AGENT_FIELDS)

void bfAgents_Create(bfAgents *agents) {
    *agents = (bfAgents){0};
    glGenBuffers(1, &agents->previous.buffer);
    glGenBuffers(1, &agents->current.buffer);
    glGenBuffers(1, &agents->ghost_buffer);
    glGenVertexArrays(1, &agents->array);
    glGenVertexArrays(1, &agents->ghost_array);
}

void bfAgents_Destroy(bfAgents *agents) {
    glDeleteBuffers(1, &agents->previous.buffer);
    glDeleteBuffers(1, &agents->current.buffer);
    glDeleteBuffers(1, &agents->ghost_buffer);
    glDeleteVertexArrays(1, &agents->array);
    glDeleteVertexArrays(1, &agents->ghost_array);
    free(agents->previous.fields);
    free(agents->current.fields);
    free(agents->ghosts);
    bfDensityField_Free(&agents->density);
    *agents = (bfAgents){0};
}

static bfResult reserveFields(bfAgentFrame *frame, int32_t n, bfError *error) {
    int64_t needed = (int64_t)n * BF_AGENT_FIELDS;
    if (needed > frame->capacity) {
        free(frame->fields);
        frame->capacity = 0;
        frame->fields = malloc((size_t)needed * sizeof(float));
        if (frame->fields == NULL) {
            return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to draw %d agents", (int)n);
        }
        frame->capacity = needed;
    }
    return BF_OK;
}

/* Attributes first..first+4 are the five arrays of `frame`. */
static void bindFields(const bfAgentFrame *frame, GLuint first) {
    glBindBuffer(GL_ARRAY_BUFFER, frame->buffer);
    for (GLuint field = 0; field < BF_AGENT_FIELDS; ++field) {
        size_t offset = (size_t)field * (size_t)frame->n * sizeof(float);
        glEnableVertexAttribArray(first + field);
        glVertexAttribPointer(first + field, 1, GL_FLOAT, GL_FALSE, 0, (const void *)offset);
        glVertexAttribDivisor(first + field, 1);
    }
}

static void bindFrames(bfAgents *agents) {
    glBindVertexArray(agents->array);
    bindFields(agents->has_previous ? &agents->previous : &agents->current, 0);
    bindFields(&agents->current, BF_AGENT_FIELDS);
    glBindVertexArray(0);
}

static void uploadFields(const bfAgentFrame *frame) {
    glBindBuffer(GL_ARRAY_BUFFER, frame->buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)frame->n * BF_AGENT_FIELDS * sizeof(float)), frame->fields,
                 GL_STREAM_DRAW);
}

bfResult bfAgents_Push(bfAgents *agents, const bfFrame *frame, bfError *error) {
    bfAgentFrame recycled = agents->previous;
    bfResult result = reserveFields(&recycled, frame->n, error);
    if (result != BF_OK) {
        agents->previous = recycled;
        agents->has_previous = false;
        return result;
    }
    size_t n = (size_t)frame->n, bytes = n * sizeof(float);
    if (n > 0) {
        memcpy(recycled.fields, frame->px, bytes);
        memcpy(recycled.fields + n, frame->py, bytes);
        memcpy(recycled.fields + 2 * n, frame->vx, bytes);
        memcpy(recycled.fields + 3 * n, frame->vy, bytes);
        memset(recycled.fields + 4 * n, 0, bytes);
    }
    recycled.n = frame->n;
    recycled.has_crowding = false;
    agents->has_previous = agents->has_current && agents->current.n == frame->n;
    agents->previous = agents->current;
    agents->current = recycled;
    agents->has_current = true;
    agents->ghost_count = 0;
    uploadFields(&agents->current);
    bindFrames(agents);
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
    const float *fields = frame->fields;
    bfFrame seen = {0, frame->n, fields, fields + n, fields + 2 * n, fields + 3 * n};
    bfResult result = bfDensityField_Measure(&agents->density, stage, &seen, frame->fields + 4 * n, error);
    if (result != BF_OK) {
        return result;
    }
    glBindBuffer(GL_ARRAY_BUFFER, frame->buffer);
    glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(4 * n * sizeof(float)), (GLsizeiptr)(n * sizeof(float)),
                    frame->fields + 4 * n);
    frame->has_crowding = true;
    return BF_OK;
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

static bfResult addGhost(bfAgents *agents, const float fields[GHOST_FLOATS], float shift_x, float shift_y,
                         bfError *error) {
    if (agents->ghost_count == agents->ghost_capacity) {
        int64_t capacity = agents->ghost_capacity * 2 + 64;
        float *grown = realloc(agents->ghosts, (size_t)capacity * GHOST_FLOATS * sizeof(float));
        if (grown == NULL) {
            return bfFail(error, BF_ERROR_NO_MEMORY, "not enough memory to draw agents across the seam");
        }
        agents->ghosts = grown;
        agents->ghost_capacity = capacity;
    }
    float *ghost = agents->ghosts + (int64_t)agents->ghost_count * GHOST_FLOATS;
    memcpy(ghost, fields, GHOST_FLOATS * sizeof(float));
    ghost[0] += shift_x;
    ghost[1] += shift_y;
    ghost[BF_AGENT_FIELDS] += shift_x;
    ghost[BF_AGENT_FIELDS + 1] += shift_y;
    agents->ghost_count += 1;
    return BF_OK;
}

/* Which way a path from a to b must be shifted to show at the opposite edge: +1, -1 or 0 extents. */
static int ghostShift(float a, float b, float extent, float reach) {
    return fminf(a, b) < reach ? 1 : fmaxf(a, b) > extent - reach ? -1 : 0;
}

/* Both frames' fields of agent i, with the previous place on the current one's side of the seam. */
static void gatherAgent(const bfAgents *agents, int32_t i, float width, float height, float fields[GHOST_FLOATS]) {
    const bfAgentFrame *current = &agents->current;
    const bfAgentFrame *previous = agents->has_previous ? &agents->previous : current;
    for (int field = 0; field < BF_AGENT_FIELDS; ++field) {
        fields[field] = previous->fields[(size_t)field * (size_t)previous->n + (size_t)i];
        fields[BF_AGENT_FIELDS + field] = current->fields[(size_t)field * (size_t)current->n + (size_t)i];
    }
    fields[0] = nearSide(fields[0], fields[BF_AGENT_FIELDS], width);
    fields[1] = nearSide(fields[1], fields[BF_AGENT_FIELDS + 1], height);
}

static void bindGhosts(bfAgents *agents) {
    glBindVertexArray(agents->ghost_array);
    glBindBuffer(GL_ARRAY_BUFFER, agents->ghost_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)agents->ghost_count * GHOST_FLOATS * sizeof(float)),
                 agents->ghosts, GL_STREAM_DRAW);
    for (GLuint field = 0; field < GHOST_FLOATS; ++field) {
        glEnableVertexAttribArray(field);
        glVertexAttribPointer(field, 1, GL_FLOAT, GL_FALSE, GHOST_FLOATS * sizeof(float),
                              (const void *)(field * sizeof(float)));
        glVertexAttribDivisor(field, 1);
    }
    glBindVertexArray(0);
}

bfResult bfAgents_MakeGhosts(bfAgents *agents, const bfStage *stage, double reach, bfError *error) {
    agents->ghost_count = 0;
    if (!agents->has_current || !stage->wraps) {
        return BF_OK;
    }
    float width = (float)stage->world_width, height = (float)stage->world_height;
    float margin = (float)reach;
    for (int32_t i = 0; i < agents->current.n; ++i) {
        float fields[GHOST_FLOATS];
        gatherAgent(agents, i, width, height, fields);
        int x = ghostShift(fields[0], fields[BF_AGENT_FIELDS], width, margin);
        int y = ghostShift(fields[1], fields[BF_AGENT_FIELDS + 1], height, margin);
        bfResult result = BF_OK;
        if (x != 0) {
            result = addGhost(agents, fields, (float)x * width, 0, error);
        }
        if (y != 0 && result == BF_OK) {
            result = addGhost(agents, fields, 0, (float)y * height, error);
        }
        if (x != 0 && y != 0 && result == BF_OK) {
            result = addGhost(agents, fields, (float)x * width, (float)y * height, error);
        }
        if (result != BF_OK) {
            agents->ghost_count = 0;
            return result;
        }
    }
    if (agents->ghost_count > 0) {
        bindGhosts(agents);
    }
    return BF_OK;
}

void bfAgents_Draw(const bfAgents *agents) {
    if (agents->has_current && agents->current.n > 0) {
        glBindVertexArray(agents->array);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, agents->current.n);
    }
    if (agents->has_current && agents->ghost_count > 0) {
        glBindVertexArray(agents->ghost_array);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, agents->ghost_count);
    }
    glBindVertexArray(0);
}
