/* Errors and assertions, for the engine and its games.
 *
 * A call that can fail for an outside reason, such as a missing file, returns a `bool` or a pointer
 * and fills in a CwError. Callers may put context in front of the error's text. An error that ends
 * the program is printed. A mistake in the program fails an assertion, in every build. */
#pragma once

#include "clockwork/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
CW_C_BEGIN

/* The version of the engine. */
#define CW_VERSION "1.0.0"

#if defined(__MINGW32__) /* checks C17's formats, not Microsoft's */
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

/* The number of elements of an array. Do not pass a pointer. */
#define CW_ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* One message for a person: what failed, where, and what to do. Initialise it with {0}. */
typedef struct CwError {
    char text[1024];
} CwError;

/* Fills `error`, unless it is NULL or already holds a cause. Returns false, so that a function can
 * end with `return cw_error_set(...)`. */
bool cw_error_set(CwError *error, const char *format, ...) CW_PRINTF(2, 3);

/* Puts the formatted text and ": " in front of the message. Returns false. */
bool cw_error_context(CwError *error, const char *format, ...) CW_PRINTF(2, 3);

/* The name that a mistyped word probably means: the one with the smallest edit distance, the first
 * of several. NULL if that distance is more than a third of the word's length. */
const char *cw_nearest_name(const char *wanted, const char *const *names, int count);

/* If the condition is false, prints "clockwork: assertion ... remedy" to stderr and aborts. The
 * remedy is a sentence that says what the caller must do instead. */
CW_NORETURN void cw_assert_failed(const char *condition, const char *remedy, const char *file,
                                  int line);
#define CW_ASSERT(condition, remedy)                                                               \
    ((condition) ? (void)0 : cw_assert_failed(#condition, (remedy), __FILE__, __LINE__))
CW_C_END
