#include "live/dev_tabs.h"

#include "base/array.h"

#include <math.h>

static const double APART_M = 0.01;

static bool add_point(DevTrail *trail, CwPoint2 at)
{
    CwPoint2 *points = grow_for_one(trail->points, trail->count, sizeof *points);
    if (points != NULL) {
        trail->points = points;
        points[trail->count++] = at;
    }
    return points != NULL;
}

void dev_trail_note(DevTrail *trail, const Session *session)
{
    uint64_t tick = cw_world_tick(session->world);
    CwProbe probe = session_probe(session);
    cpVect at = probe.player == NULL ? cpv(NAN, NAN) : cpBodyGetPosition(probe.player);
    if (tick == 0) {
        return;
    }
    trail->count = trail->count >= tick ? tick - 1 : trail->count;
    while (trail->count + 1 < tick && add_point(trail, (CwPoint2){NAN, NAN})) {
    }
    if (trail->count + 1 == tick) {
        add_point(trail, (CwPoint2){at.x, at.y});
    }
}

void dev_trail_copy_past(DevTrail *trail, const DevTrail *older, uint64_t ticks)
{
    while (trail->count < ticks && trail->count < older->count) {
        if (!add_point(trail, older->points[trail->count])) {
            return;
        }
    }
}

uint64_t dev_trail_find_parting(const DevTrail *trail, const DevTrail *older)
{
    for (size_t i = 0; i < trail->count && i < older->count; i++) {
        CwPoint2 a = trail->points[i], b = older->points[i];
        if (hypot(a.x - b.x, a.y - b.y) > APART_M) { /* false without a player */
            return i + 1;
        }
    }
    return 0;
}
