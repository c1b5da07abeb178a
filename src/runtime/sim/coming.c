#include "sim/coming.h"

#include "sim/breadcrumb.h"
#include "sim/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Simulations of one tick, spread over its time, while only sticks or the pointer change. */
enum { TRIES_MAX = 3 };

static const double UNSEEN_PX = 0.5, STEP_PX = 1.8, FAR_PX = 100;

/* ---- blended fields of entities, whose coming values are in view memory ---- */

static const double SAME = 1e-9; /* a smaller difference is rounding */

/* The share of an offset that is left for the next frame. A field's unit counts as a metre. */
static double share_left(double length_m, double pixels_per_m)
{
    double length_px = length_m * pixels_per_m;
    bool is_fading = length_px > UNSEEN_PX && length_px < FAR_PX;
    return is_fading ? fmax(0, 1 - STEP_PX / length_px) : 0;
}

/* A step of each_value. `value` is in the session's present world; NULL: the entity is gone. */
typedef void Step(Coming *coming, ComingValue *own, const LerpValue *value);

static void each_value(Session *session, Step *step)
{
    const CwWorld *world = session->world;
    for (int i = 0; i < session->views.count; i++) {
        const EntityView *view = &session->views.items[i];
        bool is_alive = i < world->slot_count && world->slots[i].view_stamp == view->stamp;
        LerpWalk walk = {0};
        if (is_alive && view->value_count > 0) {
            walk = lerps_begin(world, &world->slots[i]);
        }
        for (int k = 0; k < view->value_count; k++) {
            bool has_value = is_alive && lerps_next(&walk);
            step(&session->coming, &view->values[k], has_value ? &walk.value : NULL);
        }
    }
}

static void begin_value(Coming *coming, ComingValue *own, const LerpValue *value)
{
    (void)coming;
    own->from = own->to = value == NULL ? own->from : *value->now;
    own->has_jumped = value == NULL;
}

static bool fields_note(Session *session)
{
    const CwWorld *world = session->world;
    for (int i = 0; world->has_blended_fields && i < world->slot_count; i++) {
        if (world->slots[i].view_stamp != 0 && !entity_view_prepare(world, i)) {
            return false;
        }
    }
    each_value(session, begin_value);
    return true;
}

/* Adds the distance between the drawn and the true value to the offset, which fades. */
static void keep_field_drawn(Coming *coming, ComingValue *own, double way_back)
{
    if (fabs(way_back) > SAME) {
        own->offset += way_back * coming->shown_share;
        coming->has_moved = coming->is_fading = true;
    }
}

static void read_value(Coming *coming, ComingValue *own, const LerpValue *value)
{
    double was = own->to;
    own->has_jumped = value == NULL || *value->previous != own->from;
    own->to = own->from + (own->has_jumped ? 0 : lerp_way(own->from, *value->now, value->is_angle));
    if (coming->is_shown) {
        keep_field_drawn(coming, own, was - own->to);
    }
}

static void compare_value(Coming *coming, ComingValue *own, const LerpValue *value)
{
    if (value == NULL) {
        return;
    }
    if (*value->previous != own->from) {
        own->offset = 0;
        coming->has_moved = true;
    } else {
        keep_field_drawn(coming, own, lerp_way(*value->now, own->to, value->is_angle));
    }
}

