/* The screens around a run: title, pause, results, and the screens behind their rows.
 *
 * Each screen_NAME.c defines some screens: the rows that they put on the page (ui/page.h), and what
 * these do. Screens are on a stack, and the page shows the top. A screen changes no run: it returns
 * a request (ScreenAsk) to the loop. */
#pragma once

#include "frame/live_settings.h"
#include "frame/stage.h"
#include "host/language.h"
#include "screens/recordings.h"
#include "ui/page.h"

enum { SCREEN_STACK_MAX = 16, SCREEN_CHOICES_MAX = 6 };

/* First ids of rows that several screens have. Each row of the game has CW_MENU_ITEM_MAX ids. */
enum { CHOICE_FIRST = 9000, GUEST_ROW_FIRST = 9500, GAME_ROW_FIRST = 10000 };

#define SETTINGS_WIDTH 316 /* width of settings and of screens under tabs */
#define TABS_HEIGHT 20     /* height of a guest's tabs at text size 1 */

/* The kinds of screen. REPLAY shows a recording of REPLAYS, OWN a page of the game, and ANEW asks
 * before a run is replaced. */
/* clang-format off */
#define SCREENS(X)                                                              \
    X(TITLE, screen_title) X(LEVELS, screen_levels) X(PAUSE, screen_pause)      \
    X(RESULTS, screen_results) X(SETTINGS, screen_settings)                     \
    X(COMFORT, screen_comfort) X(SOUND, screen_sound)                           \
    X(PICTURE, screen_picture) X(CONTROLS, screen_controls)                     \
    X(KEYS, screen_keys) X(PAD, screen_pad) X(GAME, screen_game)                \
    X(PLAYERS, screen_players) X(CREDITS, screen_credits)                       \
    X(REPLAYS, screen_replays) X(REPLAY, screen_replay)                         \
    X(WATCH, screen_watch) X(OWN, screen_own) X(ANEW, screen_anew)
/* clang-format on */

#define SCREEN_NAME(name, def) SCREEN_##name,
typedef enum ScreenKind {
    SCREENS(SCREEN_NAME) SCREEN_KIND_COUNT,
    SCREEN_GUEST = SCREEN_KIND_COUNT /* the guest's first screen; its others follow */
} ScreenKind;

typedef enum AskKind {
    ASK_NOTHING,
    ASK_PLAY,   /* plays the level */
    ASK_RESUME, /* continues the last run */
    ASK_CONTINUE,
    ASK_RESTART,
    ASK_NEXT, /* plays the level after this one */
    ASK_TITLE,
    ASK_WATCH, /* watches the chosen recording */
    ASK_RACE,  /* races the chosen recording */
    ASK_WATCH_ON,
    ASK_WATCH_AGAIN, /* watches the recording from its beginning */
    ASK_TAKE_OVER,   /* plays on from the shown tick of the recording */
    ASK_LEAVE,       /* stops watching */
    ASK_QUIT,
    ASK_ROW /* calls a row of the game's */
} AskKind;

