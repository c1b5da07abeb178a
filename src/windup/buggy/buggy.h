/* The buggy: a chassis on two sprung, motorised wheels. buggy.c builds it, is its kind and finds
 * tricks; buggy_drive.c turns input into forces and breaks wrecks; buggy_draw.c draws it. */
#pragma once

#include "buggy/tuning.h"
#include "clockwork/clockwork.h"

/* Hops, one for each landing. A press may come a little early (jump buffer) or late (coyote time).
 */
typedef struct Hop {
    uint32_t press_ticks;    /* ticks for which the last press still counts */
    uint32_t ground_ticks;   /* ticks for which the ground still counts */
    uint32_t airborne_ticks; /* ticks in the air without a break */
    uint32_t rest_ticks;     /* ticks on the ground without a break since the last hop */
    bool spent;              /* hopped without a landing since */
} Hop;

/* True if the buggy hops: a press counts for HOP_BUFFER_MS, the ground for HOP_COYOTE_MS. */
bool hop_tick(const CwWorld *world, Hop *hop, bool pressed, bool grounded);

/* A landing is clean if both wheels come down at once after a long jump, and no body touches. */
typedef struct Landing {
    uint32_t air_ticks;  /* ticks without a wheel on anything; kept until the landing is judged */
    uint32_t down_ticks; /* ticks since the first wheel came down */
} Landing;

/* The mainspring: the energy for driving. Driving unwinds it; keys, rolling in gear and clean
 * landings wind it up; run down it is slow, never stuck. Joules; `given_J` is all work that
 * controls ever did on the buggy: a run's energy never exceeds it. */
typedef struct Mainspring {
    double left_J;  /* 0 to SPRING_FULL_J */
    double given_J; /* work since the level began */
    double kept_J;  /* `left_J` at the last checkpoint, for respawns */
} Mainspring;

/* Counts work of a control on the buggy. Work that a control took from it winds nothing. */
void mainspring_spend(Mainspring *spring, double work_J);

/* Winds the spring, no further than full. */
void mainspring_wind(Mainspring *spring, double energy_J);

/* How far the spring is wound, 0 to 1. */
double mainspring_fullness(const Mainspring *spring);

/* Flips and wheelies, which have a sign and a sound. They change no rule, so no hash covers them.
 */
typedef enum TrickKind { TRICK_FLIP, TRICK_WHEELIE, TRICK_COUNT } TrickKind;

typedef struct Trick {
    TrickKind kind;
    uint64_t tick; /* tick of the trick; 0: never */
} Trick;

typedef struct Tricks {
    double turned_rad; /* turn since the wheels left the ground, backwards positive */
    double wheelie_m;  /* length of the present wheelie, on ground without an earlier one */
    double done_m[TRICK_COUNT]; /* place of each kind's last trick along the level: a place counts
                                   once */
    Trick last;
} Tricks;

enum { WHEEL_REAR, WHEEL_FRONT, WHEEL_COUNT };
enum { BUGGY_PARTS = 1 + WHEEL_COUNT };

/* Distances from the chassis body's origin, which is its centre of gravity. */
#define WHEEL_RADIUS_M 0.45
#define WHEEL_REACH_M 0.75   /* distance of the axles, fore and aft */
#define WHEEL_DROP_M 0.42    /* depth of the axles, at rest length of the springs */
#define SPRITE_RAISE_M 0.25  /* height of the middle of the chassis picture */
#define SPRING_TOP_M (-0.02) /* height of the springs' upper ends */

/* Height of the centre of gravity above the ground under the wheels. */
#define STAND_HEIGHT_M (WHEEL_RADIUS_M + WHEEL_DROP_M)

