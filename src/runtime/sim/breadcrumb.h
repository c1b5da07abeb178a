/* The program's place: the system and the entity whose code runs, and the tick, for crash reports
 * (platform/crash.h): beside the current arena the one mutable global outside src/runtime/host, one
 * a thread. A caller of a game's code sets it and restores the old one. Ticks must not read it. */
#pragma once

#include "clockwork/entity.h"
#include "clockwork/system.h"

typedef struct BreadcrumbEntity {
    const CwKind *kind; /* NULL: none */
    uint32_t number;    /* index1 of its handle */
} BreadcrumbEntity;

typedef struct Breadcrumb {
    const CwSystem *system; /* NULL: none */
    const char *function;   /* of the game's table or of the system, NULL: the one it is for */
    BreadcrumbEntity entity;
    uint64_t tick;
    bool coming;           /* the tick is simulated before it is due, with assumed input */
    const char *recording; /* file that the run goes to; NULL: none */
} Breadcrumb;

extern _Thread_local Breadcrumb current_breadcrumb;

/* Notes an entity and returns the one before, to be put back: one may spawn another. */
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

/* Writes lines for a person; safe in a signal handler. `denied`: memory that was, NULL: none. */
size_t breadcrumb_describe(char *text, size_t size, const void *denied);

/* After that: saves the recordings of a run whose tick ended the program. A crash outside of a tick
 * may have interrupted their writer. */
void breadcrumb_last_words(void);
