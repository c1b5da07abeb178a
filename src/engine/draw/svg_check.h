/* Reads an SVG file before SDL_image's reader does, which leaves out or misreads much without a
 * word, and works for minutes on numbers that no picture needs. It finds the parts that will not
 * look as drawn, and refuses what would take too long, and what is not well-formed XML: that reader
 * goes on after the first fault, where nothing was checked. Pure but for svg_faults_report. */
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

/* False with line and remedy in `error` for what is refused. A picture that is to have its own size
 * (`height_px` 0) must say it. In a locale whose decimal mark is a point. */
bool svg_check(const void *bytes, size_t size, int height_px, SvgFaults *faults, CwError *error);

bool svg_faults_any(const SvgFaults *faults);

/* A line for each kind. */
void svg_faults_report(const SvgFaults *faults, const char *path);
