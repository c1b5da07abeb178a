/* How a test is written: once, as a function with a name, which registers itself.
 *
 *     FIXTURE(.set_up = open_world, .tear_down = close_world);    at most once a file, or
 *     SET_UP(.tear_down = close_world) {...}                      with a set-up of its own
 *
 *     TEST(a_body_falls) {...}
 *     ABORTS(a_spawn_of_no_kind_aborts, spawn(NO_KIND))
 *     TEST(freeing_twice_aborts, .signal = SIGABRT) {...}
 *     TEST(a_stick_rests_in_its_zone, .rounds = CW_ARRAY_LENGTH(zones)) {... zones[_i] ...}
 *
 * The files of a folder are one program, whose main is in test.c. It runs all tests, or those that
 * one of its arguments is part of (`test_sim world_hash.c a_body`), each in a process of its
 * own.
 *
 * Brings what nearly every test needs of the C library; check.h has <math.h>, <stdint.h> and
 * <string.h>. */
#pragma once

#include <check.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Check sends itself a message for each assertion that holds, so as to name the last one before a
 * crash: minutes over a picture's pixels. It gets only those whose place isn't among the last few
 * sent, so after a crash in a loop it may name another one of the loop. */
void test_mark(const char *file, int line);
#define _mark_point(file, line) test_mark(file, line)

/* Set-up that all tests of a file share; everything may be left out. */
typedef struct Fixture {
    void (*set_up)(void); /* in the test's own process, before and after it */
    void (*tear_down)(void);
    /* Once before the file's first test, in the process that they are forked from. Returns how many
     * rounds of each to run; test_skip_file(why) skips them. */
    int (*prepare)(void);
    double timeout_s; /* of each test; 0: a minute */
} Fixture;

/* A package that few tests use, so that only `make check` installs it. */
typedef struct Package {
    const char *name;
    const char *probe; /* a shell line that succeeds where it is installed */
} Package;

extern const Package package_gdb, package_locales, package_tiled, package_valgrind;

typedef struct Test {
    TTest test;
    const Fixture *fixture;
    int rounds;           /* _i counts them from 0; one, or as many as the fixture says */
    int signal;           /* which is to end the test */
    int exit_status;      /* with which it is to end itself */
    bool left_out;        /* of this build */
    bool slow;            /* `make test` leaves it to `make check` */
    int quick_rounds;     /* the first ones, when `make test` leaves the others to `make check` */
    const Package *needs; /* NULL: none */
} Test;

/* Ends a test that can't run on this machine or in this build. */
#define SKIP(why)                                                                                  \
    do {                                                                                           \
        test_skip(__func__, why);                                                                  \
        return;                                                                                    \
    } while (0)
void test_skip(const char *name, const char *why);

/* For Fixture.prepare: 0. */
int test_skip_file(const char *why);

/* A file without FIXTURE has this one, all zero. */
static const Fixture file_fixture __attribute__((unused));

#define FIXTURE(...) static const Fixture file_fixture = {__VA_ARGS__}
#define SET_UP(...)                                                                                \
    static void set_up(void);                                                                      \
    FIXTURE(.set_up = set_up, __VA_ARGS__);                                                        \
    static void set_up(void)

/* A test of a mistake in code, which ends the program. */
#define ABORTS(name, ...)                                                                          \
    TEST(name, .signal = SIGABRT)                                                                  \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }

/* The linker gathers the pointers into one table. */
#define TEST(...) TEST_RECORD(__VA_ARGS__, .fixture = &file_fixture)
#define TEST_RECORD(name, ...)                                                                     \
    static void name(int _i);                                                                      \
    static const Test name##_test = {.test = {#name, name, __FILE__, __LINE__}, __VA_ARGS__};      \
    static const Test *const name##_entry __attribute__((used, section("clockwork_tests"))) =      \
        &name##_test;                                                                              \
    static void name(int _i __attribute__((unused)))
