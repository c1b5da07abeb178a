/* The program: the game, the options, the paths, the settings in force, the levels and the run.
 * cw_loop_open fills it; each command is a function in a file of its own that returns the exit
 * status. Those of play and replay open the run, which cw_loop_frame advances. */
#pragma once

#include "clockwork/game.h"
#include "clockwork/loop.h"
#include "host/frame_times.h"
#include "host/host.h"
#include "host/paths.h"
#include "program/loop.h"
#include "program/options.h"
#include "run/replay_run.h"

enum { EXIT_OK = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

enum { STACK_BYTES_MIN = 256 << 10 };

typedef struct ArtQueue ArtQueue;
typedef struct RendererDesc RendererDesc;

/* The guest of a program: the tools of a game's maker. A finished game has none (NULL). All
 * functions are there. */
typedef struct ProgramGuest {
    MoreOptions options;
    /* First of all, in a process that one of its commands may have started. */
    void (*begin)(void);
    /* Refuses a game's table in the words of its maker. */
    bool (*check_game)(const CwGame *game, CwError *error);
    /* Follows its options before anything is opened: the program may get another game, and gets the
     * guest of its runs. */
    bool (*follow_options)(Program *program, CwError *error);
    /* The guest of its loops; NULL without memory. */
    Guest *(*create_loop_guest)(const Program *program);
    void (*destroy_loop_guest)(Guest *guest);
    /* Adds to a run what its options ask for. */
    void (*complete_loop)(const Program *program, LoopDesc *desc);
    /* `play` without a display. Returns the exit status. */
    int (*demonstrate)(Program *program);
} ProgramGuest;

struct Program {
    const CwGame *game;
    const char *object;             /* the file that `game` was loaded from; NULL: the program */
    const ProgramGuest *guest;      /* NULL: none */
    Guest *loop_guest;              /* NULL: none */
    const SessionGuest *runs_guest; /* NULL: none */
    Options *options;               /* with those of the guest behind them */
    const char *const *arguments;   /* the command line, with NULL after it */
    Paths paths;
    ConfigTable table;
    Config config;
    ConfigLayers layers; /* that the configuration was read from */
    char player_config[PATH_BYTES_MAX];
    Levels levels;
    char replays_dir[PATH_BYTES_MAX]; /* of the game's own; "": none */
    Cache cache;                      /* of the user's; zero before program_prepare_window */
    ArtQueue *preloaded_art;          /* of the first picture; NULL: none */
    uint64_t fingerprint;             /* 0 until program_fingerprint */
    int64_t started_ns;               /* exec, clock_now_ns */
    bool waits;                       /* CwLoopDesc.waits */
    bool owns_process;                /* cw_main began it; else a caller goes on after it */
    bool is_shown;                    /* in a window */
    unsigned long thread;             /* that opened it */
    bool in_frame;
    int status;      /* of the command */
    CwError failure; /* why the run can't begin or go on; "": reported already, or no failure */
    /* The run of play and replay, and what it is made of. */
    Loop *loop;         /* NULL: none is open */
    Host host;          /* all zero: none is open */
    Renderer *renderer; /* NULL: none */
    InputScript script;
    FrameTimes frame_times;
    CwReplayFile *replay; /* NULL: none */
    char runs_dir[PATH_BYTES_MAX];
};

/* cw_main and cw_loop_open of a program with this guest (NULL: none). */
int program_main(const CwGame *game, const ProgramGuest *guest, int argc, char **argv);
bool program_open_with(CwLoop *loop, const CwLoopDesc *desc, const ProgramGuest *guest,
                       CwError *error);

/* Opens what follows from game and options: paths, settings, levels, sprites. Returns the exit
 * status, with `failure` unless it is reported; close the program in any case. */
int program_open(Program *program);
void program_close(Program *program);

/* Reports an error, unless it is empty, and returns the exit status for failures. */
int program_failed(const CwError *error);

/* The error's text without the path that it begins with, for lines that name the path. */
const char *program_without_path(const CwError *error, const char *path);

/* Gives up the program's rights before it reads a stranger's file, but for reading its assets, the
 * files of the command line, and `others`, files and folders with NULL at the end (NULL: none). The
 * options' files are opened before; false with an error when one can't be. The process of a caller
 * of cw_loop_open keeps its rights. */
bool program_enter_sandbox(const Program *program, const char *const *others, CwError *error);

/* Prints the line of a recording whose simulation was ended by its limit. False: it was not. */
bool program_print_slow(const char *path, const WorkLimit *limit, const CwError *error);

/* This program as player and judge of recordings, once it has its fingerprint. */
RunRules program_rules(const Program *program);

/* Reads --hold and --tap into `script`. Returns the exit status. */
int program_read_script(Program *program);

/* Add "ACTION[+ACTION...]" and "ACTION@HZ"; "2:" is the second player's. False with an error. */
bool script_option_hold(InputScript *script, const CwGame *game, const char *text, CwError *error);
bool script_option_tap(InputScript *script, const CwGame *game, const char *text, CwError *error);

/* Computes program->fingerprint; no world may be open. */
bool program_fingerprint(Program *program, CwError *error);

/* A run as the options describe it, except for the level or replay. */
LoopDesc program_loop_desc(const Program *program);

/* The game's sprites from its art folder, whose path goes into `art_dir`. */
RendererDesc program_renderer_desc(const Program *program, char art_dir[PATH_BYTES_MAX]);

/* Opens the cache, starts loading art in threads, then SDL's video. False: no display. */
bool program_prepare_window(Program *program);

/* Opens the window that the settings ask for; close it with host->close. */
bool program_open_window(const Program *program, Host *host, CwError *error);

/* Opens a loop on an open host, or on one it opens. Returns the exit status; see program_close. */
int program_open_loop(Program *program, const LoopDesc *desc);
int program_open_headless(Program *program, const LoopDesc *desc);
int program_open_in_window(Program *program, const LoopDesc *desc);

/* A frame of the open loop. False when the run has ended, with `failure` filled if it failed. */
bool program_frame(Program *program);

/* Closes the loop, prints what the options ask for and returns the run's exit status. */
int program_close_loop(Program *program);
void program_close_host(Program *program);
