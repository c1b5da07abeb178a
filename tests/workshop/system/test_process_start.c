#include "support/expect.h"
#include "system/process_start.h"

#include <time.h>

static Process process;

static void start(const char *line, bool one_stream)
{
    const char *const arguments[] = {"sh", "-c", line, NULL};
    ck_assert(process_start(
        &process, &(ProcessDesc){.arguments = arguments, .has_one_stream = one_stream}, &error));
}

static const struct {
    const char *line;
    bool one_stream;
    const char *output, *errors;
    int status;
    ProcessEnd end;
} CASES[] = {
    {"echo out; echo err >&2; exit 7", false, "out\n", "err\n", 7, PROCESS_ENDED},
    {"echo out; echo err >&2", true, "out\nerr\n", "", 0, PROCESS_ENDED},
    {"kill -SEGV $$", false, "", "", 128 + SIGSEGV, PROCESS_CRASHED},
    {"printf 'a\\0b\\0\\0c\\0'", false, "a?b??c?", "", 0, PROCESS_ENDED},
};

TEST(output_errors_status_and_signal_are_reported, .rounds = CW_ARRAY_LENGTH(CASES))
{
    start(CASES[_i].line, CASES[_i].one_stream);
    process_wait(&process);
    ck_assert_str_eq(process.texts[0], CASES[_i].output);
    ck_assert_str_eq(process.texts[1], CASES[_i].errors);
    ck_assert_int_eq(process.status, CASES[_i].status);
    ck_assert_int_eq(process.end, CASES[_i].end);
    ck_assert(!process_poll(&process));
}

TEST(output_comes_whichever_descriptors_are_closed, .rounds = 8)
{
    for (int file = 0; file < 3; file++) {
        if ((_i >> file & 1) != 0) {
            close(file);
        }
    }
    start("echo out; echo err >&2", false);
    process_wait(&process);
    ck_assert_str_eq(process.texts[0], "out\n");
    ck_assert_str_eq(process.texts[1], "err\n");
}

TEST(the_beginning_of_long_output_and_the_end_of_long_errors_are_kept)
{
    start("head -c 300000 /dev/zero | tr '\\0' x; head -c 300000 /dev/zero | tr '\\0' x >&2; "
          "echo the last line >&2; exit 3",
          false);
    process_wait(&process);
    ck_assert_int_eq(process.status, 3);
    ck_assert_uint_eq(strlen(process.texts[0]), PROCESS_TEXT_BYTES - 1);
    ck_assert_uint_eq(strlen(process.texts[1]), PROCESS_TEXT_BYTES - 1);
    expect_text(process.texts[1], "xthe last line\n");
}

/* A process without a parent that waits for it, as in a container without init, has ended, too. */
static bool has_ended(pid_t pid)
{
    char state[64], path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    bool ended = file == NULL || fscanf(file, "%*d %*s %63s", state) != 1 || state[0] == 'Z';
    if (file != NULL) {
        fclose(file);
    }
    return ended;
}

TEST(processes_that_a_program_started_end_with_it, .rounds = 2)
{
    start(_i == 0 ? "sleep 100 & echo $!; wait" : "sleep 100 & echo $!", false);
    while (process.lengths[0] == 0) {
        process_poll(&process);
    }
    pid_t grandchild = (pid_t)atoi(process.texts[0]);
    if (_i == 0) {
        process_kill(&process);
    }
    process_wait(&process);
    for (int i = 0; i < 12000 && !has_ended(grandchild); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    ck_assert(has_ended(grandchild));
}

TEST(a_program_that_is_not_there_is_status_127)
{
    const char *const arguments[] = {"no-such-program-here", NULL};
    ck_assert(process_start(&process, &(ProcessDesc){.arguments = arguments}, &error));
    process_wait(&process);
    ck_assert_int_eq(process.status, 127);
}
