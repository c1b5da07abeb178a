/* The common part of all machines: whether one runs, its direction and its progress. The data of
 * each machine (kind_is_machine) begins with a Machine, so triggers find it.
 *
 * Movement is a function of `phase_s`, which grows while machine and race clock run. Kinematic
 * bodies get velocities that make their pose at the tick's end exact, so they never drift. All work
 * of machines is added to Race.machine_J. */
#pragma once

#include "common/race.h"
#include "things/thing.h"

typedef struct Machine {
    bool running;
    int32_t way;       /* direction: 1 or, reversed, -1 */
    double phase_s;    /* time forwards minus time backwards */
    double rate;       /* seconds of the machine in a second */
    int32_t object_id; /* Tiled's id, by which triggers know the machine */
    const CwMapObject *object;
} Machine;

/* The fields of a machine without fields of its own. */
enum { MACHINE_FIELD_COUNT = 6 };
extern const CwField machine_fields[MACHINE_FIELD_COUNT];

/* The first rows of a machine's table of fields. */
#define MACHINE_FIELDS(type)                                                                       \
    CW_FIELD(type, machine.running), CW_FIELD(type, machine.way), CW_FIELD(type, machine.phase_s), \
        CW_FIELD(type, machine.rate), CW_FIELD(type, machine.object_id),                           \
        CW_FIELD_OBJECT(type, machine.object)

typedef enum MachineAction {
    MACHINE_START,
    MACHINE_STOP,
    MACHINE_REVERSE,
    MACHINE_TOGGLE,
    MACHINE_ACTION_COUNT
} MachineAction;

/* The first rows of a machine's properties. */
#define MACHINE_PROPERTIES(type)                                                                   \
    PROPERTY(type, machine.running, "running", 1.0, 0.0, 1.0),                                     \
        PROPERTY(type, machine.phase_s, "phase", 0.0, -3600.0, 3600.0)

extern const char *const machine_actions[MACHINE_ACTION_COUNT];

/* Sets up a machine whose properties have been read; its rate is 1. */
void machine_spawn(Machine *machine, const CwMapObject *object);

void machine_act(Machine *machine, MachineAction action);

/* True if the machine moves: it and the run's clock run, and no crushed buggy is in its way. */
bool machine_is_on(const CwWorld *world, const Machine *machine);

/* Advances a machine; called once a tick, in CwKind.drive. */
void machine_advance(const CwWorld *world, Machine *machine);

/* Adds a shape for things, but not for machines and ground. Belts get a surface velocity. */
cpShape *machine_add_shape(CwWorld *world, CwEntity self, cpShape *shape, double friction);

/* Sets velocities that bring a kinematic body to a place by this tick's end. */
void machine_move(const CwWorld *world, cpBody *body, cpVect to_m, double angle_rad);

extern const CwKind axle_part; /* axles.c */

/* Changes a body's velocity; the change is the machine's work. */
void machine_push(CwWorld *world, cpBody *body, cpVect velocity_mps);
