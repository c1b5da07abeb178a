/* The transport bar of pause and replays: where in time the picture is, and where to go. A picture
 * and a place to point at; time_bar.c moves time. */
#pragma once

#include "clockwork/game.h"

#define TRANSPORT_HEIGHT 34.0 /* what it takes of the lower edge */

enum { TRANSPORT_COLUMNS = 400 }; /* of the bar */

typedef struct Transport {
    double begin_s, end_s; /* the ends of the bar */
    double now_s;
    double run_s, run_end_s; /* the run's time now and at the end, which stand beside it */
    double speed;            /* 1: real time; shown when not 1 */
    bool moving;             /* time runs */
    bool small;              /* nothing but a line */
    double lift;             /* height kept free below it */
    bool has_a, has_b;       /* marks, of a span that plays over and over */
    double a_s, b_s;
    const char *note; /* over it, about `note_s`; NULL: nothing */
    double note_s;
    uint8_t marks[TRANSPORT_COLUMNS]; /* heights of small marks below it, 0 to 4 */
} Transport;

/* Position of a point on the bar, 0..1. False: not on it; with `dragged` any height counts. `view`
 * ends above what is kept free below the bar; points of ui_view.h. */
bool transport_at(const CwViewRect *view, CwPoint2 at, bool dragged, double *fraction);

/* The same of the strip above it, where the marks are. */
bool transport_marks_at(const CwViewRect *view, CwPoint2 at, bool dragged, double *fraction);

/* The same of the strip below it, where the small marks are. */
bool transport_small_marks_at(const CwViewRect *view, CwPoint2 at, double *fraction);

void transport_draw(const Transport *transport, const CwTheme *theme, CwDrawList *draw);

/* A notch in the bar that is shown. */
typedef struct TransportMark {
    double share; /* of the bar, 0..1 */
    const char *words;
    bool below;  /* the bar are its words, else above */
    double lift; /* the bar's */
} TransportMark;
void transport_draw_mark(const TransportMark *mark, const CwTheme *theme, CwDrawList *draw);

/* In the middle of the lower edge: time runs at another speed than real time, or backwards. */
void transport_draw_speed(double speed, const CwTheme *theme, CwDrawList *draw);
void transport_draw_rewind(double speed, const CwTheme *theme, CwDrawList *draw);

/* Over the bar: how much of a run was simulated again, 0..1. */
void transport_draw_progress(double share, const CwTheme *theme, CwDrawList *draw);

/* In the middle: a count of three; `left` is the share of it that is still to come, (0, 1]. */
void transport_draw_countdown(double left, const CwTheme *theme, CwDrawList *draw);

/* In the middle, as large. */
void transport_draw_word(const char *word, const CwTheme *theme, CwDrawList *draw);
