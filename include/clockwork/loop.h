/* A main loop that the program owns: for a browser page, a GUI toolkit or a server with a console,
 * such as docs/example/console.c. Other games call cw_main, which calls the same three functions.
 *
 * At most one loop is open in a process, and one thread makes all three calls. An open loop owns
 * SDL and its window, and reports crashes. SIGINT and SIGTERM end the run at its next frame. One
 * exception: if the signal comes before the first frame has ended, a loop with `waits` (below) ends
 * the process at once, with status 0. Closing the loop restores the old signal handlers.
 *
 * `clockwork dev` loads the game's table (CW_GAME_EXPORT) and does not call the program's main. */
#pragma once

#include "clockwork/game.h"
CW_C_BEGIN

/* Zero-initialise. */
typedef struct CwLoop {
    struct Program *program; /* private; NULL while the loop is not open */
    int status;              /* exit status of a closed loop */
} CwLoop;

/* Describes a loop. `game` and `argv` (UTF-8) must stay valid until the loop is closed. */
typedef struct CwLoopDesc {
    const CwGame *game;
    int argc;
    /* The command line of docs/command-line.md: argv[0] is the program, argv[argc] is NULL. */
    char **argv;
    /* false: cw_loop_frame shows its picture without vsync and returns at once. The caller paces
     * frames, best at the display's rate. true: cw_loop_frame waits until the picture is due, by
     * vsync or by sleeping, as in cw_main. The caller begins the next frame at once. */
    bool waits;
} CwLoopDesc;

/* Opens the run that the arguments ask for, with its window, level and recording. Commands without
 * a run (`levels`, `--help`) finish inside this call, and the first frame returns false. Commands
 * that read recordings, such as `verify`, keep the process's privileges here; cw_main drops them.
 * False with an error if the run can't begin; then loop->status is the exit status. */
bool cw_loop_open(CwLoop *loop, const CwLoopDesc *desc, CwError *error);

/* Runs a frame: reads input, runs the ticks that are due, shows a picture. With --headless a frame
 * is exactly one tick, unless --realtime is added. False when the player, the game or an error has
 * ended the run; error.text is empty unless something failed. After false, close the loop. */
bool cw_loop_frame(CwLoop *loop, CwError *error);

/* Ends the run, completes its recording and logs, and closes the window. Returns the exit status of
 * docs/command-line.md, or the status passed to cw_flow_quit. If the loop is not open, only returns
 * loop->status; so it may follow a cw_loop_open that failed. */
int cw_loop_close(CwLoop *loop);
CW_C_END
