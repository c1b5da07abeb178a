/* The kinds of things: a struct and a row of each, whose functions are in a source file. Within a
 * layer things are drawn in the map's order. */
#pragma once

#include "things/machine.h"

/* Something small on or in the ground. */
typedef struct Ornament {
    cpVect centre_m;
    double size_m;
    double angle_rad;
    int sprite;
} Ornament;

/* Ground: polygons of soil with grass along the top and old clockwork inside (things/ground.h). The
 * pointers are for drawing; no tick reads them. */
typedef struct Ground {
    const CwMapObject *object;
    cpVect *corners; /* counter-clockwise */
    int corner_count;
    bool *is_top; /* whether the edge after each corner is a driving surface */
    Ornament *tufts;
    int tuft_count;
    cpBB box;
    bool is_slab; /* a box high above the bottom: a ceiling or a bridge of stone */
} Ground;

/* Decor: pictures of the level that touch nothing. */
typedef struct Decor {
    const CwMapObject *object;
    int sprite;
    double turn_radps;
} Decor;

/* Breakage (wood.c); broken things are replaced when the buggy respawns. */
typedef struct Breakage {
    const CwMapObject *object;
    bool broken;
    uint32_t respawn_count; /* the run's respawns when the thing broke */
} Breakage;

/* A bridge: planks hung in a chain between the ends of its rectangle. With a limit it tears under
 * too much load. */
enum { PLANKS_MAX = 40, HINGE_JOINTS = 3 };

typedef struct Bridge {
    Breakage breakage;
    double breaks_N; /* 0: never */
    double load_N;   /* load on the bridge */
    cpConstraint *hinges[PLANKS_MAX + 1][HINGE_JOINTS];
    int plank_count;
    double plank_m;
    cpVect left_m, right_m; /* places of its ends */
    cpBody *planks[PLANKS_MAX];
} Bridge;

/* A see-saw: a beam on a pivot that tips under the buggy and comes back afterwards. */
typedef struct Seesaw {
    cpBody *beam;
    const CwMapObject *object;
} Seesaw;

/* A crate bursts when the buggy hits it hard, and wears out: none jams it for long. */
typedef struct Crate {
    cpBody *body;
    const CwMapObject *object;
    uint32_t touch_count; /* shapes of the buggy that touch the crate */
    uint32_t worn_ticks;  /* ticks of touch in all */
} Crate;

/* Gates: checkpoints and the finish. Sensors that notice the buggy. */
typedef struct Gate {
    cpVect foot_m; /* middle of the lower edge */
    double width_m, height_m;
} Gate;

/* Pickups: keys that wind the mainspring, and brass cogs to collect. */
typedef struct Pickup {
    cpVect centre_m;
    double size_m;
    double wind_J; /* energy of a key */
} Pickup;

/* A one-way ledge: solid from above. It bears the whole buggy or none of it. */
typedef struct Ledge {
    const CwMapObject *object;
    const cpVect *corners_m; /* corners of the upper side; the map's */
    int corner_count;
} Ledge;

/* Ropes and chains: links along the line as drawn, hung from its first point. Light links stretch
 * apart under a load, so a slack joint from anchor to load takes the rest. */
enum { ROPE_LINKS_MAX = 48 };

typedef struct Rope {
    const CwMapObject *object;
    bool is_chain;
    double load_kg, load_m; /* mass and size of the crate at the end */
    int link_count;
    cpBody *links[ROPE_LINKS_MAX];
    double reach_m; /* reach with the load, for drawing */
    cpBody *load;
    bool broken;            /* always false; recordings hash it */
    uint32_t respawn_count; /* always 0; recordings hash it */
} Rope;

/* A breakable plank bears the buggy for a moment, then cracks and falls in pieces. */
enum { PLANK_PIECES_MAX = 5 };

typedef struct Plank {
    Breakage breakage;
    double breaks_N;
    double load_N; /* load on the plank */
    cpShape *shape;
    bool cracked;
    uint32_t left_ticks; /* ticks until a cracked plank falls apart */
    int piece_count;
    cpBody *pieces[PLANK_PIECES_MAX];
} Plank;

/* Signs: framed boards on posts, whose text may name keys of the device in use. */
typedef struct Sign {
    const CwMapObject *object;
    const char *text; /* the map's: "{hop|Space}" stands for the key of hop */
    double post_m;
} Sign;

