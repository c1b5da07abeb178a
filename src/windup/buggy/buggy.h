/* The buggy: a chassis on two sprung, motorised wheels. buggy.c builds it and is its kind,
 * buggy_drive.c turns input into forces, tricks.c finds tricks, buggy_draw.c draws it. Only the
 * kind writes the struct. */
#pragma once

#include "buggy/tuning.h"
#include "clockwork/clockwork.h"

/* Forgives a press a little early (jump buffer) or late (coyote time); one a landing. */
typedef struct Hop {
    uint32_t press_ticks;    /* for so many more ticks the last press counts */
    uint32_t ground_ticks;   /* for so many more ticks the ground counts */
    uint32_t airborne_ticks; /* in the air without a break */
    uint32_t rest_ticks;     /* since the last hop, on the ground without a break */
    bool spent;              /* hopped, and not landed since */
} Hop;

/* True when it hops: a press counts for HOP_BUFFER_MS, the ground for HOP_COYOTE_MS. */
bool hop_tick(const CwWorld *world, Hop *hop, bool pressed, bool grounded);

/* Clean: both wheels come down at once after a while in the air, and no body touches. */
typedef struct Landing {
    uint32_t air_ticks;  /* no wheel touched anything for so long; kept until it is judged */
    uint32_t down_ticks; /* since the first wheel came down after that */
} Landing;

/* The mainspring: what is left to drive with. Driving unwinds it; keys, rolling in gear and clean
 * landings wind it up; run down it is slow, never stuck. Joules; `given_J` is all work that
 * controls ever did on the buggy: a run's energy never exceeds it. */
typedef struct Mainspring {
    double left_J;  /* 0 to SPRING_FULL_J */
    double given_J; /* since the level began */
    double kept_J;  /* left at the last checkpoint: a respawn gives it back */
} Mainspring;

/* Notes what is left, for respawns. */
void mainspring_keep(Mainspring *spring);

/* After a respawn: as it was at the checkpoint, and not run down. */
void mainspring_give_back(Mainspring *spring);

/* Work on the buggy through a control. What a control took from it winds nothing. */
void mainspring_spend(Mainspring *spring, double work_J);

/* Winds it up, no further than full. */
void mainspring_wind(Mainspring *spring, double energy_J);

/* 0 to 1. */
double mainspring_fullness(const Mainspring *spring);

/* The speed that its treads get to, m/s. */
double mainspring_top_mps(const Mainspring *spring);

/* Flips, wheelies and near misses, which have a sign and a sound. No hash covers them: no tick
 * reads them for anything else. */
typedef enum TrickKind { TRICK_FLIP, TRICK_WHEELIE, TRICK_MISS, TRICK_COUNT } TrickKind;

typedef struct Trick {
    TrickKind kind;
    uint64_t tick; /* when it was done; 0: never */
} Trick;

typedef struct Tricks {
    double turned_rad; /* since the wheels left the ground, backwards positive */
    double wheelie_m;  /* of the present wheelie, on ground without one so far */
    bool endangered;   /* something fast is near and has not touched the buggy */
    bool touched;      /* by a machine, in this tick */
    double
        done_m[TRICK_COUNT]; /* how far along the level each kind was done: a place counts once */
    Trick last;
} Tricks;

enum { WHEEL_REAR, WHEEL_FRONT, WHEEL_COUNT };

/* Distances from the chassis body's origin, which is its centre of gravity. */
#define WHEEL_RADIUS_M 0.45
#define WHEEL_REACH_M 0.75   /* of each axle, fore and aft */
#define WHEEL_DROP_M 0.42    /* of the axles, at rest length of the springs */
#define SPRITE_RAISE_M 0.25  /* of the middle of the chassis picture */
#define SPRING_TOP_M (-0.02) /* of the springs' upper ends */

/* Centre of gravity above the ground on which the wheels stand. */
#define STAND_HEIGHT_M (WHEEL_RADIUS_M + WHEEL_DROP_M)

