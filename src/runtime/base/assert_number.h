/* Assertions about a number from a game, which the message then shows; and a way out of failed
 * assertions. */
#pragma once

#include "clockwork/base.h"

_Noreturn void assert_number_failed(double number, const char *remedy, const char *file, int line);

#define ASSERT_NUMBER(number, condition, remedy)                                                   \
    ((condition) ? (void)0 : assert_number_failed((double)(number), (remedy), __FILE__, __LINE__))

/* Sets a function of this thread that a failed assertion calls before it prints. If it returns, the
 * program ends as usual. For guessed work: a coming tick (sim/coming.h) that fails is discarded,
 * and the true tick reports the failure. */
void assert_set_escape(void (*escape)(void));
