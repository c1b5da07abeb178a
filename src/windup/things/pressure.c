#include "things/pressure.h"

#include <math.h>

static const double LOAD_S = 0.05;

cpBody *pressure_tick(const CwWorld *world, CwEntity self, double *load_N)
{
    enum { CONTACTS_MAX = 32 };
    CwContact contacts[CONTACTS_MAX];
    int count = cw_world_contacts(world, self, contacts, CONTACTS_MAX);
    double sum_Ns = 0.0, hardest_Ns = 0.0;
    cpBody *hardest = NULL;
    for (int i = 0; i < count && i < CONTACTS_MAX; i++) {
        sum_Ns += contacts[i].impulse_Ns;
        if (contacts[i].impulse_Ns > hardest_Ns) {
            hardest_Ns = contacts[i].impulse_Ns;
            hardest = cpShapeGetBody(contacts[i].shape);
        }
    }
    double dt_s = cw_world_dt_s(world);
    *load_N = cpflerp(*load_N, sum_Ns / dt_s, fmin(1.0, dt_s / LOAD_S));
    return hardest;
}
