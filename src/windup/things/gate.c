#include "things/kinds.h"

#include "buggy/buggy.h"
#include "common/sprites.h"

static const double FLOWN_OVER_M = 10.0; /* a flight this high over a checkpoint counts */

const CwField gate_fields[] = {
    CW_FIELD(Gate, foot_m),
    CW_FIELD(Gate, width_m),
    CW_FIELD(Gate, height_m),
};

static void place_gate(CwWorld *world, CwEntity self, Gate *gate, const CwMapObject *object,
                       double up_m)
{
    cpVect up = cpv(0.0, up_m);
    cpVect corners[] = {object->corners_m[0], object->corners_m[1],
                        cpvadd(object->corners_m[2], up), cpvadd(object->corners_m[3], up)};
    gate->foot_m = cpvlerp(corners[0], corners[1], 0.5);
    gate->width_m = object->width_m;
    gate->height_m = object->height_m;

    thing_add_sensor(world, self, thing_fixed_polygon(world, corners, 4));
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
    if (thing_is_entered(world, event) && race_pass_checkpoint(world, self, gate->foot_m)) {
        buggy_of(world)->spring.kept_J = buggy_of(world)->spring.left_J;
    }
}

void finish_event(CwWorld *world, CwEntity self, void *data, const CwEvent *event)
{
    const Gate *gate = data;
    if (thing_is_entered(world, event)) {
        race_finish(world, self, cpvadd(gate->foot_m, cpv(0.0, gate->height_m)));
    }
}

static const double SUNK_M = 0.04; /* depth of a gate's foot in the grass */

/* Draws a gate's picture, and the run's time on its dial, whose place is relative to the foot. */
static void draw_gate(const CwWorld *world, const Gate *gate, int sprite, const ClockHands *dial,
                      CwFrame *frame)
{
    double foot_m = gate->foot_m.y - SUNK_M;
    ClockHands hands = *dial;
    sprite_draw(frame->draw, sprite,
                (CwTransform2){gate->foot_m.x, foot_m + windup_sprites[sprite].height_m / 2.0, 0.0},
                NATURAL);
    hands.centre = (CwPoint2){gate->foot_m.x, foot_m + dial->centre.y};
    hands.time_s = clock_time_s(world, frame);
    hands.up = 1.0;
    clock_hands_draw(frame->draw, &hands);
}

void checkpoint_draw(const CwWorld *world, const Gate *gate, CwFrame *frame)
{
    bool passed = race_of_const(world)->respawn_m.x >= gate->foot_m.x;
    CwColour lit = {0x7a, 0x3a, 0x1c, 255}, dark = {0x35, 0x42, 0x3f, 255};
    cw_draw_set_lit(frame->draw, passed); /* a passed gate's lamp burns */
    draw_gate(world, gate, passed ? SPRITE_CHECKPOINT_ON : SPRITE_CHECKPOINT_OFF,
              &(ClockHands){{0.0, 2.0}, .radius = 0.19, .colour = passed ? lit : dark}, frame);
    cw_draw_set_lit(frame->draw, false);
}

void finish_draw(const CwWorld *world, const Gate *gate, CwFrame *frame)
{
    draw_gate(world, gate, SPRITE_FINISH,
              &(ClockHands){{0.0, 3.96}, .radius = 0.62, .colour = OUTLINE}, frame);
}
