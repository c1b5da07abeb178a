/* How large the text of the engine's screens is, in their own points (ui_view.h): all of it follows
 * one factor, which the player may choose. */
#ifndef UI_UI_SIZES_H
#define UI_UI_SIZES_H

#define UI_TEXT_SCALE_MAX 1.5

typedef struct UiSizes {
    double title, row, note, prompt; /* heights of a line */
    double row_height;               /* of a row with the space around its text */
    double unit;                     /* the factor itself, for what grows with the text */
} UiSizes;

/* `text_scale` 1 is the usual size; 0 means 1. */
UiSizes ui_sizes(double text_scale);

#endif
