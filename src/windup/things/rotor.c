#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>

static const double FRICTION = 0.6;
static const double HAMMER_HEAD = 0.3; /* share of the length */
static const double HAMMER_ARM = 0.3;  /* share of the height */

const CwField rotor_fields[] = {MACHINE_FIELDS(Rotor), CW_FIELD(Rotor, deadly)};

static const char *const LOOKS[ROTOR_LOOK_COUNT] = {
    [ROTOR_BEAM] = "beam", [ROTOR_SAW] = "saw", [ROTOR_HAMMER] = "hammer"};

/* Adds a box to the rotor's body, from `left_m` to `right_m` of the pivot. */
static void add_box(CwWorld *world, CwEntity self, const Rotor *rotor, double left_m,
                    double right_m, double height_m)
{
    double rounding_m = fmin(0.05, fmin(right_m - left_m, height_m) / 4.0);
    cpBB box = {left_m + rounding_m, rounding_m - height_m / 2.0, right_m - rounding_m,
                height_m / 2.0 - rounding_m};
    machine_add_shape(world, self, cpBoxShapeNew2(rotor->body, box, rounding_m), FRICTION);
}

static void add_shapes(CwWorld *world, CwEntity self, const Rotor *rotor)
{
    double width_m = rotor->machine.object->width_m, height_m = rotor->machine.object->height_m;
    double left_m = -rotor->pivot * width_m, right_m = left_m + width_m;
    if (rotor->look == ROTOR_SAW) {
        cpVect middle = cpv((left_m + right_m) / 2.0, 0.0);
        machine_add_shape(world, self,
                          cpCircleShapeNew(rotor->body, fmin(width_m, height_m) / 2.0, middle),
                          FRICTION);
    } else if (rotor->look == ROTOR_HAMMER) {
        add_box(world, self, rotor, left_m, right_m, HAMMER_ARM * height_m);
        add_box(world, self, rotor, right_m - HAMMER_HEAD * width_m, right_m, height_m);
    } else {
        add_box(world, self, rotor, left_m, right_m, height_m);
    }
}

static bool check_rotor(const CwMapObject *object, CwError *error)
{
    const char *look = cw_property_text(object->properties, "look", "beam");
    return word_index(LOOKS, ROTOR_LOOK_COUNT, look) >= 0 ||
           cw_error_set(error, "its look \"%.40s\" is unknown: choose beam, saw or hammer", look);
}

const ThingClass rotor_class = {
    .shape = CW_MAP_RECT,
    .most = 200,
    .properties = {MACHINE_PROPERTIES(Rotor),
                   PROPERTY(Rotor, speed_radps, "speed", 2.0, -20.0, 20.0),
                   PROPERTY(Rotor, deadly, "deadly", 0.0, 0.0, 1.0), TEXT("look")},
    .check = check_rotor};

void rotor_spawn(CwWorld *world, CwEntity self, Rotor *rotor, const CwMapObject *object)
{
    rotor->look = (RotorLook)word_index(LOOKS, ROTOR_LOOK_COUNT,
                                        cw_property_text(object->properties, "look", "beam"));
    rotor->pivot = rotor->look == ROTOR_HAMMER ? 0.0 : 0.5;
    cpVect along_m =
        cpvmult(cpvforangle(object->angle_rad), (rotor->pivot - 0.5) * object->width_m);
    rotor->pivot_m = cpvadd(object->centre_m, along_m);
    rotor->body = axle_add(world, self,
                           &(Axle){.pivot_m = rotor->pivot_m,
                                   .start_rad = object->angle_rad,
                                   .speed_radps = rotor->speed_radps});
    add_shapes(world, self, rotor);
}

void rotor_tick(CwWorld *world, CwEntity self, void *data)
{
    const Rotor *rotor = data;
    if (!rotor->deadly || !machine_is_on(world, &rotor->machine)) {
        return;
    }
    CwContact contacts[CONTACTS_MAX];
    int count = race_contacts(world, self, contacts);
    for (int i = 0; i < count; i++) {
        if (cpShapeGetCollisionType(contacts[i].other_shape) == TOUCH_CHASSIS) {
            race_into_trouble(world, TROUBLE_CRUSHED);
        }
    }
}

/* Draws a warning triangle on the hub: deadly rotors differ by more than colour. */
static void draw_warning(CwDrawList *list, CwPoint2 hub, double size_m)
{
    for (int inner = 0; inner < 2; inner++) {
        double half = size_m * (inner ? 0.4 : 0.5);
        const CwPoint2 corners[] = {{hub.x - half, hub.y - 0.58 * half},
                                    {hub.x + half, hub.y - 0.58 * half},
                                    {hub.x, hub.y + 1.16 * half}};
        cw_draw_polygon(list, corners, 3, inner ? CREAM : OUTLINE);
    }
    draw_line(list, (CwPoint2){hub.x, hub.y + 0.22 * size_m},
              (CwPoint2){hub.x, hub.y - 0.02 * size_m}, 0.09 * size_m, OUTLINE);
    cw_draw_circle(list, (CwPoint2){hub.x, hub.y - 0.14 * size_m}, 0.055 * size_m, OUTLINE);
}

void rotor_draw(const CwWorld *world, const Rotor *rotor, CwFrame *frame)
{
    static const int sprites[ROTOR_LOOK_COUNT] = {
        [ROTOR_BEAM] = SPRITE_BEAM, [ROTOR_SAW] = SPRITE_SAW, [ROTOR_HAMMER] = SPRITE_HAMMER};
    const CwMapObject *object = rotor->machine.object;
    if (!object_is_seen(frame, object, object->width_m)) {
        return;
    }
    CwTransform2 pose = cw_world_pose(world, rotor->body, frame->alpha);
    CwPoint2 hub = {pose.x_m, pose.y_m}, size_m = {object->width_m, object->height_m};
    if (rotor->look == ROTOR_SAW) { /* teeth stand out */
        size_m = (CwPoint2){1.06 * fmin(size_m.x, size_m.y), 0.0};
    }
    cpVect middle = cpvmult(cpvforangle(pose.angle_rad), (0.5 - rotor->pivot) * object->width_m);
    CwColour red = {0xff, 0x9a, 0x80, 255};
    cw_draw_sprite(frame->draw,
                   &(CwSpriteDraw){sprites[rotor->look], hub.x + middle.x, hub.y + middle.y,
                                   size_m.x, size_m.y, pose.angle_rad,
                                   .tint = rotor->deadly ? &red : NULL});
    if (rotor->deadly && (frame->comfort.colour_safe || frame->comfort.high_contrast)) {
        draw_warning(frame->draw, hub, cpfclamp(0.6 * object->height_m, 0.6, 1.2));
        return;
    }
    draw_disc(frame->draw, hub, 0.2, BRASS);
    cw_draw_circle(frame->draw, hub, 0.06, BRASS_SHADE);
}
