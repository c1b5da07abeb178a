/* Things that throw and pull: spring pads and magnets. */
#include "things/kinds.h"

#include "buggy/buggy.h"
#include "common/sprites.h"

#include <chipmunk/chipmunk_structs.h>
#include <math.h>

static const double COMPRESS_MS = 50.0; /* time from the touch to the throw */
static const double RECOVER_MS = 500.0; /* time from the throw until the next */
static const double SQUEEZE_M = 0.12;   /* way that the plate gives */
static const double JUMP_M = 0.35;      /* way that the plate jumps up, for the eye */

const CwField pad_fields[] = {MACHINE_FIELDS(SpringPad), CW_FIELD(SpringPad, busy_ticks),
                              CW_FIELD(SpringPad, pressed)};

const ThingClass pad_class = {
    .shape = CW_MAP_RECT,
    .most = 200,
    .properties = {MACHINE_PROPERTIES(SpringPad),
                   PROPERTY(SpringPad, speed_mps, "speed", 9.0, 0.5, 40.0)}};

void pad_spawn(CwWorld *world, CwEntity self, SpringPad *pad, const CwMapObject *object)
{
    pad->machine.rate =
        cw_property_number(object->properties, "speed", 1.0); /* also in recordings */
    pad->up = cpvforangle(object->angle_rad + CP_PI / 2.0);
    cpBody *body =
        thing_add_body(world, self, cpBodyNewKinematic(), object->centre_m, object->angle_rad);
    machine_add_shape(world, self, thing_box(body, object->width_m, object->height_m, 0.05), 1.0);
}

/* Finds the contacts on top of the plate, without those along its edges. Returns their count. */
static int find_contacts_on_top(CwWorld *world, CwEntity self, const SpringPad *pad,
                                CwContact *contacts)
{
    int count = race_contacts(world, self, contacts);
    int top_count = 0;
    for (int i = 0; i < count; i++) {
        if (cpvdot(contacts[i].normal, pad->up) > 0.5) {
            contacts[top_count++] = contacts[i];
        }
    }
    return top_count;
}

static void throw_body(CwWorld *world, const SpringPad *pad, cpBody *body)
{
    cpVect before_mps = cpBodyGetVelocity(body);
    double short_mps = fmax(0.0, pad->speed_mps - cpvdot(before_mps, pad->up));
    machine_push(world, body, cpvadd(before_mps, cpvmult(pad->up, short_mps)));
}

static bool holds_buggy(CwWorld *world, const CwContact *contacts, int count)
{
    bool found = false;
    for (int i = 0; i < count; i++) {
        found = found || cw_entity_equal(contacts[i].other, race_of(world)->buggy);
    }
    return found;
}

/* Throws the buggy that pressed the plate, even if a wheel just bounced off, and other things. */
static void throw_all(CwWorld *world, const SpringPad *pad, const CwContact *contacts, int count)
{
    for (int i = 0; i < count; i++) {
        if (!cw_entity_equal(contacts[i].other, race_of(world)->buggy)) {
            throw_body(world, pad, cpShapeGetBody(contacts[i].other_shape));
        }
    }
    bool has_buggy = pad->pressed || holds_buggy(world, contacts, count);
    for (int i = 0; has_buggy && i < BUGGY_PARTS; i++) { /* alike, or springs absorb it */
        throw_body(world, pad, buggy_part(buggy_of(world), i));
    }
}

void pad_drive(CwWorld *world, CwEntity self, void *data)
{
    SpringPad *pad = data;
    CwContact contacts[CONTACTS_MAX];
    int count = find_contacts_on_top(world, self, pad, contacts);
    uint32_t recover_ticks = cw_world_ms_to_ticks(world, RECOVER_MS);
    if (pad->busy_ticks == 0) {
        bool triggered = count > 0 && machine_is_on(world, &pad->machine);
        pad->pressed = triggered && holds_buggy(world, contacts, count);
        pad->busy_ticks = triggered ? recover_ticks + cw_world_ms_to_ticks(world, COMPRESS_MS) : 0;
        return;
    }
    pad->busy_ticks--;
    if (pad->busy_ticks == recover_ticks) {
        throw_all(world, pad, contacts, count);
        cw_world_emit(world, CUE_PAD, self, pad->machine.object->centre_m, pad->speed_mps);
    }
}

/* The plate's height above its rest, metres. */
static double plate_rise_m(const CwWorld *world, const SpringPad *pad, double alpha)
{
    double recover_s = RECOVER_MS / 1000.0, compress_s = COMPRESS_MS / 1000.0;
    double left_s = ((double)pad->busy_ticks + 1.0 - alpha) * cw_world_dt_s(world);
    if (pad->busy_ticks == 0) {
        return 0.0;
    }
    if (left_s > recover_s) {
        return -SQUEEZE_M * cpfclamp01((recover_s + compress_s - left_s) / compress_s);
    }
    double share = left_s / recover_s;
    return JUMP_M * share * share * cos(3.0 * CP_PI * (1.0 - share));
}

static void draw_plate(const CwMapObject *object, CwDrawList *list, double up_m, CwColour colour)
{
    double reach_m = fmax(0.02, object->width_m / 2.0 - 0.07);
    draw_bar(list, object_point(object, -reach_m, up_m), object_point(object, reach_m, up_m), 0.08,
             colour);
}

