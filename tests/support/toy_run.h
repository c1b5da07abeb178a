/* A run of the toy game through the real loop on the headless host: one a test.
 *
 * toy_run_prepare, which TOY_FIXTURE calls, gives the defaults: even frames at 60 fps, the level at
 * once, windowed rules (menus and background policies hold), no renderer. Change config, desc and
 * host_desc, then open. Whatever refuses to open fails the test. */
#pragma once

#include "change/changes.h"
#include "expect.h"
#include "main/workshop_guest.h"
#include "paint/renderer.h"
#include "program/loop.h"
#include "script.h"
#include "temp_folder.h"
#include "toy_game.h"

/* Scancodes and pad buttons as SDL numbers them. */
enum {
    TOY_KEY_P = 19,
    TOY_KEY_1 = 30,
    TOY_KEY_2,
    TOY_KEY_3,
    TOY_KEY_RETURN = 40,
    TOY_KEY_ESCAPE = 41,
    TOY_KEY_REWIND = 42, /* Backspace */
    TOY_KEY_SPACE = 44,
    TOY_KEY_SLOWER = 45,       /* - */
    TOY_KEY_FASTER = 46,       /* = */
    TOY_KEY_FAR_BACK = 47,     /* [ */
    TOY_KEY_FAR_FORWARD = 48,  /* ] */
    TOY_KEY_STEP_BACK = 54,    /* , */
    TOY_KEY_STEP_FORWARD = 55, /* . */
    TOY_KEY_F2 = 59,
    TOY_KEY_F3 = 60,
    TOY_KEY_F4 = 61,
    TOY_KEY_F9 = 66,
    TOY_KEY_RIGHT = 79,
    TOY_KEY_LEFT = 80,
    TOY_KEY_DOWN = 81,
    TOY_KEY_UP = 82,
    TOY_PAD_A = 0,
    TOY_PAD_START = 6,
    TOY_PAD_DPAD_UP = 11,
    TOY_PAD_DPAD_DOWN,
    TOY_PAD_DPAD_LEFT,
    TOY_PAD_DPAD_RIGHT
};

#define TOY_BAR_Y (CW_VIEW_HEIGHT - 16) /* of the transport bar, view points */

typedef struct ToyRun {
    CwGame game;
    const ConfigTable *table;
    Config config;
    Levels levels;
    SessionGuest guest; /* of a maker, without a sync test */
    LoopGuest *loop_guest;
    LoopDesc desc;
    HostHeadlessDesc host_desc;
    Renderer *renderer; /* destroyed after the test; NULL: headless */
    Script script;
    Host host;
    Loop loop;
    bool title; /* open with the title screen */
    bool open;
} ToyRun;

extern ToyRun run;

/* Closes a run that is open, and makes the temporary folder. */
void toy_run_prepare(void);
void toy_run_open(void);
void toy_run_open_host(void); /* and then its loop */
void toy_run_open_loop(void);

void toy_play(int frames);

/* False when not all of its files are whole. Nothing where no run is open. */
bool toy_run_close(void);
void toy_run_tear_down(void);

#define TOY_FIXTURE FIXTURE(.set_up = toy_run_prepare, .tear_down = toy_run_tear_down)

/* With a set-up of the file's own after it. */
#define TOY_SET_UP                                                                                 \
    static void change_run(void);                                                                  \
    SET_UP(.tear_down = toy_run_tear_down)                                                         \
    {                                                                                              \
        toy_run_prepare();                                                                         \
        change_run();                                                                              \
    }                                                                                              \
    static void change_run(void)

/* The run to open has a player's folder and a flight recorder of five runs, in `runs`. */
void toy_run_keep_runs(void);

/* Its settings are kept in `config.ini` of the temporary folder and, `watched`, read once saved. */
void toy_run_keep_settings(bool watched);
void toy_save_settings(const char *text);

void toy_write_map(const char *name, const char *properties);
void toy_write_level(const char *name);

uint32_t toy_first_ball(void); /* its number as an entity, and its body's */

/* Runs frames; fails the test when the loop ends before. */
void toy_run_frames(int count);

/* Opens where no run is open, and runs until the loop ends; fails the test when it failed. */
void toy_run_to_end(void);

void toy_finish(void);

/* Adds to the script, before opening. */
void toy_script(HeadlessStep step);
void toy_script_stall(uint64_t frame, int64_t delay_ns);
void toy_script_focus(uint64_t frame, bool on);
void toy_script_event(uint64_t frame, InputEvent event);
void toy_script_key(uint64_t frame, int code, int down);

/* Hands the loop an event as the host would, between frames. */
void toy_event(InputEvent event);
void toy_send(InputEvent event); /* and runs a frame */
void toy_key(int code, int down);
void toy_key_for(int code, int down, int frames);
void toy_pad(int button, int down);

/* A tap over a frame: down, a frame, up, a frame. */
void toy_tap(int code);
void toy_tap_for(int code, int frames); /* and more frames */
void toy_tap_times(int code, int count);

/* All of it, and whatever else comes before the next frame, comes in that. */
void toy_tap_at_once(int code);
void toy_click_at_once(void);

/* Into the pause, and its second entry. */
void toy_restart(void);

/* Puts the pointer at a view point and clicks, over two frames. */
void toy_click(double view_x, double view_y);

/* The middle of a box of the engine's points, and of the button for an action, in view points. */
CwPoint2 toy_middle_of(Box box);
CwPoint2 toy_button_place(UiAction action);

/* The row of the engine's page that has this label; and a click on it. */
int toy_row(const char *label);
CwPoint2 toy_row_place(const char *label);
void toy_click_row(const char *label);

/* Points at a fraction of the transport bar's length at a height, with the button as it is; then
 * the button. A frame each. */
void toy_point(double fraction, double view_y);
void toy_button(int down);
void toy_click_bar(double fraction);

/* Presses and releases of an action that ticks were given. */
void toy_expect_edges(int action, uint32_t presses, uint32_t releases);

/* The parts of the loop that tests look at. */
static inline Activity toy_activity(void)
{
    return run.loop.menus.screens.activity;
}

static inline Page *toy_page(void)
{
    return &run.loop.menus.screens.page;
}

static inline Playback *toy_playback(void)
{
    return &run.loop.playback;
}

static inline WorkshopGuest *toy_workshop(void)
{
    return workshop_of(&run.loop);
}

static inline Stage *toy_stage(void)
{
    return &run.loop.stage;
}

static inline Monitor *toy_monitor(void)
{
    return &run.loop.monitor;
}

const char *toy_notice(void);

/* Now: the world, its hash, what its ticks saw, how many they were. */
const CwWorld *toy_world(void);
uint64_t toy_hash(void);
const ToyState *toy_now(void);
uint64_t toy_ticks(void);
uint64_t toy_ticks_in(int frames);
double toy_runner_x_m(void);

/* Ticks from the level's start to the moment of the last picture. */
double toy_shown_ticks(void);

/* Runs frames in which that moment neither goes back nor leaps by more than a tick. */
void toy_expect_smooth(int frames);
