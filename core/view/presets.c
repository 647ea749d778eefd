/* Looks to choose from, as data. Each says all that makes its character and leaves the rest (sizes for the most part)
 * to the scene, over whose look it is laid. */
#include "boidforge/view.h"

#include <assert.h>
#include <string.h>

static const bfLookPreset presets[] = {
    {"scene", "As the scene says", {{NULL, NULL}}},
    {"neon-night", "Neon night",
     {{"palette", "neon"}, {"color_by", "heading"}, {"glow", "1.1"}, {"trail", "1.15"}, {"trail_decay", "0.93"},
      {"bloom", "1.7"}, {"background_shape", "vertical"}, {"background_red", "0.0012"},
      {"background_green", "0.0008"}, {"background_blue", "0.0045"}, {"background_low_red", "0.011"},
      {"background_low_green", "0.0022"}, {"background_low_blue", "0.021"}}},
    {"ember", "Ember",
     {{"palette", "fire"}, {"color_by", "speed"}, {"trail", "1.1"}, {"trail_decay", "0.95"},
      {"trail_width", "0.35"}, {"bloom", "1.3"}, {"background_shape", "radial"}, {"background_red", "0.0055"},
      {"background_green", "0.0016"}, {"background_blue", "0.0006"}, {"background_low_red", "0.0004"},
      {"background_low_green", "0.0002"}, {"background_low_blue", "0.0002"}}},
    {"aurora", "Aurora",
     {{"palette", "aurora"}, {"color_by", "density"}, {"intensity", "0.9"}, {"trail", "1.2"},
      {"trail_decay", "0.965"}, {"trail_width", "0.9"}, {"bloom", "1.5"}, {"background_shape", "vertical"},
      {"background_red", "0.0008"}, {"background_green", "0.0014"}, {"background_blue", "0.005"},
      {"background_low_red", "0.002"}, {"background_low_green", "0.010"}, {"background_low_blue", "0.012"}}},
    {"aquarium", "Aquarium",
     {{"palette", "viridis"}, {"color_by", "heading"}, {"body", "fish"}, {"agent_size", "15"},
      {"intensity", "0.9"}, {"glow", "0.5"}, {"trail", "0.12"}, {"bloom", "0.7"},
      {"background_shape", "vertical"}, {"background_red", "0.010"}, {"background_green", "0.065"},
      {"background_blue", "0.085"}, {"background_low_red", "0.0006"}, {"background_low_green", "0.006"},
      {"background_low_blue", "0.016"}, {"vignette", "0.5"}}},
    {"dusk", "Dusk",
     {{"palette", "magma"}, {"color_by", "fixed"}, {"color_value", "0"}, {"body", "bird"}, {"agent_size", "12"},
      {"medium", "ink"}, {"intensity", "6"}, {"glow", "0.05"}, {"trail", "0.02"}, {"bloom", "0.03"},
      {"background_shape", "vertical"}, {"background_red", "0.11"}, {"background_green", "0.15"},
      {"background_blue", "0.33"}, {"background_low_red", "0.95"}, {"background_low_green", "0.42"},
      {"background_low_blue", "0.16"}, {"vignette", "0.45"}}},
    {"ink", "Ink on paper",
     {{"palette", "ice"}, {"color_by", "speed"}, {"medium", "ink"}, {"intensity", "2.4"}, {"glow", "0.3"},
      {"trail", "0.8"}, {"trail_width", "0.35"}, {"bloom", "0.3"}, {"background_shape", "radial"},
      {"background_red", "0.88"}, {"background_green", "0.83"}, {"background_blue", "0.73"},
      {"background_low_red", "0.72"}, {"background_low_green", "0.65"}, {"background_low_blue", "0.53"},
      {"vignette", "0.1"}}},
    {"blueprint", "Blueprint",
     {{"palette", "ice"}, {"color_by", "fixed"}, {"color_value", "1"}, {"body", "arrow"}, {"agent_size", "10"},
      {"intensity", "0.8"}, {"glow", "0.15"}, {"trail", "0.35"}, {"trail_width", "0.12"}, {"bloom", "0.15"},
      {"background_shape", "radial"}, {"background_red", "0.012"}, {"background_green", "0.055"},
      {"background_blue", "0.20"}, {"background_low_red", "0.006"}, {"background_low_green", "0.03"},
      {"background_low_blue", "0.12"}, {"vignette", "0.15"}}},
    {"plain", "Plain",
     {{"palette", "viridis"}, {"color_by", "speed"}, {"body", "arrow"}, {"agent_size", "10"},
      {"intensity", "1.5"}, {"glow", "0"}, {"trail", "0"}, {"bloom", "0"}, {"background_shape", "even"},
      {"vignette", "0"}}},
    {NULL, NULL, {{NULL, NULL}}},
};

const bfLookPreset *bfLookPresets(void) {
    return presets;
}

const bfLookPreset *bfLookPreset_Find(const char *name) {
    for (const bfLookPreset *preset = presets; preset->name != NULL; ++preset) {
        if (strcmp(preset->name, name) == 0) {
            return preset;
        }
    }
    return NULL;
}

void bfLookPreset_Apply(const bfLookPreset *preset, bfLook *look) {
    for (const bfLookSetting *setting = preset->settings; setting->name != NULL; ++setting) {
        bfResult result = bfTable_SetText(bfLookTable(), look, setting->name, setting->text, NULL);
        assert(result == BF_OK);
        (void)result;
    }
}
