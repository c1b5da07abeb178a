/* Messages on stderr, one line each, with "clockwork: " in front; safe text; assertions. Errors
 * travel as CwError to the command line, which prints them this way; results go to stdout. */
#pragma once

#include "clockwork/base.h"

void report(const char *format, ...) CW_PRINTF(1, 2);

/* Reports once: does nothing if `*reported` is set, and sets it. */
void report_once(bool *reported, const char *format, ...) CW_PRINTF(2, 3);

/* A message without "FOLDER/" in front of "FILE: " or "FILE:7: ", for a line on the screen; other
 * messages unchanged. */
const char *without_folder(const char *message);

/* ---- safe text ----
 *
 * Text from files (paths, layer names, lines of a trace) is made safe for terminals and scripts: a
 * terminal would execute its escape sequences, and a line feed would forge a line. Errors and
 * reports are made safe automatically; print results by print_text and print_line. */

/* Replaces control characters, line separators and direction marks by ?. */
void make_printable(char *text);

/* Print results on stdout, made printable: a part of a line, and the end of a line. */
void print_text(const char *format, ...) CW_PRINTF(1, 2);
void print_line(const char *format, ...) CW_PRINTF(1, 2);

/* Prints a file's name in a result line, after other text. Blanks, =, %, quotes, controls and bytes
 * outside UTF-8 become %XX: the name is one word and forges no value of the line. */
void print_name(const char *prefix, const char *name);

/* ---- assertions ---- */

/* Asserts that a game gave a pointer; the message names the argument. */
#define ASSERT_GIVEN(argument)                                                                     \
    CW_ASSERT((argument) != NULL, "give the call its " #argument ", which is NULL")

/* Asserts about a number from a game, which the message then shows. */
#define ASSERT_NUMBER(number, condition, remedy)                                                   \
    ((condition) ? (void)0 : assert_number_failed((double)(number), (remedy), __FILE__, __LINE__))

_Noreturn void assert_number_failed(double number, const char *remedy, const char *file, int line);

/* Sets a function of this thread that a failed assertion calls before it prints. If it returns, the
 * program ends as usual. For guessed work: a coming tick (sim/coming.h) that fails is discarded,
 * and the true tick reports the failure. */
void assert_set_escape(void (*escape)(void));
