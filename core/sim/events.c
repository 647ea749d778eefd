/* Events: changes of parameters at given steps. All events of a step take place together, before it: the last of those
 * that name one parameter counts, and only what holds after them all must fit together. */
#include "internal.h"

#include <string.h>

static bool isAmong(const char *name, const char *const *names) {
    for (; *names != NULL; ++names) {
        if (strcmp(name, *names) == 0) {
            return true;
        }
    }
    return false;
}

bool bfParam_AffectsBytes(const bfParamInfo *param) {
    static const char *const of_machine[] = {"level", "simd", "threads", NULL};
    return !isAmong(param->name, of_machine);
}

bool bfParam_MayChange(const bfParamInfo *param) {
    static const char *const fixed[] = {"seed",     "steps",  "dt",       "world_width", "world_height",
                                        "boundary", "metric", "numerics", NULL};
    return bfParam_AffectsBytes(param) && !isAmong(param->name, fixed);
}

bfResult bfMakeEvent(int64_t step, const char *name, const char *text, bfEvent *event, bfError *error) {
    if (step < 0 || step > BF_LAST_STEP) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "step: %lld is out of range, give 0 to %d", (long long)step,
                      BF_LAST_STEP);
    }
    const bfParamInfo *param = bfTable_Find(bfParamsTable(), name);
    if (param != NULL && !bfParam_MayChange(param)) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "%s: cannot change in a running world; agents, radii, weights, speeds, max_force and the pointer "
                      "can",
                      param->name);
    }
    bfParams params = bfDefaultParams();
    bfResult result = bfTable_SetText(bfParamsTable(), &params, name, text, error);
    if (result == BF_OK) {
        *event = (bfEvent){(int32_t)step, param, bfParamInfo_Load(param, &params)};
    }
    return result;
}

int32_t bfApplyEvents(const bfEvent *events, int32_t count, int32_t at, bfParams *params) {
    int32_t step = events[at].step;
    for (; at < count && events[at].step == step; ++at) {
        bfParamInfo_Store(events[at].param, params, events[at].value);
    }
    return at;
}

/* The events from `first` to `end` - 1, all of one step, cannot take place: say which, and why. */
static bfResult failEvents(const bfEvent *events, int32_t first, int32_t end, const bfError *why, bfError *error) {
    if (end - first == 1) {
        return bfFail(error, why->id, "event %d (step %d): %.400s", (int)end, (int)events[first].step, why->message);
    }
    return bfFail(error, why->id, "events %d to %d (step %d): %.400s", (int)(first + 1), (int)end,
                  (int)events[first].step, why->message);
}

bfResult bfCheckEvents(const bfParams *start, const bfEvent *events, int32_t count, bfError *error) {
    if (count > BF_MAX_EVENTS) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "events: there are %d, %d at most are possible", (int)count,
                      BF_MAX_EVENTS);
    }
    bfParams params = *start;
    for (int32_t first = 0, end; first < count; first = end) {
        bfError why;
        end = bfApplyEvents(events, count, first, &params);
        if (first > 0 && events[first].step < events[first - 1].step) {
            return bfFail(error, BF_ERROR_CONFLICT,
                          "event %d: its step %d lies before that of the event before it, %d; list events by their "
                          "steps",
                          (int)(first + 1), (int)events[first].step, (int)events[first - 1].step);
        }
        if (bfParams_Check(&params, &why) != BF_OK) {
            return failEvents(events, first, end, &why, error);
        }
    }
    return BF_OK;
}

void bfAgentRange(const bfParams *start, const bfEvent *events, int32_t count, int64_t steps, int64_t *fewest,
                  int64_t *most) {
    bfParams params = *start;
    int32_t at = count > 0 && events[0].step == 0 ? bfApplyEvents(events, count, 0, &params) : 0;
    *fewest = *most = params.agents;
    while (at < count && events[at].step < steps) {
        at = bfApplyEvents(events, count, at, &params);
        *fewest = params.agents < *fewest ? params.agents : *fewest;
        *most = params.agents > *most ? params.agents : *most;
    }
}
