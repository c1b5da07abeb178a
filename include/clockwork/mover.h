/* A mover: the body of a character, which runs, jumps and stands instead of bouncing and rolling.
 * Keep it in an entity's data, and list its fields in the kind's table. Add it in `spawn`, and move
 * it in `drive`:
 *
 *     CwMoverDesc limits = cw_mover_desc_default();
 *     cw_mover_move(world, &hero->mover, &limits, &(CwMoverWish){.velocity_mps = 6 * way});
 *
 * It slides along walls, keeps to the floor, climbs steps, rides on bodies and passes one-way
 * shapes from below. The filters of shapes apply (body.h). Up is +y; gravity is the space's. */
#pragma once

#include "clockwork/body.h"
#include "clockwork/field.h"
CW_C_BEGIN

/* Size and limits, 0 or more. Start from cw_mover_desc_default(). */
typedef struct CwMoverDesc {
    double width_m, height_m; /* its upright box; default 0.6 and 1.2 */
    double radius_m;          /* rounds the corners, at most half the width; default 0.1 */
    double max_slope_rad;     /* a steeper floor counts as a wall; default 0.8, 46 degrees */
    double step_m;            /* highest step that it climbs; default 0.3 */
    double snap_m;            /* it follows a floor that drops by up to this much; default 0.3 */
    double ground_mps2;       /* change of speed on the floor; default 60 */
    double air_mps2;          /* change of speed in the air; default 30 */
    double fall_max_mps;      /* fastest fall; default 20 */
    double jump_mps;          /* upward speed of a jump; default 6 */
    double jump_cut;          /* releasing jump multiplies the upward speed by this; default 0.5 */
    double coyote_s;          /* it may jump this long after it left the floor; default 0.1 */
    double buffer_s; /* a press in the air jumps if it lands within this time; default 0.1 */
    double drop_s;   /* after a drop it passes one-way shapes for this long; default 0.25 */
    double push_N;   /* greatest force on bodies in its way; default 200 */
    double mass_kg;  /* mass that weighs on the body that it stands on; default 0 */
} CwMoverDesc;
CwMoverDesc cw_mover_desc_default(void);

/* The state after the last move. The game may write the velocity and the timers. */
typedef struct CwMover {
    cpBody *body;        /* kinematic, at the middle of the box */
    cpShape *shape;      /* the box; the game may add sensors to the body */
    cpVect velocity_mps; /* relative to `carried_mps`; the body's velocity is the sum */
    cpVect carried_mps;  /* velocity of the floor; in the air, only the last floor's x velocity */
    cpVect floor_normal, wall_normal; /* normals of the last floor and the last wall */
    CwEntity floor, wall; /* owners of the floor and wall that it touches now; zero: none */
    bool on_floor, on_wall, on_ceiling;
    bool crushed; /* a moving body presses it against a static one, and overlaps it */
    bool jumped;  /* a jump began in this move */
    bool rising;  /* in the upward part of a jump, which ends early if the button is released */
    uint32_t coyote_ticks, buffer_ticks, drop_ticks; /* timers */
} CwMover;

/* The fields of a CwMover member, for a kind's table of fields. */
#define CW_MOVER_FIELDS(struct_type, member)                                                       \
    CW_FIELD_BODY(struct_type, member.body, #member "_body"),                                      \
        CW_FIELD_SHAPE(struct_type, member.shape, #member "_shape"),                               \
        CW_FIELD(struct_type, member.velocity_mps), CW_FIELD(struct_type, member.carried_mps),     \
        CW_FIELD(struct_type, member.floor_normal), CW_FIELD(struct_type, member.wall_normal),     \
        CW_FIELD(struct_type, member.floor), CW_FIELD(struct_type, member.wall),                   \
        CW_FIELD(struct_type, member.on_floor), CW_FIELD(struct_type, member.on_wall),             \
        CW_FIELD(struct_type, member.on_ceiling), CW_FIELD(struct_type, member.crushed),           \
        CW_FIELD(struct_type, member.jumped), CW_FIELD(struct_type, member.rising),                \
        CW_FIELD(struct_type, member.coyote_ticks), CW_FIELD(struct_type, member.buffer_ticks),    \
        CW_FIELD(struct_type, member.drop_ticks)

/* Makes the body and its box, with the middle at `at_m`. The entity owns both. */
void cw_mover_add(CwWorld *world, CwEntity owner, CwMover *mover, const CwMoverDesc *desc,
                  cpVect at_m);

/* The command to a mover for one tick. */
typedef struct CwMoverWish {
    double velocity_mps;          /* to the right, along the floor and relative to it */
    bool jump_pressed, jump_held; /* the button was pressed in this tick; the button is held */
    bool drop;                    /* fall through one-way shapes */
} CwMoverWish;

/* Moves a mover by a tick. It reacts to kinematic bodies where they will be at the tick's end, so
 * set their velocities before this call. It may react late to bodies faster than 30 m/s. */
void cw_mover_move(CwWorld *world, CwMover *mover, const CwMoverDesc *desc,
                   const CwMoverWish *wish);
CW_C_END
