#include "base/report.h"
#include "paint/art.h"

#include <stdio.h>
#include <string.h>

/* The remedy for each fault. The last row is for all others. */
static const char *const remedies[][2] = {
    {"<text>", "is not drawn: turn it into a path (Inkscape: Path, Object to Path)"},
    {"<use>", "is not drawn: put a copy of the shape there (Inkscape: Edit, Clone, Unlink Clone)"},
    {"<image>", "is not drawn: make it a sprite of its own, or save all as PNG"},
    {"<pattern>", "fills nothing: fill with a colour or a gradient"},
    {"<svg> in <svg>", "has no size or place of its own: make it a <g>"},
    {"clip-path", "does not clip: cut the shapes (Inkscape: Path, Intersection)"},
    {"mask", "does not mask: cut the shapes, or give them gradients with opacity"},
    {"filter", "is not applied: use a gradient, or save it as PNG"},
    {"marker", "is not drawn: turn the stroke into a path (Inkscape: Path, Stroke to Path)"},
    {"visibility", "does not hide: write display=\"none\""},
    {"a fill or stroke", "names no gradient with stops and is left out: fill with a colour"},
    {"a colour", "is drawn grey or opaque: write it as #rrggbb"},
    {"opacity", "of a group is given to each shape in it: give it to the shapes instead"},
    {"an opacity", "is misread: write a number from 0 to 1"},
    {"a length", "is misread: write a number, alone or with px, mm, cm, in, pt or pc"},
    {"a percentage", "is read as 0: give the <svg> a viewBox"},
    {"a transform", "is not applied: write matrix, translate, scale, rotate or skew"},
    {"<style>", "is not applied: save with presentation attributes (Illustrator: SVG Options)"},
    {"stroke-dasharray",
     "is not drawn: turn the stroke into paths (Inkscape: Path, Stroke to Path)"},
    {"", "is not understood: save the drawing as plain SVG of paths, or as PNG"}};

void svg_faults_note(SvgFaults *faults, int line, const char *subject)
{
    SvgFault fault = {.line = line};
    snprintf(fault.subject, sizeof fault.subject, "%s", subject);
    int i = 0;
    while (i < faults->count && strcmp(faults->each[i].subject, fault.subject) != 0) {
        i++;
    }
    if (i == faults->count && i < SVG_FAULTS_MAX) {
        faults->each[faults->count++] = fault;
    }
}

void svg_faults_report(const SvgFaults *faults, const char *path)
{
    for (int i = 0; i < faults->count; i++) {
        const SvgFault *fault = &faults->each[i];
        size_t row = 0;
        while (row + 1 < CW_ARRAY_LENGTH(remedies) &&
               strcmp(remedies[row][0], fault->subject) != 0) {
            row++;
        }
        report("%s:%d: %s %s", path, fault->line, fault->subject, remedies[row][1]);
    }
}
