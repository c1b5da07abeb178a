/* Messages on stderr: one line, "clockwork: ..." in front. Errors travel as CwError up to the
 * command line, which prints them so; results go to stdout. */
#pragma once

#include "clockwork/base.h"

void report(const char *format, ...) CW_PRINTF(1, 2);

/* The same, once: does nothing if `*reported` is set, and sets it. */
void report_once(bool *reported, const char *format, ...) CW_PRINTF(2, 3);

/* A message that begins with "FOLDER/FILE: " or "FOLDER/FILE:7: ", from FILE on, for a line on the
 * screen; other messages whole. */
const char *without_folder(const char *message);
