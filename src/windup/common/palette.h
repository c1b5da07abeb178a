/* The colours that the things of all levels share, whatever the place: what their pictures have
 * (assets/art/NOTES.md), for what is drawn beside them. */
#ifndef COMMON_PALETTE_H
#define COMMON_PALETTE_H

#include "clockwork/draw.h"

static const CwColour OUTLINE = {0x2b, 0x1d, 0x14, 255};
static const CwColour BRASS = {0xdb, 0xa6, 0x45, 255};
static const CwColour BRASS_LIGHT = {0xf0, 0xd0, 0x8a, 255};
static const CwColour BRASS_SHADE = {0x6f, 0x47, 0x1c, 255};
static const CwColour TEAL = {0x2f, 0x87, 0x85, 255};
static const CwColour TEAL_LIGHT = {0x68, 0xbc, 0xb3, 255};
static const CwColour WARNING = {0xcf, 0x5a, 0x3f, 255};
static const CwColour WOOD_DARK = {0x57, 0x38, 0x23, 255};
static const CwColour TAN = {0xa8, 0x70, 0x2b, 255};
static const CwColour CREAM = {0xfd, 0xf0, 0xd2, 255};

static inline CwColour colour_mix(CwColour a, CwColour b, double share)
{
    return (CwColour){(uint8_t)(a.r + (b.r - a.r) * share), (uint8_t)(a.g + (b.g - a.g) * share),
                      (uint8_t)(a.b + (b.b - a.b) * share), (uint8_t)(a.a + (b.a - a.a) * share)};
}

#endif
