/* Reads an SVG file before SDL_image does, which silently misreads much, and works for minutes on
 * absurd numbers: finds what will not look as drawn, and refuses what takes too long or is no XML.
 * Pure but for svg_faults_report. */
#pragma once

#include "clockwork/base.h"

typedef enum SvgFault {
    SVG_TEXT,
    SVG_USE,
    SVG_IMAGE,
    SVG_PATTERN,
    SVG_SYMBOL,
    SVG_FOREIGN,
    SVG_CLIP,
    SVG_MASK,
    SVG_FILTER,
    SVG_MARKER,
    SVG_FRACTION,
    SVG_HREF,
    SVG_COLOUR,
    SVG_FAULT_COUNT
} SvgFault;

/* The line of the first of each kind, 0 for none. */
typedef struct SvgFaults {
    int lines[SVG_FAULT_COUNT];
} SvgFaults;

/* False with line and remedy. At `height_px` 0 it must say its size. In a locale with points. */
bool svg_check(const void *bytes, size_t size, int height_px, SvgFaults *faults, CwError *error);

bool svg_faults_any(const SvgFaults *faults);

/* A line for each kind. */
void svg_faults_report(const SvgFaults *faults, const char *path);