/* Oil: an area in which wheels have little grip. */
typedef struct Oil {
    const CwMapObject *object;
    double grip;
    cpVect *corners_m; /* counter-clockwise */
} Oil;

/* Deep water lifts and slows things in it, by area: a shape's outline cut by the rectangle
 * (Sutherland and Hodgman). Drag is solved implicitly, so it only slows. Wheels paddle. */
typedef struct Water {
    cpBB box;
    bool holds_buggy;
} Water;

/* A trigger: an area where the buggy starts, stops or reverses machines, by Tiled's names. */
enum { TARGETS_MAX = 32 };

typedef struct Trigger {
    int32_t target_ids[TARGETS_MAX]; /* Tiled's ids of the target objects */
    int32_t target_count;
    int32_t action; /* a MachineAction */
    bool once;
    bool fired;
    bool hidden;
    uint32_t inside_count; /* shapes of the buggy inside */
    cpVect foot_m;         /* middle of the lower edge */
    double width_m;
} Trigger;

/* A platform follows a path, to and fro or round; a lift's path is up and down. */
typedef struct Platform {
    Machine machine;
    cpBody *body;
    cpVect *stops; /* corners of the path; a loop ends with its first corner */
    int32_t stop_count;
    double path_m;
    double speed_mps; /* average speed from end to end */
    double wait_s;    /* wait at each end, on a loop at its beginning */
    bool loop;
    bool ease;   /* starts and stops softly */
    bool called; /* a trigger's start sends the lift to its other end, where it stops */
} Platform;

extern const ThingClass path_class; /* platforms follow paths, which are no things */

/* A magnet pulls all within reach or, reversed, pushes it; weight doesn't matter. */
typedef struct Magnet {
    Machine machine; /* reversed: pushes */
    double reach_m;
    double pull_mps2; /* pull in the middle; falls evenly to nothing at its reach */
} Magnet;

/* A rotating hazard: a beam, saw or hammer that nothing stops, on the pivot's body, along the
 * rectangle as drawn. A deadly one wrecks a buggy whose chassis touches it while it turns. */
typedef enum RotorLook { ROTOR_BEAM, ROTOR_SAW, ROTOR_HAMMER, ROTOR_LOOK_COUNT } RotorLook;

typedef struct Rotor {
    Machine machine;
    RotorLook look;
    double speed_radps; /* counter-clockwise */
    double pivot; /* pivot along the length, 0 left to 1 right: a hammer's is at its left end */
    cpVect pivot_m;
    bool deadly;
    cpBody *body;
} Rotor;

/* A gear: a driven one turns by the clock, a free one by things on it and its neighbours' teeth.
 * Circles that touch in Tiled mesh. */
typedef struct Gear {
    Machine machine;
    cpBody *body;
    double radius_m; /* radius of Tiled's circle, the middle of the teeth */
    int32_t tooth_count;
    double start_rad;   /* angle at which its teeth fit its neighbours' */
    double speed_radps; /* counter-clockwise */
    bool free;
} Gear;

/* A pendulum: a bob on a rod that swings by the clock or, free, hangs there to be pushed. */
typedef struct Pendulum {
    Machine machine;
    cpBody *body;
    cpVect pivot_m;
    double length_m;  /* length to the middle of the bob */
    double bob_m;     /* radius of the bob */
    double swing_rad; /* swing to either side of the drawn angle */
    double period_s;
    bool free;
} Pendulum;

/* A conveyor belt: a loop round two rollers. */
typedef struct Conveyor {
    Machine machine;
    cpShape *shape;
    double reach_m; /* distance of the rollers' axles from the centre */
    double roller_m;
    double speed_mps; /* speed to the right on top */
} Conveyor;

/* A spring pad throws things along its normal, to one speed: a hop adds nothing. */
typedef struct SpringPad {
    Machine machine;
    cpVect up; /* direction of the throw */
    double speed_mps;
    uint32_t busy_ticks; /* ticks until the next throw is possible */
    bool pressed;        /* the buggy pressed the plate and will be thrown */
} SpringPad;

