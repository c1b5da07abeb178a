/* The bot's next moves: up to three manners of driving one after the other, then straight on. The
 * world is looked at in every tick of a plan, so that it holds the buggy level or hops before any
 * step; the same code steps through the future of a fork and through the run itself.
 *
 * A plan is kept in the input: Windup reads no pointer and no deflection of the key to respawn, so
 * those of the last input hold the rest of the plan and its value. Pure functions of worlds, with
 * no memory of their own. */
#ifndef WINDUP_PLAN_H
#define WINDUP_PLAN_H

#include "clockwork/clockwork.h"

typedef enum Manner {
    MANNER_DRIVE, /* accelerate; level in the air; hop before steps */
    MANNER_PLAIN, /* accelerate; level in the air */
    MANNER_HOP,   /* hop, accelerating */
    MANNER_STAND, /* brake, then wait */
    MANNER_BACK,  /* brake, then reverse */
    MANNER_COAST, /* no pedal; level in the air */
    MANNER_REAR,  /* accelerate, leaning back */
    MANNER_DIVE,  /* accelerate, leaning forward */
    MANNER_COUNT
} Manner;

enum { PLAN_LEGS = 3, LEG_BLOCKS_MAX = 15 };

typedef struct Leg {
    Manner manner;
    int blocks; /* of ticks; 0: this leg is over */
} Leg;

typedef struct Plan {
    Leg legs[PLAN_LEGS];
    double value_m; /* what its future is worth, +-650, in steps of 2 cm */
} Plan;

/* Ticks of a block. Plans begin and change where one begins. */
uint32_t plan_block_ticks(const CwWorld *world);

/* The plan noted in the last input of the world. */
Plan plan_noted(const CwWorld *world);

/* The input of the world's coming tick, with what is left of the plan behind it noted in it. */
void plan_follow(const CwWorld *world, Plan plan, CwInputFrame *input);

#endif
