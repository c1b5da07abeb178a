/* A game is one const table, CwGame, and a main of one line. The engine calls the functions that
 * the table names. They build a level, run ticks and draw.
 *
 *     static const CwGame game = {.id = "bounce", .title = "Bounce", .start = start};
 *     int main(int argc, char **argv) { return cw_main(&game, argc, argv); } */
#pragma once

#include "clockwork/animation.h"
#include "clockwork/config.h"
#include "clockwork/entity.h"
#include "clockwork/map.h"
#include "clockwork/menu.h"
#include "clockwork/particles.h"
#include "clockwork/run_time.h"
#include "clockwork/sound.h"
#include "clockwork/source.h"
#include "clockwork/system.h"
#include "clockwork/text.h"
#include "clockwork/tune.h"
CW_C_BEGIN

/* The state of the run after a tick, for results, recordings, --probe-log and `clockwork lab`. */
typedef struct CwProbe {
    const cpBody *player; /* NULL: no player */
    double progress;      /* part of the level that is done, 0 to 1 */
    bool finished;
    /* Why the run is lost, a heading for the results such as "Out of lives". NULL: it is not lost.
     * A lost run counts as not finished: it wins no medal, best time or next level. */
    const char *lost;
    uint64_t finish_tick; /* the tick of the finish, or of the loss (0: unknown) */
    uint64_t time_ticks;  /* the run's time, if the game counts it itself; 0: all ticks count */
    uint32_t checkpoints; /* number passed so far; the time at each is a split of the run */
    int64_t score; /* points so far. A game that ranks by time may count anything here, such as
                      coins (CwGame.rank.counted) */
} CwProbe;

/* Colours of menus and messages. */
typedef struct CwTheme {
    CwColour text, accent, shade;
} CwTheme;

enum { CW_CREDIT_MAX = 96, CW_CREDIT_BYTES = 96 };

/* A line of the credits: two texts of less than CW_CREDIT_BYTES bytes, such as "Music" and "Ada
 * Lovelace". A line without `who` is a heading. A line without `what` shows only a name. */
typedef struct CwCredit {
    const char *what, *who;
} CwCredit;

/* Each struct below describes one subject in the game's table. Leave a member 0 or NULL if the game
 * does not use its feature. */

/* Actions, players, and the source of input. */
typedef struct CwGameInput {
    const CwActionDef *actions;
    int action_count;
    int player_count; /* up to CW_PLAYER_MAX; 0 means 1 */
    /* Default bindings of players 1, 2 and 3: for each player an array with a text for every
     * action. NULL for an array or a text: no bindings. Player 0 has the bindings in `actions`.
     * Each controller belongs to one player, so all players may use pad:a. */
    const char *const *player_bindings[CW_PLAYER_MAX - 1];
    /* A short text for each action, such as "\u2191", shown on its touch zone while the game is
     * played by touch. NULL for the array or a text: the action's label. */
    const char *const *signs;
    bool pointer_in_world; /* ticks may call cw_input_pointer_m, and recordings store its result.
                              Raise rules_version when you change this */
    const CwInputSource *source; /* NULL: all input comes from this machine's devices */
} CwGameInput;

/* Content of a world. */
typedef struct CwGameContent {
    const CwKind *kinds;
    int kind_count;
    const CwSystem *systems;
    int system_count;
    const uint32_t *collisions; /* table of classes that collide (body.h); NULL: all collide */
    int collision_count;        /* number of classes, at most CW_COLLISION_CLASS_MAX */
    size_t state_bytes;         /* size of the game's state (cw_world_state) */
    const CwField *state_fields;
    int state_field_count;
    /* Names of the levels ([a-z0-9-]+) in order, for a game whose levels are not map files. `start`
     * calls cw_world_level for the current name. A level's card shows assets/levels/NAME.png. NULL:
     * the levels are the maps in assets/levels; without maps there is one level, called "level". */
    const char *const *levels;
    int level_count;                /* at most 64 */
    const char *const *event_names; /* names such as "landing" for codes of cw_world_emit, shown on
                                       the time bar. A NULL name hides its events; without a table
                                       the bar shows the codes */
    int event_name_count;
    int event_limit; /* limit on the events that a frame receives, at most CW_EVENT_LIMIT_MAX; 0:
                        CW_EVENT_LIMIT. They use no memory before they happen */
    const CwKnob *const *knobs; /* set by the engine in builds for `clockwork dev` (tune.h) */
    int knob_count;
} CwGameContent;

