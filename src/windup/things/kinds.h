/* The kinds of things, a row each. A new kind is a header, a source file, and here an include and a
 * row.
 *
 * Within a layer things are drawn in the order in which they were spawned: that of the map. */
#ifndef THINGS_KINDS_H
#define THINGS_KINDS_H

#include "things/bridge.h"
#include "things/conveyor.h"
#include "things/crate.h"
#include "things/decor.h"
#include "things/gate.h"
#include "things/gear.h"
#include "things/ground.h"
#include "things/ledge.h"
#include "things/magnet.h"
#include "things/oil.h"
#include "things/pad.h"
#include "things/pendulum.h"
#include "things/pickup.h"
#include "things/plank.h"
#include "things/platform.h"
#include "things/rope.h"
#include "things/rotor.h"
#include "things/seesaw.h"
#include "things/sign.h"
#include "things/trigger.h"
#include "things/water.h"

#define FIELDS(name) .fields = name##_fields, .field_count = (int)CW_ARRAY_LENGTH(name##_fields)

/* Number, name, data, and what its CwKind has beside spawn and draw. */
#define KIND_LIST(X)                                                                               \
    X(GROUND, ground, Ground, .fields = NULL)                                                      \
    X(DECOR, decor, Decor, .fields = NULL)                                                         \
    X(BRIDGE, bridge, Bridge, FIELDS(bridge), .tick = bridge_tick)                                 \
    X(SEESAW, seesaw, Seesaw, .fields = NULL)                                                      \
    X(CRATE, crate, Crate, FIELDS(crate), .tick = crate_tick, .event = crate_event)                \
    X(CHECKPOINT, checkpoint, Gate, FIELDS(gate), .event = checkpoint_event)                       \
    X(FINISH, finish, Gate, FIELDS(gate), .event = finish_event)                                   \
    X(KEY, key, Pickup, FIELDS(pickup), .event = key_event)                                        \
    X(COG, cog, Pickup, FIELDS(pickup), .event = cog_event)                                        \
    X(LEDGE, ledge, Ledge, .fields = NULL)                                                         \
    X(ROPE, rope, Rope, FIELDS(rope), .tick = rope_tick)                                           \
    X(PLANK, plank, Plank, FIELDS(plank), .tick = plank_tick)                                      \
    X(SIGN, sign, Sign, .fields = NULL)                                                            \
    X(OIL, oil, Oil, .drive = oil_drive)                                                           \
    X(WATER, water, Water, FIELDS(water), .drive = water_drive)                                    \
    X(TRIGGER, trigger, Trigger, FIELDS(trigger), .event = trigger_event)                          \
    X(PLATFORM, platform, Platform, FIELDS(machine), .drive = platform_drive)                      \
    X(LIFT, lift, Platform, FIELDS(machine), .drive = platform_drive)                              \
    X(MAGNET, magnet, Magnet, FIELDS(machine), .drive = magnet_drive)                              \
    X(ROTOR, rotor, Rotor, FIELDS(rotor), .drive = rotor_drive, .tick = rotor_tick)                \
    X(GEAR, gear, Gear, FIELDS(machine), .drive = gear_drive)                                      \
    X(PENDULUM, pendulum, Pendulum, FIELDS(machine), .drive = pendulum_drive)                      \
    X(CONVEYOR, conveyor, Conveyor, FIELDS(machine), .drive = conveyor_drive)                      \
    X(PAD, pad, SpringPad, FIELDS(pad), .drive = pad_drive)

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

#endif
