/* Notices are framed lines about recent events, which disappear by themselves. Captions are
 * important sounds in words, with an arrow on the sound's side. The monitor keeps both. */
#pragma once

#include "clockwork/game.h"

enum { NOTICES_MAX = 16, CAPTIONS_MAX = 3, NOTICE_BYTES = 320 };

typedef struct Notice {
    char text[NOTICE_BYTES];
    double age_s;
    double pan; /* a caption's side, -1 left to 1 right */
} Notice;

/* Notices or captions, the newest last. Zero-initialise. */
typedef struct Notices {
    Notice items[NOTICES_MAX];
    int count;
} Notices;

/* Adds a line, whose format is translated, or restarts an equal one that is shown. The oldest
 * leaves when there are too many. */
void notices_add(Notices *notices, const char *format, ...) CW_PRINTF(2, 3);

/* Restarts a caption that is shown. Beyond CAPTIONS_MAX the oldest leaves. */
void captions_add(Notices *captions, const char *text, double pan);

/* How long notices are shown, in real time. */
#define NOTICE_S 5.0
#define CAPTION_S 1.6
void notices_age(Notices *notices, double dt_s, double shown_s);

typedef struct NoticeLook {
    const CwTheme *theme;
    double line_points; /* height of a line of text */
    CwViewRect room;    /* room that nothing else takes, in points of ui_view.h */
} NoticeLook;

/* Draws wrapped lines, the newest at the bottom; returns their upper edge. */
double notices_draw(const Notices *notices, const NoticeLook *look, CwDrawList *draw);

/* Draws captions, the newest at the bottom, above `bottom_y`. */
void captions_draw(const Notices *captions, const NoticeLook *look, double bottom_y,
                   CwDrawList *draw);
