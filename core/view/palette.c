/* Palettes as a few sRGB control points, joined by a smooth curve, then made linear.
 * turbo, viridis, inferno and magma follow the well-known scientific maps, the four others are this program's own.
 * The maps' dark ends would be invisible as light on a dark sky: they are left out or made more colourful here, and
 * every entry is lifted to a least luminance, keeping its hue while that is possible. */
#include "palette.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

#define MAX_POINTS 17

/* Linear Rec. 709 luminance below which a colour is lifted; the full-strength blue of sRGB has 0.072. */
#define LEAST_LUMINANCE 0.075

typedef struct Palette {
    int count;
    uint32_t srgb[MAX_POINTS]; /* 0xRRGGBB at even steps from 0 to 1 */
} Palette;

/* In the order of BF_LOOK's palette choices. */
static const Palette palettes[] = {
    /* turbo */
    {17,
     {0x4b2fa8, 0x4a4fd0, 0x446aee, 0x3295f7, 0x26bde1, 0x29ddbb, 0x40f392, 0x66fd6d, 0x96fa50, 0xc6eb3b, 0xeed02d,
      0xffab24, 0xff801d, 0xf2541a, 0xe03a12, 0xcc2210, 0xb80f12}},
    /* viridis */
    {9, {0x5a1a8c, 0x4c3a96, 0x3b5a9b, 0x2c7a98, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725}},
    /* inferno */
    {7, {0x57106e, 0x8a226a, 0xbc3754, 0xe45a31, 0xf98e09, 0xf9cb35, 0xfcffa4}},
    /* magma */
    {7, {0x51127c, 0x832681, 0xb73779, 0xe75263, 0xfc8961, 0xfec488, 0xfcfdbf}},
    /* neon: deep blue, cyan, magenta */
    {7, {0x3350ff, 0x1e86ff, 0x12b8ff, 0x3cecf4, 0x8c96ff, 0xdc5cff, 0xff3fb4}},
    /* aurora: teal, green, warm white */
    {6, {0x065a6e, 0x0a8f86, 0x22cf8e, 0x84ee9a, 0xe0f5b0, 0xfff0d2}},
    /* fire: a glowing body growing hotter */
    {6, {0x7a0c02, 0xc92a04, 0xff5a0a, 0xff9a2a, 0xffd27a, 0xfff4dc}},
    /* ice: one hue of cyan, from deep to pale */
    {5, {0x0a3a6e, 0x1272b8, 0x2cb4e8, 0x86e0fa, 0xe8fbff}},
};

static double channelOf(const Palette *palette, int point, int shift) {
    point = point < 0 ? 0 : point >= palette->count ? palette->count - 1 : point;
    return (double)((palette->srgb[point] >> shift) & 255) / 255;
}

/* Catmull-Rom between the control points. */
static double sampleChannel(const Palette *palette, double t, int shift) {
    double position = t * (palette->count - 1);
    int point = (int)fmin(floor(position), palette->count - 2);
    double x = position - point;
    double before = channelOf(palette, point - 1, shift), from = channelOf(palette, point, shift);
    double to = channelOf(palette, point + 1, shift), after = channelOf(palette, point + 2, shift);
    double value =
        from +
        0.5 * x * (to - before + x * (2 * before - 5 * from + 4 * to - after + x * (3 * (from - to) + after - before)));
    return fmin(fmax(value, 0), 1);
}

/* The display curve of IEC 61966-2-1, inverted. */
static double linearFromSrgb(double encoded) {
    return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4);
}

static double luminance(const double rgb[3]) {
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

/* Scale to the least luminance while every channel stays within 1, then mix towards white. */
static void liftDark(double rgb[3]) {
    double brightness = luminance(rgb);
    if (brightness >= LEAST_LUMINANCE) {
        return;
    }
    double largest = fmax(fmax(rgb[0], rgb[1]), fmax(rgb[2], 1e-6));
    double scale = fmin(LEAST_LUMINANCE / fmax(brightness, 1e-9), 1 / largest);
    double lifted = brightness * scale;
    double white = fmax((LEAST_LUMINANCE - lifted) / (1 - lifted), 0);
    for (int channel = 0; channel < 3; ++channel) {
        double scaled = rgb[channel] * scale;
        rgb[channel] = scaled + (1 - scaled) * white;
    }
}

void bfPalette_Fill(int index, float linear[BF_PALETTE_ENTRIES][4]) {
    assert(index >= 0 && index < (int)(sizeof palettes / sizeof palettes[0]));
    const Palette *palette = &palettes[index];
    for (int entry = 0; entry < BF_PALETTE_ENTRIES; ++entry) {
        double t = (double)entry / (BF_PALETTE_ENTRIES - 1);
        double rgb[3];
        for (int channel = 0; channel < 3; ++channel) {
            rgb[channel] = linearFromSrgb(sampleChannel(palette, t, 16 - 8 * channel));
        }
        liftDark(rgb);
        for (int channel = 0; channel < 3; ++channel) {
            linear[entry][channel] = (float)rgb[channel];
        }
        linear[entry][3] = 1;
    }
}
