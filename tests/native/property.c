/* Shrinking is greedy: a list of changes that make a case simpler is gone through again and again, each kept when the
 * case still differs, until none is. */
#include "property.h"
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

int64_t affordableSteps(int64_t agents) {
    int64_t steps = 1500000 / (agents * agents + 1);
    return steps < 1 ? 1 : steps > 8 ? 8 : steps;
}

/* ---- Comparing ---- */

static bfWorld *makeWorld(const Way *way, const Case *flock) {
    bfWorld *world;
    bfError error;
    if (bfCreateWorld(&way->params, &world, &error) != BF_OK ||
        bfWorld_AddEvents(world, flock->events, flock->event_count, &error) != BF_OK) {
        fail_msg("%s: %s", way->name, error.message);
    }
    placeAgents(world, flock->placement);
    return world;
}

static double valueOf(const bfParams *params, const bfParamInfo *info) {
    const char *at = (const char *)params + info->offset;
    return info->type == BF_REAL    ? *(const double *)(const void *)at
           : info->type == BF_WHOLE ? (double)*(const int64_t *)(const void *)at
                                    : (double)*(const int32_t *)(const void *)at;
}

static void setValue(bfParams *params, const bfParamInfo *info, double value) {
    char *at = (char *)params + info->offset;
    if (info->type == BF_REAL) {
        *(double *)(void *)at = value;
    } else if (info->type == BF_WHOLE) {
        *(int64_t *)(void *)at = (int64_t)value;
    } else {
        *(int32_t *)(void *)at = (int32_t)value;
    }
}

/* What is wanted: a copy of the start state that `step` advances, or a world at level naive. */
typedef struct Expected {
    StepFunction *step;
    bfWorld *naive;
    bfParams params; /* of the step */
    float *fields[4];
    float *state;
    bfFrame frame;
} Expected;

static size_t mostAgents(const Case *flock) {
    size_t most = (size_t)flock->params.agents;
    for (int32_t i = 0; i < flock->event_count; ++i) {
        bool is_count = strcmp(flock->events[i].param->name, "agents") == 0;
        most = is_count && flock->events[i].value > (double)most ? (size_t)flock->events[i].value : most;
    }
    return most;
}

static Expected makeExpected(const Case *flock, StepFunction *step) {
    Way way = {.name = "level naive, as wanted", .params = flock->params};
    way.params.level = BF_NAIVE;
    way.params.simd = BF_SIMD_SCALAR;
    way.params.threads = 1;
    Expected expected = {.step = step, .naive = makeWorld(&way, flock), .params = flock->params};
    bfFrame start = bfWorld_Frame(expected.naive);
    const float *fields[] = {start.px, start.py, start.vx, start.vy};
    size_t room = mostAgents(flock);
    expected.state = malloc((4 * room + 1) * sizeof(float));
    for (size_t i = 0; i < 4; ++i) {
        expected.fields[i] = expected.state + i * room;
        memcpy(expected.fields[i], fields[i], (size_t)start.n * sizeof(float));
    }
    return expected;
}

/* Let the events of a step take place. */
static void changeExpected(Expected *expected, const Case *flock, int64_t step) {
    float **f = expected->fields;
    int64_t before = expected->params.agents;
    for (int32_t i = 0; i < flock->event_count; ++i) {
        if (flock->events[i].step == step) {
            setValue(&expected->params, flock->events[i].param, flock->events[i].value);
        }
    }
    for (int64_t id = before; id < expected->params.agents; ++id) {
        referenceJoin(&expected->params, (uint32_t)id, &f[0][id], &f[1][id], &f[2][id], &f[3][id]);
    }
}

static void stepExpected(Expected *expected, const Case *flock, int64_t step) {
    float **f = expected->fields;
    changeExpected(expected, flock, step);
    if (expected->step != NULL) {
        expected->step(&expected->params, f[0], f[1], f[2], f[3]);
        expected->frame =
            (bfFrame){.n = (int32_t)expected->params.agents, .px = f[0], .py = f[1], .vx = f[2], .vy = f[3]};
    } else {
        bfWorld_Step(expected->naive);
        expected->frame = bfWorld_Frame(expected->naive);
    }
}

