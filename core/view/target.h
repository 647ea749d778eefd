/* Textures that can be drawn into, and the choice of their format. */
#ifndef BF_VIEW_TARGET_H
#define BF_VIEW_TARGET_H

#include "boidforge/result.h"
#include "gl.h"
#include "program.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct bfTargetFormat {
    GLenum internal, format, type;
    const char *name; /* for people */
    /* Steps between 0 and 1 where values are stored as whole steps (255), 0 for floats. */
    int steps;
} bfTargetFormat;

typedef struct bfTarget {
    GLuint texture, framebuffer;
    int32_t width, height; /* pixels; 0 when there is none */
} bfTarget;

/* The graphics card or software that draws, as the driver calls it. */
const char *bfRendererName(void);

/* What light is gathered in, best first. */
extern const bfTargetFormat bf_half_float_format, bf_byte_format;

/* The first of the candidates (a list that ends with NULL) in which blending and reading back give the right numbers,
 * otherwise the last. */
const bfTargetFormat *bfChooseTargetFormat(const bfTargetFormat *const *candidates, const bfProgram *fill,
                                           const bfProgram *copy);

/* The format of pictures that are read back: 8-bit RGBA. */
extern const bfTargetFormat bf_picture_format;

/* (Re)make a target of that size; keeps it when it already has it. */
bfResult bfTarget_Resize(bfTarget *target, const bfTargetFormat *format, int32_t width, int32_t height, bfError *error);
void bfTarget_Destroy(bfTarget *target);

/* Draw into the whole target from now on; to black first when `clear`. */
void bfTarget_Begin(const bfTarget *target, bool clear);

#endif
