/* The built program (CLOCKWORK, set by tests/run.sh) as a process with a window, watched through
 * its logs and steered with xdotool.
 *
 * One game a test, started on the server of xvfb.h with a folder of its own for its logs and the
 * player's files. Logs are flushed once a second, so a wait takes that long. Nothing here waits for
 * a fixed time: what does not come within seconds fails the test. */
#ifndef TESTS_SUPPORT_REAL_GAME_H
#define TESTS_SUPPORT_REAL_GAME_H

#include "sim/poison.h"
#include "support/test.h"

#include <stdbool.h>
#include <stddef.h>

enum { REAL_GAME_ROWS_MAX = 8192 };

typedef struct ProbeRow {
    unsigned long tick;
    double x_m, y_m, vx_mps, vy_mps, angle_rad, progress;
} ProbeRow;

typedef struct FrameRow {
    unsigned long frame;
    long long measured_ns;
    unsigned long ticks, tick;
} FrameRow;

typedef struct RealGame {
    int pid; /* 0: not running */
    unsigned long window;
    char folder[32];
    ProbeRow probe[REAL_GAME_ROWS_MAX]; /* as last read */
    int probe_count;
    FrameRow frames[REAL_GAME_ROWS_MAX];
    int frame_count;
} RealGame;

extern RealGame real_game;

/* What a file's FIXTURE needs. Tests that load OpenGL are .left_out = POISON_WORKS, with the
 * sanitizers: its leaks are not ours. */
int real_game_prepare(void);
void real_game_set_up(void);
void real_game_tear_down(void);
enum { REAL_GAME_TIMEOUT_S = 90 };

/* Starts `clockwork play ARGUMENTS` with a small window and both logs, and gives it the keyboard.
 */
void real_game_play(const char *arguments);

/* Starts `clockwork dev` on a game of `clockwork new` in the folder. */
void real_game_develop(void);

/* Changes a file of that game as sed does, and saves it as editors do. */
void real_game_change(const char *file, const char *edit);

/* A row of --dev-log. */
typedef struct DevRow {
    char what[16], outcome[16];
    unsigned long ticks;
} DevRow;

/* Waits for the row of a save, the first being 1. */
DevRow real_game_wait_save(int number);

/* Keys by their X names: "Right", "space", "alt+Return". */
void real_game_press(const char *key);
void real_game_release(const char *key);
void real_game_tap(const char *key);

/* Reads both logs again, as far as they are on disk, whole lines only. */
void real_game_read_logs(void);

/* Waits for a probe row that is `wanted`, from row `from` on. Returns its index. */
typedef bool ProbeWanted(const ProbeRow *row);
int real_game_wait_row(int from, ProbeWanted *wanted);

/* Waits until `count` more ticks are in the probe log. Returns the rows now. */
int real_game_wait_ticks(int count);

/* Waits until `count` more frames are in the frame log. Returns the rows now. */
int real_game_wait_frames(int count);

bool real_game_runs(void);

/* Waits for its end; the exit status, or -1 when a signal killed it. */
int real_game_wait_end(void);

/* SIGTERM, then its end: asserts success and reads the whole logs. */
void real_game_end(void);

#endif
