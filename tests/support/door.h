/* Tests at the door: the installed program in a real window, with real keys and a home of its own.
 * They look only at what a person or a script can see: files, exit status, text, pictures.
 *
 *     FIXTURE(DOOR);
 *
 *     TEST(space_hops)
 *     {
 *         door_play("first-wind");                   clockwork play, 640x360, with two logs
 *         door_press("space");                       keys by their X names, as xdotool has them
 *         door_wait_row(0, is_hopping);              waits for a row of the probe log
 *         door_release("space");
 *         door_end();                                SIGTERM, success, whole logs
 *         expect_text(expect_ok("cw verify run.cwr")->out, "ok");
 *     }
 *
 * tests/run.sh installs into a folder of its own and runs the files of tests/door/ side by side, in
 * plain mode only. By hand:
 *
 *     make install PREFIX=$PWD/build/installed && make build/plain/tests/test_door &&
 *         build/plain/tests/test_door test_drive space
 *
 * - Each file of tests has an X server of its own (xvfb.h), each test a temp folder (temp_folder.h)
 *   that is home and working directory: name files relative to it. What the program prints is in
 *   `out` and `err` there. The player's files are in DOOR_DATA.
 * - In shell lines `cw` is the installed program: `cw_main` of expect_ok("cw times") and the like
 *   comes from program.h, which is for commands without a window, or with one that ends by itself.
 * - A game of one's own: write tests/door/NAME.c, then door_build("NAME") and door_start("./NAME").
 * - Levels and settings: door_own_installation() first, then write into DOOR_OWN/.
 * - A wait ends with its event and fails the test after DOOR_PATIENCE_S, which no machine needs:
 *   never wait for a fixed time, and judge by rows and pictures rather than by real time. Logs are
 *   flushed with each row (CLOCKWORK_LOGS). */
#pragma once

#include "support/program.h"
#include "support/x_screen.h"

#define DOOR_DATA ".local/share/Clockwork/windup"
#define DOOR_OWN "installed/share/windup"

enum { DOOR_ROWS_MAX = 8192, DOOR_PATIENCE_S = 300, DOOR_TIMEOUT_S = 1200 };

/* A row of --probe-log: where the player is after a tick. */
typedef struct ProbeRow {
    unsigned long tick;
    double x_m, y_m, vx_mps, vy_mps, angle_rad, progress;
} ProbeRow;

typedef struct FrameRow {
    unsigned long frame;
    long long measured_ns, used_ns;
    unsigned long ticks, tick;
    long long shown_ns, dropped_ns;
} FrameRow;

typedef struct Door {
    int pid; /* 0: not running */
    unsigned long window;
    bool has_hands;
    XRect watched;
    ProbeRow probe[DOOR_ROWS_MAX]; /* as last read */
    int probe_count;
    FrameRow frames[DOOR_ROWS_MAX];
    int frame_count;
} Door;

extern Door door;

int door_prepare(void);
void door_set_up(void);
void door_tear_down(void);
#define DOOR                                                                                       \
    .prepare = door_prepare, .set_up = door_set_up, .tear_down = door_tear_down,                   \
    .timeout_s = DOOR_TIMEOUT_S

/* ---- Starting and ending ---- */

/* Starts `clockwork play ARGUMENTS` in a small window with both logs and the keyboard. */
void door_play(const char *arguments);

/* Options of a small window with both logs. */
#define DOOR_OPTIONS                                                                               \
    " --set display.width=640 --set display.height=360 --probe-log probe.csv "                     \
    "--frame-log frames.csv "

/* Starts a shell line, which must `exec` a program with a window of this title (a regular
 * expression), and gives it the keyboard. "$CLOCKWORK" is the installed program. */
void door_start(const char *line, const char *title);

/* The same for a window of a process that follows the one that was started. */
void door_focus(const char *title);

/* Starts `clockwork dev ARGUMENTS` on the game in the folder `game`, which it makes with `clockwork
 * new` where it is missing. */
void door_develop(const char *arguments);

void door_wait_late(void);
void door_develop_and_pause(void);

/* Compiles tests/door/NAME.c, or NAME.c of the temp folder, to ./NAME, as README tells makers of
 * games to: with the installed headers and library alone. */
void door_build(const char *name);

/* From here on the test has an installation of its own, in the folder `installed`. */
void door_own_installation(void);

/* Waits for its end; the exit status, or -1 when a signal killed it. */
int door_wait_end(void);

/* SIGTERM, then its end: asserts success and reads the whole logs. */
void door_end(void);

void door_kill(void);

/* ---- Hands ---- */

/* Keys by their X names: "Right", "space", "alt+Return". Several taps: "Down Down Return". */
void door_press(const char *key);
void door_release(const char *key);
void door_tap(const char *keys);

/* Programs that start from here on have the controllers and fingers of tests/door/hands.c. */
void door_grow_hands(void);

/* Does such lines and waits until they are done and shown. */
void door_use_hands(const char *lines);

/* The mouse comes to a pixel of the window, and clicks there. */
void door_click(int x, int y);

/* ---- Eyes ---- */

/* Takes a picture of the window. Pictures are kept until the test ends. */
XPicture *door_look(void);

/* The same, once it shows all that was done so far. Needs frames.csv. */
XPicture *door_see(void);

/* From here on pictures are of this part of the window; all zero: of the whole. */
void door_watch(XRect part);

/* Waits until this part of the pixels of the picture have a colour, 0xRRGGBB. */
void door_wait_colour(uint32_t colour, double part);

/* The same, and until the picture stands, which the screens of menus and pauses do; a window of one
 * colour has no picture yet. */
XPicture *door_wait_still(void);

/* Waits until at least or at most this part of the pixels differs. Returns the new picture. */
XPicture *door_wait_change(const XPicture *from, double part);

XPicture *door_wait_same(const XPicture *as, double part);

/* Waits until a shell line succeeds, such as "grep -q WORD err" or "ls DOOR_DATA/runs/x". */
void door_wait(const char *line);

/* Reads both logs again, as far as they are on disk, whole lines only. */
void door_read_logs(void);

/* Waits for a probe row that is `wanted`, from row `from` on. Returns its index. */
typedef bool ProbeWanted(const ProbeRow *row);
int door_wait_row(int from, ProbeWanted *wanted);
ProbeWanted row_is_first, row_is_fast, row_is_rolling; /* the first tick; above 3 m/s; after 12 m */

/* The row after `from` from which time went back. Fails the test when it never did. */
int door_turn(int from);

unsigned long door_last_tick(void);

/* Waits for `count` more rows of the probe or frame log. Returns the rows now. */
int door_wait_ticks(int count);

int door_wait_frames(int count);

/* Seconds of the game in a second that was to be simulated, over the next frames, whatever of it
 * was dropped. */
double door_speed(void);

/* ---- A game under `clockwork dev` ---- */

/* Changes a file of that game as sed does, and saves it as editors do. */
void door_change(const char *file, const char *edit);

typedef struct DevRow {
    char what[16], outcome[16];
    unsigned long ticks;
} DevRow;

/* Waits for the row of a save, the first being 1. */
DevRow door_wait_save(int number);
