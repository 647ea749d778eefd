/* Bloom is a pyramid: the bright parts of the picture at a quarter of its size, then halved again and again, then
 * added back up from the smallest. Each level is a wider glow; their shares depend on how many rows a level has, not
 * on how often it was halved, so the glow is as wide, measured in pictures, at any output size. */
#include "light.h"

#include "look.h"
#include "shaders.h"

#include <math.h>

/* Levels stop at this many rows or columns. */
#define SMALLEST_LEVEL 6

/* The level that counts most, in rows, and how fast the others fall off around it, in octaves. */
#define MAIN_LEVEL_ROWS 130.0
#define LEVEL_SPREAD    1.6

/* Agents are small: spread over the levels' widths their light is thin, so bloom 1 means this factor. */
#define BLOOM_GAIN 1.6

bfResult bfLight_Create(bfLight *light, const bfTargetFormat *format, bfError *error) {
    struct {
        bfProgram *program;
        const char *name, *vertex, *fragment, *define;
    } passes[] = {
        {&light->first, "bloom_first", bf_shader_fullscreen_vert, bf_shader_bloom_first_frag, NULL},
        {&light->down, "bloom_down", bf_shader_fullscreen_vert, bf_shader_bloom_down_frag, NULL},
        {&light->up, "bloom_up", bf_shader_fullscreen_vert, bf_shader_bloom_up_frag, NULL},
        {&light->composite, "composite", bf_shader_composite_vert, bf_shader_composite_frag, NULL},
        {&light->plain_composite, "composite", bf_shader_composite_vert, bf_shader_composite_frag, "#define PLAIN\n"},
    };
    *light = (bfLight){0};
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; ++i) {
        const char *vertex[3] = {passes[i].vertex, NULL}, *fragment[3] = {bfFilterSource(format)};
        fragment[1] = passes[i].define != NULL ? passes[i].define : passes[i].fragment;
        fragment[2] = passes[i].define != NULL ? passes[i].fragment : NULL;
        bfResult result = bfProgram_Create(passes[i].program, passes[i].name, vertex, fragment, error);
        if (result != BF_OK) {
            return result;
        }
    }
    return BF_OK;
}

void bfLight_Destroy(bfLight *light) {
    bfProgram_Destroy(&light->first);
    bfProgram_Destroy(&light->down);
    bfProgram_Destroy(&light->up);
    bfProgram_Destroy(&light->composite);
    bfProgram_Destroy(&light->plain_composite);
    for (int i = 0; i < BF_MAX_BLOOM_LEVELS; ++i) {
        bfTarget_Destroy(&light->levels[i]);
    }
    light->level_count = 0;
}

static void weighLevels(bfLight *light) {
    double sum = 0;
    for (int i = 0; i < light->level_count; ++i) {
        double octaves = log2(light->levels[i].height / MAIN_LEVEL_ROWS) / LEVEL_SPREAD;
        light->weights[i] = exp(-0.5 * octaves * octaves);
        sum += light->weights[i];
    }
    for (int i = 0; i < light->level_count; ++i) {
        light->weights[i] /= sum;
    }
}

bfResult bfLight_Resize(bfLight *light, const bfTargetFormat *format, int32_t width, int32_t height, bfError *error) {
    int count = 0;
    int32_t w = (width + 3) / 4, h = (height + 3) / 4;
    do {
        bfResult result = bfTarget_Resize(&light->levels[count], format, w, h, error);
        if (result != BF_OK) {
            return result;
        }
        ++count;
        w = (w + 1) / 2;
        h = (h + 1) / 2;
    } while (count < BF_MAX_BLOOM_LEVELS && w >= SMALLEST_LEVEL && h >= SMALLEST_LEVEL);
    for (int i = count; i < BF_MAX_BLOOM_LEVELS; ++i) {
        bfTarget_Destroy(&light->levels[i]);
    }
    light->level_count = count;
    weighLevels(light);
    return BF_OK;
}

