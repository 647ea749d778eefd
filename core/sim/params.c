#include "boidforge/param_macros.h"
#include "boidforge/sim.h"
#include "internal.h"

static const bfParamInfo infos[] = {
#define BF_TABLE_STRUCT bfParams
    BF_PARAMS(BF_INFO_REAL, BF_INFO_WHOLE, BF_INFO_CHOICE)
#undef BF_TABLE_STRUCT
};

static const bfParamTable table = {"simulation", infos, sizeof infos / sizeof infos[0], sizeof(bfParams)};

const bfParamTable *bfParamsTable(void) {
    return &table;
}

bfParams bfDefaultParams(void) {
    bfParams params;
    bfTable_SetDefaults(&table, &params);
    return params;
}

bfMetric bfParams_Metric(const bfParams *params) {
    if (params->metric != BF_METRIC_AUTO) {
        return (bfMetric)params->metric;
    }
    return params->numerics == BF_CELL && params->boundary == BF_WRAP ? BF_TORUS : BF_PLANE;
}

bfLevel bfParams_Level(const bfParams *params) {
    if (params->level != BF_LEVEL_AUTO) {
        return (bfLevel)params->level;
    }
    return BF_NATIVE;
}

static double largestRadius(const bfParams *params) {
    double largest = params->r_sep > params->r_ali ? params->r_sep : params->r_ali;
    return largest > params->r_coh ? largest : params->r_coh;
}

static bfResult checkClassic(const bfParams *params, bfError *error) {
    if (params->metric == BF_TORUS) {
        return bfFail(error, BF_ERROR_CONFLICT, "metric: classic numerics see no neighbours across the seam, use plane "
                                                "or numerics cell");
    }
    if (params->level == BF_VECTOR || params->level == BF_GRID) {
        return bfFail(error, BF_ERROR_CONFLICT, "level: classic numerics have levels naive and native, use one of "
                                                "them or numerics cell");
    }
    if (params->pointer_radius > 0) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "pointer_radius: classic numerics have no pointer, give 0 or use numerics cell");
    }
    return BF_OK;
}

static bfResult checkCell(const bfParams *params, bfError *error) {
    double smaller_extent = params->world_width < params->world_height ? params->world_width : params->world_height;
    double room = 3.0 * largestRadius(params) * BF_CELL_MARGIN;
    if (bfParams_Metric(params) == BF_TORUS && smaller_extent < room) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "world: %g x %g is too small for radius %g across the seam, make both sides at least %.6g, the "
                      "radii smaller, or use metric plane",
                      params->world_width, params->world_height, largestRadius(params), room + 0.005);
    }
    if (params->max_speed * params->dt >= smaller_extent) {
        return bfFail(error, BF_ERROR_CONFLICT,
                      "dt: a step at max_speed is %g world units, as long as the world's shorter side of %g; use a "
                      "smaller dt or max_speed",
                      params->max_speed * params->dt, smaller_extent);
    }
    return BF_OK;
}

bfResult bfParams_Check(const bfParams *params, bfError *error) {
    bfResult result = bfTable_Check(&table, params, error);
    if (result != BF_OK) {
        return result;
    }
    if (params->min_speed > params->max_speed) {
        return bfFail(error, BF_ERROR_CONFLICT, "min_speed: %g is above max_speed, which is %g", params->min_speed,
                      params->max_speed);
    }
    if (params->r_sep > 0 && params->r_sep < 1e-3) {
        return bfFail(error, BF_ERROR_OUT_OF_RANGE, "r_sep: %g is too small, give 0 or at least 0.001",
                      params->r_sep);
    }
    if (params->metric == BF_TORUS && params->boundary != BF_WRAP) {
        return bfFail(error, BF_ERROR_CONFLICT, "metric: torus goes with boundary wrap only, use metric plane");
    }
    if (!bfHasSimd(params->simd)) {
        return bfFail(error, BF_ERROR_CONFLICT, "simd: this machine does not have that instruction set, use auto");
    }
    return params->numerics == BF_CLASSIC ? checkClassic(params, error) : checkCell(params, error);
}
