#include "game/crush.h"

#include "game/numbers.h"

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

double crush_force_N(const CwWorld *world, CwEntity entity)
{
    enum { CONTACTS_MAX = 32 };
    CwContact contacts[CONTACTS_MAX];
    int count = cw_world_contacts(world, entity, contacts, CONTACTS_MAX);
    count = count < CONTACTS_MAX ? count : CONTACTS_MAX;
    double most_Ns = 0.0;
    for (int i = 0; i < count; i++) {
        if (cpShapeGetCollisionType(contacts[i].other_shape) == TOUCH_MACHINE) {
            double counter = counter_Ns(contacts, count, &contacts[i]);
            most_Ns = fmax(most_Ns, fmin(contacts[i].impulse_Ns, counter));
        }
    }
    return most_Ns / cw_world_dt_s(world);
}
