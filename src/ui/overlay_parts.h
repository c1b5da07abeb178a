/* The parts of the overlay, between its files: overlay.c makes the figures and the panels,
 * overlay_graph.c draws the frames, overlay_bars.c the bars. */
#ifndef UI_OVERLAY_PARTS_H
#define UI_OVERLAY_PARTS_H

#include "ui/overlay.h"
#include "ui/panel.h"

/* What drawing needs. */
typedef struct OverlayPen {
    CwDrawList *draw;
    const CwTheme *theme;
    double line; /* height of a line of text, view points: the unit of the layout */
} OverlayPen;

extern const CwColour overlay_warning;

/* A colour mixed with the theme's opaque shade, which is that of the panels: the HUD's figures must
 * not shine through, and blending is expensive in software. */
CwColour overlay_dim(const CwTheme *theme, CwColour colour, double share);

/* The graph of frame times with the refresh line, and below it the ticks of each frame. */
void overlay_draw_frames(const Overlay *overlay, const OverlayPen *pen, Box box);

void overlay_refresh_bars(Overlay *overlay, const Schedule *schedule,
                          const int64_t parts_ns[PART_COUNT]);
void overlay_draw_bars(const Overlay *overlay, const OverlayPen *pen);

#endif
