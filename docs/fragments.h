/* Names that the C samples of these pages take as given, such as a frame, a world and a game's own
 * functions. The tests compile each sample with this header. */
#pragma once

#include "clockwork/clockwork.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

extern char text[64];
extern int left;
void draw_word(CwFrame *frame, const char *word, const char *sign);

/* What the engine hands to a game's functions. */
extern CwFrame *frame;
extern CwWorld *world;
extern cpBody *body;
extern CwEntity self, entity;
extern const CwEvent *event;
extern CwError error;
const cpBody *player_body(const CwWorld *world);

/* A game's own kinds, data and functions. */
enum {
    KIND_COIN,
    CRATE,
    GHOST,
    RISE,
    RUN,
    STAND,
    GAS,
    HOP,
    SOIL,
    SPARKS,
    EXHAUST,
    HIT,
    ENGINE,
    TUNE,
    TIMES_VERSION,
    LEFT,
    RIGHT,
    JUMP
};
typedef struct Coin {
    int32_t worth;
} Coin;
typedef struct Crate {
    cpBody *body;
} Crate;
typedef struct Hero {
    CwMover mover;
    bool rising;
    double vx_mps;
} Hero;
typedef struct Gun {
    double recoil_m, aim_rad;
    int64_t beat;
} Gun;
extern Gun *gun;
extern const CwKind haunt;
extern const struct Ship {
    double thrust;
} * ship;
extern const struct State {
    double score;
} * state;
extern struct Look {
    CwTween score;
    CwStream exhaust;
    CwPoint2 eye;
    CwSpring lid;
} * look; /* view memory */
void health_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
void crate_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void bird_tick(CwWorld *world, CwEntity self, void *data);
typedef struct Carry {
    int32_t lives, coins;
    bool key;
} Carry;
typedef struct Score {
    char name[16];
    int points;
} Score;
typedef struct Bird {
    cpBody *body;
} Bird;
void think(CwWorld *world);
void hud_draw(const CwWorld *world, CwFrame *frame);
void hills_draw(const CwWorld *world, CwFrame *frame);
void dial_draw(CwDrawList *draw, double x, double y);
void make_hit(float *samples, int count, int rate_hz);
void draw_it(void *data, const CwWorld *world);

/* Values that a sample uses. */
extern const CwMap *map;
extern CwReplayFile *last;
extern uint64_t tick;
extern CwPoint2 at, ground[], lamp, nozzle, pointer;
extern CwTransform2 hero;
extern CwViewRect view;
extern CwColour top, bottom, white;
extern int ground_count, times[12];
extern double speed, hurry, share, is_open;
extern bool asks_for_name;
