/* Words for the person at the terminal: one line on stderr, "clockwork: ..." in front. Results
 * never go here; errors travel as CwError up to the command line, which prints them with report().
 */
#pragma once

#include "clockwork/base.h"

void report(const char *format, ...) CW_PRINTF(1, 2);
