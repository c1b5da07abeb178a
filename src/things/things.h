/* The things a level is made of besides the buggy: ground, decor, bridges, see-saws, crates and
 * gates. Each is an entity kind; windup.c holds the table, a file each the functions. What they
 * keep is theirs; others get at them through the world only. */
#ifndef GAME_THINGS_H
#define GAME_THINGS_H

#include "clockwork/clockwork.h"

/* What spawns of level objects are given. The map outlives the world. */
typedef struct FromMap {
    const CwMap *map;
    const CwMapObject *object;
} FromMap;

/* Something small on or in the ground. */
typedef struct Ornament {
    cpVect centre_m;
    double size_m;
    double angle_rad;
    int sprite;
} Ornament;

/* The pointers are for drawing; a tick reads none of it. */
typedef struct Ground {
    cpVect *corners; /* counter-clockwise */
    int corner_count;
    cpVect *piece_corners; /* of convex pieces, one after the other */
    int *piece_ends;       /* in them */
    int piece_count;
    Ornament *relics;
    int relic_count;
    Ornament *tufts;
    int tuft_count;
    cpBB box;
} Ground;

/* The sprite is a number, the rest for drawing; a tick reads none of it. */
typedef struct Decor {
    int sprite;
    cpVect centre_m;
    double width_m, height_m;
    double angle_rad;
    double turn_radps;
    double parallax;
} Decor;

enum { PLANKS_MAX = 40 };

typedef struct Bridge {
    int plank_count;
    double plank_m;
    cpVect left_m, right_m; /* where it hangs */
    cpBody *planks[PLANKS_MAX];
} Bridge;

typedef struct Seesaw {
    cpBody *beam;
    cpVect pivot_m;
    double width_m, height_m;
} Seesaw;

typedef struct Crate {
    cpBody *body;
    double width_m, height_m;
    uint32_t touch_count; /* shapes of the buggy that touch it */
    uint32_t worn_ticks;  /* how long they have, in all */
} Crate;

typedef struct Gate {
    cpVect foot_m; /* middle of the lower edge */
    double width_m, height_m;
} Gate;

/* A key that winds the mainspring, or a cog to collect. */
typedef struct Pickup {
    cpVect centre_m;
    double size_m;
    double wind_J; /* of a key */
} Pickup;

enum { CRATE_FIELD_COUNT = 2 };
extern const CwField crate_fields[CRATE_FIELD_COUNT];

enum { PICKUP_FIELD_COUNT = 1 };
extern const CwField pickup_fields[PICKUP_FIELD_COUNT];

enum { GATE_FIELD_COUNT = 3 };
extern const CwField gate_fields[GATE_FIELD_COUNT];

/* CwKind.spawn, .tick, .event and .draw of each; the args of spawns are FromMap. */
void ground_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void decor_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void bridge_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void seesaw_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void crate_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void key_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void cog_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void gate_spawn(CwWorld *world, CwEntity self, void *data, const void *args);

void crate_tick(CwWorld *world, CwEntity self, void *data);

void crate_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
void checkpoint_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
void key_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
void cog_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
void finish_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event);

void ground_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void decor_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void bridge_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void seesaw_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void crate_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void checkpoint_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void key_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void cog_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void finish_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);

#endif
