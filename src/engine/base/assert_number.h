/* CW_ASSERT about a number that a game gave: the message names the number. */
#pragma once

#include "clockwork/base.h"

_Noreturn void assert_number_failed(double number, const char *remedy, const char *file, int line);

#define ASSERT_NUMBER(number, condition, remedy)                                                   \
    ((condition) ? (void)0 : assert_number_failed((double)(number), (remedy), __FILE__, __LINE__))
