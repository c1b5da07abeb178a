/* Things that notice the buggy and touch nothing: gates, pickups and triggers. */
#include "things/kinds.h"

#include "buggy/buggy.h"
#include "common/sprites.h"

#include <math.h>
#include <string.h>

/* Things that pass through a sensor cause CW_EVENT_TRIGGER_ENTER and _EXIT. */
static void add_sensor(CwWorld *world, CwEntity self, cpShape *shape)
{
    cpShapeSetSensor(shape, cpTrue);
    cpShapeSetFilter(shape, FILTER_GROUND);
    cw_world_add_shape(world, self, shape);
}

/* True if a part of the buggy entered a sensor by this event. */
static bool is_entered(const CwWorld *world, const CwEvent *event)
{
    return event->type == CW_EVENT_TRIGGER_ENTER && is_of_buggy(world, event);
}

/* ---- gates ---- */

static const double FLOWN_OVER_M = 10.0; /* a flight this high over a checkpoint counts */

const CwField gate_fields[] = {CW_FIELD(Gate, foot_m), CW_FIELD(Gate, width_m),
                               CW_FIELD(Gate, height_m)};

static void place_gate(CwWorld *world, CwEntity self, Gate *gate, const CwMapObject *object,
                       double up_m)
{
    cpVect up = cpv(0.0, up_m);
    cpVect corners[] = {object->corners_m[0], object->corners_m[1],
                        cpvadd(object->corners_m[2], up), cpvadd(object->corners_m[3], up)};
    gate->foot_m = cpvlerp(corners[0], corners[1], 0.5);
    gate->width_m = object->width_m;
    gate->height_m = object->height_m;
    add_sensor(world, self, thing_fixed_polygon(world, corners, 4));
}

const ThingClass checkpoint_class = {.shape = CW_MAP_RECT, .most = CHECKPOINT_MAX};
const ThingClass finish_class = {.shape = CW_MAP_RECT, .least = 1, .most = 1};

void checkpoint_spawn(CwWorld *world, CwEntity self, Gate *gate, const CwMapObject *object)
{
    place_gate(world, self, gate, object, FLOWN_OVER_M);
}

void finish_spawn(CwWorld *world, CwEntity self, Gate *gate, const CwMapObject *object)
{
    place_gate(world, self, gate, object, 0.0);
}

void checkpoint_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    const Gate *gate = data;
    if (is_entered(world, event) && race_pass_checkpoint(world, self, gate->foot_m)) {
        buggy_of(world)->spring.kept_J = buggy_of(world)->spring.left_J;
    }
}

void finish_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    const Gate *gate = data;
    if (is_entered(world, event)) {
        race_finish(world, self, cpvadd(gate->foot_m, cpv(0.0, gate->height_m)));
    }
}

static const CwColour GLOW = {0xff, 0xf2, 0xb8, 170};
static const double SUNK_M = 0.04;  /* depth of a gate's foot in the grass */
static const double PLINTH_M = 0.8; /* height of plinths below the finish */

/* Draws a gate's picture, and the run's time on its dial, whose place is relative to the foot. */
static void draw_gate(const CwWorld *world, const Gate *gate, int sprite, const ClockHands *dial,
                      CwFrame *frame)
{
    double x_m = gate->foot_m.x, foot_m = gate->foot_m.y - SUNK_M;
    double middle_m = foot_m + windup_sprites[sprite].height_m / 2.0;
    ClockHands hands = *dial;
    sprite_draw(frame->draw, sprite, (CwTransform2){x_m, middle_m, 0.0}, NATURAL);
    hands.centre = (CwPoint2){x_m, foot_m + dial->centre.y};
    hands.time_s = clock_time_s(world, frame);
    hands.up = 1.0;
    clock_hands_draw(frame->draw, &hands);
}

void checkpoint_draw(const CwWorld *world, const Gate *gate, CwFrame *frame)
{
    bool passed = race_of_const(world)->respawn_m.x >= gate->foot_m.x;
    CwColour lit = {0x7a, 0x3a, 0x1c, 255}, dark = {0x35, 0x42, 0x3f, 255};
    double night = race_of_const(world)->night;
    cw_draw_set_lit(frame->draw, passed || night > 0.3);
    if (!passed && night > 0.3) { /* easy to find in the dark */
        sprite_glow(frame->draw, (CwPoint2){gate->foot_m.x, gate->foot_m.y + 2.0}, 2.0, GLOW);
    }
    draw_gate(world, gate, passed ? SPRITE_CHECKPOINT_ON : SPRITE_CHECKPOINT_OFF,
              &(ClockHands){{0.0, 2.0}, .radius = 0.19, .colour = passed ? lit : dark}, frame);
    cw_draw_set_lit(frame->draw, false);
}

