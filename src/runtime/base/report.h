/* Prints messages on stderr, one line each, with "clockwork: " in front. Results go to stdout.
 * Errors travel as CwError to the command line, which prints them the same way. Also here: text
 * that is safe to print, and assertions. */
#pragma once

#include "clockwork/base.h"

void report(const char *format, ...) CW_PRINTF(1, 2);

/* Reports once: does nothing if `*reported` is set, and sets it. */
void report_once(bool *reported, const char *format, ...) CW_PRINTF(2, 3);

/* Drops "FOLDER/" from a message that begins with "FOLDER/FILE: " or "FOLDER/FILE:7: ". */
const char *without_folder(const char *message);

/* ---- safe text ----
 *
 * Text from files, such as paths and names of layers, could contain escape sequences, which a
 * terminal would execute, or line feeds, which would forge a line. Errors and reports are made safe
 * automatically. Print results by print_text and print_line. */

/* Replaces control characters, line separators and direction marks with "?". */
void make_printable(char *text);

/* Print results on stdout, made printable: a part of a line, and a line or its end. */
void print_text(const char *format, ...) CW_PRINTF(1, 2);
void print_line(const char *format, ...) CW_PRINTF(1, 2);

/* Prints a prefix and a file's name as one word of a result line. Blanks, =, %, quotes, control
 * characters and bytes that are no UTF-8 become %XX, so a name can't forge a value. */
void print_name(const char *prefix, const char *name);

/* ---- assertions ---- */

/* Asserts that the game passed a pointer. The message names the argument. */
#define ASSERT_GIVEN(argument)                                                                     \
    CW_ASSERT((argument) != NULL, "give the call its " #argument ", which is NULL")

/* Asserts a condition on a number that the game passed. The message shows the number. */
#define ASSERT_NUMBER(number, condition, remedy)                                                   \
    ((condition) ? (void)0 : assert_number_failed((double)(number), (remedy), __FILE__, __LINE__))

_Noreturn void assert_number_failed(double number, const char *remedy, const char *file, int line);

/* Sets a function for this thread that a failed assertion calls first. If it returns, the program
 * ends as usual. A coming tick (sim/coming.h) uses it to discard its work: the true tick will
 * report the failure. */
void assert_set_escape(void (*escape)(void));