static void setSizes(const bfProgram *program, const bfTarget *source, const bfTarget *target) {
    bfProgram_SetPair(program, BF_U_texel, 1.0 / source->width, 1.0 / source->height);
    bfProgram_SetPair(program, BF_U_size, target->width, target->height);
}

static void setScenery(const bfProgram *program, const bfScenery *scenery) {
    bfProgram_SetTexture(program, BF_U_lit, 0, scenery->lit->texture);
    bfProgram_SetReal(program, BF_U_lit_scale, scenery->lit_scale);
}

/* Fill the levels, each with half the one before. */
static void shrinkLight(const bfLight *light, const bfScenery *scenery) {
    bfTarget_Begin(&light->levels[0], false);
    bfProgram_Use(&light->first);
    setScenery(&light->first, scenery);
    setSizes(&light->first, scenery->lit, &light->levels[0]);
    bfProgram_SetReal(&light->first, BF_U_threshold, scenery->look->bloom_threshold);
    glDrawArrays(GL_TRIANGLES, 0, 3);

    bfProgram_Use(&light->down);
    for (int i = 1; i < light->level_count; ++i) {
        bfTarget_Begin(&light->levels[i], false);
        bfProgram_SetTexture(&light->down, BF_U_source, 0, light->levels[i - 1].texture);
        setSizes(&light->down, &light->levels[i - 1], &light->levels[i]);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
}

/* Each level but the smallest becomes its share of itself, plus what comes up from below. */
static void spreadLight(const bfLight *light) {
    bfProgram_Use(&light->up);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_CONSTANT_COLOR);
    for (int i = light->level_count - 2; i >= 0; --i) {
        float share = (float)light->weights[i];
        glBlendColor(share, share, share, share);
        bfTarget_Begin(&light->levels[i], false);
        bfProgram_SetTexture(&light->up, BF_U_source, 0, light->levels[i + 1].texture);
        bfProgram_SetReal(&light->up, BF_U_value, i == light->level_count - 2 ? light->weights[i + 1] : 1);
        setSizes(&light->up, &light->levels[i + 1], &light->levels[i]);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glDisable(GL_BLEND);
}

void bfLight_Bloom(const bfLight *light, const bfScenery *scenery) {
    bool glows = scenery->look->bloom > 0, is_metered = scenery->look->auto_exposure > 0;
    if (!glows && !is_metered) {
        bfTarget_Begin(&light->levels[0], true);
        return;
    }
    shrinkLight(light, scenery);
    if (glows) {
        spreadLight(light);
    }
}

void bfLight_Compose(const bfLight *light, const bfScenery *scenery, GLuint framebuffer, bool flip) {
    const bfLook *look = scenery->look;
    bool is_plain = look->medium != BF_MEDIUM_INK && look->background_shape == BF_BACKGROUND_EVEN;
    const bfProgram *program = is_plain ? &light->plain_composite : &light->composite;
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, scenery->lit->width, scenery->lit->height);
    bfProgram_Use(program);
    setScenery(program, scenery);
    bfProgram_SetTexture(program, BF_U_light, 1, light->levels[0].texture);
    bfProgram_SetPair(program, BF_U_size, scenery->lit->width, scenery->lit->height);
    bfProgram_SetReal(program, BF_U_bloom, BLOOM_GAIN * look->bloom);
    bfProgram_SetTexture(program, BF_U_meter, 2, light->levels[light->level_count - 1].texture);
    bfProgram_SetReal(program, BF_U_exposure, look->exposure);
    bfProgram_SetReal(program, BF_U_auto_exposure, look->auto_exposure);
    bfProgram_SetReal(program, BF_U_vignette, look->vignette);
    bfProgram_SetTriple(program, BF_U_background, look->background_red, look->background_green, look->background_blue);
    bfProgram_SetInt(program, BF_U_background_shape, look->background_shape);
    bfProgram_SetTriple(program, BF_U_background_low, look->background_low_red, look->background_low_green,
                        look->background_low_blue);
    bfProgram_SetInt(program, BF_U_ink, look->medium == BF_MEDIUM_INK);
    bfProgram_SetInt(program, BF_U_flip, flip);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}
