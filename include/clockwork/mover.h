/* A mover: the body of a character that runs, jumps and stands instead of bouncing and rolling.
 *
 * Keep a CwMover in an entity's data, name its CW_MOVER_FIELDS as fields, make its body in the
 * kind's `spawn` and call cw_mover_move once a tick in `drive`:
 *
 *     CwMoverDesc limits = cw_mover_desc_default();
 *     cw_mover_move(world, &hero->mover, &limits, &(CwMoverWish){.velocity_mps = 6 * way});
 *
 * It slides along walls, stays on the floor over crests and down slopes, climbs steps, is carried
 * by what it stands on and passes one-way shapes from below. Its shape meets what the filters of
 * shapes say (body.h), except sensors. Up is +y; gravity is the space's. */
#pragma once

#include "clockwork/body.h"
#include "clockwork/field.h"

/* Size and limits. Start from cw_mover_desc_default(). */
typedef struct CwMoverDesc {
    double width_m, height_m; /* of the upright box; default 0.6 and 1.2 */
    double radius_m;          /* rounds its corners; below half of both; default 0.1 */
    double max_slope_rad;     /* steepest floor, else a wall; default 0.8, 46 degrees */
    double step_m;            /* highest step that it climbs; default 0.3 */
    double snap_m;            /* keeps to a floor that falls away by this much; default 0.3 */
    double ground_mps2;       /* change of speed on the floor; default 60 */
    double air_mps2;          /* in the air; default 30 */
    double fall_max_mps;      /* default 20 */
    double jump_mps;          /* upward speed of a jump; default 6 */
    double jump_cut;          /* factor on the upward speed when the button is released; default
                                 0.5; 1: every jump is a full one */
    double coyote_s;          /* it may still jump after leaving the floor; default 0.1 */
    double buffer_s;          /* a press before landing jumps then; default 0.1 */
    double drop_s;            /* it passes one-way shapes after a drop; default 0.25 */
    double push_N;  /* greatest force on bodies in its way; default 200; 0: they stop it */
    double mass_kg; /* its weight on the body it stands on; default 0: none */
} CwMoverDesc;
CwMoverDesc cw_mover_desc_default(void);

/* The state of a mover after its last move. The game may write the velocity and the timers. */
typedef struct CwMover {
    cpBody *body;        /* kinematic, at the middle of the box; its velocity is the sum of both */
    cpVect velocity_mps; /* relative to `carried_mps` */
    cpVect carried_mps;  /* of the floor; in the air the x of the floor that it left */
    cpVect floor_normal; /* of the last floor */
    cpVect wall_normal;  /* of the last wall */
    CwEntity floor;      /* owner of the floor's shape; zero in the air */
    CwEntity wall;       /* owner of the wall's shape; zero without one */
    bool on_floor, on_wall, on_ceiling;
    bool crushed; /* pressed against something by a moving body, which overlaps it now */
    bool jumped;  /* a jump began in this move */
    bool rising;  /* in a jump that releasing the button cuts */
    uint32_t coyote_ticks, buffer_ticks, drop_ticks; /* timers */
} CwMover;

/* The fields of a member of this type, for a table of fields (field.h). */
#define CW_MOVER_FIELDS(struct_type, member)                                                       \
    CW_FIELD_BODY(struct_type, member.body, #member "_body"),                                      \
        CW_FIELD(struct_type, member.velocity_mps), CW_FIELD(struct_type, member.carried_mps),     \
        CW_FIELD(struct_type, member.floor_normal), CW_FIELD(struct_type, member.wall_normal),     \
        CW_FIELD(struct_type, member.floor), CW_FIELD(struct_type, member.wall),                   \
        CW_FIELD(struct_type, member.on_floor), CW_FIELD(struct_type, member.on_wall),             \
        CW_FIELD(struct_type, member.on_ceiling), CW_FIELD(struct_type, member.crushed),           \
        CW_FIELD(struct_type, member.jumped), CW_FIELD(struct_type, member.rising),                \
        CW_FIELD(struct_type, member.coyote_ticks), CW_FIELD(struct_type, member.buffer_ticks),    \
        CW_FIELD(struct_type, member.drop_ticks)

/* Makes the body and its shape for an entity, with its middle at `at_m`, and returns the shape. */
cpShape *cw_mover_add(CwWorld *world, CwEntity owner, CwMover *mover, const CwMoverDesc *desc,
                      cpVect at_m);

/* What the mover is to do in a tick. */
typedef struct CwMoverWish {
    double velocity_mps; /* along the floor, relative to it; above 0 to the right */
    bool jump_pressed;   /* the button went down in this tick */
    bool jump_held;
    bool drop; /* falls through one-way shapes */
} CwMoverWish;

/* Moves it by one tick. Bodies that move by their velocity are met where they will be at the end of
 * the tick, so set the velocity of platforms before: in an earlier kind, or in an earlier system.
 * A body that is faster than 30 m/s may be met a tick late. */
void cw_mover_move(CwWorld *world, CwMover *mover, const CwMoverDesc *desc,
                   const CwMoverWish *wish);
