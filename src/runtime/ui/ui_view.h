/* The engine's own screens in any picture: laid out in points of their own, UI_VIEW_SIDE along the
 * shorter side of what is seen, so equally legible in every base size and window. The middle is
 * (UI_WIDTH / 2, UI_HEIGHT / 2): in the usual view they are view points. */
#pragma once

#include "clockwork/draw.h"

#define UI_WIDTH 640.0
#define UI_HEIGHT 360.0
#define UI_VIEW_SIDE 360.0

/* View points in one of the engine's own. */
double ui_view_scale(CwViewRect view);

/* All that is seen, in the engine's own points. */
CwViewRect ui_view(CwViewRect view);

/* A place of the view in them. */
CwPoint2 ui_view_point(CwViewRect view, CwPoint2 place);

/* The way back: a rectangle of them, in view points. */
CwViewRect ui_view_rect(CwViewRect view, CwViewRect rect);

/* Sizes of text in those points. All follow one factor, which the player chooses. */
typedef struct UiSizes {
    double title, row, note, prompt; /* heights of a line */
    double row_height;               /* of a row with the space around its text */
    double unit;                     /* the factor itself, for what grows with the text */
} UiSizes;

/* `text_scale` 1 is the usual size; 0 means 1. */
UiSizes ui_sizes(double text_scale);

/* Later pushes are in the engine's own points and on `layer`; gives all that is seen. */
CwViewRect ui_view_begin(CwDrawList *list, int layer);
