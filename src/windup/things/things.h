/* The things a level is made of besides the buggy, from ground to deep water. Each is an entity
 * kind; windup.c holds the table, a file each the functions. What they keep is theirs; others get
 * at them through the world only. */
#ifndef THINGS_THINGS_H
#define THINGS_THINGS_H

#include "clockwork/clockwork.h"
#include "things/pieces.h"

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

typedef struct Soil Soil; /* soil.h */

/* The pointers are for drawing; a tick reads none of it. */
typedef struct Ground {
    cpVect *corners; /* counter-clockwise */
    int corner_count;
    bool *is_top; /* of the edge from each corner to the next: a surface to drive on */
    Soil *soil;   /* of each top */
    Pieces pieces;
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

/* Of what breaks: mend.h. */
typedef struct Mend {
    FromMap from;
    bool broken;
    uint32_t respawn_count; /* of the run when it broke */
} Mend;

enum { PLANKS_MAX = 40, HINGE_JOINTS = 3 };

typedef struct Bridge {
    Mend mend;
    double breaks_N; /* 0: never */
    double load_N;   /* what presses on it */
    cpConstraint *hinges[PLANKS_MAX + 1][HINGE_JOINTS];
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

typedef struct Ledge {
    const CwMapObject *object;
    const cpVect *corners_m; /* of its upper side; the map's */
    int corner_count;
    double friction;
} Ledge;

enum { ROPE_LINKS_MAX = 48 };

typedef struct Rope {
    Mend mend;
    double breaks_N; /* 0: never */
    bool is_chain, both_ends;
    double load_kg, load_m; /* of the crate at its end: mass and size */
    int link_count, joint_count;
    cpBody *links[ROPE_LINKS_MAX];
    double half_m[ROPE_LINKS_MAX];            /* of a link's length */
    double reach_m;                           /* of all of it with its load, for drawing */
    cpConstraint *joints[ROPE_LINKS_MAX + 1]; /* before each link, then what follows the last */
    cpBody *load;
    cpConstraint *limit; /* how far its end gets from its anchor; NULL: it is held at both */
    int broken_joint;
} Rope;

enum { PLANK_PIECES_MAX = 5 };

typedef struct Plank {
    Mend mend;
    double breaks_N;
    double load_N; /* what presses on it */
    cpShape *shape;
    bool cracked;
    uint32_t left_ticks; /* until a cracked one falls apart */
    int piece_count;
    cpBody *pieces[PLANK_PIECES_MAX];
} Plank;

typedef struct Sign {
    const CwMapObject *object;
    const char *text; /* the map's: "{hop|Space}" stands for what is pressed for it */
    double post_m;
} Sign;

typedef struct Oil {
    const CwMapObject *object;
    double grip;
    cpVect *corners_m; /* counter-clockwise */
    Pieces pieces;
} Oil;

typedef struct Water {
    cpBB box;
    double density; /* kg a square metre */
    bool holds_buggy;
} Water;

enum { BRIDGE_FIELD_COUNT = 3 };
extern const CwField bridge_fields[BRIDGE_FIELD_COUNT];

enum { ROPE_FIELD_COUNT = 2 };
extern const CwField rope_fields[ROPE_FIELD_COUNT];

enum { PLANK_FIELD_COUNT = 5 };
extern const CwField plank_fields[PLANK_FIELD_COUNT];

enum { WATER_FIELD_COUNT = 1 };
extern const CwField water_fields[WATER_FIELD_COUNT];

enum { CRATE_FIELD_COUNT = 2 };
extern const CwField crate_fields[CRATE_FIELD_COUNT];

enum { PICKUP_FIELD_COUNT = 1 };
extern const CwField pickup_fields[PICKUP_FIELD_COUNT];

enum { GATE_FIELD_COUNT = 3 };
extern const CwField gate_fields[GATE_FIELD_COUNT];

/* CwKind.spawn, .tick, .event and .draw of each; the args of spawns are FromMap. */
void ground_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void ground_meet(CwWorld *world); /* when all of a level's ground stands: what lies beside it */
void decor_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void bridge_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void seesaw_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void crate_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void key_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void cog_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void checkpoint_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void finish_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void ledge_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void rope_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void plank_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void sign_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void oil_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void water_spawn(CwWorld *world, CwEntity self, void *data, const void *args);

void oil_drive(CwWorld *world, CwEntity self, void *data);
void water_drive(CwWorld *world, CwEntity self, void *data);

void bridge_tick(CwWorld *world, CwEntity self, void *data);
void rope_tick(CwWorld *world, CwEntity self, void *data);
void plank_tick(CwWorld *world, CwEntity self, void *data);
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
void ledge_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void rope_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void plank_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void sign_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void oil_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);
void water_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame);

#endif
