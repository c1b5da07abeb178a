/* The main of a test file: one suite with one case. `tests` is a list of what START_TEST made. */
#ifndef TESTS_SUPPORT_SUITE_H
#define TESTS_SUPPORT_SUITE_H

#include <check.h>
#include <stddef.h>

typedef struct SuiteDesc {
    const char *name;
    const TTest *const *tests;
    size_t count;
    void (*set_up)(void); /* may be NULL, like tear_down */
    void (*tear_down)(void);
    double timeout_s;
} SuiteDesc;

/* Runs all and returns the exit status. */
int suite_run(const SuiteDesc *desc);

#endif
