/* Fields of entities that pictures blend, between the last tick and the coming one: what coming.c
 * does with the poses of bodies. The values lie with their entity's view memory. */
#include "sim/lerp.h"
#include "sim/session.h"

#include <math.h>

static const double SAME = 1e-9; /* a smaller difference is rounding */

/* One step for one value. `value` is what the session's present world has, NULL where the entity is
 * not in it. */
typedef void Step(Coming *coming, ComingValue *own, const LerpValue *value);

typedef struct Walk {
    Coming *coming;
    ComingValue *values;
    Step *step;
} Walk;

static void take_step(void *context, int index, const LerpValue *value)
{
    const Walk *walk = context;
    walk->step(walk->coming, &walk->values[index], value);
}

static void each_value(Session *session, Step *step)
{
    const CwWorld *world = session->world;
    for (int i = 0; i < session->views.count; i++) {
        const EntityView *view = &session->views.items[i];
        const EntitySlot *slot = i < world->slot_count ? &world->slots[i] : NULL;
        Walk walk = {&session->coming, view->values, step};
        if (view->value_count > 0 && slot != NULL && slot->view_stamp == view->stamp) {
            lerps_visit(world, slot, take_step, &walk);
        } else {
            for (int k = 0; k < view->value_count; k++) {
                step(&session->coming, &view->values[k], NULL);
            }
        }
    }
}

static void begin_value(Coming *coming, ComingValue *own, const LerpValue *value)
{
    (void)coming;
    own->from = own->to = value == NULL ? own->from : *value->now;
    own->jumps = value == NULL;
}

bool coming_lerps_note(Session *session)
{
    const CwWorld *world = session->world;
    for (int i = 0; world->blends_fields && i < world->slot_count; i++) {
        if (world->slots[i].view_stamp != 0 && !entity_view_prepare(world, i)) {
            return false;
        }
    }
    each_value(session, begin_value);
    return true;
}

/* The value was drawn on its way to `was`, and goes on from there although that is not its end. */
static void keep_drawn(Coming *coming, ComingValue *own, double way_back)
{
    if (fabs(way_back) > SAME) {
        own->offset += way_back * coming->shown_part;
        coming->moved = coming->fading = true;
    }
}

static void read_value(Coming *coming, ComingValue *own, const LerpValue *value)
{
    double was = own->to;
    own->jumps = value == NULL || *value->previous != own->from;
    own->to = own->from + (own->jumps ? 0 : lerp_way(own->from, *value->now, value->is_angle));
    if (coming->shown) {
        keep_drawn(coming, own, was - own->to);
    }
}

void coming_lerps_read(Session *session)
{
    each_value(session, read_value);
}

static void compare_value(Coming *coming, ComingValue *own, const LerpValue *value)
{
    if (value == NULL) {
        return;
    }
    if (*value->previous != own->from) {
        own->offset = 0;
        coming->moved = true;
    } else {
        keep_drawn(coming, own, lerp_way(*value->now, own->to, value->is_angle));
    }
}

void coming_lerps_ticked(Session *session)
{
    each_value(session, compare_value);
}

bool coming_lerps_fade(Session *session, double pixels_per_m)
{
    bool fading = false;
    for (int i = 0; i < session->views.count; i++) {
        const EntityView *view = &session->views.items[i];
        for (int k = 0; k < view->value_count; k++) {
            double left = coming_part_left(fabs(view->values[k].offset), pixels_per_m);
            view->values[k].offset *= left;
            fading = fading || left > 0;
        }
    }
    return fading;
}

void coming_lerps_settle(Session *session, bool all)
{
    for (int i = 0; i < session->views.count; i++) {
        const EntityView *view = &session->views.items[i];
        for (int k = 0; k < view->value_count; k++) {
            ComingValue *own = &view->values[k];
            own->offset = all || own->jumps ? 0 : own->offset;
        }
    }
}

bool coming_lerp(const CwWorld *world, int slot, int index, double alpha, double *shown)
{
    const Session *session = world->session;
    if (session == NULL || !coming_exists(session) || arena_is_at_work(world->arena) ||
        slot >= session->views.count) {
        return false;
    }
    const EntityView *view = &session->views.items[slot];
    if (view->stamp != world->slots[slot].view_stamp || index >= view->value_count) {
        return false;
    }
    const ComingValue *own = &view->values[index];
    *shown = own->from + (own->to - own->from) * (alpha - 1) + own->offset;
    return true;
}
