/* The common part of all machines: whether one runs, which way and how far it is.
 *
 * Each machine's data (kind_is_machine) begins with one, for triggers. Movement is a function of
 * `phase_s`, which grows while it runs and the run's clock does. Kinematic bodies get velocities
 * that make their pose at the tick's end exact: nothing drifts. Their work is in Race.machine_J. */
#pragma once

#include "common/race.h"
#include "things/thing.h"

typedef struct Machine {
    bool running;
    int32_t way;       /* 1 or, reversed, -1 */
    double phase_s;    /* time it ran forwards, less that backwards */
    double rate;       /* its seconds in a second */
    int32_t object_id; /* Tiled's: triggers know it by that */
    const CwMapObject *object;
} Machine;

/* The fields of a kind that has no more than its machine's. */
enum { MACHINE_FIELD_COUNT = 6 };
extern const CwField machine_fields[MACHINE_FIELD_COUNT];

/* The first rows of a kind's table of fields. */
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

/* The first rows of a class's properties. */
#define MACHINE_PROPERTIES(type)                                                                   \
    PROPERTY(type, machine.running, "running", 1.0, 0.0, 1.0),                                     \
        PROPERTY(type, machine.phase_s, "phase", 0.0, -3600.0, 3600.0)

extern const char *const machine_actions[MACHINE_ACTION_COUNT];

/* "start" and the like; -1 for another word. */
int machine_action(const char *word);

/* Sets up a machine whose properties have been read; its rate is 1. */
void machine_spawn(Machine *machine, const FromMap *from);

void machine_act(Machine *machine, MachineAction action);

/* True while it moves: it runs, so does the run's clock, and no crushed buggy is in its way. */
bool machine_is_on(const CwWorld *world, const Machine *machine);

/* Once a tick, in CwKind.drive. */
void machine_advance(const CwWorld *world, Machine *machine);

/* A kinematic body that only machine_move moves. */
cpBody *machine_add_body(CwWorld *world, CwEntity self, cpVect at_m, double angle_rad);

/* Things touch it, machines and ground don't; its work counts. Belts get a surface velocity. */
cpShape *machine_add_shape(CwWorld *world, CwEntity self, cpShape *shape, double friction);

/* Velocities that bring a kinematic body there by this tick's end. */
void machine_move(const CwWorld *world, cpBody *body, cpVect to_m, double angle_rad);

/* A part of machines that turn on a fixed pivot. A driven body is where its angle is at the
 * machine's time; a free one is turned by others, and locks when the machine is stopped. */
typedef struct Axle {
    cpBody *body;
    cpVect pivot_m;
    double start_rad, speed_radps; /* of a driven one, counter-clockwise */
    double swing_rad, period_s;    /* of one that swings about its start: to either side */
    cpConstraint *lock; /* of a free one: a motor that holds it still with the force it is given */
    double friction_Nm; /* of one that turns */
} Axle;

extern const CwKind axle_part;

/* Gives the machine this axle and returns its body: a new one for a driven axle, which has none.
 * A free one gets its lock. */
cpBody *axle_add(CwWorld *world, CwEntity self, const Axle *axle);

/* Gives a body another velocity, which is the machine's work. */
void machine_push(CwWorld *world, cpBody *body, cpVect velocity_mps);

/* Counts work that a machine did in another way than by touch; negative: that it took. */
void machine_did_work(CwWorld *world, double work_J);