static bool compareFrames(const bfFrame *made, const bfFrame *wanted, bool finite, Difference *difference) {
    const float *made_fields[] = {made->px, made->py, made->vx, made->vy};
    const float *wanted_fields[] = {wanted->px, wanted->py, wanted->vx, wanted->vy};
    static const char *const names[] = {"px", "py", "vx", "vy"};
    if (made->n != wanted->n) {
        *difference = (Difference){.field = "agents", .made = (float)made->n, .wanted = (float)wanted->n};
        return true;
    }
    for (int field = 0; field < 4; ++field) {
        for (int32_t i = 0; i < made->n; ++i) {
            const float *a = &made_fields[field][i], *b = &wanted_fields[field][i];
            if (memcmp(a, b, sizeof *a) != 0 || (finite && !isfinite(*a))) {
                difference->agent = i;
                difference->field = names[field];
                difference->made = *a;
                difference->wanted = *b;
                return true;
            }
        }
    }
    return false;
}

static bool isAccepted(const Case *flock) {
    return bfParams_Check(&flock->params, NULL) == BF_OK &&
           bfCheckEvents(&flock->params, flock->events, flock->event_count, NULL) == BF_OK;
}

static int waysOf(const Case *flock, Way *ways) {
    if (flock->params.level == BF_LEVEL_AUTO) {
        return listWays(&flock->params, false, (uint64_t)flock->params.seed, ways);
    }
    ways[0].params = flock->params;
    nameWay(&ways[0]);
    return 1;
}

bool findDifference(const Case *flock, StepFunction *wanted, Difference *difference) {
    if (!isAccepted(flock)) {
        return false;
    }
    Way ways[MAX_WAYS];
    bfWorld *worlds[MAX_WAYS];
    int count = waysOf(flock, ways);
    for (int i = 0; i < count; ++i) {
        worlds[i] = makeWorld(&ways[i], flock);
    }
    Expected expected = makeExpected(flock, wanted);
    bool differs = false;
    for (int64_t step = 0; step < flock->params.steps && !differs; ++step) {
        stepExpected(&expected, flock, step);
        for (int i = 0; i < count && !differs; ++i) {
            bfWorld_Step(worlds[i]);
            bfFrame frame = bfWorld_Frame(worlds[i]);
            differs = compareFrames(&frame, &expected.frame, flock->params.numerics == BF_CELL, difference);
            difference->way = ways[i];
            difference->step = step;
        }
    }
    for (int i = 0; i < count; ++i) {
        bfDestroyWorld(worlds[i]);
    }
    bfDestroyWorld(expected.naive);
    free(expected.state);
    return differs;
}

/* ---- Shrinking ---- */

typedef struct Shrinking {
    Case best;
    int64_t most_steps;
    StepFunction *wanted;
    Difference *difference;
} Shrinking;

/* Keep the candidate when it still differs; what it had to do after that is left out at once. */
static bool keep(Shrinking *s, const Case *candidate) {
    Difference difference;
    if (!findDifference(candidate, s->wanted, &difference)) {
        return false;
    }
    s->best = *candidate;
    s->best.params.steps = difference.step + 1;
    *s->difference = difference;
    return true;
}

/* Other agents have other places: a few seeds are tried where that takes no time. */
static bool keepWithSomeSeed(Shrinking *s, Case candidate) {
    int64_t seeds = candidate.params.agents <= 500 ? 16 : 0;
    bool kept = keep(s, &candidate);
    for (int64_t seed = 0; seed < seeds && !kept; ++seed) {
        candidate.params.seed = seed;
        kept = keep(s, &candidate);
    }
    return kept;
}

/* Fewer agents are worth more steps: what happened to one of them may happen to another later. */
static bool removeAgents(Shrinking *s) {
    bool smaller = false;
    for (int64_t cut = s->best.params.agents; cut > 0; cut /= 2) {
        bool kept = true;
        while (kept && cut <= s->best.params.agents) {
            Case candidate = s->best;
            candidate.params.agents -= cut;
            candidate.params.steps = s->most_steps;
            kept = keepWithSomeSeed(s, candidate);
            smaller = smaller || kept;
        }
    }
    return smaller;
}

static bool removeEvents(Shrinking *s) {
    bool smaller = false;
    for (int32_t i = s->best.event_count - 1; i >= 0; --i) {
        Case candidate = s->best;
        candidate.event_count -= 1;
        memmove(&candidate.events[i], &candidate.events[i + 1],
                (size_t)(candidate.event_count - i) * sizeof *candidate.events);
        smaller |= keep(s, &candidate);
    }
    return smaller;
}

static bool placeBySeed(Shrinking *s) {
    Case candidate = s->best;
    candidate.placement = PLACED_BY_SEED;
    return s->best.placement != PLACED_BY_SEED && keep(s, &candidate);
}

/* The agents' count has its own way to shrink, the steps follow from the difference, level and instruction set are
 * those that differ. */
static bool isSimplified(const bfParamInfo *info) {
    static const char *const others[] = {"agents", "steps", "numerics", "level", "simd"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; ++i) {
        if (strcmp(info->name, others[i]) == 0) {
            return false;
        }
    }
    return true;
}

