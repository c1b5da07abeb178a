/* The engine's own screens have points of their own: 360 along the shorter visible side, whatever
 * the game's view and the window. The middle is (UI_WIDTH / 2, UI_HEIGHT / 2). */
#pragma once

#include "clockwork/draw.h"

#define UI_WIDTH 640.0
#define UI_HEIGHT 360.0

/* The view points in one of the engine's points. */
double ui_view_scale(CwViewRect view);

/* The visible part, in the engine's points. */
CwViewRect ui_view(CwViewRect view);

/* Converts a view point to the engine's points. */
CwPoint2 ui_view_point(CwViewRect view, CwPoint2 place);

/* Converts a rectangle of the engine's points to view points. */
CwViewRect ui_view_rect(CwViewRect view, CwViewRect rect);

/* Sizes of text in the engine's points. All follow one factor, which the player chooses. */
typedef struct UiSizes {
    double title, row, note; /* heights of a line */
    double row_height;       /* height of a row with the space around its text */
    double unit;             /* the factor, for other sizes that grow with text */
} UiSizes;

/* `text_scale` 1 is the normal size; 0 means 1. */
UiSizes ui_sizes(double text_scale);

/* Switches later pushes to the engine's points and to `layer`; returns the visible part. */
CwViewRect ui_view_begin(CwDrawList *list, int layer);
