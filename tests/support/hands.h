/* A player with one device only, who finds the way around the screens of toy_run.h by it: chooses
 * rows, goes back, presses what keys have and what is on the screen instead.
 *
 * Keys and buttons are those that are bound; mouse and finger go where things were drawn. Whatever
 * can't be reached fails the test. */
#pragma once

#include "input/device_use.h"
#include "ui/ui_actions.h"

/* From now on everything is done with it. */
void hands_take(Device device);
Device hands_device(void);

/* Chooses a row of the page, by its label or number. */
void hands_choose(const char *label);
void hands_choose_row(int row);

/* The row with this label; fails the test where there is none. */
int hands_row(const char *label);

/* Back to the page below. */
void hands_back(void);

/* Holds what does this for some frames, then lets go: a key, a button, or one on the screen. */
void hands_press(UiAction action, int frame_count);

/* Holds the toy's `run`: Right, the right trigger, the right mouse button, the lower right. */
void hands_drive(bool on);

/* Any key, button or click that has no use, to be caught as a binding. A finger has none. */
void hands_press_anything(void);
