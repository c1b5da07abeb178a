#include "things/kinds.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

const CwField machine_fields[] = {MACHINE_FIELDS(Platform)};

const char *const machine_actions[MACHINE_ACTION_COUNT] = {[MACHINE_START] = "start",
                                                           [MACHINE_STOP] = "stop",
                                                           [MACHINE_REVERSE] = "reverse",
                                                           [MACHINE_TOGGLE] = "toggle"};

void machine_spawn(Machine *machine, const CwMapObject *object)
{
    machine->way = 1;
    machine->rate = 1.0;
    machine->object_id = object->id;
    machine->object = object;
}

void machine_act(Machine *machine, MachineAction action)
{
    if (action == MACHINE_REVERSE) {
        machine->way = -machine->way;
    } else {
        machine->running = action == MACHINE_TOGGLE ? !machine->running : action == MACHINE_START;
    }
}

/* Machines that touch a wreck stop, or they would press it through the ground. */
static bool is_jammed(const CwWorld *world, const Machine *machine)
{
    const Race *race = race_of_const(world);
    CwContact contacts[CONTACTS_MAX];
    int count = race->trouble != TROUBLE_NONE ? race_contacts(world, race->buggy, contacts) : 0;
    for (int i = 0; i < count; i++) {
        if (cw_world_data_const(world, contacts[i].other) == machine) {
            return true;
        }
    }
    return false;
}

bool machine_is_on(const CwWorld *world, const Machine *machine)
{
    return machine->running && race_of_const(world)->start_tick != 0 && !is_jammed(world, machine);
}

void machine_advance(const CwWorld *world, Machine *machine)
{
    if (machine_is_on(world, machine)) {
        machine->phase_s += machine->way * machine->rate * cw_world_dt_s(world);
    }
}

/* The velocity of the outline, relative to the machine's body: a wildcard handler's shape is the
 * arbiter's first. */
static cpVect belt_mps(const cpArbiter *arbiter)
{
    CP_ARBITER_GET_SHAPES(arbiter, machine, other);
    (void)other;
    return cpvmult(cpvrperp(cpArbiterGetNormal(arbiter)), machine->surfaceV.x);
}

static cpBool run_belt(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)space, (void)data;
    cpVect belt = belt_mps(arbiter);
    if (belt.x != 0.0 || belt.y != 0.0) {
        cpArbiterSetSurfaceVelocity(arbiter, cpvneg(belt));
    }
    return cpTrue;
}

/* Counts force times way: the impulse on the other body along the machine's surface velocity. */
static void count_work(cpArbiter *arbiter, cpSpace *space, cpDataPointer data)
{
    (void)data;
    CP_ARBITER_GET_BODIES(arbiter, machine, other);
    (void)other;
    double work_J = 0.0;
    for (int i = 0; i < arbiter->count && cpBodyGetType(machine) != CP_BODY_TYPE_DYNAMIC; i++) {
        const struct cpContact *contact = &arbiter->contacts[i];
        cpVect from_centre = arbiter->swapped ? contact->r2 : contact->r1;
        cpVect surface_mps = cpvadd(cpvadd(machine->v, cpvmult(cpvperp(from_centre), machine->w)),
                                    belt_mps(arbiter));
        cpVect on_other =
            cpvrotate(cpArbiterGetNormal(arbiter), cpv(contact->jnAcc, contact->jtAcc));
        work_J += cpvdot(on_other, surface_mps);
    }
    race_of(cw_space_world(space))->machine_J += work_J;
}

cpShape *machine_add_shape(CwWorld *world, CwEntity self, cpShape *shape, double friction)
{
    cpCollisionHandler *handler = cpSpaceAddWildcardHandler(cw_world_space(world), TOUCH_MACHINE);
    handler->preSolveFunc = run_belt;
    handler->postSolveFunc = count_work;
    cpShapeSetCollisionType(shape, TOUCH_MACHINE);
    thing_add_shape(world, self, shape, friction, FILTER_HANGING);
    return shape;
}

void machine_move(const CwWorld *world, cpBody *body, cpVect to_m, double angle_rad)
{
    double per_s = 1.0 / cw_world_dt_s(world);
    cpBodySetVelocity(body, cpvmult(cpvsub(to_m, cpBodyGetPosition(body)), per_s));
    cpBodySetAngularVelocity(body, (angle_rad - cpBodyGetAngle(body)) * per_s);
}

void machine_push(CwWorld *world, cpBody *body, cpVect velocity_mps)
{
    cpVect before_mps = cpBodyGetVelocity(body);
    cpBodySetVelocity(body, velocity_mps);
    race_of(world)->machine_J +=
        0.5 * cpBodyGetMass(body) * (cpvlengthsq(velocity_mps) - cpvlengthsq(before_mps));
}