void pad_draw(const CwWorld *world, const SpringPad *pad, CwFrame *frame)
{
    const CwMapObject *object = pad->machine.object;
    if (!object_is_seen(frame, object, 0.5)) {
        return;
    }
    double foot_m = -object->height_m / 2.0 + 0.07;
    double plate_m =
        fmax(foot_m + 0.04, object->height_m / 2.0 - 0.07 + plate_rise_m(world, pad, frame->alpha));
    draw_plate(object, frame->draw, foot_m, BRASS);
    int springs = (int)fmax(2.0, floor(object->width_m / 0.6));
    for (int i = 0; i < springs; i++) {
        CwPoint2 at = object_point(object, ((i + 0.5) / springs - 0.5) * object->width_m,
                                   (foot_m + plate_m) / 2.0);
        sprite_draw(frame->draw, SPRITE_SPRING, (CwTransform2){at.x, at.y, object->angle_rad},
                    (CwPoint2){0.24, plate_m - foot_m + 0.06});
    }
    draw_plate(object, frame->draw, plate_m, WARNING);
}

/* ---- magnets ---- */

static const double CORE_M = 0.6;               /* nearer to the middle the pull fades again */
static const double FIELD_M = 2.6, ARC_S = 2.4; /* reach of drawn arcs, and their time inwards */

const ThingClass magnet_class = {
    .shape = CW_MAP_RECT,
    .most = 100,
    .properties = {MACHINE_PROPERTIES(Magnet), PROPERTY(Magnet, reach_m, "radius", 5.0, 0.5, 50.0),
                   PROPERTY(Magnet, pull_mps2, "pull", 30.0, 0.0, 200.0)}};

void magnet_spawn(CwWorld *world, CwEntity self, Magnet *magnet, const CwMapObject *object)
{
    (void)magnet;
    machine_add_shape(world, self, thing_fixed_polygon(world, object->corners_m, 4), 1.0);
}

/* A cpSpaceBodyIteratorFunc. */
static void pull_body(cpBody *body, void *context)
{
    const Magnet *magnet = context;
    cpVect way = cpvsub(magnet->machine.object->centre_m, body->p);
    if (fabs(way.x) >= magnet->reach_m || cpBodyGetType(body) != CP_BODY_TYPE_DYNAMIC) {
        return; /* most bodies are far away */
    }
    double distance_m = cpvlength(way), near = 1.0 - distance_m / magnet->reach_m;
    if (near <= 0.0 || distance_m <= 0.0) {
        return;
    }
    CwWorld *world = cw_space_world(cpBodyGetSpace(body));
    double change_mps = magnet->machine.way * magnet->pull_mps2 * near *
                        fmin(1.0, distance_m / CORE_M) * cw_world_dt_s(world);
    cpVect change = cpvmult(way, change_mps / distance_m);
    machine_push(world, body, cpvadd(cpBodyGetVelocity(body), change));
}

void magnet_drive(CwWorld *world, CwEntity self, void *data)
{
    (void)self;
    Magnet *magnet = data;
    machine_advance(world, &magnet->machine);
    if (machine_is_on(world, &magnet->machine)) {
        cpSpaceEachBody(cw_world_space(world), pull_body, magnet);
    }
}

/* Draws dashed arcs below the poles that run inwards (reversed: outwards). */
static void draw_field(const Magnet *magnet, CwFrame *frame)
{
    enum { ARCS = 3, DASHES = 9 };
    const CwMapObject *object = magnet->machine.object;
    for (int i = 0; i < ARCS * DASHES; i++) {
        double age = magnet->machine.way * frame->sim_s / ARC_S + (double)(i % ARCS) / ARCS;
        double near = age - floor(age), aside_rad = 0.25 * (i / ARCS - DASHES / 2);
        double turn_rad = object->angle_rad - CP_PI / 2.0 + aside_rad;
        double radius_m = cpflerp(fmin(magnet->reach_m, FIELD_M), object->height_m, near);
        uint8_t alpha = (uint8_t)(255.0 * sin(CP_PI * near) * cos(aside_rad));
        draw_line(frame->draw, point_along(to_point(object->centre_m), turn_rad - 0.06, radius_m),
                  point_along(to_point(object->centre_m), turn_rad + 0.06, radius_m), 0.06,
                  (CwColour){0x8c, 0xe0, 0xd8, alpha});
    }
}

void magnet_draw(const CwWorld *world, const Magnet *magnet, CwFrame *frame)
{
    const CwMapObject *object = magnet->machine.object;
    if (!object_is_seen(frame, object, magnet->reach_m)) {
        return;
    }
    if (machine_is_on(world, &magnet->machine)) {
        draw_field(magnet, frame);
    }
    cw_draw_set_layer(frame->draw, LAYER_TUFTS); /* in front of the ceiling that holds it */
    sprite_draw(frame->draw, SPRITE_MAGNET,
                (CwTransform2){object->centre_m.x, object->centre_m.y, object->angle_rad},
                (CwPoint2){object->width_m, object->height_m});
}
