/* The past of fields and questions (field_condition.h), for the inspector: the curves of pinned
 * ones, and the tick at which a field changed or a question became true. While time stands, the
 * past is simulated again, some ms each frame. The run is never touched. */
#pragma once

#include "fields/field_condition.h"
#include "inspect/past_walk.h"

enum { PIN_MAX = 4 };

static const double PIN_SPAN_S = 10;

/* Values of the pins after each tick from `first` on; NaN where there was no such thing. */
typedef struct PinSpan {
    double *values[PIN_MAX];
    uint64_t first;
    int count, capacity;
} PinSpan;

typedef enum SearchState {
    SEARCH_NONE,
    SEARCH_RUNS,
    SEARCH_FOUND, /* `found`, with the values before and after it */
    SEARCH_FAILED /* it did not change, or become true, on that side */
} SearchState;

typedef struct ChangeSearch {
    SearchState state;
    FieldCondition asked;
    int direction;   /* -1 before the tick where it began, 1 after it */
    uint64_t limit;  /* of the walk under way: its last tick and, searching back, the next one's */
    FieldValue last; /* of the tick before; nothing yet: `has_last` */
    bool has_last, met;
    bool wants_cause; /* of the field that was found */
    uint64_t found;
    FieldValue before, after;
    /* Of a field: "by entity.drive (pre_physics), buggy 3", and "buggy.c:12" or "". */
    char cause[96], line[96];
    PastWalk walk;
} ChangeSearch;

typedef struct FieldWatch {
    FieldCondition pins[PIN_MAX];
    int pin_count;
    PinSpan shown, filling; /* the last whole one, and the one that is made */
    PastWalk walk;
    bool fills;
    int tick_rate;   /* of what is shown */
    uint64_t branch; /* of the run that they are of */
    ChangeSearch search;
} FieldWatch;

void field_watch_free(FieldWatch *watch);

void field_watch_reset(FieldWatch *watch);

/* Pins a field or expression, or lets it go. False, with a message, when there is no room or it
 * is none. */
bool field_watch_toggle_pin(FieldWatch *watch, const Session *session, const char *text,
                            CwError *error);
int field_watch_find_pin(const FieldWatch *watch, const char *text); /* -1: it is not pinned */

/* Searches the last change before the world's tick, or the next one after it; of a question where
 * it becomes true. */
bool field_watch_search(FieldWatch *watch, const Run *run, const char *text, int direction,
                        CwError *error);

/* Once a frame while time stands; some ms at most. `branch` changes with the run's past. */
void field_watch_update(FieldWatch *watch, const Run *run, uint64_t branch);
