/* Shader programs. All draw on one list of uniform names; a program ignores those it does not use, since
 * OpenGL ignores location -1. */
#ifndef BF_VIEW_PROGRAM_H
#define BF_VIEW_PROGRAM_H

#include "boidforge/result.h"
#include "gl.h"

/* Names as in the shaders, after their prefix "u_". Meanings are given where the shaders declare them. */
#define BF_UNIFORMS(X)                                                                                                 \
    X(view_center)                                                                                                     \
    X(view_scale)                                                                                                      \
    X(half_size)                                                                                                       \
    X(target_middle)                                                                                                   \
    X(world)                                                                                                           \
    X(wraps)                                                                                                           \
    X(recenters)                                                                                                       \
    X(seam_center)                                                                                                     \
    X(fraction)                                                                                                        \
    X(color_by)                                                                                                        \
    X(color_value)                                                                                                     \
    X(speed_range)                                                                                                     \
    X(palette)                                                                                                         \
    X(diameter)                                                                                                        \
    X(least_diameter)                                                                                                  \
    X(size_by_speed)                                                                                                   \
    X(sheen)                                                                                                           \
    X(previous)                                                                                                        \
    X(current)                                                                                                         \
    X(previous_crowding)                                                                                               \
    X(current_crowding)                                                                                                \
    X(has_crowding)                                                                                                    \
    X(ghosts)                                                                                                          \
    X(agents)                                                                                                          \
    X(first)                                                                                                           \
    X(row_bits)                                                                                                        \
    X(brightness)                                                                                                      \
    X(glow)                                                                                                            \
    X(body)                                                                                                            \
    X(beat)                                                                                                            \
    X(trail_width)                                                                                                     \
    X(decay)                                                                                                           \
    X(source)                                                                                                          \
    X(fade)                                                                                                            \
    X(cutoff)                                                                                                          \
    X(shift)                                                                                                           \
    X(steps)                                                                                                           \
    X(offset)                                                                                                          \
    X(lit)                                                                                                             \
    X(lit_scale)                                                                                                       \
    X(light)                                                                                                           \
    X(texel)                                                                                                           \
    X(place)                                                                                                           \
    X(threshold)                                                                                                       \
    X(bloom)                                                                                                           \
    X(exposure)                                                                                                        \
    X(auto_exposure)                                                                                                   \
    X(meter)                                                                                                           \
    X(vignette)                                                                                                        \
    X(background)                                                                                                      \
    X(background_low)                                                                                                  \
    X(background_shape)                                                                                                \
    X(ink)                                                                                                             \
    X(transparent)                                                                                                     \
    X(size)                                                                                                            \
    X(tile)                                                                                                            \
    X(tile_rows)                                                                                                       \
    X(flip)                                                                                                            \
    X(value)

typedef enum bfUniform {
#define BF_UNIFORM_ID(name) BF_U_##name,
    BF_UNIFORMS(BF_UNIFORM_ID)
#undef BF_UNIFORM_ID
        BF_UNIFORM_COUNT
} bfUniform;

typedef struct bfProgram {
    GLuint id;
    GLint locations[BF_UNIFORM_COUNT];
} bfProgram;

/* Compile and link. `name` is for messages; each stage is the concatenation of up to three sources, NULL after the
 * last. On failure the message holds the driver's first line. */
bfResult bfProgram_Create(bfProgram *program, const char *name, const char *const vertex[3],
                          const char *const fragment[3], bfError *error);
void bfProgram_Destroy(bfProgram *program);

void bfProgram_Use(const bfProgram *program);
void bfProgram_SetInt(const bfProgram *program, bfUniform uniform, int value);
void bfProgram_SetIntPair(const bfProgram *program, bfUniform uniform, int x, int y);
void bfProgram_SetReal(const bfProgram *program, bfUniform uniform, double value);
void bfProgram_SetPair(const bfProgram *program, bfUniform uniform, double x, double y);
void bfProgram_SetTriple(const bfProgram *program, bfUniform uniform, double x, double y, double z);

/* Bind a 2D texture to a unit and tell the sampler. */
void bfProgram_SetTexture(const bfProgram *program, bfUniform sampler, int unit, GLuint texture);

#endif
