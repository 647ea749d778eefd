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

static bfResult createPass(bfProgram *program, const char *name, const char *vertex, const char *define,
                           const char *fragment, const bfTargetFormat *format, bfError *error) {
    const char *vertices[3] = {vertex, NULL}, *fragments[3] = {bfFilterSource(format)};
    fragments[1] = define != NULL ? define : fragment;
    fragments[2] = define != NULL ? fragment : NULL;
    return bfProgram_Create(program, name, vertices, fragments, error);
}

static bfResult createComposite(bfProgram *program, const char *define, const bfTargetFormat *format, bfError *error) {
    return createPass(program, "composite", bf_shader_composite_vert, define, bf_shader_composite_frag, format, error);
}

bfResult bfLight_Create(bfLight *light, const bfTargetFormat *format, bfError *error) {
    struct {
        bfProgram *program;
        const char *name, *fragment;
    } passes[] = {
        {&light->first, "bloom_first", bf_shader_bloom_first_frag},
        {&light->down, "bloom_down", bf_shader_bloom_down_frag},
        {&light->up, "bloom_up", bf_shader_bloom_up_frag},
    };
    *light = (bfLight){0};
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; ++i) {
        bfResult result = createPass(passes[i].program, passes[i].name, bf_shader_fullscreen_vert, NULL,
                                     passes[i].fragment, format, error);
        if (result != BF_OK) {
            return result;
        }
    }
    bfResult result = createComposite(&light->composite, NULL, format, error);
    return result == BF_OK ? createComposite(&light->plain_composite, "#define PLAIN\n", format, error) : result;
}

bfResult bfLight_PrepareTiles(bfLight *light, const bfTargetFormat *format, bfError *error) {
    bool is_made = light->tile_composite.id != 0;
    return is_made ? BF_OK : createComposite(&light->tile_composite, "#define TILED\n", format, error);
}

void bfLight_Destroy(bfLight *light) {
    bfProgram_Destroy(&light->first);
    bfProgram_Destroy(&light->down);
    bfProgram_Destroy(&light->up);
    bfProgram_Destroy(&light->composite);
    bfProgram_Destroy(&light->plain_composite);
    bfProgram_Destroy(&light->tile_composite);
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

bool bfLight_IsGathered(const bfLook *look) {
    return look->bloom > 0 || look->auto_exposure > 0;
}

/* The first of a level's pixels whose middle lies at or beyond a place in the picture. */
static int32_t levelPixel(int32_t place, int32_t level_side, int32_t side) {
    return (int32_t)ceil((double)place * level_side / side - 0.5);
}

/* Draw only the level's pixels whose middles lie in the part. */
static void clipTo(const bfTarget *level, const bfScenery *scenery, const bfRect *part) {
    int32_t left = levelPixel(part->x, level->width, scenery->width);
    int32_t right = levelPixel(part->x + part->width, level->width, scenery->width);
    int32_t low = levelPixel(part->y, level->height, scenery->height);
    int32_t high = levelPixel(part->y + part->height, level->height, scenery->height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(left, low, right - left, high - low);
}

void bfLight_Gather(const bfLight *light, const bfScenery *scenery, const bfRect *part) {
    const bfTarget *level = &light->levels[0];
    const bfRect *window = &scenery->window;
    bfTarget_Begin(level, false);
    clipTo(level, scenery, part);
    bfProgram_Use(&light->first);
    setScenery(&light->first, scenery);
    bfProgram_SetPair(&light->first, BF_U_texel, 1.0 / window->width, 1.0 / window->height);
    bfProgram_SetPair(&light->first, BF_U_place, (double)window->x * level->width / scenery->width,
                      (double)window->y * level->height / scenery->height);
    bfProgram_SetPair(&light->first, BF_U_size, (double)window->width * level->width / scenery->width,
                      (double)window->height * level->height / scenery->height);
    bfProgram_SetReal(&light->first, BF_U_threshold, scenery->look->bloom_threshold);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_SCISSOR_TEST);
}

/* Fill the smaller levels, each with half the one before. */
static void shrinkLight(const bfLight *light) {
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

void bfLight_Bloom(const bfLight *light, const bfLook *look) {
    if (!bfLight_IsGathered(look)) {
        bfTarget_Begin(&light->levels[0], true);
        return;
    }
    shrinkLight(light);
    if (look->bloom > 0) {
        spreadLight(light);
    }
}

static const bfProgram *compositeFor(const bfLight *light, const bfScenery *scenery) {
    const bfLook *look = scenery->look;
    bool is_whole = scenery->window.width == scenery->width && scenery->window.height == scenery->height;
    bool is_plain =
        look->medium != BF_MEDIUM_INK && look->background_shape == BF_BACKGROUND_EVEN && !scenery->is_transparent;
    return !is_whole ? &light->tile_composite : is_plain ? &light->plain_composite : &light->composite;
}

void bfLight_Compose(const bfLight *light, const bfScenery *scenery, GLuint framebuffer, bool flip) {
    const bfLook *look = scenery->look;
    const bfProgram *program = compositeFor(light, scenery);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glViewport(0, 0, scenery->lit->width, scenery->lit->height);
    bfProgram_Use(program);
    setScenery(program, scenery);
    bfProgram_SetTexture(program, BF_U_light, 1, light->levels[0].texture);
    bfProgram_SetPair(program, BF_U_size, scenery->width, scenery->height);
    bfProgram_SetIntPair(program, BF_U_tile, scenery->window.x, scenery->window.y);
    bfProgram_SetInt(program, BF_U_tile_rows, scenery->window.height);
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
    bfProgram_SetInt(program, BF_U_transparent, scenery->is_transparent);
    bfProgram_SetInt(program, BF_U_flip, flip);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}
