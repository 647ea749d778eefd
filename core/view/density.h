/* How crowded it is around each agent, for colour by density. */
#ifndef BF_VIEW_DENSITY_H
#define BF_VIEW_DENSITY_H

#include "boidforge/view.h"

typedef struct bfDensityField {
    float *cells, *blurred; /* columns * rows each */
    int32_t columns, rows;
    int64_t capacity; /* cells allocated */
} bfDensityField;

/* Write a crowding value from 0 (alone) to 1 (very dense) for each agent. Bad agents crowd nobody. */
bfResult bfDensityField_Measure(bfDensityField *field, const bfStage *stage, const bfFrame *frame, float *crowding,
                                bfError *error);
void bfDensityField_Free(bfDensityField *field);

#endif