/* Fields and functions of the kinds, for CwKind's rows. */
extern const CwField ground_fields[1], bridge_fields[4], seesaw_fields[2], crate_fields[4],
    gate_fields[3], pickup_fields[1], ledge_fields[1], rope_fields[4], plank_fields[8],
    water_fields[1], trigger_fields[6], rotor_fields[MACHINE_FIELD_COUNT + 1],
    pad_fields[MACHINE_FIELD_COUNT + 2];
typedef void TickHook(CwWorld *world, CwEntity self, void *data);
typedef void EventHook(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
TickHook bridge_tick, crate_tick, plank_tick, rotor_tick, oil_drive, water_drive, platform_drive,
    magnet_drive, conveyor_drive, pad_drive;
EventHook crate_event, checkpoint_event, finish_event, key_event, cog_event, trigger_event;

#define FIELDS(name) .fields = name##_fields, .field_count = (int)CW_ARRAY_LENGTH(name##_fields)

/* The kinds: number, name, data, and CwKind's members besides spawn and draw. */
#define KIND_LIST(X)                                                                               \
    X(GROUND, ground, Ground, FIELDS(ground))                                                      \
    X(DECOR, decor, Decor, .fields = NULL)                                                         \
    X(BRIDGE, bridge, Bridge, FIELDS(bridge), .tick = bridge_tick)                                 \
    X(SEESAW, seesaw, Seesaw, FIELDS(seesaw))                                                      \
    X(CRATE, crate, Crate, FIELDS(crate), .tick = crate_tick, .event = crate_event)                \
    X(CHECKPOINT, checkpoint, Gate, FIELDS(gate), .event = checkpoint_event)                       \
    X(FINISH, finish, Gate, FIELDS(gate), .event = finish_event)                                   \
    X(KEY, key, Pickup, FIELDS(pickup), .event = key_event)                                        \
    X(COG, cog, Pickup, FIELDS(pickup), .event = cog_event)                                        \
    X(LEDGE, ledge, Ledge, FIELDS(ledge))                                                          \
    X(ROPE, rope, Rope, FIELDS(rope))                                                              \
    X(PLANK, plank, Plank, FIELDS(plank), .tick = plank_tick)                                      \
    X(SIGN, sign, Sign, .fields = NULL)                                                            \
    X(OIL, oil, Oil, .drive = oil_drive)                                                           \
    X(WATER, water, Water, FIELDS(water), .drive = water_drive)                                    \
    X(TRIGGER, trigger, Trigger, FIELDS(trigger), .event = trigger_event)                          \
    X(PLATFORM, platform, Platform, FIELDS(machine), .drive = platform_drive)                      \
    X(LIFT, lift, Platform, FIELDS(machine), .drive = platform_drive)                              \
    X(MAGNET, magnet, Magnet, FIELDS(machine), .drive = magnet_drive)                              \
    X(ROTOR, rotor, Rotor, FIELDS(rotor), .parts = {&axle_part}, .tick = rotor_tick)               \
    X(GEAR, gear, Gear, FIELDS(machine), .parts = {&axle_part})                                    \
    X(PENDULUM, pendulum, Pendulum, FIELDS(machine), .parts = {&axle_part})                        \
    X(CONVEYOR, conveyor, Conveyor, FIELDS(machine), .drive = conveyor_drive)                      \
    X(PAD, pad, SpringPad, FIELDS(pad), .drive = pad_drive)

/* Class and functions of a kind, which draws in world space, on LAYER_THINGS or its own. */
#define KIND_DECLARE(number, name, type, ...)                                                      \
    extern const ThingClass name##_class;                                                          \
    void name##_spawn(CwWorld *world, CwEntity self, type *name, const CwMapObject *object);       \
    void name##_draw(const CwWorld *world, const type *name, CwFrame *frame);
KIND_LIST(KIND_DECLARE)

#define KIND_NUMBER(number, ...) KIND_##number,
enum { KIND_LIST(KIND_NUMBER) KIND_BUGGY, KIND_COUNT };

/* True if a kind's data begins with a Machine. */
static inline bool kind_is_machine(int kind)
{
    return kind >= KIND_PLATFORM && kind <= KIND_PAD;
}

/* A class of map objects. The kind of a path is KIND_COUNT, because it spawns nothing. */
typedef struct KindClass {
    const char *name;
    int kind;
    const ThingClass *class;
} KindClass;

/* The class of a name; NULL: none. (level.c) */
const KindClass *kind_class(const char *name);
