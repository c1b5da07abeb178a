#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>
#include <string.h>

const CwField trigger_fields[] = {
    CW_FIELD_ARRAY(Trigger, target_ids),
    CW_FIELD(Trigger, target_count),
    CW_FIELD_ENUM(Trigger, action, machine_actions),
    CW_FIELD(Trigger, once),
    CW_FIELD(Trigger, fired),
    CW_FIELD(Trigger, inside_count),
};

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
    thing_add_sensor(world, self, thing_fixed_polygon(world, object->corners_m, 4));
}

static bool is_target(const Trigger *trigger, const Machine *machine)
{
    for (int i = 0; i < trigger->target_count; i++) {
        if (trigger->target_ids[i] == machine->object_id) {
            return true;
        }
    }
    return false;
}

static void act(CwWorld *world, CwEntity self, Trigger *trigger)
{
    for (CwEntity each = {0}; (each = cw_world_next(world, each)).index1 != 0;) {
        bool is_machine = kind_is_machine(cw_world_kind(world, each));
        if (is_machine && is_target(trigger, cw_world_data(world, each))) {
            machine_act(cw_world_data(world, each), (MachineAction)trigger->action);
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
            act(world, self, trigger);
        }
    } else if (event->type == CW_EVENT_TRIGGER_EXIT) {
        trigger->inside_count--;
    }
}

/* Draws a plate in the ground between two studs, sunk while the buggy is there. */
void trigger_draw(const CwWorld *world, const Trigger *trigger, CwFrame *frame)
{
    (void)world;
    if (trigger->hidden) {
        return;
    }
    bool spent = trigger->once && trigger->fired;
    CwColour plate = spent ? (CwColour){0x7a, 0x5a, 0x40, 255} : TEAL_LIGHT;
    double y_m = trigger->foot_m.y + (trigger->inside_count > 0 || spent ? 0.03 : 0.13);
    double reach_m = fmin(trigger->width_m, 1.6) / 2.0;
    draw_bar(frame->draw, (CwPoint2){trigger->foot_m.x - reach_m, y_m},
             (CwPoint2){trigger->foot_m.x + reach_m, y_m}, 0.11, plate);
}
