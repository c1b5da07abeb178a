/* Expectations of a recorded run, for `rerun`: a text file NAME.expect beside NAME.cwr.
 *
 *     # a line each; conditions as in `query --when`
 *     end probe.finished
 *     end probe.time_ticks < 720
 *     never probe.y_m < -3
 *     always buggy.spring.left_J > 0 */
#pragma once

#include "sim/field_condition.h"

enum { EXPECTATIONS_MAX = 16 };

typedef enum ExpectationKind {
    EXPECT_END, /* holds after the last tick */
    EXPECT_ALWAYS,
    EXPECT_NEVER,
    EXPECT_COUNT
} ExpectationKind;

typedef struct Expectation {
    ExpectationKind kind;
    int line;
    FieldCondition condition;
} Expectation;

/* Zero-initialise, close in any case. */
typedef struct Expectations {
    Expectation *rows;
    int count;
    char *text; /* of the file */
} Expectations;

/* No file: there are none. False with file, line and reason. */
bool expectations_open(Expectations *expectations, const char *recording, const CwWorld *world,
                       CwError *error);
void expectations_close(Expectations *expectations);

/* After a tick. False with the line and the tick of the first that fails. */
bool expectations_hold(Expectations *expectations, const CwWorld *world, bool is_end,
                       CwError *error);