enum { CW_CARRY_BYTES_MAX = 1 << 14 };

/* The player's progress, such as lives, coins and keys: a struct that is carried from level to
 * level (cw_world_carry). Only its named fields are carried; all else is zero at the start.
 *
 * After cw_flow_next_level, cw_flow_open_level or the menu's Next, a run begins with the carry that
 * the previous level ended with. A retry begins with the same carry as the run that it repeats. Any
 * other run begins with the carry saved by cw_flow_save_carry, or with `initial` if none was saved.
 * Raise rules_version when the fields change, because recordings store them; the fields of an older
 * save are matched by name. Headless runs, and runs of bots, scripts or players at several
 * machines, use no save. A run that a player took over from a recording saves no progress. */
typedef struct CwGameCarry {
    size_t bytes; /* at most CW_CARRY_BYTES_MAX; 0: no carry */
    const CwField *fields;
    int field_count;
    const void *initial; /* the first carry; NULL: zeros */
} CwGameCarry;

/* Sprites, fonts and everything else for the game's pictures. */
typedef struct CwGameLooks {
    CwTheme theme;          /* colours of the engine's pages; zeros: the engine's own colours */
    double camera_height_m; /* default of CwCamera.height_m; sprites are rasterised for it */
    /* The base size of the view (draw.h), 16 to 4000 view points a side; a new window has its
     * proportions. 0 and 0: CW_VIEW_WIDTH x CW_VIEW_HEIGHT. */
    double view_width, view_height;
    size_t view_bytes; /* size of the memory at CwFrame.view */
    const CwSpriteDef *sprites;
    int sprite_count;
    const CwFontDef *fonts; /* faces of text, numbered after the engine's own */
    int font_count;         /* at most 64 */
    int title_face; /* face of titles and level names: CW_FACE_COUNT + row of `fonts`; 0: bold */
    const CwClip *clips; /* animations (animation.h) */
    int clip_count;
    const CwEmitter *emitters;       /* particles (particles.h) */
    int emitter_count;               /* at most CW_EMITTER_MAX */
    const CwSpriteDef *title_sprite; /* logo of the title screen, one of `sprites`; NULL: the title
                                      as text */
    /* Place of the engine's buttons for touch (pause, retry, rewind), in view points from the top
     * left, times CwComfort.text_scale. 0 and 0: at the right edge. */
    CwPoint2 buttons_at;
    CwPoint2 buttons_at_upright; /* replaces buttons_at in a tall view; 0 and 0: buttons_at */
    bool mouse_buttons; /* the buttons also appear while the mouse moves. A click on them does not
                           reach the game, so leave this off if players aim with the mouse */
} CwGameLooks;

/* Sounds of the game and of the engine's menus. */
typedef struct CwGameSound {
    const CwSoundDef *list;   /* sound.h */
    int count;                /* at most CW_SOUND_MAX */
    const CwMenuSounds *menu; /* sounds of the engine's menus; NULL: silent */
} CwGameSound;

/* How runs are ranked. */
typedef struct CwGameRank {
    CwRanking by; /* the order of runs in results, best runs, level cards and `times` */
    /* Names of the medals for good runs, from worst to best, such as "bronze"; NULL: none. A
     * medal's limit is a property of the level's map, such as bronze_s in seconds, or bronze_points
     * in a game that ranks by score. Levels without maps have no medals. */
    const char *const *medals;
    int medal_count;     /* at most CW_MEDAL_MAX */
    bool finish_wins;    /* any finish wins the first medal, which needs no limit */
    const char *counted; /* in a game that ranks by time: name of CwProbe.score, such as "Cogs", on
                            level cards and results. NULL: not shown */
    bool any_seed;       /* runs of any seed can be clean (run_time.h); else only seed 1 */
    bool any_carry; /* true: a run ranks whatever progress it began with. false: a run ranks only
                       if it began with CwGameCarry.initial */
} CwGameRank;

