/* Gates: checkpoints and the finish. Sensors that notice the buggy. */
#include "game/rules.h"
#include "game/things.h"

const Field gate_fields[GATE_FIELD_COUNT] = {
    FIELD(Gate, foot_m),
    FIELD(Gate, width_m),
    FIELD(Gate, height_m),
};

void gate_spawn(World *world, Entity self, void *data, const void *args)
{
    Gate *gate = data;
    const FromMap *from = args;
    const MapObject *object = from->object;
    gate->foot_m = cpvlerp(object->corners_m[0], object->corners_m[1], 0.5);
    gate->width_m = object->width_m;
    gate->height_m = object->height_m;

    cpBody *ground = cpSpaceGetStaticBody(world_space(world));
    cpShape *shape =
        cpPolyShapeNew(ground, object->corner_count, object->corners_m, cpTransformIdentity, 0.0);
    cpShapeSetSensor(shape, cpTrue);
    cpShapeSetFilter(shape, cpShapeFilterNew(CP_NO_GROUP, CATEGORY_GROUND, CATEGORY_THING));
    world_add_shape(world, self, shape);
}

static bool is_buggy_entering(const World *world, const Event *event)
{
    return event->type == EVENT_TRIGGER_ENTER && entity_equal(event->b, run_of_const(world)->buggy);
}

void checkpoint_event(World *world, Entity self, void *data, const Event *event)
{
    const Gate *gate = data;
    if (is_buggy_entering(world, event)) {
        run_pass_checkpoint(world, self, gate->foot_m);
    }
}

void finish_event(World *world, Entity self, void *data, const Event *event)
{
    const Gate *gate = data;
    if (is_buggy_entering(world, event)) {
        run_finish(world, self, cpvadd(gate->foot_m, cpv(0.0, gate->height_m)));
    }
}

/* A picture of its natural size on the gate's foot, sunk a little into the grass. */
static void draw_standing(const Gate *gate, int sprite, Frame *frame)
{
    const double sunk_m = 0.04;
    draw_set_world(frame->draw, 1.0);
    draw_set_layer(frame->draw, LAYER_THINGS);
    draw_sprite(frame->draw, &(SpriteDraw){.sprite = sprite,
                                           .x = gate->foot_m.x,
                                           .y = gate->foot_m.y +
                                                windup_sprites[sprite].height_m / 2.0 - sunk_m});
}

void checkpoint_draw(const World *world, Entity self, const void *data, Frame *frame)
{
    const Gate *gate = data;
    bool passed = run_of_const(world)->respawn_m.x >= gate->foot_m.x;
    (void)self;
    draw_standing(gate, passed ? SPRITE_CHECKPOINT_ON : SPRITE_CHECKPOINT_OFF, frame);
}

void finish_draw(const World *world, Entity self, const void *data, Frame *frame)
{
    (void)world;
    (void)self;
    draw_standing(data, SPRITE_FINISH, frame);
}
