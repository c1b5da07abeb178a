/* The breadcrumb tells crash reports (platform/crash.h) which system, entity and tick is running.
 *
 * Each thread has one, a mutable global, because a signal's handler gets no pointer. Callers of a
 * game's code set it and restore the old one. No tick reads it. */
#pragma once

#include "clockwork/entity.h"
#include "clockwork/system.h"

typedef struct BreadcrumbEntity {
    const CwKind *kind; /* NULL: none */
    uint32_t number;    /* index1 of the handle */
} BreadcrumbEntity;

typedef struct Breadcrumb {
    const CwSystem *system; /* NULL: none */
    const char *function;   /* name in the game's table or the system; NULL: the system's own */
    BreadcrumbEntity entity;
    uint64_t tick;
    bool is_coming;        /* the tick is simulated before it is due, with assumed input */
    CwEntity gone;         /* the last one without data that the game asked for; zero: none */
    const char *recording; /* the run's recording file; NULL: none */
} Breadcrumb;

extern _Thread_local Breadcrumb current_breadcrumb;

/* Notes an entity and returns the previous one, which the caller restores, because an entity may
 * spawn another. */
static inline BreadcrumbEntity breadcrumb_enter(const CwKind *kind, uint32_t number)
{
    BreadcrumbEntity before = current_breadcrumb.entity;
    current_breadcrumb.entity = (BreadcrumbEntity){kind, number};
    return before;
}

static inline bool breadcrumb_is_in_tick(void)
{
    return current_breadcrumb.system != NULL && cw_phase_is_tick(current_breadcrumb.system->phase);
}

/* Writes lines for a person. Safe in a signal handler. `fault`: as for CrashDescriber. */
size_t breadcrumb_describe(char *text, size_t size, const void *fault);

/* Saves the recordings of a run whose tick ended the program. Call it after breadcrumb_describe: a
 * crash outside of a tick may have interrupted their writer. */
void breadcrumb_last_words(void);