/* Raises the gate to the higher ground below its columns; plinths fill the rest. */
void finish_draw(const CwWorld *world, const Gate *gate, CwFrame *frame)
{
    Gate raised = *gate;
    double depth_m = 2.0;
    for (int side = -1; side <= 1; side += 2) {
        CwPoint2 column = {gate->foot_m.x + 1.46 * side, gate->foot_m.y + 2.0};
        depth_m = fmin(depth_m, ground_depth_m(world, frame, column));
    }
    raised.foot_m.y += 2.0 - depth_m - PLINTH_M;
    draw_gate(world, &raised, SPRITE_FINISH,
              &(ClockHands){{0.0, 3.96 + PLINTH_M}, .radius = 0.62, .colour = OUTLINE}, frame);
}

/* ---- pickups ---- */

static const double HOVER_M = 0.08, HOVER_S = 1.6;
static const double UNDER_HUD = 0.3; /* share of the view's height */

const CwField pickup_fields[] = {CW_FIELD(Pickup, wind_J)};

/* A round sensor in the middle of the rectangle. */
static void spawn_pickup(CwWorld *world, CwEntity self, Pickup *pickup, const CwMapObject *object)
{
    pickup->centre_m = object->centre_m;
    pickup->size_m = fmin(object->width_m, object->height_m);
    cpShape *shape = cpCircleShapeNew(cpSpaceGetStaticBody(cw_world_space(world)),
                                      pickup->size_m / 2.0, pickup->centre_m);
    add_sensor(world, self, shape);
}

const ThingClass key_class = {.shape = CW_MAP_RECT, .most = 100};
const ThingClass cog_class = {.shape = CW_MAP_RECT, .most = 100};

void key_spawn(CwWorld *world, CwEntity self, Pickup *key, const CwMapObject *object)
{
    key->wind_J = WIND_KEY_J;
    spawn_pickup(world, self, key, object);
}

void cog_spawn(CwWorld *world, CwEntity self, Pickup *cog, const CwMapObject *object)
{
    spawn_pickup(world, self, cog, object);
    race_of(world)->cog_count++;
}

/* Destroys a pickup that the buggy takes. True once, even if several shapes enter in a tick. */
static bool take_pickup(CwWorld *world, CwEntity self, const CwEvent *event)
{
    if (!is_entered(world, event) || !cw_world_alive(world, self) || !race_is_driven(world)) {
        return false;
    }
    cw_world_destroy(world, self);
    return true;
}

void key_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    const Pickup *key = data;
    if (take_pickup(world, self, event)) {
        mainspring_wind(&buggy_of(world)->spring, key->wind_J);
        cw_world_emit(world, CUE_KEY, self, key->centre_m, key->wind_J);
    }
}

void cog_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    const Pickup *cog = data;
    if (take_pickup(world, self, event)) {
        race_of(world)->cogs_taken++;
        cw_world_emit(world, CUE_COG, self, cog->centre_m, cog->size_m);
    }
}

static void draw_pickup(const Pickup *pickup, int sprite, double turn_rad, CwFrame *frame)
{
    double phase = TURN_RAD * frame->sim_s / HOVER_S + pickup->centre_m.x;
    double off_m = cw_draw_visible_world(frame->draw).top_m - pickup->centre_m.y;
    bool is_under_hud =
        off_m < UNDER_HUD * frame->camera->height_m && pickup->centre_m.x > frame->camera->x_m;
    cw_draw_set_layer(frame->draw, is_under_hud ? LAYER_ABOVE_HUD : LAYER_THINGS);
    cw_draw_set_lit(frame->draw, true);
    sprite_glow(frame->draw, to_point(pickup->centre_m), 2.6 * pickup->size_m, GLOW);
    CwTransform2 pose = {pickup->centre_m.x, pickup->centre_m.y + HOVER_M * sin(phase),
                         turn_rad * sin(phase / 2.0)};
    sprite_draw(frame->draw, sprite, pose, (CwPoint2){pickup->size_m, 0.0});
    cw_draw_set_lit(frame->draw, false);
}

void key_draw(const CwWorld *world, const Pickup *key, CwFrame *frame)
{
    (void)world;
    draw_pickup(key, SPRITE_KEY, 0.4, frame);
}

void cog_draw(const CwWorld *world, const Pickup *cog, CwFrame *frame)
{
    (void)world;
    draw_pickup(cog, SPRITE_COG, 1.2, frame);
}

/* ---- triggers ---- */

const CwField trigger_fields[] = {CW_FIELD_ARRAY(Trigger, target_ids),
                                  CW_FIELD(Trigger, target_count),
                                  CW_FIELD_ENUM(Trigger, action, machine_actions),
                                  CW_FIELD(Trigger, once),
                                  CW_FIELD(Trigger, fired),
                                  CW_FIELD(Trigger, inside_count)};