/* Rows with a request, or that lead to a screen (SCREEN_TITLE: none). SHARE has neither. */
/* clang-format off */
#define SCREEN_CHOICES(X)                                                       \
    X(RESUME, "Continue", ASK_RESUME, SCREEN_TITLE)                               \
    X(PLAY, "Play", ASK_PLAY, SCREEN_TITLE)                                       \
    X(LEVELS, "Levels", ASK_NOTHING, SCREEN_LEVELS)                               \
    X(REPLAYS, "Replays", ASK_NOTHING, SCREEN_REPLAYS)                            \
    X(SETTINGS, "Settings", ASK_NOTHING, SCREEN_SETTINGS)                         \
    X(CREDITS, "Credits", ASK_NOTHING, SCREEN_CREDITS)                            \
    X(QUIT, "Quit", ASK_QUIT, SCREEN_TITLE)                                       \
    X(CONTINUE, "Continue", ASK_CONTINUE, SCREEN_TITLE)                           \
    X(RESTART, "Retry", ASK_RESTART, SCREEN_TITLE)                                \
    X(TITLE, "Title", ASK_TITLE, SCREEN_TITLE)                                    \
    X(NEXT, "Next level", ASK_NEXT, SCREEN_TITLE)                                 \
    X(WATCH, "Watch", ASK_WATCH, SCREEN_TITLE)                                    \
    X(RACE, "Race it", ASK_RACE, SCREEN_TITLE)                                    \
    X(WATCH_ON, "Keep watching", ASK_WATCH_ON, SCREEN_TITLE)                      \
    X(WATCH_AGAIN, "From the beginning", ASK_WATCH_AGAIN, SCREEN_TITLE)           \
    X(TAKE_OVER, "Play from here", ASK_TAKE_OVER, SCREEN_TITLE)                   \
    X(LEAVE, "Stop watching", ASK_LEAVE, SCREEN_TITLE)                            \
    X(COMFORT, "Comfort", ASK_NOTHING, SCREEN_COMFORT)                            \
    X(SOUND, "Sound", ASK_NOTHING, SCREEN_SOUND)                                  \
    X(PICTURE, "Picture", ASK_NOTHING, SCREEN_PICTURE)                            \
    X(CONTROLS, "Controls", ASK_NOTHING, SCREEN_CONTROLS)                         \
    X(GAME, "Game", ASK_NOTHING, SCREEN_GAME)                                     \
    X(KEYS, "Keyboard and mouse", ASK_NOTHING, SCREEN_KEYS)                       \
    X(PAD, "Controller", ASK_NOTHING, SCREEN_PAD)                                 \
    X(PLAYERS, "Players", ASK_NOTHING, SCREEN_PLAYERS)                            \
    X(SHARE, "Share", ASK_NOTHING, SCREEN_TITLE)
/* clang-format on */

#define SCREEN_CHOICE(name, label, ask, page) CHOICE_##name,
typedef enum Choice {
    CHOICES_BEGIN = CHOICE_FIRST - 1,
    SCREEN_CHOICES(SCREEN_CHOICE) CHOICE_END
} Choice;

typedef struct ScreenAsk {
    AskKind kind;
    const char *level; /* name of a level; NULL: the game has none */
    const CwMenuRow *row;
    int turn; /* -1 or 1; 0: the row was chosen */
    int item; /* chosen row of a list */
} ScreenAsk;

typedef struct ScreenKept {
    ScreenKind kind;
    int selected;
    double scroll;
    int own; /* page of the game, for SCREEN_OWN */
} ScreenKept;

enum { LEVEL_PICTURE_WIDTH_PX = 480, LEVEL_PICTURE_HEIGHT_PX = 270 };

/* A level on the level map. Its picture ships with the game: NAME.png beside NAME.tmj. */
typedef struct LevelCard {
    char title[PAGE_LABEL_BYTES]; /* the map's, or one made from the level's name */
    bool is_read;
    double limits[CW_MEDAL_MAX]; /* limits of the medals, see run_medal_limit */
    CwRunTime best;            /* player's best clean run, else the best assisted one; zero: none */
    bool is_earlier;           /* the best run had other rules */
    bool is_open;              /* may be chosen on the map */
    const CwPlace *place;      /* on the game's map; NULL: none */
    char file[PATH_BYTES_MAX]; /* picture's file; "": none */
    int picture;               /* index in `pictures`; -1: none */
} LevelCard;

/* A card for each level, in the order of the levels. */
typedef struct LevelCards {
    CwSpriteDef pictures[LEVEL_MAX + 1]; /* with a map its picture is the first */
    int picture_count;
    bool has_map; /* the game has a map, with a place for each level */
    char map_file[PATH_BYTES_MAX];
    int finished_count;  /* levels that the player has finished */
    double road, road_s; /* traveller's place, as an index of levels, and the time of that */
    int loaded_count;    /* pictures that the stage has loaded */
    LevelCard cards[LEVEL_MAX];
} LevelCards;