static bool fields_fade(Session *session, double pixels_per_m)
{
    bool fading = false;
    for (int i = 0; i < session->views.count; i++) {
        const EntityView *view = &session->views.items[i];
        for (int k = 0; k < view->value_count; k++) {
            double left = share_left(fabs(view->values[k].offset), pixels_per_m);
            view->values[k].offset *= left;
            fading = fading || left > 0;
        }
    }
    return fading;
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

/* ---- input ---- */

/* Whether two inputs have the same actions and the same command. */
static bool same_actions(const CwTickInput *a, const CwTickInput *b)
{
    bool same = memcmp(&a->command, &b->command, sizeof a->command) == 0;
    for (int i = 0; same && i < CW_PLAYER_MAX; i++) {
        const CwInputFrame *one = &a->players[i], *other = &b->players[i];
        same = one->down == other->down && one->pressed == other->pressed &&
               one->released == other->released;
    }
    return same;
}

static bool is_of_tick(const Session *session)
{
    const Coming *coming = &session->coming;
    return !session->is_forked && coming->base_tick == cw_world_tick(session->world);
}

/* ---- rows ---- */

static bool same_body(const ComingRow *row, const CwWorld *world, int index)
{
    CwEntity owner = world->body_owners[index];
    return row->body == world->bodies[index] && cw_entity_equal(row->owner, owner);
}

/* Finds the row of the body with this index. Removals may have moved it. NULL: it has none yet. */
static const ComingRow *find_row(const Coming *coming, const CwWorld *world, int index)
{
    for (int i = index; i < coming->row_count; i++) {
        if (same_body(&coming->rows[i], world, index)) {
            return &coming->rows[i];
        }
    }
    return NULL;
}

static void extend_reach(cpBody *body, cpShape *shape, void *context)
{
    double *reach_m = context;
    cpBB box = cpShapeGetBB(shape);
    cpVect at = cpBodyGetPosition(body);
    *reach_m =
        fmax(*reach_m, fmax(fmax(box.r - at.x, at.x - box.l), fmax(box.t - at.y, at.y - box.b)));
}

static ComingRow new_row(const CwWorld *world, int index)
{
    cpBody *body = world->bodies[index];
    ComingRow row = {.body = body,
                     .owner = world->body_owners[index],
                     .to = world->current_poses[index],
                     .reach_m = 1};
    cpBodyEachShape(body, extend_reach, &row.reach_m);
    return row;
}

/* Makes a row for each body of the true world. Bodies keep their offsets. False: no memory. */
static bool note_bodies(Coming *coming, const CwWorld *world)
{
    int count = world->body_count;
    if (count > coming->row_capacity) {
        ComingRow *rows = realloc(coming->rows, (size_t)world->body_capacity * sizeof *rows);
        if (rows == NULL) {
            return false;
        }
        coming->rows = rows;
        coming->row_capacity = world->body_capacity;
    }
    for (int i = 0; i < count; i++) {
        ComingRow *row = &coming->rows[i];
        const ComingRow *own = find_row(coming, world, i);
        if (own != row) {
            *row = own != NULL ? *own : new_row(world, i);
        }
        row->from = world->current_poses[i];
    }
    coming->row_count = count;
    return true;
}

/* Finds the body's index in the session's present world; -1: it isn't there. */
static int find_body(const ComingRow *row, const CwWorld *world, int index)
{
    if (index < world->body_count && same_body(row, world, index)) {
        return index;
    }
    for (int i = 0; i < world->body_count; i++) {
        if (same_body(row, world, i)) {
            return i;
        }
    }
    return -1;
}

/* Whether two poses are equal except for whole turns. */
static bool same_place(const CwTransform2 *a, const CwTransform2 *b)
{
    return a->x_m == b->x_m && a->y_m == b->y_m &&
           (a->angle_rad == b->angle_rad ||
            fabs(remainder(a->angle_rad - b->angle_rad, 2 * CP_PI)) < 1e-9);
}

/* Keeps a body where it was drawn, on its way to `was` instead of `is`, by a fading offset. */
static void keep_drawn(Coming *coming, ComingRow *row, const CwTransform2 *was,
                       const CwTransform2 *is)
{
    double share = coming->shown_share;
    double turn = remainder(was->angle_rad - is->angle_rad, 2 * CP_PI);
    row->offset.x_m += (was->x_m - is->x_m) * share;
    row->offset.y_m += (was->y_m - is->y_m) * share;
    row->offset.angle_rad += turn * share;
    coming->has_moved = coming->is_fading = true;
}

/* Removes the offsets of all bodies and fields, or only of those that jump. */
static void clear_offsets(Session *session, bool all)
{
    Coming *coming = &session->coming;
    for (int i = 0; i < coming->row_count; i++) {
        if (all || coming->rows[i].has_jumped) {
            coming->rows[i].offset = (CwTransform2){0};
        }
    }
    for (int i = 0; i < session->views.count; i++) {
        const EntityView *view = &session->views.items[i];
        for (int k = 0; k < view->value_count; k++) {
            ComingValue *own = &view->values[k];
            own->offset = all || own->has_jumped ? 0 : own->offset;
        }
    }
}

/* Reads the rows' coming poses. The session's world is the coming one meanwhile. */
static void read_poses(Coming *coming, const CwWorld *world, bool was_shown)
{
    for (int i = 0; i < coming->row_count; i++) {
        ComingRow *row = &coming->rows[i];
        CwTransform2 was = row->to;
        int index = find_body(row, world, i);
        row->has_jumped = index < 0 || !same_place(&row->from, &world->previous_poses[index]);
        row->to = row->from;
        if (!row->has_jumped) {
            const CwTransform2 *previous = &world->previous_poses[index];
            row->to = world->current_poses[index];
            row->to.angle_rad += row->from.angle_rad - previous->angle_rad;
        }
        if (was_shown && !same_place(&was, &row->to)) {
            keep_drawn(coming, row, &was, &row->to);
        }
    }
}

/* ---- simulating ---- */

static bool run_guess(Session *session, const CwTickInput *input)
{
    CwError unsaid = {0};
    Arena *arena = session->world->arena;
    bool was_shut = arena_open(arena);
    arena_set_speculative(arena, true);
    current_breadcrumb.is_coming = true;
    bool ok = session_tick(session, input, &unsaid);
    current_breadcrumb.is_coming = false;
    arena_set_speculative(arena, false);
    arena_shut(arena, was_shut);
    return ok;
}

bool coming_simulate(Session *session, const CwTickInput *input)
{
    Coming *coming = &session->coming;
    CwWorld *world = session->world;
    if (!is_of_tick(session)) {
        coming->is_shown = coming->was_attempted = coming->is_ready = false;
        coming->tries = 0;
        coming->shown_share = 0;
        coming->base_tick = cw_world_tick(world);
    }
    if (coming->was_attempted && memcmp(&coming->input, input, sizeof *input) == 0) {
        return coming->is_ready;
    }
    if (coming->was_attempted && coming->tries > coming->shown_share * (double)TRIES_MAX &&
        same_actions(&coming->input, input)) {
        return false;
    }
    bool was_shown = coming->is_shown;
    coming->was_attempted = true;
    coming->is_ready = false;
    coming->input = *input;
    coming->tries++;
    coming->stats.simulated_count += coming->lead > 0;
    if (!world_copy_take(&coming->copy, world) ||
        (!was_shown && (!note_bodies(coming, world) || !fields_note(session)))) {
        return false;
    }
    bool ok = run_guess(session, input);
    coming->has_moved = false;
    if (ok) {
        read_poses(coming, world, was_shown);
        each_value(session, read_value);
    }
    coming->is_ready = world_copy_exchange(&coming->copy, world) && ok;
    coming->is_shown = coming->is_shown || ok;
    return coming->is_ready;
}

/* ---- due ticks ---- */

bool coming_adopt(Session *session, const CwTickInput *input)
{
    Coming *coming = &session->coming;
    if (!is_of_tick(session) || !coming->is_ready ||
        memcmp(&coming->input, input, sizeof *input) != 0) {
        return false;
    }
    arena_make_current(session->world->arena);
    world_copy_adopt(&coming->copy, session->world);
    clear_offsets(session, false);
    coming->is_ready = coming->is_shown = false;
    coming->stats.right_count++;
    return true;
}

void coming_ticked(Session *session)
{
    Coming *coming = &session->coming;
    const CwWorld *world = session->world;
    if (session->is_forked) {
        return;
    }
    coming->copy.is_compared = false; /* the next copy compares all parts */
    coming->is_ready = false;
    if (!coming->is_shown || coming->base_tick + 1 != cw_world_tick(world)) {
        return;
    }
    coming->is_shown = coming->has_moved = false;
    coming->stats.wrong_count += coming->lead > 0;
    for (int i = 0; i < coming->row_count; i++) {
        ComingRow *row = &coming->rows[i];
        int index = find_body(row, world, i);
        if (index < 0 || !same_place(&row->from, &world->previous_poses[index])) {
            row->offset = (CwTransform2){0};
            coming->has_moved = true;
        } else if (!same_place(&row->to, &world->current_poses[index])) {
            keep_drawn(coming, row, &row->to, &world->current_poses[index]);
        }
    }
    each_value(session, compare_value);
}

void coming_drop(Session *session)
{
    Coming *coming = &session->coming;
    coming->copy.is_compared = false; /* the next copy compares all parts */
    coming->is_shown = coming->was_attempted = coming->is_ready = false;
    coming->row_count = 0;
    coming_settle(session);
}

void coming_free(Session *session)
{
    world_copy_free(&session->coming.copy);
    free(session->coming.rows);
    session->coming = (Coming){0};
}

/* ---- the picture ---- */

bool coming_exists(const Session *session)
{
    return session->coming.is_shown && is_of_tick(session);
}

void coming_fade(Session *session, double pixels_per_m)
{
    Coming *coming = &session->coming;
    bool fading = false;
    for (int i = 0; coming->is_fading && i < coming->row_count; i++) {
        CwTransform2 *offset = &coming->rows[i].offset;
        double length_m =
            hypot(offset->x_m, offset->y_m) + fabs(offset->angle_rad) * coming->rows[i].reach_m;
        double left = share_left(length_m, pixels_per_m);
        *offset = (CwTransform2){offset->x_m * left, offset->y_m * left, offset->angle_rad * left};
        fading = fading || left > 0;
    }
    coming->is_fading = coming->is_fading && (fields_fade(session, pixels_per_m) || fading);
}

void coming_settle(Session *session)
{
    clear_offsets(session, true);
    session->coming.is_fading = false;
}

void coming_set_lead(Session *session, double lead)
{
    session->coming.lead = fmax(0, fmin(1, lead));
}

double coming_owner_lead(const CwWorld *world)
{
    bool has_owner = world->session != NULL && world->session->owner != NULL;
    return has_owner ? world->session->owner->coming.lead : 0;
}

bool coming_pose(const CwWorld *world, int index, double alpha, CwTransform2 *pose)
{
    const Session *session = world->session;
    if (session == NULL || !coming_exists(session) || arena_is_at_work(world->arena) ||
        index >= session->coming.row_count) {
        return false;
    }
    const ComingRow *row = &session->coming.rows[index];
    const CwTransform2 *from = &row->from, *to = &row->to, *offset = &row->offset;
    double share = alpha - 1;
    *pose = (CwTransform2){from->x_m + (to->x_m - from->x_m) * share + offset->x_m,
                           from->y_m + (to->y_m - from->y_m) * share + offset->y_m,
                           from->angle_rad + (to->angle_rad - from->angle_rad) * share +
                               offset->angle_rad};
    return true;
}

size_t coming_bytes(const Session *session)
{
    const Coming *coming = &session->coming;
    return world_copy_bytes(&coming->copy) + (size_t)coming->row_capacity * sizeof *coming->rows;
}