/* World, radii and speeds bound each other, so that one alone may not have its default. */
static bool resetTogether(Shrinking *s, const char *group) {
    const bfParamTable *table = bfParamsTable();
    Case candidate = s->best;
    bool changes = false;
    for (int i = 0; i < table->count; ++i) {
        const bfParamInfo *info = &table->infos[i];
        if (isSimplified(info) && (group == NULL || strcmp(info->group, group) == 0)) {
            changes = changes || valueOf(&candidate.params, info) != info->initial;
            setValue(&candidate.params, info, info->initial);
        }
    }
    return changes && keep(s, &candidate);
}

/* To the digits of a decimal number. */
static double rounded(double value, int digits) {
    char text[40];
    snprintf(text, sizeof text, "%.*e", digits - 1, value);
    return strtod(text, NULL);
}

/* From the simplest value on: the default, then round ones; the last is the value itself. */
static bool simplify(Shrinking *s, const bfParamInfo *info) {
    double now = valueOf(&s->best.params, info);
    const double values[] = {info->initial, 0, 1, 10, 100, rounded(now, 1), rounded(now, 2), rounded(now, 3), now};
    for (int i = 0; values[i] != now; ++i) {
        Case candidate = s->best;
        setValue(&candidate.params, info, values[i]);
        if (keep(s, &candidate)) {
            return true;
        }
    }
    return false;
}

static bool simplifyAll(Shrinking *s) {
    const bfParamTable *table = bfParamsTable();
    bool simpler = resetTogether(s, NULL);
    simpler |= resetTogether(s, "World");
    simpler |= resetTogether(s, "Rules");
    simpler |= resetTogether(s, "Limits");
    simpler |= resetTogether(s, "Pointer");
    for (int i = 0; i < table->count; ++i) {
        if (isSimplified(&table->infos[i])) {
            simpler |= simplify(s, &table->infos[i]);
        }
    }
    return simpler;
}

Case shrinkCase(Case differing, StepFunction *wanted, Difference *difference) {
    Shrinking s = {differing, differing.params.steps, wanted, difference};
    s.best.params = difference->way.params;
    s.best.params.steps = difference->step + 1;
    bool simpler;
    do {
        simpler = removeEvents(&s);
        simpler |= removeAgents(&s);
        simpler |= placeBySeed(&s);
        simpler |= simplifyAll(&s);
    } while (simpler);
    return s.best;
}

/* ---- Telling ---- */

void writeCommand(const Case *flock, char *text, size_t capacity) {
    const bfParamTable *table = bfParamsTable();
    size_t length = (size_t)snprintf(text, capacity, "boidforge-cli simulate");
    for (int i = 0; i < table->count && length < capacity; ++i) {
        const bfParamInfo *info = &table->infos[i];
        char value[64];
        if (valueOf(&flock->params, info) == info->initial) {
            continue;
        }
        bfTable_GetText(table, &flock->params, info->name, value, sizeof value, NULL);
        char *option = text + length;
        length += (size_t)snprintf(option, capacity - length, " --%s %s", info->name, value);
        for (char *dash = strchr(option, '_'); dash != NULL; dash = strchr(dash, '_')) {
            *dash = '-';
        }
    }
}

static void writeEvents(const Case *flock, char *text, size_t capacity) {
    size_t length = (size_t)snprintf(text, capacity, "%s", flock->event_count == 0 ? " none" : "");
    for (int32_t i = 0; i < flock->event_count && length < capacity; ++i) {
        const bfEvent *event = &flock->events[i];
        length += (size_t)snprintf(text + length, capacity - length, "%s step %d %s %.17g", i > 0 ? "," : "",
                                   (int)event->step, event->param->name, event->value);
    }
}

bool requireEqual(const Case *flock, uint64_t set, StepFunction *wanted) {
    if (!isAccepted(flock)) {
        return false;
    }
    Difference d;
    if (findDifference(flock, wanted, &d)) {
        char command[1024], events[1024];
        Case small = shrinkCase(*flock, wanted, &d);
        writeCommand(&small, command, sizeof command);
        writeEvents(&small, events, sizeof events);
        fail_msg("parameter set %llu differs; a small case:\n  %s\n  start state: %s\n  events:%s\n  step %lld, agent "
                 "%d: %s is %a at %s, wanted is %a",
                 (unsigned long long)set, command, placementName(small.placement), events, (long long)d.step,
                 (int)d.agent, d.field, (double)d.made, d.way.name, (double)d.wanted);
    }
    return true;
}