typedef struct Screens {
    /* Set by the owner, and owned by it. */
    const CwGame *game;
    const Config *config; /* configuration in force */
    Stage *stage;
    Playback *playback;
    LiveSettings *settings;
    RecordingPlaces *places;
    Notices *notices;
    const LoopGuest *guest; /* NULL: none */
    bool is_replay_only;    /* the program was started to play a recording */

    Activity activity;
    CwTheme theme; /* colours in force, set before each picture */
    LevelCards cards;
    Recordings recordings;
    Recording chosen; /* recording to watch or race */
    Page page;
    ScreenKept stack[SCREEN_STACK_MAX]; /* the last one is shown */
    int depth;                          /* 0: nothing is shown */
    PageSide side;                      /* side of the pages, without the player */
    int level_played;                   /* index of the level that was played last */
    int bound_row;                      /* row of an action, or player, that waits for a key */
    double bound_s;                     /* shown_s when bound_row began to wait */
    char notice[256];                   /* failure to show under the rows; "": none */
    double shown_s;                     /* time since the shown page was opened */
    CwRunTime best;       /* best run of the level so far, without this one; zero: none */
    CwRunTime rival;      /* run of the next medal; medal 0: none */
    Recording last_run;   /* run that the title can continue; "": none */
    const CwFrame *frame; /* set while the page is drawn; else NULL */
    ScreenAsk ask;
    ScreenAsk wanted;   /* request that waits for the answer of SCREEN_ANEW */
    PageEventType done; /* player's act in the last update */
    int was_selected;   /* selected row before the last update */
} Screens;

/* A row that shows and sets a setting. The setting's kind decides whether the row is a switch, a
 * choice of words or numbers, or a slider. Zero members have defaults. */
typedef struct SettingRow {
    const char *section, *name;
    const char *label;
    const char *hint;         /* effect of the setting, in a sentence or two */
    const char *const *words; /* words for a choice's values or for `steps`; NULL: as in the file */
    const double *steps;      /* the numbers to choose from; NULL: a slider */
    int step_count;
    double low, high, step; /* slider's range in the key's unit; zeros: the key's, in 20 steps */
    bool is_percent;        /* shows the value in percent */
    bool (*is_offered)(int number); /* whether a choice can be chosen; NULL: each can */
} SettingRow;

/* One kind of screen. The functions may be NULL. */
typedef struct ScreenDef {
    const char *title;
    double width;                       /* width of the rows, see page.h; 0: the default */
    const char *about;                  /* hint of choices that lead to the page; NULL: none */
    Choice choices[SCREEN_CHOICES_MAX]; /* first rows; a 0 follows the last */
    const SettingRow *rows; /* rows after the choices, with ids from 0; rows of `build` follow */
    int row_count;
    bool has_hints, is_whole;
    AskKind back; /* request of Back; ASK_NOTHING: shows the page below */
    void (*build)(Screens *screens);
    /* Called when the page is opened, after its rows are built. */
    void (*open)(Screens *screens);
    /* Handles what the player did to a row of `build`, and Back. */
    void (*act)(Screens *screens, const PageEvent *event);
    /* Draws a card or a picture row. */
    void (*card)(void *screens, int id, Box box, CwDrawList *list);
} ScreenDef;

#define SETTINGS_PAGE(called, table)                                                               \
    .title = (called), .width = SETTINGS_WIDTH, .has_hints = true, .rows = (table),                \
    .row_count = (int)CW_ARRAY_LENGTH(table)

#define SCREEN_DEF(name, def) extern const ScreenDef def;
SCREENS(SCREEN_DEF)

/* ---- for the loop ---- */

/* Call it when the owner's members are set and all others are zero. */
void screens_open(Screens *screens);

void screens_show(Screens *screens, Activity activity);

/* The index of a page of the game; -1: no page has this title. */
int game_page_index(const CwGame *game, const char *title);

/* Opens a page of the game, unless it is shown already. */
void screens_open_page(Screens *screens, const char *title);

/* Whether the page is under the guest's tabs: the pause itself, or a page of the guest. */
bool screens_have_tabs(const Screens *screens);

void screens_show_watch(Screens *screens);

/* Notes that a level is played: Play on the title begins it again. */
void screens_note_level(Screens *screens, const char *level);

bool screens_are_open(const Screens *screens);

/* Handles a frame's input, in the points of ui_view.h, and returns the player's request. */
ScreenAsk screens_update(Screens *screens, const PageInput *input);

