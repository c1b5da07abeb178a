/* A small game without maps, for tests of sessions and the loop.
 *
 * A runner moves along x at TOY_SPEED_MPS as long as `run` is held; balls with random places fall
 * on a floor and are kicked by `kick`; the state counts every edge and motion that ticks were
 * given. Its world is built in well under a millisecond. What tests want to see besides the world
 * stands in `toy`: the order log and counters. Copy toy_game and change the copy to bend it. */
#pragma once

#include "clockwork/clockwork.h"

enum { TOY_RUN, TOY_KICK, TOY_EXTRA_1, TOY_EXTRA_2, TOY_EXTRA_3, TOY_ACTION_COUNT };
enum { TOY_RUNNER, TOY_BALL, TOY_KIND_COUNT };
enum { TOY_RUNNER_LAYER = 7, TOY_BALL_COUNT = 4 };

#define TOY_SPEED_MPS 6.0
#define TOY_FINISH_M 30.0

/* cw_world_state: what ticks saw of the input. */
typedef struct ToyState {
    uint32_t press_counts[CW_ACTION_MAX], release_counts[CW_ACTION_MAX];
    int64_t motion_x;
    CwEntity runner;
    bool finished;
    uint64_t finish_tick;
} ToyState;

typedef struct ToyView {
    uint64_t frame_count;
} ToyView;

/* Beside the world, and only for tests. */
typedef struct Toy {
    bool logging;
    char log[8192]; /* a word for each call of a system or entity, while `logging` */
    int start_count, dispose_count;
    bool refuse_start;
    bool break_body;                       /* the next tick makes a number infinite */
    void (*while_starting)(void);          /* may be NULL */
    void (*while_ticking)(CwWorld *world); /* in animation; may be NULL */
    void (*while_updating)(const CwWorld *world, CwFrame *frame); /* the same, in update */
    CwFrame last;                                                 /* as update saw it */
    CwCamera camera;                                              /* added to the game's own */
} Toy;

extern Toy toy;
extern const CwGame toy_game;
const ToyState *toy_state(const CwWorld *world);

const cpBody *toy_runner(const CwWorld *world);
