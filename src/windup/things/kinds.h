/* The kinds of things: the data of each, and a row. A new kind is a source file, and here a struct
 * and a row.
 *
 * Within a layer things are drawn in the order in which they were spawned: that of the map. */
#pragma once

#include "things/ground.h"
#include "things/machine.h"

/* Decor: pictures of the level that touch nothing, near or far. A tick reads none of it. */
typedef struct Decor {
    const CwMapObject *object;
    int sprite;
    double turn_radps;
} Decor;

/* A bridge: planks hung in a chain between the two ends of its rectangle. One with a limit tears
 * where too much presses on it. */
enum { PLANKS_MAX = 40, HINGE_JOINTS = 3 };

typedef struct Bridge {
    Breakage breakage;
    double breaks_N; /* 0: never */
    double load_N;   /* what presses on it */
    cpConstraint *hinges[PLANKS_MAX + 1][HINGE_JOINTS];
    int plank_count;
    double plank_m;
    cpVect left_m, right_m; /* where it hangs */
    cpBody *planks[PLANKS_MAX];
} Bridge;

/* A see-saw: a beam on a pivot that tips under the buggy and comes back when it has gone. */
typedef struct Seesaw {
    cpBody *beam;
    const CwMapObject *object;
} Seesaw;

/* Crates: burst when the buggy hits them hard, and wear out: none jams it for long. */
typedef struct Crate {
    cpBody *body;
    const CwMapObject *object;
    uint32_t touch_count; /* shapes of the buggy that touch it */
    uint32_t worn_ticks;  /* how long they have, in all */
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
    double wind_J; /* of a key */
} Pickup;

/* One-way ledges: solid for what comes down on them, air for what comes from below or a side. They
 * bear the buggy whole or not at all, and what passes goes on passing until it has left. */
typedef struct Ledge {
    const CwMapObject *object;
    const cpVect *corners_m; /* of its upper side; the map's */
    int corner_count;
} Ledge;

/* Ropes and chains: links on pivots along the line as drawn, hung from its first point, perhaps
 * with a load. Light links stretch apart under it, so a slack joint from anchor to load takes the
 * rest. */
enum { ROPE_LINKS_MAX = 48 };

typedef struct Rope {
    const CwMapObject *object;
    bool is_chain;
    double load_kg, load_m; /* of the crate at its end: mass and size */
    int link_count;
    cpBody *links[ROPE_LINKS_MAX];
    double reach_m; /* of all of it with its load, for drawing */
    cpBody *load;
    bool broken; /* never; this and the next are in the hashes of recordings */
    uint32_t respawn_count;
} Rope;

/* Breakable planks: they bear the buggy for a moment, then crack and fall in pieces. */
enum { PLANK_PIECES_MAX = 5 };

typedef struct Plank {
    Breakage breakage;
    double breaks_N;
    double load_N; /* what presses on it */
    cpShape *shape;
    bool cracked;
    uint32_t left_ticks; /* until a cracked one falls apart */
    int piece_count;
    cpBody *pieces[PLANK_PIECES_MAX];
} Plank;

/* Signs: a framed board on posts with lines of text, which names keys in hand. */
typedef struct Sign {
    const CwMapObject *object;
    const char *text; /* the map's: "{hop|Space}" stands for what is pressed for it */
    double post_m;
} Sign;

/* Oil: an area in which wheels have little grip. */
typedef struct Oil {
    const CwMapObject *object;
    double grip;
    cpVect *corners_m; /* counter-clockwise */
    Pieces pieces;
} Oil;

/* Deep water lifts and slows what dips in, by area: a shape's outline cut by the rectangle
 * (Sutherland and Hodgman). Lift and drag act at that area's centre; drag is solved implicitly, so
 * it only slows. Wheels paddle. The waves are for the eye. */
typedef struct Water {
    cpBB box;
    bool holds_buggy;
} Water;

/* Triggers: areas where the buggy starts, stops or reverses machines, by Tiled's names. */
enum { TARGETS_MAX = 32 };

typedef struct Trigger {
    int32_t target_ids[TARGETS_MAX]; /* Tiled's numbers of the objects */
    int32_t target_count;
    int32_t action; /* a MachineAction */
    bool once;
    bool fired;
    bool hidden;
    uint32_t inside_count; /* shapes of the buggy that are in it */
    cpVect foot_m;         /* middle of the lower edge */
    double width_m;
} Trigger;

/* Platforms that follow a path, to and fro or round; lifts, whose path is up and down. */
typedef struct Platform {
    Machine machine;
    cpBody *body;
    cpVect *stops; /* corners of the path; on a loop the first comes again */
    int32_t stop_count;
    double path_m;
    double speed_mps; /* on average from end to end */
    double wait_s;    /* at each end; on a loop at its beginning */
    bool loop;
    bool ease;   /* sets off and stops softly */
    bool called; /* a trigger's start sends it to its other end, where it stops */
} Platform;

