/* How fast a run's time passes: the player's steps, the game's scale, and the configuration's scale
 * and limits. Playback applies it to its clock whenever a part changes. */
#pragma once

#include "shell/config_table.h"
#include "time/step_clock.h"

typedef struct Speed {
    int steps;         /* the player's, from real time; below 0 slower */
    double game_scale; /* the game's, 1 in each new run */
    int game_fps;      /* the game's limit of frames; 0: none, as in each new run */
    bool is_watched;   /* a replay plays: faster steps, and in real time whatever the scale */
} Speed;

/* The speed that the game's code set ends with its run. */
void speed_begin_run(Speed *speed);

/* Slower or faster by so many steps. */
void speed_change(Speed *speed, int change);

/* The player's part; 1: real time. */
double speed_factor(const Speed *speed);

/* Sets the clock's time scale, its limits of a frame and its limit of frames. */
void speed_apply(const Speed *speed, const Config *config, StepClock *clock);
