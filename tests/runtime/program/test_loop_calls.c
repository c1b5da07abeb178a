/* A program with a main loop of its own, and one that makes mistakes. */
#include "support/expect.h"
#include "support/temp_folder.h"
#include "support/toy_game.h"

#include <fenv.h>
#include <pthread.h>

static CwLoop loop;
static char folder[4096];

static void tear_down(void)
{
    cw_loop_close(&loop);
    ck_assert_int_eq(chdir(folder), 0);
}

SET_UP(.tear_down = tear_down)
{
    temp_make();
    ck_assert(getcwd(folder, sizeof folder) != NULL && chdir(temp_folder) == 0);
    setenv("HOME", temp_folder, 1);
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    loop = (CwLoop){0};
    toy = (Toy){0};
}

static bool open_loop(CwLoop *opened, const char *line)
{
    static char text[256], *argv[32];
    CwLoopDesc desc = {.game = &toy_game, .argc = 1, .argv = argv};
    argv[0] = "toy";
    snprintf(text, sizeof text, "%s", line);
    for (char *word = strtok(text, " "); word != NULL; word = strtok(NULL, " ")) {
        argv[desc.argc++] = word;
    }
    argv[desc.argc] = NULL;
    return cw_loop_open(opened, &desc, &error);
}

static int run_frames(void)
{
    int count = 1;
    while (cw_loop_frame(&loop, &error)) {
        ck_assert_int_lt(++count, 1000);
    }
    return count;
}

TEST(cw_loop_frame_gives_the_hashes_of_cw_main_in_any_rounding_mode)
{
    char *argv[] = {"toy", "--headless", "--ticks", "40", "--monkey",
                    "2",   "--hash-log", "main",    NULL};
    ck_assert_int_eq(cw_main(&toy_game, 8, argv), 0);
    fesetround(FE_UPWARD);
    EXPECT_OK(open_loop(&loop, "--headless --ticks 40 --monkey 2 --hash-log guest"));
    int frames = run_frames(), rounding = fegetround();
    fesetround(FE_TONEAREST);
    ck_assert_int_eq(frames, 40);
    ck_assert_int_eq(rounding, FE_UPWARD);
    ck_assert(!cw_loop_frame(&loop, &error)); /* no frame comes after the last */
    ck_assert_str_eq(error.text, "");
    ck_assert_int_eq(cw_loop_close(&loop), 0);
    char *expected = strdup(temp_read("main"));
    ck_assert_str_eq(temp_read("guest"), expected);
    free(expected);
}

TEST(a_run_that_is_closed_early_is_recorded_and_commands_are_done_when_they_are_opened)
{
    EXPECT_OK(open_loop(&loop, "--headless --record run.cwr"));
    for (int i = 0; i < 10; i++) {
        ck_assert(cw_loop_frame(&loop, &error));
    }
    ck_assert_int_eq(cw_loop_close(&loop), 0);
    EXPECT_OK(open_loop(&loop, "replay run.cwr --headless"));
    ck_assert_int_eq(run_frames(), 10);
    ck_assert_int_eq(cw_loop_close(&loop), 0);
    EXPECT_OK(open_loop(&loop, "levels"));
    ck_assert(!cw_loop_frame(&loop, &error));
    ck_assert_int_eq(cw_loop_close(&loop), 0);
    ck_assert_int_eq(cw_loop_close(&loop), 0);
}

static const struct {
    const char *line, *said;
    int status;
} REFUSED[] = {{"--headles", "unknown option \"--headles\": did you mean --headless", 2},
               {"--headless --set display.width=x", "--set display.width=x", 2},
               {"--headless --config none.ini", "--config none.ini was not read", 1},
               {"--headless --hold fly", "there is no action \"fly\"", 2},
               {"--headless --frames none", "none: ", 1},
               {"--headless --record none/x.cwr", "none/x.cwr", 1},
               {"replay none.cwr --headless", "none.cwr", 1},
               {"--headless --screenshot none/x.png@5", NULL, 1},
               {"", "no display was found", 1}};