typedef struct Buggy {
    cpBody *chassis;
    cpBody *wheels[WHEEL_COUNT];
    cpShape *treads[WHEEL_COUNT];
    cpConstraint *motors[WHEEL_COUNT];
    uint32_t wheel_contacts[WHEEL_COUNT]; /* shapes that each wheel touches */
    uint32_t chassis_contacts;
    Hop hop;
    cpVect up; /* normal of the wheels' last ground */
    Landing landing;
    Mainspring spring;
    double grip[WHEEL_COUNT];       /* 0 to 1, in the coming step; 1 without oil */
    double wet;                     /* share under water, in the coming step */
    double before_mps[BUGGY_PARTS]; /* speeds of parts as the step began */
    bool in_gear;   /* rolling without a pedal, or faster than the pedal asks: winds the spring */
    bool waits;     /* respawned by itself just now: a held pedal does nothing for HELD_MS */
    bool reversing; /* drives backwards: the brake was held until the buggy stood */
    double key_angle_rad;      /* angle of the key on the back */
    double key_spin_radps;     /* speed of the key */
    double best_x_m;           /* furthest place since the last respawn */
    uint32_t stalled_ticks;    /* ticks without getting further */
    uint32_t overturned_ticks; /* ticks on the back, no wheel on the ground */
    uint32_t squeezed_ticks;   /* ticks under a crushing machine; counts back afterwards */
    Tricks tricks;
} Buggy;

enum { BUGGY_FIELD_COUNT = 33 };
extern const CwField buggy_fields[BUGGY_FIELD_COUNT];

/* The run's buggy; NULL: the level has none (yet). */
Buggy *buggy_of(CwWorld *world);
const Buggy *buggy_of_const(const CwWorld *world);

/* The bodies of the buggy: 0 is the chassis, then come the wheels. */
static inline cpBody *buggy_part(const Buggy *buggy, int part)
{
    return part == 0 ? buggy->chassis : buggy->wheels[part - 1];
}

/* True while a wheel touches something. */
static inline bool buggy_grounded(const Buggy *buggy)
{
    return buggy->wheel_contacts[WHEEL_REAR] + buggy->wheel_contacts[WHEEL_FRONT] > 0;
}

/* Speed along the chassis, m/s; forwards is positive. */
double buggy_forward_mps(const Buggy *buggy);

/* Puts the buggy at rest with its wheels on `ground_m`, upright. */
void buggy_place(CwWorld *world, Buggy *buggy, cpVect ground_m);

/* Applies a tick's input to motors, torques and hops, in CW_PHASE_PRE_PHYSICS. */
void buggy_drive(CwWorld *world, CwEntity self, void *data);

/* Functions of the kind; a spawn's args are the cpVect of the ground under it. */
void buggy_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void buggy_tick(CwWorld *world, CwEntity self, void *data);

/* Depth and direction of a pressed tyre. */
typedef struct Squash {
    double depth_m;
    double towards_rad; /* direction from the axle to the pressed side, in the world */
} Squash;

#define SQUASH_MAX_M 0.13

/* The buggy's places in a picture. */
typedef struct BuggyPose {
    CwTransform2 chassis;
    CwTransform2 wheels[WHEEL_COUNT];
    double key_rad;  /* the key on the back */
    double lean_rad; /* the driver's lean, backwards positive */
    double look_rad; /* turn of his head beyond the lean, up is positive */
    double crouch_m; /* depth of his crouch */
    Squash squash[WHEEL_COUNT];
    int paint;
    CwPoint2 scarf_m[4]; /* the scarf's tail, from the neck; all 0: not drawn */
    uint32_t wreck;      /* a Trouble; 0: whole */
    double wreck_s;      /* time since then */
    cpVect thrown_mps;   /* first speed of its driver and key */
    bool cheers;         /* the driver's arms are up */
    int medal;           /* the medal in his hand, from 1; 0: none */
} BuggyPose;

/* Draws the buggy in the list's world space, layer and look. */
void buggy_draw_at(CwDrawList *list, const BuggyPose *pose);

/* The world's place of a place in the picture (x right, y up from the middle of the chassis). */
CwPoint2 buggy_place_m(const BuggyPose *pose, double x_m, double y_m);
