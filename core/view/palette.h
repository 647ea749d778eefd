/* Palettes: colour tables in linear light, made for light on a dark ground. */
#ifndef BF_VIEW_PALETTE_H
#define BF_VIEW_PALETTE_H

#define BF_PALETTE_ENTRIES 256

/* Fill `linear` with the palette of that index in BF_LOOK's list: RGBA, linear, alpha 1. */
void bfPalette_Fill(int index, float linear[BF_PALETTE_ENTRIES][4]);

#endif
