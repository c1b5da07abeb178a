/* Basics of every part of Clockwork: errors and assertions.
 *
 * Failures that the program can't prevent (a missing file, a refused device) travel as `bool` plus
 * a CwError. The function that notices one fills it, callers may add context in front, and only the
 * command line prints it. Mistakes of the program are assertions, which stay on in every build. */
#pragma once

#include "clockwork/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
CW_C_BEGIN

/* The version of the engine. */
#define CW_VERSION "1.0.0"

#if defined(__MINGW32__) /* C17's formats instead of Microsoft's */
#define CW_PRINTF(format_index, first_arg)                                                         \
    __attribute__((format(gnu_printf, format_index, first_arg)))
#elif defined(__GNUC__)
#define CW_PRINTF(format_index, first_arg) __attribute__((format(printf, format_index, first_arg)))
#else
#define CW_PRINTF(format_index, first_arg)
#endif

#ifdef __cplusplus
#define CW_NORETURN [[noreturn]]
#else
#define CW_NORETURN _Noreturn
#endif

/* The number of elements of an array, not of a pointer. */
#define CW_ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* One message for a person: what failed, where, and what to do. Begin with {0}. */
typedef struct CwError {
    char text[1024];
} CwError;

/* Fills `error` (which may be NULL) unless it already holds a cause, and returns false so that a
 * caller can `return cw_error_set(...)`. */
bool cw_error_set(CwError *error, const char *format, ...) CW_PRINTF(2, 3);

/* Puts the formatted text and ": " in front of the message. Returns false too. */
bool cw_error_context(CwError *error, const char *format, ...) CW_PRINTF(2, 3);

/* Suggests a correction of a mistyped word: the name with the smallest edit distance, or the first
 * of several. NULL where more than one of three letters would be wrong. */
const char *cw_nearest_name(const char *wanted, const char *const *names, int count);

/* Checks a rule of the program; `remedy` is a sentence: what the caller must do instead. Without
 * it prints "clockwork: assertion ... remedy" to stderr and aborts. */
CW_NORETURN void cw_assert_failed(const char *condition, const char *remedy, const char *file,
                                  int line);
#define CW_ASSERT(condition, remedy)                                                               \
    ((condition) ? (void)0 : cw_assert_failed(#condition, (remedy), __FILE__, __LINE__))
CW_C_END
