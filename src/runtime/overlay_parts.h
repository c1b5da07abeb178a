/* The parts of the overlay, between its files: overlay.c makes the figures and the panels,
 * overlay_graph.c draws the frames, overlay_bars.c the bars. */
#ifndef RUNTIME_OVERLAY_PARTS_H
#define RUNTIME_OVERLAY_PARTS_H

#include "runtime/overlay.h"

/* What drawing needs. */
typedef struct OverlayPen {
    DrawList *draw;
    const Theme *theme;
    double line; /* height of a line of text, view points: the unit of the layout */
} OverlayPen;

/* A rectangle of the view. */
typedef struct OverlayBox {
    double x, y, width, height;
} OverlayBox;

extern const Colour overlay_warning;

void overlay_pen_fill(const OverlayPen *pen, OverlayBox box, Colour colour);
void overlay_pen_text(const OverlayPen *pen, const char *text, TextAlign align, Point2 at,
                      Colour colour);
Colour overlay_panel_colour(const Theme *theme);
/* A colour mixed with the panel's. */
Colour overlay_dim(const Theme *theme, Colour colour, double share);

/* The graph of frame times with the refresh line, and below it the ticks of each frame. */
void overlay_draw_frames(const Overlay *overlay, const OverlayPen *pen, OverlayBox box);

void overlay_refresh_bars(Overlay *overlay, const Schedule *schedule,
                          const int64_t parts_ns[PART_COUNT]);
void overlay_draw_bars(const Overlay *overlay, const OverlayPen *pen);

#endif
