/* Watches fields and conditions (field_condition.h) through a paused run's past, for the inspector.
 * It makes curves of pinned ones, and finds the tick when a field changed or a condition became
 * true. It simulates the past again, a few milliseconds each frame, and never changes the run. */
#pragma once

#include "fields/field_condition.h"
#include "inspect/past_walk.h"

enum { PIN_MAX = 4 };

static const double PIN_SPAN_S = 10;

/* Each pin's value after each tick from `first` on; NaN where the field was missing. */
typedef struct PinSpan {
    double *values[PIN_MAX];
    uint64_t first;
    int count, capacity;
} PinSpan;

typedef enum SearchState {
    SEARCH_NONE,
    SEARCH_RUNS,
    SEARCH_FOUND, /* `found`, `before` and `after` are set */
    SEARCH_FAILED /* no change in that direction */
} SearchState;

typedef struct ChangeSearch {
    SearchState state;
    FieldCondition asked;
    int direction;    /* -1: backwards, 1: forwards */
    uint64_t limit;   /* backwards: where this walk begins and the next one ends */
    FieldValue last;  /* value at the previous tick, if `has_last` */
    bool has_last;    /* false at a walk's first tick */
    bool met;         /* a change was found */
    bool wants_cause; /* `cause` is still to be found */
    uint64_t found;
    FieldValue before, after;
    char cause[96]; /* "by entity.drive (pre_physics), buggy 3"; "" for a condition */
    char line[96];  /* "buggy.c:12"; "" if unknown */
    PastWalk walk;
} ChangeSearch;

typedef struct FieldWatch {
    FieldCondition pins[PIN_MAX];
    int pin_count;
    PinSpan shown, filling; /* the last complete curves, and those in the making */
    PastWalk walk;
    bool fills;
    int tick_rate;   /* the run's, in Hz */
    uint64_t branch; /* changes with the run's past */
    ChangeSearch search;
} FieldWatch;

void field_watch_free(FieldWatch *watch);

void field_watch_reset(FieldWatch *watch);

/* Pins or unpins a field or expression. False, with a message, if there is no room or the text is
 * neither. */
bool field_watch_toggle_pin(FieldWatch *watch, const Session *session, const char *text,
                            CwError *error);
int field_watch_find_pin(const FieldWatch *watch, const char *text); /* -1: not pinned */

/* Searches for the last change before the world's tick (direction -1) or the next one after it (1).
 * A condition's change is where it becomes true. */
bool field_watch_search(FieldWatch *watch, const Run *run, const char *text, int direction,
                        CwError *error);

/* Called once a frame while time is paused; takes a few milliseconds. `branch` changes with the
 * run's past. */
void field_watch_update(FieldWatch *watch, const Run *run, uint64_t branch);
