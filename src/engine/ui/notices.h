/* Notices: framed lines above the lower edge of the picture about what just happened, which
 * disappear by themselves: a file was written, a setting took effect, time runs at another speed.
 *
 * View only; plain memory of the monitor's. Anyone adds lines; the monitor ages and draws them once
 * a frame, above everything else. */
#ifndef UI_NOTICES_H
#define UI_NOTICES_H

#include "clockwork/game.h"

enum { NOTICES_MAX = 16, NOTICE_BYTES = 160 };

typedef struct Notice {
    char text[NOTICE_BYTES];
    double age_s;
} Notice;

/* Zero-initialise. The newest is last. */
typedef struct Notices {
    Notice items[NOTICES_MAX];
    int count;
} Notices;

/* Adds a line; the oldest leaves when there are too many. */
void notices_add(Notices *notices, const char *format, ...) CW_PRINTF(2, 3);

/* Ages them by real time. */
void notices_age(Notices *notices, double dt_s);

typedef struct NoticeLook {
    const CwTheme *theme;
    double line_points; /* height of a line of text */
    CwViewRect room;    /* of the view, in the points of ui_view.h: what nothing else takes */
} NoticeLook;

/* Lines that are wrapped where they are too long, the newest at the bottom; gives the upper edge of
 * all of them. */
double notices_draw(const Notices *notices, const NoticeLook *look, CwDrawList *draw);

#endif
