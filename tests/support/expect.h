/* Checks of failures, texts and numbers in a range. */
#pragma once

#include "clockwork/base.h"
#include "clockwork/rng.h"
#include "test.h"

/* The first failure of this test, which has a process of its own; empty until then. */
static CwError error __attribute__((unused));

/* A call that succeeds: true or a pointer. Else the test fails with the error's text. */
#define EXPECT_OK(done) ck_assert_msg(done, "%s", error.text)

/* A call that fails: false or NULL, and an error with these words, which is forgotten. */
#define EXPECT_REFUSED(done, words)                                                                \
    do {                                                                                           \
        ck_assert_msg(!(done), "not refused for \"%s\"", words);                                   \
        expect_text(error.text, words);                                                            \
        error = (CwError){0};                                                                      \
    } while (0)

#define EXPECT_WITHIN(number, low, high)                                                           \
    ck_assert_msg((double)(low) <= (double)(number) && (double)(number) <= (double)(high),         \
                  "%s is %.9g, not from %.9g to %.9g", #number, (double)(number), (double)(low),   \
                  (double)(high))

#define EXPECT_BETWEEN(number, low, high)                                                          \
    ck_assert_msg((double)(low) < (double)(number) && (double)(number) < (double)(high),           \
                  "%s is %.9g, not between %.9g and %.9g", #number, (double)(number),              \
                  (double)(low), (double)(high))

/* A text as printf makes it; valid until eight more were made. */
const char *textf(const char *format, ...) __attribute__((format(printf, 1, 2)));

static inline CwRng seeded_rng(uint64_t seed, uint64_t stream)
{
    CwRng rng;
    cw_rng_seed(&rng, seed, stream);
    return rng;
}

static inline void expect_text(const char *text, const char *words)
{
    ck_assert_msg(strstr(text, words) != NULL, "\"%s\" is not in \"%s\"", words, text);
}
