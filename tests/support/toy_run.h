/* A run of the toy game through the real loop on the headless host.
 *
 * toy_run_prepare gives the defaults: even frames at 60 fps, the level at once, windowed rules
 * (menus and background policies hold), no renderer. Change config, desc and host_desc, then open.
 * Whatever refuses to open fails the test. */
#ifndef TESTS_SUPPORT_TOY_RUN_H
#define TESTS_SUPPORT_TOY_RUN_H

#include "app/loop.h"
#include "host/host_headless.h"
#include "toy_game.h"

/* Scancodes and pad buttons as SDL numbers them. */
enum {
    TOY_KEY_1 = 30,
    TOY_KEY_2,
    TOY_KEY_3,
    TOY_KEY_RETURN = 40,
    TOY_KEY_ESCAPE = 41,
    TOY_KEY_SPACE = 44,
    TOY_KEY_F2 = 59,
    TOY_KEY_RIGHT = 79,
    TOY_KEY_DOWN = 81,
    TOY_KEY_UP = 82,
    TOY_PAD_A = 0,
    TOY_PAD_START = 6,
    TOY_PAD_DPAD_DOWN = 12
};

typedef struct ToyRun {
    CwGame game;
    const ConfigTable *table;
    Config config;
    Levels levels;
    LoopDesc desc;
    HostHeadlessDesc host_desc;
    HeadlessStep steps[512];
    Host host;
    Loop loop;
    bool title; /* open with the title screen */
} ToyRun;

void toy_run_prepare(ToyRun *run);
void toy_run_open(ToyRun *run);
void toy_run_close(ToyRun *run);

/* Runs frames; fails the test when the loop ends before. */
void toy_run_frames(ToyRun *run, int count);

/* Runs until the loop ends; fails the test when it failed. */
void toy_run_to_end(ToyRun *run);

/* Adds a step to the script, before opening. */
void toy_script(ToyRun *run, HeadlessStep step);
void toy_script_key(ToyRun *run, uint64_t frame, int code, int down);

/* Hands the loop an event as the host would, between frames. */
void toy_key(ToyRun *run, int code, int down);
void toy_pad(ToyRun *run, int button, int down);

/* A tap over a frame: down, a frame, up, a frame. */
void toy_tap(ToyRun *run, int code);

/* Puts the pointer at a view point and clicks, over two frames. */
void toy_click(ToyRun *run, double view_x, double view_y);

uint64_t toy_ticks(const ToyRun *run);

/* Place of the runner in the last picture, view points; fails the test when it was not drawn. */
vec2s toy_drawn_runner(const ToyRun *run);

#endif
