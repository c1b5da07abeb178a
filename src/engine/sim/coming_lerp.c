/* The part of the coming tick (coming.h) that blends fields of entities, as the rows there do
 * bodies. Each entity's values lie with its view memory. */
#include "sim/lerp.h"
#include "sim/session.h"

#include <math.h>

static const double SAME = 1e-9; /* a way of less is rounding */

/* A walk over the values of one entity. */
typedef struct Walk {
    Coming *coming;
    ComingValue *values;
    bool again; /* the picture has shown another look of this tick */
} Walk;

/* The entity that has this memory, in the session's present world; NULL: it is not there. */
static const EntitySlot *slot_of(const Session *session, int index)
{
    const CwWorld *world = session->world;
    const EntitySlot *slot = index < world->slot_count ? &world->slots[index] : NULL;
    bool same = slot != NULL && slot->state != SLOT_FREE &&
                slot->view_stamp == session->views.items[index].stamp;
    return same ? slot : NULL;
}

static void visit_all(Session *session, LerpVisitor *visit)
{
    for (int i = 0; i < session->views.count; i++) {
        const EntityView *view = &session->views.items[i];
        const EntitySlot *slot = view->value_count == 0 ? NULL : slot_of(session, i);
        if (slot != NULL) {
            lerps_visit(session->world, slot, visit,
                        &(Walk){.coming = &session->coming, .values = view->values});
        }
    }
}

static void begin_value(void *context, int index, const LerpValue *value)
{
    ComingValue *own = &((Walk *)context)->values[index];
    own->from = own->to = *value->now;
    own->jumps = false;
}

bool coming_lerps_note(Session *session)
{
    const CwWorld *world = session->world;
    for (int i = 0; world->lerp_counts != NULL && i < world->slot_count; i++) {
        const EntitySlot *slot = &world->slots[i];
        if (slot->state != SLOT_FREE && lerp_count(world, slot->kind) > 0 &&
            !entity_view_prepare(world, i)) {
            return false;
        }
    }
    visit_all(session, begin_value);
    return true;
}

/* What was drawn at a part of the way to `was` is drawn from now on with another end of the way. */
static void keep_drawn(Coming *coming, ComingValue *own, double way_back)
{
    own->offset += way_back * coming->shown_part;
    coming->moved = coming->fading = true;
}

/* The value goes by `way` in the coming tick, or stays until the tick is true. */
static void end_value(const Walk *walk, ComingValue *own, double way, bool jumps)
{
    double was = own->to;
    own->jumps = jumps;
    own->to = jumps ? own->from : own->from + way;
    if (walk->again && fabs(own->to - was) > SAME) {
        keep_drawn(walk->coming, own, was - own->to);
    }
}

static void read_value(void *context, int index, const LerpValue *value)
{
    const Walk *walk = context;
    ComingValue *own = &walk->values[index];
    end_value(walk, own, lerp_way(own->from, *value->now, value->is_angle),
              *value->previous != own->from);
}

void coming_lerps_read(Session *session, bool again)
{
    for (int i = 0; i < session->views.count; i++) {
        const EntityView *view = &session->views.items[i];
        const EntitySlot *slot = view->value_count == 0 ? NULL : slot_of(session, i);
        Walk walk = {&session->coming, view->values, again};
        if (slot != NULL) {
            lerps_visit(session->world, slot, read_value, &walk);
        }
        for (int k = 0; slot == NULL && k < view->value_count; k++) {
            end_value(&walk, &view->values[k], 0, true);
        }
    }
}

static void compare_value(void *context, int index, const LerpValue *value)
{
    const Walk *walk = context;
    ComingValue *own = &walk->values[index];
    double way_back = lerp_way(*value->now, own->to, value->is_angle);
    if (*value->previous != own->from) {
        own->offset = 0;
        walk->coming->moved = true;
    } else if (fabs(way_back) > SAME) {
        keep_drawn(walk->coming, own, way_back);
    }
}

void coming_lerps_ticked(Session *session)
{
    visit_all(session, compare_value);
}

/* ---- offsets ---- */

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

/* ---- the picture ---- */

bool coming_lerp(const CwWorld *world, int slot, int index, double alpha, double *shown)
{
    const Session *session = world->session;
    if (session == NULL || !coming_is_shown(session) || arena_is_at_work(world->arena) ||
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
