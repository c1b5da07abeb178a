/* A main loop that the program owns: for a browser page, a GUI toolkit or a server with a console,
 * such as docs/example/console.c. Other games call cw_main, which calls the same three functions.
 *
 * One loop is open at a time in a process, and one thread makes all three calls. While it is open,
 * it owns SDL and its window, reports crashes, and ends the run at its next frame on SIGINT and
 * SIGTERM. With `waits` (below) they end the process at once in the first frame, with status 0.
 * Closing the loop restores the old handlers.
 *
 * A program that loads the game's table runs a loop of its own; main is not called. */
#pragma once

#include "clockwork/game.h"
CW_C_BEGIN

/* Zero-initialise. */
typedef struct CwLoop {
    struct Program *program; /* private; NULL while the loop is not open */
    int status;              /* exit status of a closed loop */
} CwLoop;

/* The run that a loop plays. `game` and `argv` (UTF-8) must stay valid until the loop is closed. */
typedef struct CwLoopDesc {
    const CwGame *game;
    int argc;
    /* The command line of docs/command-line.md; argv[0] is the program, and NULL ends it. */
    char **argv;
    /* false: cw_loop_frame returns as soon as its picture is shown, without vsync, and the caller
     * paces frames, best at the display's rate. true: it waits for the frame's time as in cw_main,
     * by vsync or by sleeping, and the caller begins the next frame at once. */
    bool waits;
} CwLoopDesc;

/* Opens the run that the arguments ask for: window, level and recording. Commands without a run
 * (`levels`, `--help`) finish inside this call, and the first frame returns false. Commands that
 * read recordings (`verify`) drop privileges of the whole process for good: afterwards the process
 * can open only the game's files and those that the command named. Threads that already run are not
 * restricted. False with an error if the run can't begin: loop->status is the exit status, and the
 * loop is closed. */
bool cw_loop_open(CwLoop *loop, const CwLoopDesc *desc, CwError *error);

/* One frame: input, as many ticks as are due, a picture. With --headless a frame is exactly one
 * tick; with --realtime as many as the clock demands. False when the player, the game or an error
 * has ended the run; error.text is empty unless something failed. Then close the loop. */
bool cw_loop_frame(CwLoop *loop, CwError *error);

/* Ends the run at any frame, completes its recording and logs, and closes the window. Returns the
 * exit status of docs/command-line.md, or the status passed to cw_flow_quit. For a loop that is not
 * open it only returns loop->status, so it may follow a cw_loop_open that failed. */
int cw_loop_close(CwLoop *loop);
CW_C_END
