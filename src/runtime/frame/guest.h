/* The guest of a loop: tools of the game's maker that look on and take part, such as an inspector
 * in a pause or a span of ticks that repeats. The loop and the menus call it and know no more; a
 * finished game has none (NULL). All functions are there. */
#pragma once

#include "clockwork/game.h"

struct Loop;

/* Additions of a guest to the time bar. */
typedef struct BarMarks {
    bool has_a, has_b;
    uint64_t a, b; /* ticks */
    bool repeats;  /* the ticks between them: the bar stays while they do */
    bool taken;    /* the player gives their input, also in a replay */
    const char *note;
} BarMarks;

typedef struct Guest {
    void *self;
    /* Once the loop is open, before its first run. */
    void (*attach)(void *self, struct Loop *loop);
    /* Drops all that it shows of the run before. */
    void (*begin_run)(void *self);
    /* Once a frame and for each further key, before the pages: takes what it used out of `ui`,
     * whose pointer is in the points of ui_view.h. False when the world is lost. */
    bool (*update)(void *self, CwInputFrame *ui, CwError *error);
    /* The text that it let the player type (TYPING_FIELD) was confirmed. */
    void (*typed)(void *self, const char *text);
    /* A tick in place of the loop's next, while its marks repeat. `begins`: the world was put to
     * the first mark instead. False when the world is lost. */
    bool (*tick)(void *self, CwTickInput *input, bool *begins, CwError *error);
    /* Ticks that repeat after a change have run, or `failed` in one of them, with the loop's error.
     */
    void (*caught_up)(void *self, bool failed);
    BarMarks (*marks)(const void *self);
    /* Height that it takes below the time bar, and the part of a view that it leaves free. */
    double (*lift)(const void *self);
    CwViewRect (*room)(const void *self, CwViewRect view);
    /* Its panel is open: the page gets no input. */
    bool (*covers)(const void *self);
    /* In the world, under the pages; and over them. */
    void (*draw_world)(void *self, const CwFrame *frame);
    void (*draw)(void *self, const CwFrame *frame);
} Guest;
