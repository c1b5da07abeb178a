/* Searches a paused run's past for the tick when a field changed or a condition (field_condition.h)
 * became true, and for the code that changed it. It simulates the past again, a few milliseconds
 * each frame, and never changes the run. The inspector calls it. */
#pragma once

#include "fields/field_condition.h"
#include "inspect/past_walk.h"

typedef enum SearchState {
    SEARCH_NONE,
    SEARCH_RUNNING,
    SEARCH_FOUND, /* `found_tick`, `before` and `after` are set */
    SEARCH_FAILED /* no change in that direction */
} SearchState;

/* Zero-initialise. */
typedef struct ChangeSearch {
    SearchState state;
    FieldCondition condition;
    int direction;       /* -1: backwards, 1: forwards */
    uint64_t limit_tick; /* first tick of a walk backwards; the next walk ends there */
    FieldValue last;     /* value at the previous tick, if `has_last` */
    bool has_last;       /* false at a walk's first tick */
    bool has_change;     /* a change was found */
    bool needs_cause;    /* `cause` is still to be found */
    uint64_t found_tick;
    FieldValue before, after;
    char cause[96]; /* "by entity.drive (pre_physics), buggy 3"; "" for a condition */
    char line[96];  /* "buggy.c:12"; "" if unknown */
    PastWalk walk;
} ChangeSearch;

void change_search_free(ChangeSearch *search);

/* Searches for the last change before the world's tick (direction -1), or the next one (1). A
 * condition counts as changed where it becomes true. */
bool change_search_begin(ChangeSearch *search, const Run *run, const char *text, int direction,
                         CwError *error);

/* Called once a frame while time is paused; takes a few milliseconds. True if it searched. */
bool change_search_update(ChangeSearch *search, const Run *run);
