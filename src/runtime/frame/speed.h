/* How fast a run's time passes: the player's steps, the game's scale, and the configuration's scale
 * and limits. Playback applies it to its clock whenever a part changes, and measures what comes of
 * it. */
#pragma once

#include "frame/config_table.h"
#include "frame/step_clock.h"

enum { LOST_TIME_S = 10 };

/* Real seconds that the run did not simulate, whatever the cause. */
typedef struct LostTime {
    double played_s, lost_s;     /* since the run began, without pauses */
    double marks_s[LOST_TIME_S]; /* lost_s at the end of each of the last seconds of play */
    double stop_s;               /* played_s from which on a stop counts as a pause */
    bool plays;                  /* so does the frame that comes next, from its start on */
} LostTime;

typedef struct Speed {
    int steps;         /* the player's, from real time; below 0 slower */
    double game_scale; /* the game's, 1 in each new run */
    int game_fps;      /* the game's limit of frames; 0: none, as in each new run */
    bool is_watched;   /* a replay plays: faster steps, and in real time whatever the scale */
    LostTime lost;
    int kept; /* share of real time that the last 10 s kept, thousandths; 1000: 0.95 or more */
} Speed;

/* The speed that the game's code set ends with its run. */
void speed_begin_run(Speed *speed);

/* A frame begins `real_s` after the one before, and its ticks simulate `simulated_s`. Only time
 * between two frames that play counts. A second or more between two frames is a stop, such as a
 * suspend or a debugger's: it counts as a pause, but once in 10 s of play. */
void speed_note_frame(Speed *speed, bool plays, double real_s, double simulated_s);

/* Slower or faster by so many steps. */
void speed_change(Speed *speed, int change);

/* The player's part; 1: real time. */
double speed_factor(const Speed *speed);

/* Sets the clock's time scale, its limits of a frame and its limit of frames. */
void speed_apply(const Speed *speed, const Config *config, StepClock *clock);