TEST(a_run_that_can_not_begin_says_why_and_leaves_nothing_open, .rounds = CW_ARRAY_LENGTH(REFUSED))
{
    bool opened = open_loop(&loop, REFUSED[_i].line);
    ck_assert(!opened || REFUSED[_i].said == NULL);
    if (opened) { /* it can't go on */
        run_frames();
    }
    expect_text(error.text, opened ? "none/x.png" : REFUSED[_i].said);
    ck_assert_int_eq(cw_loop_close(&loop), REFUSED[_i].status);
    error = (CwError){0};
    EXPECT_OK(open_loop(&loop, "--headless"));
}

TEST(a_game_that_fails_ends_its_frames_with_the_error)
{
    EXPECT_OK(open_loop(&loop, "--headless"));
    toy.break_body = true;
    run_frames();
    expect_text(error.text, "tick 1: ");
    error = (CwError){0};
    ck_assert(!cw_loop_frame(&loop, &error) && error.text[0] != '\0');
    ck_assert_int_eq(cw_loop_close(&loop), 1);
}

static void call_before_open(void)
{
    ck_assert(!cw_loop_frame(&loop, &error));
}

static void call_after_close(void)
{
    EXPECT_OK(open_loop(&loop, "--headless"));
    ck_assert_int_eq(cw_loop_close(&loop), 0);
    ck_assert(!cw_loop_frame(&loop, &error));
}

static void open_twice(void)
{
    EXPECT_OK(open_loop(&loop, "--headless"));
    ck_assert(!open_loop(&loop, "--headless"));
}

static void open_another(void)
{
    CwLoop other = {0};
    EXPECT_OK(open_loop(&loop, "--headless"));
    ck_assert(!open_loop(&other, "--headless"));
    ck_assert_int_eq(cw_loop_close(&other), 1);
}

static void *call_beside(void *unused)
{
    ck_assert(!cw_loop_frame(&loop, &error));
    ck_assert_int_eq(cw_loop_close(&loop), 1); /* and it stays open */
    return unused;
}

static void call_from_another_thread(void)
{
    pthread_t thread;
    EXPECT_OK(open_loop(&loop, "--headless"));
    ck_assert_int_eq(pthread_create(&thread, NULL, call_beside, NULL), 0);
    pthread_join(thread, NULL);
    ck_assert(cw_loop_frame(&loop, NULL));
}

static void call_frame(CwWorld *world)
{
    toy.while_ticking = NULL;
    ck_assert(!cw_loop_frame(&loop, &error));
    ck_assert_int_eq(cw_loop_close(&loop), 1);
}

static void call_within_a_frame(void)
{
    EXPECT_OK(open_loop(&loop, "--headless"));
    toy.while_ticking = call_frame;
    ck_assert(cw_loop_frame(&loop, NULL));
}

static const struct {
    void (*make)(void);
    const char *said;
} MISTAKES[] = {{call_before_open, "not open: call it between cw_loop_open and cw_loop_close"},
                {call_after_close, "not open: call it between cw_loop_open and cw_loop_close"},
                {open_twice, "for a loop that is open: close it first"},
                {open_another, "open one CwLoop at a time"},
                {call_from_another_thread, "cw_loop_frame was called from another thread: call it"},
                {call_within_a_frame, "called by the game, within a frame: call it between"}};

TEST(a_call_at_the_wrong_place_is_reported_and_the_run_continues,
     .rounds = CW_ARRAY_LENGTH(MISTAKES))
{
    MISTAKES[_i].make();
    expect_text(error.text, MISTAKES[_i].said);
    if (loop.program != NULL) {
        ck_assert(cw_loop_frame(&loop, NULL));
        ck_assert_int_eq(cw_loop_close(&loop), 0);
    }
}
