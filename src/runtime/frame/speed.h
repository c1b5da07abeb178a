/* The speed of a run's time: the player's steps, the game's scale, and the configuration's scale
 * and limits together. Playback applies it to its clock after each change. It also measures how
 * much of the real time was simulated. */
#pragma once

#include "frame/config.h"
#include "frame/step_clock.h"

enum { LOST_TIME_S = 10 };

/* Real seconds that the run did not simulate, whatever the cause. */
typedef struct LostTime {
    double played_s, lost_s;     /* since the run began, without pauses */
    double marks_s[LOST_TIME_S]; /* lost_s at the end of each of the last seconds of play */
    double stop_s;               /* played_s after which a stop counts as a pause */
    bool is_playing;             /* the coming frame plays, from its start on */
} LostTime;

typedef struct Speed {
    int steps;         /* steps by which the player changed the speed; below 0: slower */
    double game_scale; /* the game's, 1 in each new run */
    int game_fps;      /* the game's limit of frames; 0: none, as in each new run */
    bool is_replay;    /* a replay plays: it has more steps, and ignores the configured scale */
    LostTime lost;
    int simulated_thousandths; /* simulated part of the last 10 s; 1000: 0.95 or more */
} Speed;

/* Begins a run at the player's speed: the game's speed ends with its run. */
void speed_begin_run(Speed *speed);

/* A frame begins `real_s` after the previous one, and its ticks simulate `simulated_s`. Only time
 * between two frames that play counts. A second or more between two frames is a stop, such as a
 * suspend or a debugger's. The first stop in 10 s of play counts as a pause; further ones count as
 * lost time. */
void speed_note_frame(Speed *speed, bool is_playing, double real_s, double simulated_s);

/* Changes the player's speed by this many steps. */
void speed_change(Speed *speed, int change);

/* The player's factor; 1: real time. */
double speed_factor(const Speed *speed);

/* Sets the clock's time scale, its limits in a frame and its limit on frames. */
void speed_apply(const Speed *speed, const Config *config, StepClock *clock);
