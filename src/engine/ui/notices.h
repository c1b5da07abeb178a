/* Notices: framed lines above the lower edge of the picture about what just happened, which
 * disappear by themselves: a file was written, a setting took effect, time runs at another speed.
 * Captions: important sounds in words above them, each for a moment, with an arrow on the side of
 * the sound; the game's table has their words (CwSoundDef.caption).
 *
 * View only; plain memory of the monitor's, a list for either. Anyone adds notices, the shell's
 * sound adds captions; the monitor ages and draws them once a frame, above everything else. */
#pragma once

#include "clockwork/game.h"

enum { NOTICES_MAX = 16, CAPTIONS_MAX = 3, NOTICE_BYTES = 160 };

typedef struct Notice {
    char text[NOTICE_BYTES];
    double age_s;
    double pan; /* of a caption: -1 left to 1 right */
} Notice;

/* Zero-initialise. The newest is last. */
typedef struct Notices {
    Notice items[NOTICES_MAX];
    int count;
} Notices;

/* Adds a line; the oldest leaves when there are too many. */
void notices_add(Notices *notices, const char *format, ...) CW_PRINTF(2, 3);

/* Restarts a caption that is shown already. The oldest leaves when there are more than
 * CAPTIONS_MAX. */
void captions_add(Notices *captions, const char *text, double pan);

/* Ages them by real time. */
void notices_age(Notices *notices, double dt_s);
void captions_age(Notices *captions, double dt_s);

typedef struct NoticeLook {
    const CwTheme *theme;
    double line_points; /* height of a line of text */
    CwViewRect room;    /* of the view, in the points of ui_view.h: what nothing else takes */
} NoticeLook;

/* Lines that are wrapped where they are too long, the newest at the bottom; gives the upper edge of
 * all of them. */
double notices_draw(const Notices *notices, const NoticeLook *look, CwDrawList *draw);

/* The newest at the bottom, above `bottom_y`. */
void captions_draw(const Notices *captions, const NoticeLook *look, double bottom_y,
                   CwDrawList *draw);
