#include "things/kinds.h"

#include "common/sprites.h"

#include <math.h>

static const double PIECE_M = 0.7;
static const double PIECE_KGPM2 = 20.0;
static const double PIECE_SPIN_RADPS = 1.5; /* the next piece spins the other way */

const CwField plank_fields[] = {
    CW_FIELD(Plank, load_N),
    CW_FIELD(Plank, cracked),
    CW_FIELD(Plank, left_ticks),
    CW_FIELD(Plank, breakage.broken),
    CW_FIELD(Plank, breakage.respawn_count),
    CW_FIELD_UNHASHED(Plank, piece_count),
    CW_FIELD_UNHASHED(Plank, pieces),
    CW_FIELD_OBJECT(Plank, breakage.object),
};

const ThingClass plank_class = {
    .shape = CW_MAP_RECT,
    .most = 200,
    .properties = {PROPERTY(Plank, breaks_N, "breaks_N", 600.0, 0.0, 1e6),
                   LIMITS("delay_ms", 0.0, 60000.0)}};

void plank_spawn(CwWorld *world, CwEntity self, Plank *plank, const CwMapObject *object)
{
    double delay_ms = cw_property_number(object->properties, "delay_ms", 350.0);
    plank->breakage.object = object;
    plank->left_ticks = cw_world_ms_to_ticks(world, delay_ms);
    plank->shape = thing_fixed_polygon(world, object->corners_m, object->corner_count);
    thing_add_shape(world, self, plank->shape, 1.0, FILTER_HANGING);
}

/* Pieces touch only the ground, so what broke under the buggy doesn't jam it. */
static cpBody *add_piece(CwWorld *world, CwEntity self, const Plank *plank, int index)
{
    const CwMapObject *object = plank->breakage.object;
    double width_m = object->width_m / plank->piece_count;
    double mass_kg = PIECE_KGPM2 * width_m * object->height_m;
    double along_m = ((index + 0.5) / plank->piece_count - 0.5) * object->width_m;
    cpBody *piece = cpBodyNew(mass_kg, cpMomentForBox(mass_kg, width_m, object->height_m));
    cpBodySetAngularVelocity(piece, index % 2 == 0 ? PIECE_SPIN_RADPS : -PIECE_SPIN_RADPS);
    thing_add_body(world, self, piece,
                   cpvadd(object->centre_m, cpvmult(cpvforangle(object->angle_rad), along_m)),
                   object->angle_rad);
    thing_add_shape(world, self, cpBoxShapeNew(piece, width_m, object->height_m, 0.0), 0.6,
                    cpShapeFilterNew(CP_NO_GROUP, CATEGORY_THING, CATEGORY_GROUND));
    return piece;
}

static void fall_apart(CwWorld *world, CwEntity self, Plank *plank)
{
    const CwMapObject *object = plank->breakage.object;
    breakage_note(world, &plank->breakage);
    cw_world_remove_shape(world, plank->shape);
    plank->piece_count = (int)cpfclamp(floor(object->width_m / PIECE_M), 2.0, PLANK_PIECES_MAX);
    for (int i = 0; i < plank->piece_count; i++) {
        plank->pieces[i] = add_piece(world, self, plank, i);
    }
    cw_world_emit(world, CUE_SNAP, self, object->centre_m, object->width_m / 2.0);
}

void plank_tick(CwWorld *world, CwEntity self, void *data)
{
    Plank *plank = data;
    if (breakage_replace(world, self, &plank->breakage) || plank->breakage.broken) {
        return;
    }
    pressure_tick(world, self, &plank->load_N);
    plank->cracked = plank->cracked || plank->load_N > plank->breaks_N;
    if (plank->cracked && plank->left_ticks-- == 0) {
        fall_apart(world, self, plank);
    }
}

static void draw_board(CwDrawList *list, CwTransform2 pose, double width_m, double height_m)
{
    sprite_draw(list, SPRITE_PLANK, pose, (CwPoint2){width_m + 0.04, height_m + 0.06});
}

/* A cracking plank trembles. */
static void draw_whole(const Plank *plank, CwFrame *frame)
{
    const CwMapObject *object = plank->breakage.object;
    double tremble_m = plank->cracked ? 0.025 * sin(70.0 * frame->sim_s) : 0.0;
    int count = (int)fmax(1.0, floor(object->width_m + 0.5));
    for (int i = 0; i < count; i++) {
        double along_m = ((i + 0.5) / count - 0.5) * object->width_m;
        cpVect place =
            cpvadd(object->centre_m, cpvmult(cpvforangle(object->angle_rad), along_m + tremble_m));
        CwTransform2 pose = {place.x, place.y + (i % 2 == 0 ? tremble_m : -tremble_m),
                             object->angle_rad};
        draw_board(frame->draw, pose, object->width_m / count, object->height_m);
        sprite_draw(frame->draw, SPRITE_CRACK, pose,
                    (CwPoint2){i % 2 == 0 ? 0.5 : -0.5, object->height_m});
    }
}

void plank_draw(const CwWorld *world, const Plank *plank, CwFrame *frame)
{
    const CwMapObject *object = plank->breakage.object;
    if (!plank->breakage.broken) {
        draw_whole(plank, frame);
    }
    for (int i = 0; i < plank->piece_count; i++) {
        draw_board(frame->draw, cw_world_pose(world, plank->pieces[i], frame->alpha),
                   object->width_m / plank->piece_count, object->height_m);
    }
}
