/* A run of the rich game with its past: one session, history and run a test. */
#pragma once

#include "change/changes.h"
#include "expect.h"
#include "rich_game.h"
#include "run/replay_run.h"

extern Session session;
extern CwHistory *history;
extern Run past;

/* The session without a past, and the end of all. */
void past_set_up(void);
void past_tear_down(void);

/* Begins a run with a new history. */
void past_begin(size_t budget_bytes, int keyframe_ticks);

/* Records the run at sample_path; then ends that and loads it. */
void past_record(void);
CwReplayFile *past_recording(void);
bool past_tick(uint64_t course, CwError *failure);
void past_play(int ticks, uint64_t course);

/* To a tick that the history holds, or the nearest. */
void past_seek(uint64_t tick);
