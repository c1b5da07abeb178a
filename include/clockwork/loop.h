/* The loop of a program that owns its main loop, such as a browser's callback, a GUI toolkit or a
 * server with a console. Other games call cw_main, which calls the same three functions:
 *
 *     CwLoop loop = {0};
 *     CwError error = {0};
 *     CwLoopDesc desc = {.game = &my_game, .argc = argc, .argv = argv};
 *     bool goes_on = cw_loop_open(&loop, &desc, &error);
 *     while (goes_on) {                       or in a callback, 60 times a second
 *         goes_on = cw_loop_frame(&loop, &error);
 *     }
 *     int status = cw_loop_close(&loop);
 *
 * error.text is empty unless something failed.
 *
 * - One loop is open at a time in a process, and one thread makes all three calls.
 * - While it is open, the loop owns SDL, which it starts and stops, and its window.
 * - While it is open, it reports crashes, and SIGINT and SIGTERM end the run at its next frame.
 *   During the first frame, with `waits`, they end the process at once, with status 0. Closing it
 *   restores the handlers from before.
 * - `clockwork dev` loads the game's table alone: there the loop is dev's, and main is not called.
 * - docs/example/console.c is such a program. */
#pragma once

#include "clockwork/game.h"

/* Zero-initialise. */
typedef struct CwLoop {
    struct Program *program; /* the loop's own; NULL while it is not open */
    int status;              /* once it is closed: the exit status */
} CwLoop;

/* The run that a loop plays. Game and argv (UTF-8) stay the caller's until it is closed. */
typedef struct CwLoopDesc {
    const CwGame *game;
    int argc;
    /* The command line of docs/command-line.md; argv[0] is the program, and NULL ends it. */
    char **argv;
    /* false: a frame returns as soon as it is shown, without vsync, and the caller paces frames,
     * best at the rate of the display. true: a frame waits for its time as in cw_main, by vsync or
     * by sleeping, and the caller begins the next at once. */
    bool waits;
} CwLoopDesc;

/* Opens the run that the arguments ask for: window, level and recording. Commands that start no run
 * (`levels`, `--help`) have finished when it returns, and the first frame returns false. Commands
 * that read recordings (`verify`) drop privileges of the whole process for good: afterwards it can
 * open only the game's files and those that were named. Threads that already run are not
 * restricted. False with an error when the run can't begin: loop->status is the exit status, and
 * nothing of it is left open. */
bool cw_loop_open(CwLoop *loop, const CwLoopDesc *desc, CwError *error);

/* One frame: input, as many ticks as are due, a picture. With --headless a frame is exactly one
 * tick; with --realtime as many as the clock demands. False when the run has ended: as the player
 * or the game wished, or with the error that ended it. Then close the loop. */
bool cw_loop_frame(CwLoop *loop, CwError *error);

/* Ends the run at any frame, completes its recording and logs, and closes the window. Returns the
 * exit status of docs/command-line.md, or the status passed to cw_flow_quit. For a loop that is not
 * open it only returns loop->status, so it may follow a cw_loop_open that failed. */
int cw_loop_close(CwLoop *loop);
