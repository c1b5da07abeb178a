/* How Windup feels: every number of the buggy, the hop and the mainspring, and what it does, in SI
 * units. 178 kg in all on axles 1.5 m apart: 1310 Nm on the chassis unload one wheel.
 * tests/windup/test_windup.c bounds what comes of them. They are rules: change CwGame.rules_version
 * with them. */
#pragma once

#include "clockwork/tune.h"

/* Body. */
#define CHASSIS_MASS_KG 150.0
#define WHEEL_MASS_KG 14.0
#define WHEEL_FRICTION 1.5    /* times the ground's: grip for 15 m/s2 before the wheels spin */
#define CHASSIS_FRICTION 0.25 /* low: it slides along a wall instead of sticking */

/* Springs: soft enough to show weight, firm enough not to wallow. */
/* Of each wheel: 11 cm of sag, 13 degrees of lean. */
CW_TUNE(SPRING_NPM, 6000, 2000, 15000, "N/m");
/* About 0.6 of critical: one nod after a landing, not two. */
CW_TUNE(SPRING_NSPM, 680, 100, 2000, "Ns/m");
#define TRAVEL_UP_M 0.20   /* from where a wheel stands to the end of its travel */
#define TRAVEL_DOWN_M 0.20 /* the wheel drops this far in the air */

/* Engine and brakes: forces at the tread, both wheels together. */
CW_TUNE(ENGINE_START_N, 2300, 800, 4000, "N"); /* standing: the front wheel comes off */
#define ENGINE_TOP_N 900.0                     /* at top speed; in between it falls evenly */
CW_TUNE(TOP_SPEED_MPS, 15, 5, 30, "m/s");      /* of the treads on a flat */
#define ENGINE_REAR 0.6                        /* share of the rear wheel */
#define BRAKE_N 2600.0  /* held: 11 m/s2 if the driver keeps the rear wheel down */
#define BRAKE_FRONT 0.6 /* share of the front wheel */
#define COAST_N 130.0   /* in gear, no pedal: the drag that winds the mainspring */
#define HOLD_N 1100.0   /* parked: it does not roll off by itself */
#define REVERSE_SPEED_MPS 6.0
#define REVERSE_N 1200.0
#define AT_REST_MPS 0.6 /* slower than this the brake turns into reverse */
#define WET_ENGINE 0.4  /* under water it loses so much of its force, */
#define WET_SPEED 0.5   /* of its top speed, */
#define WET_LEAN 0.6    /* and of the lean, which is to trim it and not to roll it along */
#define PARKED_MPS 0.35 /* slower than this it holds by itself */

/* Lean: a torque on the chassis, the driver's weight. */
#define LEAN_GROUND_NM 1250.0      /* standing: a wheel nearly comes off */
#define LEAN_WHEELIE_RAD 0.45      /* balance of a wheelie or stoppie that lean alone holds */
#define LEAN_WHEELIE_NM 1900.0     /* and with what at most */
#define LEAN_WHEELIE_NMPRAD 6000.0 /* how hard it pulls there, */
#define LEAN_WHEELIE_NMSPRAD 650.0 /* and how calmly */
#define LEAN_BRACE 0.5    /* share of it that the driver leans into throttle and brake by himself */
#define REAR_UP_RADPS 1.6 /* rearing (or diving) faster than this takes engine (or brake) off, */
#define REAR_UP_RAD 0.35  /* so does standing steeper than this, */
#define REAR_UP_LEAN_RAD 0.2  /* or, leaning into it, by so much more; it balances at 0.7 */
#define REAR_UP_SOFT_RAD 0.25 /* over which the pedal fades */
#define AIR_LEAN_RADPS 5.4    /* turn in the air that full lean asks for */
#define AIR_LEAN_NM 2100.0
#define AIR_ANSWER_S 0.09    /* how soon it gets there */
#define AIR_CALM_S 0.3       /* how soon a turn dies without lean, */
#define AIR_SETTLE_RADPS 1.6 /* and becomes this pull towards level */
#define RIGHTING_NM 3200.0   /* lying on its body: lean or throttle rolls it off */
#define CHASSIS_SPIN_RADPS 9.0
#define WHEEL_SPIN_RADPS 90.0 /* faster than the eye can follow */

/* Hop: along the ground's normal, to this speed and not by it. */
CW_TUNE(HOP_MPS, 4.9, 2, 9, "m/s"); /* 1.2 m high on a flat */
#define HOP_BUFFER_MS 100.0         /* a press so early before landing still counts */
#define HOP_COYOTE_MS 100.0         /* and one so late after leaving the ground */
#define HOP_AIRBORNE_MS 80.0        /* so long in the air arms the next one; */
#define HOP_REST_MS 800.0 /* so does so long on the ground, for one that a ceiling stopped */

/* Mainspring. */
#define SPRING_FULL_J 100000.0 /* wound up: eight starts to top speed, or 50 m of climbing */
#define SPRING_EMPTY_MPS 4.5   /* top speed when it has run down: slow, never stuck */
#define SPRING_LOW_J 12000.0   /* below this it slows down evenly, as a toy does */
#define WIND_KEY_J 35000.0     /* of one key in the level */
#define WIND_COAST_SHARE 0.6   /* of what rolling in gear takes from the buggy */
#define WIND_LANDING_J 2500.0  /* a clean landing: both wheels at once, no scrape */
#define LANDING_AIR_MS 350.0   /* after so long in the air at least, */
#define LANDING_APART_MS 100.0 /* the second wheel so soon after the first */
#define WIND_BACK_J 40000.0    /* a respawn leaves at least so much */

/* Tricks, which have a sign and a sound. */
#define TRICKS_APART_M 4.0   /* from one of a kind to the next */
#define FLIP_LACKS_RAD 0.9   /* a turn may lack so much: the wheels do the rest */
#define WHEELIE_M 5.0        /* shorter ones are none */
#define WHEELIE_OFF_MS 200.0 /* so long the rear wheel may bounce */
#define NEAR_MISS_M 2.1      /* of its middle: 0.8 m ahead of the bumper, 1.1 m over the driver */
#define NEAR_MISS_MPS 3.0    /* slower machines are no danger */

/* Crushed: pressed between a machine and something so hard for so long. */
#define CRUSH_N 9000.0 /* five times its weight */
#define CRUSH_MS 100.0

/* The key on its back, for the eye. */
#define KEY_IDLE_RADPS 1.0
#define KEY_FULL_RADPS 14.0
