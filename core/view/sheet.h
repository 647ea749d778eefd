/* A list of numbers that vertex shaders read, in a texture: entry i lies in row i >> row_bits, column
 * i & ((1 << row_bits) - 1). */
#ifndef BF_VIEW_SHEET_H
#define BF_VIEW_SHEET_H

#include "boidforge/result.h"
#include "gl.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum bfSheetKind { BF_SHEET_FLOAT, BF_SHEET_FLOAT4, BF_SHEET_UINT32 } bfSheetKind;

typedef struct bfSheet {
    GLuint texture;
    bfSheetKind kind;
    int row_bits;
    int32_t rows;
} bfSheet;

/* A sheet that can be bound, though it has nothing in it yet. */
void bfSheet_Create(bfSheet *sheet, bfSheetKind kind);
void bfSheet_Destroy(bfSheet *sheet);

/* Row width for `count` entries within this driver's limits, or -1 when they do not fit. */
int bfSheet_RowBits(int64_t count);

/* Replace the entries; there must be at least one. False when the driver has no memory for them. */
bool bfSheet_Fill(bfSheet *sheet, int row_bits, int64_t count, const void *entries);

#endif