typedef struct Buggy {
    cpBody *chassis;
    cpBody *wheels[WHEEL_COUNT];
    cpShape *treads[WHEEL_COUNT];
    cpConstraint *motors[WHEEL_COUNT];
    uint32_t wheel_contacts[WHEEL_COUNT]; /* shapes each wheel touches */
    uint32_t chassis_contacts;
    Hop hop;
    cpVect up; /* normal of the ground that the wheels last stood on */
    Landing landing;
    Mainspring spring;
    double grip[WHEEL_COUNT]; /* of each wheel in the coming step, 0 to 1; set by oil, */
    double wet;               /* share of it under water; both are neutral between ticks */
    double before_mps[1 + WHEEL_COUNT]; /* chassis, wheels: as the step began */
    bool in_gear; /* rolls without a pedal, or faster than the pedal asks: that winds the spring */
    bool waits;   /* it went back by itself, and no pedal was pressed since */
    bool reversing;            /* the brake was held until it stood, and drives backwards now */
    double key_angle_rad;      /* of the key on its back */
    double key_spin_radps;     /* how fast it turns */
    double best_x_m;           /* how far it got since the last respawn */
    uint32_t stalled_ticks;    /* since it last got further */
    uint32_t overturned_ticks; /* lying on its back, no wheel on the ground */
    uint32_t squeezed_ticks;   /* by a machine, hard enough to crush it; counts back afterwards */
    Tricks tricks;
} Buggy;

enum { BUGGY_FIELD_COUNT = 31 };
extern const CwField buggy_fields[BUGGY_FIELD_COUNT];

/* The run's buggy, NULL when the level has none (yet). */
Buggy *buggy_of(CwWorld *world);
const Buggy *buggy_of_const(const CwWorld *world);

/* True while a wheel touches something. */
static inline bool buggy_grounded(const Buggy *buggy)
{
    return buggy->wheel_contacts[WHEEL_REAR] + buggy->wheel_contacts[WHEEL_FRONT] > 0;
}

/* Speed along the chassis, m/s, forwards positive. */
double buggy_forward_mps(const Buggy *buggy);

/* Puts it at rest with its wheels on `ground_m`, upright. */
void buggy_place(CwWorld *world, Buggy *buggy, cpVect ground_m);

/* CW_PHASE_PRE_PHYSICS: this tick's input to motors, torques and hops. */
void buggy_drive(CwWorld *world, CwEntity self, void *data);

/* Its kind's functions; a spawn's args are the cpVect of the ground it stands on. */
void buggy_spawn(CwWorld *world, CwEntity self, void *data, const void *args);
void buggy_tick(CwWorld *world, CwEntity self, void *data);

/* How far a tyre is pressed in, and where. */
typedef struct Squash {
    double depth_m;
    double towards_rad; /* from the axle to what presses it, in the world */
} Squash;

#define SQUASH_MAX_M 0.13

/* The places of its parts in a picture. */
typedef struct BuggyPose {
    CwTransform2 chassis;
    CwTransform2 wheels[WHEEL_COUNT];
    double key_rad;  /* of the key on its back */
    double lean_rad; /* of the driver, back is positive */
    double look_rad; /* of his head beyond that, up is positive */
    double crouch_m; /* how deep he sits */
    Squash squash[WHEEL_COUNT];
    int paint;
    CwPoint2 scarf_m[4]; /* the tail of the scarf, from the neck; all 0: not drawn */
} BuggyPose;

/* Draws it in the list's world space, layer and look. */
void buggy_draw_at(CwDrawList *list, const BuggyPose *pose);

/* Draws its outline with driver and key, filled with one colour: nothing in it shows twice. */
void buggy_draw_silhouette(CwDrawList *list, const BuggyPose *pose, CwColour fill, CwColour rim);

/* A place of its picture (x right, y up from the middle of the chassis) in the world. */
CwPoint2 buggy_place_m(const BuggyPose *pose, double x_m, double y_m);

/* After the physics of a tick. */
void tricks_tick(CwWorld *world, Buggy *buggy);
