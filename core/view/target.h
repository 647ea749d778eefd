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
    const char *name;      /* for people */
    bool is_filtered_here; /* reading between pixels: by the shaders, since the driver only gives the nearest */
    /* Steps between 0 and 1 where values are stored as whole steps (255), 0 for floats. */
    int steps;
} bfTargetFormat;

typedef struct bfTarget {
    GLuint texture, framebuffer;
    int32_t width, height; /* pixels; 0 when there is none */
} bfTarget;

/* The graphics card or software that draws, as the driver calls it. */
const char *bfRendererName(void);

/* What light is gathered in, best first; ends with NULL. The last needs no extension. */
extern const bfTargetFormat *const bf_light_formats[];
extern const bfTargetFormat bf_half_float_format, bf_half_float_unfiltered_format, bf_float_format,
    bf_small_float_format, bf_byte_format;

/* The programs with which formats are tried. */
typedef struct bfProbe {
    bfProgram fill, copy, between;
} bfProbe;

bfResult bfProbe_Create(bfProbe *probe, bfError *error);
void bfProbe_Destroy(bfProbe *probe);

/* The first of the candidates (a list that ends with NULL) in which blending, reading between pixels and reading back
 * give the right numbers, otherwise the last. */
const bfTargetFormat *bfChooseTargetFormat(const bfTargetFormat *const *candidates, const bfProbe *probe);

/* The format of pictures that are read back: 8-bit RGBA. */
extern const bfTargetFormat bf_picture_format;

/* The source that declares `filtered`, which reads between pixels of this format. */
const char *bfFilterSource(const bfTargetFormat *format);

/* (Re)make a target of that size; keeps it when it already has it. */
bfResult bfTarget_Resize(bfTarget *target, const bfTargetFormat *format, int32_t width, int32_t height, bfError *error);
void bfTarget_Destroy(bfTarget *target);

/* Draw into the whole target from now on; to black first when `clear`. */
void bfTarget_Begin(const bfTarget *target, bool clear);

#endif