extern const ThingClass path_class; /* a path is no thing: platforms follow it */

/* Magnets pull all within reach while on, or, reversed, push it; weight doesn't matter. */
typedef struct Magnet {
    Machine machine; /* reversed it pushes */
    double reach_m;
    double pull_mps2; /* in its middle; falls evenly to nothing at its reach */
} Magnet;

/* Rotating hazards: beams, saws and hammers that nothing stops, on the pivot's body, along the
 * rectangle as drawn. Deadly ones end the drive of a chassis that touches them while they turn. */
typedef enum RotorLook { ROTOR_BEAM, ROTOR_SAW, ROTOR_HAMMER, ROTOR_LOOK_COUNT } RotorLook;

typedef struct Rotor {
    Machine machine;
    RotorLook look;
    double speed_radps; /* counter-clockwise */
    double pivot; /* where on its length, 0 left to 1 right: a hammer turns about its left end */
    cpVect pivot_m;
    bool deadly;
    cpBody *body;
} Rotor;

/* Gears: driven ones turn by the clock, free ones by what drives on them and neighbours' teeth:
 * circles that touch in Tiled mesh. What drives on one feels a rough rim. */
typedef struct Gear {
    Machine machine;
    cpBody *body;
    double radius_m; /* of the circle drawn in Tiled, in the middle of the teeth */
    int32_t tooth_count;
    double start_rad;   /* where its teeth fit those of its neighbours */
    double speed_radps; /* counter-clockwise */
    bool free;
} Gear;

/* Pendulums: a bob on a rod that swings by the clock or, free, hangs there to be pushed. */
typedef struct Pendulum {
    Machine machine;
    cpBody *body;
    cpVect pivot_m;
    double length_m;  /* to the middle of the bob */
    double bob_m;     /* its radius */
    double swing_rad; /* to either side of how it was drawn */
    double period_s;
    bool free;
} Pendulum;

/* Conveyor belts: a loop round two rollers; what lies on it goes to the right. */
typedef struct Conveyor {
    Machine machine;
    cpShape *shape;
    double reach_m; /* from the centre to the axles of the rollers at its ends */
    double roller_m;
    double speed_mps; /* to the right on top */
} Conveyor;

/* Spring pads throw along their normal, to a speed and not by it: hopping adds nothing. */
typedef struct SpringPad {
    Machine machine;
    cpVect up; /* the way it throws */
    double speed_mps;
    uint32_t busy_ticks; /* until it can throw again */
    bool pressed;        /* by the buggy: it will be thrown */
} SpringPad;

/* The members of CwKind's rows beside spawn and draw. */
extern const CwField ground_fields[1], bridge_fields[4], seesaw_fields[2], crate_fields[4],
    gate_fields[3], pickup_fields[1], ledge_fields[1], rope_fields[4], plank_fields[6],
    water_fields[1], trigger_fields[6], rotor_fields[MACHINE_FIELD_COUNT + 1],
    pad_fields[MACHINE_FIELD_COUNT + 2];
typedef void TickHook(CwWorld *world, CwEntity self, void *data);
typedef void EventHook(CwWorld *world, CwEntity self, void *data, const CwEvent *event);
TickHook bridge_tick, crate_tick, plank_tick, rotor_tick, oil_drive, water_drive, platform_drive,
    magnet_drive, conveyor_drive, pad_drive;
EventHook crate_event, checkpoint_event, finish_event, key_event, cog_event, trigger_event;

#define FIELDS(name) .fields = name##_fields, .field_count = (int)CW_ARRAY_LENGTH(name##_fields)

/* Number, name, data, and what its CwKind has beside spawn and draw. */
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

/* Class and functions of a kind. It is drawn in world space, on LAYER_THINGS or its own. */
#define KIND_DECLARE(number, name, type, ...)                                                      \
    extern const ThingClass name##_class;                                                          \
    void name##_spawn(CwWorld *world, CwEntity self, type *name, const FromMap *from);             \
    void name##_draw(const CwWorld *world, const type *name, CwFrame *frame);
KIND_LIST(KIND_DECLARE)

#define KIND_NUMBER(number, ...) KIND_##number,
enum { KIND_LIST(KIND_NUMBER) KIND_BUGGY, KIND_COUNT };

/* True for a kind whose data begins with a Machine. */
static inline bool kind_is_machine(int kind)
{
    return kind >= KIND_PLATFORM && kind <= KIND_PAD;
}

/* A class of map objects; the kind of a path is KIND_COUNT, as nothing is spawned for it. */
typedef struct KindClass {
    const char *name;
    int kind;
    const ThingClass *class;
} KindClass;

enum { KIND_CLASS_COUNT = KIND_COUNT + 1 };
extern const KindClass kind_classes[KIND_CLASS_COUNT];

/* NULL for another word. */
const KindClass *kind_class(const char *name);
