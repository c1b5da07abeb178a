/* What the bot is about to do: up to three manners of driving one after the other, then straight
 * on. A plan is followed by looking at the world in every tick, so that it holds the buggy level or
 * hops before a step whatever comes; the same steps through a fork's future and the run itself.
 *
 * It is kept in the input: Windup reads no pointer and no deflection of the key to respawn, so
 * those of the world's last input note what is left of the plan and what that is worth. Pure
 * functions of worlds, with no memory of their own. */
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

/* What was noted in the world's last input. */
Plan plan_noted(const CwWorld *world);

/* The input of the world's coming tick, with what is left of the plan behind it noted in it. */
void plan_follow(const CwWorld *world, Plan plan, CwInputFrame *input);

#endif
