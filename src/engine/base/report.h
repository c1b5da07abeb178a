/* Messages on stderr: one line, "clockwork: ..." in front. Errors travel as CwError up to the
 * command line, which prints them so; results go to stdout. */
#pragma once

#include "clockwork/base.h"

void report(const char *format, ...) CW_PRINTF(1, 2);
