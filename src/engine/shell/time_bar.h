/* The signs of time at the picture's lower edge: the transport bar of pauses and replays, the
 * speed, the rewind, the count before play. View only. While a replay plays untouched the bar is a
 * line, so that it hides no landing. */
#pragma once

#include "clockwork/game.h"
#include "shell/ab_span.h"
#include "shell/playback.h"
#include "shell/shell_parts.h"

/* Zero-initialise. */
typedef struct TimeBar {
    Activity activity;
    int64_t used_ns; /* of the device used last */
    double idle_s;   /* since one was, or since the screen changed */
    bool small;      /* it is the line */
} TimeBar;

typedef struct TimeBarFrame {
    const Playback *playback;
    Activity activity;
    int64_t used_ns;    /* DeviceUse.used_ns */
    double dt_s;        /* real time */
    bool covered;       /* by a page that the pause's has led to */
    double lift;        /* height kept free below it */
    const AbSpan *span; /* NULL: none */
} TimeBarFrame;

void time_bar_update(TimeBar *bar, const TimeBarFrame *frame);

/* The height it takes of the lower edge, in the points of ui_view.h. */
double time_bar_height(const TimeBar *bar, const TimeBarFrame *frame);

void time_bar_draw(const TimeBar *bar, const TimeBarFrame *frame, const CwTheme *theme,
                   CwDrawList *list);
