/* The transport bar of pauses and replays shows the current time of a run, and takes clicks on
 * other times. Here are only its picture and places; time_bar.c moves time. */
#pragma once

#include "clockwork/game.h"

#define TRANSPORT_HEIGHT 34.0 /* height of the bar at the lower edge */

enum { TRANSPORT_COLUMNS = 400 }; /* columns of small marks */

/* Additions of a guest to the time bar. */
typedef struct BarMarks {
    bool has_ticks; /* the bar shows ticks, too */
    bool has_a, has_b;
    uint64_t a, b;     /* ticks */
    bool is_repeating; /* the ticks between a and b repeat: the bar stays visible */
    bool is_steered;   /* the player steers these ticks, also in a replay */
    const char *note;
} BarMarks;

typedef struct Transport {
    uint64_t first_tick, last_tick; /* the ends of the bar */
    uint64_t tick;
    double run_s, run_end_s; /* the run's time now and at its end, written beside the bar */
    bool is_moving;          /* time runs */
    double lift;             /* free height below the bar */
    BarMarks marks;
    const char *note;                   /* text over the bar; NULL: none */
    uint64_t note_tick;                 /* its place; 0: the middle */
    CwViewRect prompts;                 /* prompts above the bar; empty: none */
    double speed;                       /* of play, or of a rewind below 0; 0: not shown */
    uint8_t heights[TRANSPORT_COLUMNS]; /* heights of small marks below the bar, 0 to 4 */
} Transport;

/* Position of a point on the bar, 0..1. False: not on it; with `dragged` any height counts. `view`
 * ends above the bar's free space (lift); points of ui_view.h. */
bool transport_at(const CwViewRect *view, CwPoint2 at, bool dragged, double *fraction);

/* Like transport_at, for the strip of small marks below the bar. */
bool transport_small_marks_at(const CwViewRect *view, CwPoint2 at, double *fraction);

void transport_draw(const Transport *transport, const CwTheme *theme, CwDrawList *draw);

typedef struct TransportMark {
    double share; /* place on the bar, 0..1 */
    const char *words;
    bool is_below; /* the words stand below the bar, else above */
    double lift;   /* Transport.lift */
} TransportMark;
void transport_draw_mark(const TransportMark *mark, const CwTheme *theme, CwDrawList *draw);

/* Draws the speed in the middle of the lower edge, where no bar is. */
void transport_draw_speed(double speed, const CwTheme *theme, CwDrawList *draw);

/* Draws over the bar the share of a run that was simulated again, 0..1. */
void transport_draw_progress(double share, const CwTheme *theme, CwDrawList *draw);

/* Draws a large word in the middle. */
void transport_draw_word(const char *word, const CwTheme *theme, CwDrawList *draw);
