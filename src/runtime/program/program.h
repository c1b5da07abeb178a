/* The program: its game, options, paths, settings, levels and run. cw_loop_open fills it and calls
 * the command's function, which returns the exit status. The commands play and replay open a run,
 * which cw_loop_frame advances. */
#pragma once

#include "base/cache.h"
#include "clockwork/loop.h"
#include "host/frame_times.h"
#include "host/paths.h"
#include "program/loop.h"
#include "program/options.h"

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

enum { STACK_BYTES_MIN = 256 << 10 };

typedef struct RendererDesc RendererDesc;

/* Functions of the tools for a game's maker. A finished game has none. */
typedef struct ProgramGuest {
    MoreOptions options;
    /* Called before anything else. */
    void (*begin)(void);
    /* Checks a game's table with messages for its maker. */
    bool (*check_game)(const CwGame *game, CwError *error);
    /* Applies the guest's options, which may replace the game and set the guest of runs. */
    bool (*follow_options)(Program *program, CwError *error);
    /* Creates the guest of the program's loops; NULL without memory. */
    LoopGuest *(*create_loop_guest)(const Program *program);
    void (*destroy_loop_guest)(LoopGuest *guest);
    /* Adds the guest's options to a run. */
    void (*complete_loop)(const Program *program, LoopDesc *desc);
    /* Runs `play` without a display. Returns the exit status. */
    int (*demonstrate)(Program *program);
} ProgramGuest;

struct Program {
    const CwGame *game;
    const char *object;             /* the file that `game` was loaded from; NULL: the program */
    const ProgramGuest *guest;      /* NULL: none */
    LoopGuest *loop_guest;          /* NULL: none */
    const SessionGuest *runs_guest; /* NULL: none */
    Options *options;               /* first member of a larger struct if there is a guest */
    const char *const *arguments;   /* the command line, with NULL after it */
    Paths paths;
    ConfigTable table;
    Config config;
    ConfigLayers layers; /* sources of `config` */
    char player_config[PATH_BYTES_MAX];
    Levels levels;
    char replays_dir[PATH_BYTES_MAX]; /* folder of the game's own recordings; "": none */
    Cache cache;          /* in the user's cache folder; zero before program_prepare_window */
    uint64_t fingerprint; /* 0 before program_fingerprint */
    int64_t started_ns;   /* clock_now_ns at exec */
    bool waits;           /* as in CwLoopDesc */
    bool owns_process;    /* cw_main runs it; else the caller owns the process */
    bool is_shown;        /* has a window */
    unsigned long thread; /* thread that opened the loop */
    bool is_in_frame;
    int status;      /* the command's exit status */
    CwError failure; /* why the run can't begin or continue; "": it can, or it was reported */
    /* The run of the commands play and replay. */
    Loop *loop;         /* NULL: none is open */
    Host host;          /* all zero: none is open */
    Renderer *renderer; /* NULL: none */
    InputScript script;
    FrameTimes frame_times;
    CwReplayFile *replay; /* NULL: none */
    char runs_dir[PATH_BYTES_MAX];
};

/* cw_main and cw_loop_open for a program with this guest (NULL: none). */
int program_main(const CwGame *game, const ProgramGuest *guest, int argc, char **argv);
bool program_open_with(CwLoop *loop, const CwLoopDesc *desc, const ProgramGuest *guest,
                       CwError *error);

/* Opens paths, settings and levels. Returns the exit status, with `failure` set unless it was
 * reported. Close the program in any case. */
int program_open(Program *program);
void program_close(Program *program);

/* Reports an error, unless it is empty, and returns the exit status for failures. */
int program_failed(const CwError *error);

/* The error's text without the path that it begins with, for lines that name the path. */
const char *program_without_path(const CwError *error, const char *path);

/* Gives up the program's rights before it reads an untrusted file. It can still read its assets,
 * the files of the command line, and `others` (files and folders, NULL at the end; NULL: none).
 * Files that options write are opened first; false with an error when one can't be. A process that
 * called cw_loop_open keeps its rights. */
bool program_enter_sandbox(const Program *program, const char *const *others, CwError *error);

/* Prints a line if the limit ended the recording's simulation; otherwise returns false. */
bool program_print_slow(const char *path, const WorkLimit *limit, const CwError *error);

/* The rules by which this program plays and judges recordings. Needs the fingerprint. */
RunRules program_rules(const Program *program);

/* Finds the action, and the player in front of it ("2:jump"), in `length` bytes of text. */
bool program_find_action(const CwGame *game, const char *text, size_t length, ScriptStep *found,
                         CwError *error);

/* Adds --hold and --tap to program->script. Returns the exit status. */
int program_read_script(Program *program);

/* Computes program->fingerprint; no world may be open. */
bool program_fingerprint(Program *program, CwError *error);

/* Describes a run by the options, without its level or replay. */
LoopDesc program_loop_desc(const Program *program);

/* Describes a renderer for the game's art. `art_dir` gets the folder's path. */
RendererDesc program_renderer_desc(const Program *program, char art_dir[PATH_BYTES_MAX]);

/* Opens the cache, then SDL's video. False: no display. */
bool program_prepare_window(Program *program);

/* Opens the window that the settings ask for; close it with host->close. */
bool program_open_window(const Program *program, Host *host, CwError *error);

/* Open a loop on the open host, or on a new one. Return the exit status; see program_close. */
int program_open_loop(Program *program, const LoopDesc *desc);
int program_open_headless(Program *program, const LoopDesc *desc);
int program_open_in_window(Program *program, const LoopDesc *desc);

/* Runs a frame of the open loop. False when the run has ended; `failure` is set if it failed. */
bool program_frame(Program *program);

/* Closes the loop, prints the results that options request, and returns the run's exit status. */
int program_close_loop(Program *program);
void program_close_host(Program *program);
