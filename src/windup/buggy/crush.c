#include "buggy/crush.h"

#include "common/numbers.h"

#include <math.h>

/* All that presses against the push of one contact. */
static double counter_Ns(const CwContact *contacts, int count, const CwContact *push)
{
    double sum_Ns = 0.0;
    for (int i = 0; i < count; i++) {
        double against = -cpvdot(contacts[i].normal, push->normal);
        sum_Ns += fmax(0.0, against) * contacts[i].impulse_Ns;
    }
    return sum_Ns;
}

Squeeze crush_squeeze(const CwWorld *world, CwEntity entity)
{
    enum { CONTACTS_MAX = 32 };
    CwContact contacts[CONTACTS_MAX];
    int count = cw_world_contacts(world, entity, contacts, CONTACTS_MAX);
    count = count < CONTACTS_MAX ? count : CONTACTS_MAX;
    Squeeze squeeze = {0};
    for (int i = 0; i < count; i++) {
        if (cpShapeGetCollisionType(contacts[i].other_shape) == TOUCH_MACHINE) {
            double counter = counter_Ns(contacts, count, &contacts[i]);
            double force_N = fmin(contacts[i].impulse_Ns, counter) / cw_world_dt_s(world);
            cpVect machine_mps = cpBodyGetVelocityAtWorldPoint(
                cpShapeGetBody(contacts[i].other_shape), contacts[i].point);
            squeeze.force_N = fmax(squeeze.force_N, force_N);
            squeeze.machine_mps = fmax(squeeze.machine_mps, cpvlength(machine_mps));
        }
    }
    return squeeze;
}
