#include "things/trigger.h"

#include "common/palette.h"
#include "things/sensor.h"

#include <math.h>
#include <string.h>

const CwField trigger_fields[TRIGGER_FIELD_COUNT] = {
    CW_FIELD_ARRAY(Trigger, target_ids),
    CW_FIELD(Trigger, target_count),
    CW_FIELD(Trigger, action),
    CW_FIELD(Trigger, once),
    CW_FIELD(Trigger, fired),
    CW_FIELD(Trigger, inside_count),
};

TargetName trigger_next_name(const char **list)
{
    *list += strspn(*list, " ");
    TargetName name = {*list, (int)strcspn(*list, " ")};
    *list += name.length;
    return name;
}

bool trigger_names(TargetName name, const CwMapObject *object)
{
    return strlen(object->name) == (size_t)name.length &&
           strncmp(object->name, name.text, (size_t)name.length) == 0;
}

static void add_targets(Trigger *trigger, const CwMap *map, TargetName name)
{
    for (int i = 0; i < cw_map_object_count(map); i++) {
        const CwMapObject *object = cw_map_object(map, i);
        if (trigger_names(name, object) && trigger->target_count < TARGETS_MAX) {
            trigger->target_ids[trigger->target_count++] = object->id;
        }
    }
}

void trigger_spawn(CwWorld *world, CwEntity self, void *data, const void *args)
{
    Trigger *trigger = data;
    const FromMap *from = args;
    const CwMapObject *object = from->object;
    *trigger = (Trigger){
        .action = machine_action(cw_map_text(from->map, object, "action", "start")),
        .once = cw_map_number(from->map, object, "once", 0.0) != 0.0,
        .hidden = cw_map_number(from->map, object, "hidden", 0.0) != 0.0,
        .foot_m = cpvlerp(object->corners_m[0], object->corners_m[1], 0.5),
        .width_m = object->width_m,
    };
    const char *list = cw_map_text(from->map, object, "targets", "");
    for (TargetName name; (name = trigger_next_name(&list)).length > 0;) {
        add_targets(trigger, from->map, name);
    }
    cpShape *shape = cpPolyShapeNew(cpSpaceGetStaticBody(cw_world_space(world)), 4,
                                    object->corners_m, cpTransformIdentity, 0.0);
    add_sensor(world, self, shape);
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
        Machine *machine = machine_of(world, each);
        if (machine != NULL && is_target(trigger, machine)) {
            machine_act(machine, (MachineAction)trigger->action);
        }
    }
    trigger->fired = true;
    cw_world_emit(world, CUE_TRIGGER, self, trigger->foot_m, trigger->action);
}

void trigger_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    Trigger *trigger = data;
    if (!cw_entity_equal(event->b, run_of(world)->buggy)) {
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

/* A plate in the ground, sunk while the buggy is there, between two studs. */
void trigger_draw(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame)
{
    (void)world, (void)self;
    const Trigger *trigger = data;
    if (trigger->hidden) {
        return;
    }
    bool spent = trigger->once && trigger->fired;
    CwColour plate = spent ? (CwColour){0x7a, 0x5a, 0x40, 255} : TEAL_LIGHT;
    double rise_m = trigger->inside_count > 0 || spent ? 0.03 : 0.13;
    double reach_m = fmin(trigger->width_m, 1.6) / 2.0;
    cpVect foot = trigger->foot_m;
    CwPoint2 ends[] = {{foot.x - reach_m, foot.y + rise_m}, {foot.x + reach_m, foot.y + rise_m}};
    cw_draw_set_world(frame->draw, 1.0);
    cw_draw_set_layer(frame->draw, LAYER_THINGS);
    cw_draw_polyline(frame->draw, ends, 2, 0.18, OUTLINE);
    cw_draw_polyline(frame->draw, ends, 2, 0.11, plate);
}
