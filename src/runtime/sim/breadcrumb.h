/* The breadcrumb notes which system, entity and tick is running, for crash reports
 * (platform/crash.h).
 *
 * It is a global of each thread, because a signal handler gets no pointer. Callers of a game's code
 * set it and restore the old one. No tick reads it. */
#pragma once

#include "clockwork/entity.h"
#include "clockwork/system.h"

typedef struct BreadcrumbEntity {
    const CwKind *kind; /* NULL: none */
    uint32_t number;    /* index1 of the handle */
} BreadcrumbEntity;

typedef struct Breadcrumb {
    const CwSystem *system; /* NULL: none */
    const char *function;   /* name of a function other than the system's tick or frame; or NULL */
    BreadcrumbEntity entity;
    uint64_t tick;
    bool is_coming;        /* the tick is simulated before it is due, with guessed input */
    CwEntity gone;         /* the last entity whose data was NULL; zero: none */
    const char *recording; /* the run's recording file; NULL: none */
} Breadcrumb;

extern _Thread_local Breadcrumb current_breadcrumb;

/* Notes an entity and returns the previous one, for the caller to restore: spawns may nest. */
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

/* Asserts that no system of a frame phase makes this call, which changes the world. */
#define ASSERT_IN_TICK()                                                                           \
    (current_breadcrumb.system == NULL || current_breadcrumb.function != NULL ||                   \
             breadcrumb_is_in_tick()                                                               \
         ? (void)0                                                                                 \
         : breadcrumb_refuse(__func__, __FILE__, __LINE__))

_Noreturn void breadcrumb_refuse(const char *call, const char *file, int line);

/* A CrashDescriber: writes lines for people. Safe in a signal handler. */
size_t breadcrumb_describe(char *text, size_t size, const void *fault);

/* Saves the run's recordings if a tick ended the program. Call it after breadcrumb_describe. Does
 * nothing outside of a tick, where the crash may have interrupted the writer of the recordings. */
void breadcrumb_last_words(void);