/* Adds the objects of a name, counting those that have no room; false: none is a machine. */
static bool add_targets(Trigger *trigger, const CwMap *map, const char *name, size_t length)
{
    bool is_machine = false;
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        if (strlen(object->name) != length || strncmp(object->name, name, length) != 0) {
            continue;
        }
        const KindClass *class = kind_class(object->type);
        is_machine = is_machine || (class != NULL && kind_is_machine(class->kind));
        if (trigger->target_count < TARGETS_MAX) {
            trigger->target_ids[trigger->target_count] = object->id;
        }
        trigger->target_count++;
    }
    return is_machine;
}

static bool find_targets(const CwMap *map, const CwMapObject *object, Trigger *trigger,
                         CwError *error)
{
    const char *name = cw_property_text(object->properties, "targets", "");
    for (name += strspn(name, " "); *name != '\0'; name += strspn(name, " ")) {
        size_t length = strcspn(name, " ");
        if (!add_targets(trigger, map, name, length)) {
            return cw_error_set(error,
                                "its targets name \"%.*s\", but there is no such machine: give a "
                                "machine that name in Tiled or correct the property; separate "
                                "names with spaces",
                                length < 40 ? (int)length : 40, name);
        }
        if (trigger->target_count > TARGETS_MAX) {
            return cw_error_set(error, "it has more than %d targets: split them among triggers",
                                TARGETS_MAX);
        }
        name += length;
    }
    return trigger->target_count > 0 ||
           cw_error_set(error, "it has no targets: name the machines that it acts on, separated by "
                               "spaces, in its property \"targets\"");
}

static bool check_trigger(const CwMap *map, const CwMapObject *object, const bool *left_out,
                          CwError *error)
{
    (void)left_out;
    const char *action = cw_property_text(object->properties, "action", "start");
    if (word_index(machine_actions, MACHINE_ACTION_COUNT, action) < 0) {
        return cw_error_set(
            error, "its action \"%.40s\" is unknown: choose start, stop, reverse or toggle",
            action);
    }
    return find_targets(map, object, &(Trigger){0}, error);
}

const ThingClass trigger_class = {.shape = CW_MAP_RECT,
                                  .most = 200,
                                  .properties = {PROPERTY(Trigger, once, "once", 0.0, 0.0, 1.0),
                                                 PROPERTY(Trigger, hidden, "hidden", 0.0, 0.0, 1.0),
                                                 TEXT("targets"), TEXT("action")},
                                  .check_others = check_trigger};

void trigger_spawn(CwWorld *world, CwEntity self, Trigger *trigger, const CwMapObject *object)
{
    trigger->action = word_index(machine_actions, MACHINE_ACTION_COUNT,
                                 cw_property_text(object->properties, "action", "start"));
    trigger->foot_m = cpvlerp(object->corners_m[0], object->corners_m[1], 0.5);
    trigger->width_m = object->width_m;
    find_targets(cw_world_map(world), object, trigger, &(CwError){0});
    add_sensor(world, self, thing_fixed_polygon(world, object->corners_m, 4));
}

static void fire_trigger(CwWorld *world, CwEntity self, Trigger *trigger)
{
    for (CwEntity each = {0}; (each = cw_world_next(world, each)).index1 != 0;) {
        bool is_machine = kind_is_machine(cw_world_kind(world, each));
        Machine *machine = is_machine ? cw_world_data(world, each) : NULL;
        bool is_target = false;
        for (int i = 0; is_machine && i < trigger->target_count; i++) {
            is_target = is_target || trigger->target_ids[i] == machine->object_id;
        }
        if (is_target) {
            machine_act(machine, (MachineAction)trigger->action);
        }
    }
    trigger->fired = true;
    cw_world_emit(world, CUE_TRIGGER, self, trigger->foot_m, trigger->action);
}

void trigger_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    Trigger *trigger = data;
    if (!is_of_buggy(world, event)) {
        return;
    }
    if (event->type == CW_EVENT_TRIGGER_ENTER) {
        trigger->inside_count++;
        if (trigger->inside_count == 1 && !(trigger->once && trigger->fired)) {
            fire_trigger(world, self, trigger);
        }
    } else if (event->type == CW_EVENT_TRIGGER_EXIT) {
        trigger->inside_count--;
    }
}

/* Draws a plate in the ground between two studs, sunk while the buggy is there. */
void trigger_draw(const CwWorld *world, const Trigger *trigger, CwFrame *frame)
{
    if (trigger->hidden) {
        return;
    }
    bool spent = trigger->once && trigger->fired;
    CwColour plate = spent ? (CwColour){0x7a, 0x5a, 0x40, 255} : TEAL_LIGHT;
    double y_m = trigger->foot_m.y + (trigger->inside_count > 0 || spent ? 0.03 : 0.13);
    double reach_m = fmin(trigger->width_m, 1.6) / 2.0;
    cw_draw_set_lit(frame->draw, !spent && race_of_const(world)->night > 0.3);
    draw_bar(frame->draw, (CwPoint2){trigger->foot_m.x - reach_m, y_m},
             (CwPoint2){trigger->foot_m.x + reach_m, y_m}, 0.11, plate);
    cw_draw_set_lit(frame->draw, false);
}
