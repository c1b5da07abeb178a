/* The keys that move time in play, in a pause and in a replay, as calls of the playback. Called
 * once a frame with the UI's input; owns nothing but how long a key has been held. */
#pragma once

#include "shell/playback.h"
#include "shell/shell_parts.h"
#include "ui/notices.h"

/* Zero-initialise when a run begins. */
typedef struct TimeKeys {
    double repeat_s; /* until a held step key steps again */
} TimeKeys;

/* A frame's keys, and what decides their meaning. */
typedef struct TimeKeysFrame {
    const CwInputFrame *ui;
    CwViewRect view; /* all that is seen, down to the bar's lower edge; this and the pointer in the
                        points of ui/ui_view.h */
    int64_t elapsed_ns; /* real time since the last frame, not below 0 */
    Activity activity;
    bool plays;     /* in a replay: keys are the game's, but for those of time */
    int step_ticks; /* of the keys that take many ticks at once */
} TimeKeysFrame;

/* Slow motion and fast forward; many ticks in a pause. Both: false when the world is lost. */
bool time_keys_speed(Playback *playback, const TimeKeysFrame *frame, CwError *error);

/* Rewinds, steps and seeks. Keys for a past that is not kept add a notice. */
bool time_keys_update(TimeKeys *keys, Playback *playback, const TimeKeysFrame *frame,
                      Notices *notices, CwError *error);
