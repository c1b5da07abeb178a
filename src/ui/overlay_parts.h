/* The parts of the overlay, between its files: overlay.c makes the figures and the panels,
 * overlay_graph.c draws the frames, overlay_bars.c the bars. */
#ifndef UI_OVERLAY_PARTS_H
#define UI_OVERLAY_PARTS_H

#include "ui/overlay.h"

/* What drawing needs. */
typedef struct OverlayPen {
    CwDrawList *draw;
    const CwTheme *theme;
    double line; /* height of a line of text, view points: the unit of the layout */
} OverlayPen;

/* A rectangle of the view. */
typedef struct OverlayBox {
    double x, y, width, height;
} OverlayBox;

extern const CwColour overlay_warning;

void overlay_pen_fill(const OverlayPen *pen, OverlayBox box, CwColour colour);
void overlay_pen_text(const OverlayPen *pen, const char *text, CwTextAlign align, CwPoint2 at,
                      CwColour colour);
CwColour overlay_panel_colour(const CwTheme *theme);
/* A colour mixed with the panel's. */
CwColour overlay_dim(const CwTheme *theme, CwColour colour, double share);

/* The graph of frame times with the refresh line, and below it the ticks of each frame. */
void overlay_draw_frames(const Overlay *overlay, const OverlayPen *pen, OverlayBox box);

void overlay_refresh_bars(Overlay *overlay, const Schedule *schedule,
                          const int64_t parts_ns[PART_COUNT]);
void overlay_draw_bars(const Overlay *overlay, const OverlayPen *pen);

#endif
