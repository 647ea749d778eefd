#include "export_dress.h"

#include "boidforge/scene.h"
#include "scene_file.h"

#include <string.h>

/* The first, middle and last frames of a file, or the first of a pipe, tell what the header does not. Damage behind the
 * first is no matter yet: drawing goes as far as it can. */
static bfResult sampleRecording(Drawing *drawing, bfStageGuess *guess, int32_t *agents, bfError *error) {
    int64_t frame_count = drawing->plan->frame_count;
    bfFrame frame;
    if (frame_count < 0) {
        if (nextFrame(drawing, &frame)) {
            drawing->held = frame;
            drawing->has_held = true;
            *agents = frame.n;
            bfStageGuess_Add(guess, &frame);
        }
        return BF_OK;
    }
    int64_t samples[3] = {0, frame_count / 2, frame_count - 1};
    for (int i = 0; i < 3; ++i) {
        bfResult result = bfReader_Seek(drawing->reader, samples[i], error);
        if (result == BF_OK) {
            result = bfReader_Next(drawing->reader, &frame, error);
        }
        if (result != BF_OK) {
            return i == 0 ? result : BF_OK;
        }
        *agents = frame.n;
        bfStageGuess_Add(guess, &frame);
    }
    return BF_OK;
}

/* The scene to dress with: the one named, or the one a version 2 recording carries. */
static bfResult findScene(const Drawing *drawing, bfScene *scene, bool *found, bfError *error) {
    const char *json = bfReader_SceneJson(drawing->reader), *named = drawing->plan->options->scene;
    *found = named != NULL || json != NULL;
    if (named != NULL) {
        return loadScene(named, scene, error);
    }
    return json != NULL ? bfScene_ParseJson(scene, json, strlen(json), error) : BF_OK;
}

static bfResult dressFromScene(bfScene *scene, int32_t agents, bfLook *look, bfStage *stage, bfError *error) {
    bfParams params;
    setSceneAgents(scene, agents);
    bfResult result = bfScene_Resolve(scene, &params, error);
    for (int32_t i = 0; result == BF_OK && i < scene->look_count; ++i) {
        result = bfTable_SetText(bfLookTable(), look, scene->look[i].name, scene->look[i].text, error);
    }
    if (result == BF_OK) {
        *stage = (bfStage){params.world_width, params.world_height, params.boundary == BF_WRAP, params.min_speed,
                           params.max_speed};
    }
    return result;
}

/* The scene's where there is one, laid over by what was given on the command line. */
bfResult dressDrawing(Drawing *drawing, bfError *error) {
    const ExportOptions *options = drawing->plan->options;
    bfLook *look = &drawing->look;
    bfStage *stage = &drawing->stage;
    bfStageGuess guess = {0};
    bfScene scene;
    int32_t agents = 0;
    bool found = false;
    bfResult result = sampleRecording(drawing, &guess, &agents, error);
    *look = bfDefaultLook();
    *stage = bfStageGuess_Result(&guess);
    if (result == BF_OK) {
        result = findScene(drawing, &scene, &found, error);
    }
    if (result == BF_OK && found) {
        result = dressFromScene(&scene, agents, look, stage, error);
        bfScene_Clear(&scene);
    }
    if (options->world_width > 0) {
        stage->world_width = options->world_width;
        stage->world_height = options->world_height;
    }
    if (result == BF_OK && options->look != NULL) {
        result = loadLook(options->look, look, error);
    }
    for (int i = 0; result == BF_OK && i < options->look_text_count; ++i) {
        result = bfTable_SetText(bfLookTable(), look, options->look_texts[i].name, options->look_texts[i].text, error);
    }
    return result;
}