/* The game's part of the engine's pages and of config.ini. */
typedef struct CwGameMenu {
    const CwMenuRow *rows;   /* the game's own rows in title, pause and results */
    int row_count;           /* at most CW_MENU_ROW_MAX */
    const CwMenuPage *pages; /* the game's own pages */
    int page_count;          /* at most CW_MENU_PAGE_MAX */
    const CwLevelMap *map;   /* shows the levels on a map; NULL: as cards */
    /* The game's own keys in config.ini, for pictures and sounds. */
    const CwConfigKey *keys;
    int key_count; /* at most CW_CONFIG_KEY_MAX */
    /* Defaults that replace the engine's, written as for --set: "simulation.tick_rate=120".
     * config.ini and the player's file override them. */
    const char *const *defaults;
    int default_count;
    /* Labels of rows in the settings, also for the game's own keys, such as "audio.music=Band". An
     * empty label hides the row, but its key stays in config.ini: "display.background=". */
    const char *const *labels;
    int label_count;
    const CwCredit *credits; /* makers of the game; the engine adds itself, libraries and fonts */
    int credit_count;        /* at most CW_CREDIT_MAX */
    /* May be NULL. Whether a choice of a key in `keys` is still locked. If so, writes into `how`
     * what unlocks it, such as "Won with gold in 3 levels; you have 1." The settings show that
     * text. The game itself must ignore a locked choice. */
    bool (*is_locked)(const CwFrame *frame, int key, int choice, char how[CW_MENU_VALUE_BYTES]);
} CwGameMenu;

/* When a player's run gets a new random seed for cw_world_rng. With --seed N all runs have seed N.
 * Otherwise the seed is 1 in headless runs and demonstrations, with --bot, --hold and --tap, and
 * with an input source. Recordings hold their seed; the menu's Continue and Race keep it. */
typedef enum CwSeed {
    CW_SEED_FIXED,     /* never: seed 1 */
    CW_SEED_NEW_RUN,   /* when a level is opened, and at each Retry or cw_flow_restart */
    CW_SEED_NEW_LEVEL, /* when a level is opened; Retry and cw_flow_restart keep the seed */
    CW_SEED_COUNT
} CwSeed;

/* The table of a game. */
typedef struct CwGame {
    const char *id;         /* [a-z0-9-]+; also the name of the folder for the player's files */
    const char *title;      /* shown in the window's frame and on the title screen */
    uint32_t rules_version; /* raise it with each change of the simulation's rules */
    CwGameInput input;
    CwGameContent content;
    CwGameCarry carry;
    CwGameLooks looks;
    CwGameSound sound;
    CwGameRank rank;
    CwGameMenu menu;
    CwSeed seed;
    /* Builds the level in an empty world. `map` is NULL for a game without map files. */
    bool (*start)(CwWorld *world, const CwMap *map, CwError *error);
    /* May be NULL. Returns the state of the run. */
    CwProbe (*probe)(const CwWorld *world);
    /* May be NULL. Plays the game: fills `input` for the coming tick, and reads only the world. */
    void (*bot)(const CwWorld *world, CwInputFrame *input);
} CwGame;

/* Runs the game with the command line of docs/command-line.md and returns the exit status. Programs
 * with a main loop of their own use loop.h instead. Functions of the table must not call it. */
int cw_main(const CwGame *game, int argc, char **argv);

/* The entry of a game in a shared object. CW_GAME_EXPORT fills it in. */
typedef struct CwGameObject {
    const char *engine; /* CW_VERSION */
    size_t sizes[5];    /* CW_GAME_SIZES, because sizes may change within one CW_VERSION */
    const CwGame *game;
    CwGame *tuned; /* memory for a copy of the table with the knobs (tune.h); NULL: no knobs */
    const CwKnob *const *knobs, *const *knobs_end;
} CwGameObject;

#define CW_GAME_SIZES                                                                              \
    {                                                                                              \
        sizeof(CwGame), sizeof(CwFrame), sizeof(CwKind), sizeof(CwTickInput), sizeof(CwUnit)       \
    }

/* Write CW_GAME_EXPORT(my_game); once, beside main. It lets `clockwork dev` and other programs load
 * the game as a shared object. Build the object as assets/template/Makefile does: position
 * independent, with hidden visibility, and not linked with the library. */
#define CW_GAME_EXPORT(table)                                                                      \
    CW_KNOBS_PLACE                                                                                 \
    __attribute__((visibility("default"))) extern const CwGameObject cw_game_object;               \
    const CwGameObject cw_game_object = {CW_VERSION, CW_GAME_SIZES, &(table), CW_KNOBS_ROWS}
CW_C_END