/* Draws the page over everything else. `typed`: text in the selected row; NULL: none. */
void screens_draw(Screens *screens, const CwFrame *frame, const CwTextEntry *typed);

/* The part of `room` beside the page. */
CwViewRect screens_room(const Screens *screens, CwViewRect room);

/* Buttons, pedals and cursor for mouse or fingers (touch_ui.c). They show while the device is used.
 * The update comes once a frame, before the menus' update. */
void touch_ui_update(const Screens *screens);
void touch_ui_draw(const Screens *screens);

/* Opens the page where players join, one after the other. */
void screens_show_join(Screens *screens);

/* ---- for screens ---- */

void screens_push(Screens *screens, ScreenKind kind);
void screens_back(Screens *screens); /* shows the page below; without one a pause ends */

PageRow *screens_add_choice(Screens *screens, Choice choice);

/* The page of the game that is shown; else the game's rows for the engine's screens. */
CwMenuPage screens_own_page(const Screens *screens);

/* Adds the game's rows for a screen, such as CW_MENU_TITLE; 0: all rows of the shown page. */
void screens_add_game_rows(Screens *screens, unsigned screen);

/* The `self` of the guest's page that is shown. */
void *screens_guest(const Screens *screens);

/* Whether the player may continue the last run, or take over a watched one. */
bool screens_may_continue(const Screens *screens);

/* The level that Play begins; NULL: the game has none. */
const char *screens_next_level(const Screens *screens);

/* Prints the value of a row; "": none, or no frame. */
void game_row_value(const CwMenuRow *row, const CwFrame *frame, char text[CW_MENU_VALUE_BYTES]);

/* Offers to watch or race a recording that the player opened. */
void screens_offer_recording(Screens *screens, const char *path);

/* Copies the run so far to a file that can be shared, and says where. */
void screens_share_run(Screens *screens);

/* Whether the game has the chosen recording's level, or the recording holds it. */
bool screens_can_race(const Screens *screens);

/* Adds a setting's row, with the game's label if it has one. False: the game hides the row. */
bool setting_row_put(Screens *screens, const SettingRow *row, int id);
void setting_row_act(LiveSettings *settings, const SettingRow *row, const PageEvent *event);

/* Each update reads one map's title and, while shown, loads one picture. */
void level_cards_open(Screens *screens);
void level_cards_update(Screens *screens, bool shown);

/* The medal of the finished run; a run without a rank wins none. */
uint32_t screens_medal_won(const Screens *screens);

/* Reports the cause, and shows "WHAT: CAUSE" on the page, with `what` translated. */
void screens_notice(Screens *screens, const char *what, const CwError *cause);

/* A level's title in the player's language: the map's, or one made from the level's name. */
const char *screens_level_title(const Screens *screens, const char *level);

/* Draws a medal: a cog wheel with a star, with one more point for each rank. Medal 0: nothing. */
void medal_draw(CwDrawList *list, const CwGame *game, int medal, CwPoint2 centre, double radius);

void medal_limits(const CwGame *game, const CwMap *map, double limits[CW_MEDAL_MAX]);

/* "1.20 s from gold": how far the `best` run is from the next medal; "": no medal is left.
 * "Win gold: 30.0 s" without a run, or if a run of an earlier edition beats today's limit. */
void goal_text(const CwGame *game, const double limits[CW_MEDAL_MAX], const CwRunTime *best,
               char text[PAGE_LABEL_BYTES]);

/* Draws the medals' limits, and below them the goal. */
void goals_draw(const Screens *screens, const double limits[CW_MEDAL_MAX], const CwRunTime *best,
                Box box, CwDrawList *list);

/* Chooses the recording of the level's next medal above `won`. 0: there is none. */
int screens_choose_medal(Screens *screens, const char *level, uint32_t won);

/* "01:23.45", with the language's decimal mark. */
enum { TIME_TEXT_BYTES = 32 };
void screens_time_text(uint32_t ticks, uint32_t tick_rate, char text[TIME_TEXT_BYTES]);

/* Prints the time of a run or, where the game ranks by score, its points. */
void screens_result_text(const Screens *screens, const CwRunTime *time, char text[TIME_TEXT_BYTES]);
