/* How Windup feels: every number of the buggy, the hop and the mainspring, with its effect, in SI
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
/* Spring of a wheel: 11 cm of sag, 13 degrees of lean. */
CW_TUNE(SPRING_NPM, 6000, 2000, 15000, "N/m");
/* Damper of a wheel, about 0.6 of critical: one nod after a landing, not two. */
CW_TUNE(SPRING_NSPM, 680, 100, 2000, "Ns/m");
#define TRAVEL_UP_M 0.20   /* travel of a wheel upwards from rest */
#define TRAVEL_DOWN_M 0.20 /* travel of a wheel downwards in the air */

/* Engine and brakes: forces at the tread, both wheels together. */
CW_TUNE(ENGINE_START_N, 2300, 800, 4000, "N"); /* force from rest: the front wheel comes off */
#define ENGINE_TOP_N 900.0                     /* at top speed; between the two it falls evenly */
CW_TUNE(TOP_SPEED_MPS, 15, 5, 30, "m/s");      /* speed of the treads on a flat */
#define ENGINE_REAR 0.6                        /* share of the rear wheel */
#define BRAKE_N 2600.0                         /* 11 m/s2 if the driver keeps the rear wheel down */
#define BRAKE_FRONT 0.6                        /* share of the front wheel */
#define COAST_N 130.0 /* drag in gear without a pedal, which winds the mainspring */
#define HOLD_N 1100.0 /* parking force: the buggy does not roll off by itself */
#define REVERSE_SPEED_MPS 6.0
#define REVERSE_N 1200.0
#define AT_REST_MPS 0.6 /* below this speed the brake turns into reverse */
#define WET_ENGINE 0.4  /* share of force lost under water */
#define WET_SPEED 0.5   /* share of top speed lost under water */
#define WET_LEAN 0.6    /* share of lean lost: lean trims the buggy, it does not roll it along */
#define PARKED_MPS 0.35 /* below this speed the buggy holds by itself */

/* Lean: a torque on the chassis from the driver's weight. */
#define LEAN_GROUND_NM 1250.0      /* torque on both wheels: one nearly comes off */
#define LEAN_WHEELIE_RAD 0.45      /* angle of a wheelie or stoppie that lean alone holds */
#define LEAN_WHEELIE_NM 1900.0     /* limit of the holding torque */
#define LEAN_WHEELIE_NMPRAD 6000.0 /* stiffness of the holding torque */
#define LEAN_WHEELIE_NMSPRAD 650.0 /* damping of the holding torque */
#define LEAN_BRACE 0.5             /* share of lean into throttle and brake without the player */
#define REAR_UP_RADPS 1.6          /* faster rearing takes the engine off, diving the brake */
#define REAR_UP_RAD 0.35           /* a steeper pitch takes engine or brake off */
#define REAR_UP_LEAN_RAD 0.2       /* additional pitch with lean; balance is at 0.7 */
#define REAR_UP_SOFT_RAD 0.25      /* range over which the pedal fades */
#define AIR_LEAN_RADPS 5.4         /* speed of the turn in the air at full lean */
#define AIR_LEAN_NM 2100.0
#define AIR_ANSWER_S 0.09    /* time constant with which lean starts a turn in the air */
#define AIR_CALM_S 0.3       /* time constant with which a turn in the air ends without lean */
#define AIR_SETTLE_RADPS 1.6 /* speed at which a buggy without lean turns level in the air */
#define RIGHTING_NM 3200.0   /* torque of lean or throttle that rolls the buggy off its body */
#define CHASSIS_SPIN_RADPS 9.0
#define WHEEL_SPIN_RADPS 90.0 /* highest speed of a wheel: no eye follows it */

/* Hop. */
CW_TUNE(HOP_MPS, 4.9, 2, 9, "m/s"); /* speed along the ground's normal after a hop: 1.2 m high */
#define HOP_BUFFER_MS 100.0         /* an earlier press counts at the landing */
#define HOP_COYOTE_MS 100.0         /* a later press counts after the ground is left */
#define HOP_AIRBORNE_MS 80.0        /* time in the air that arms the next hop */
#define HOP_REST_MS 800.0           /* time on the ground that arms a hop after a ceiling */

/* Mainspring. */
#define SPRING_FULL_J 100000.0 /* eight starts to top speed, or 50 m of climbing */
#define SPRING_EMPTY_MPS 4.5   /* top speed when run down: slow, never stuck */
#define SPRING_LOW_J 12000.0   /* below this energy the buggy slows down evenly, as a toy does */
#define WIND_KEY_J 35000.0     /* energy of a key in the level */
#define WIND_COAST_SHARE 0.6   /* share of the work in gear that winds */
#define WIND_LANDING_J 2500.0  /* a clean landing: both wheels at once, no scrape */
#define LANDING_AIR_MS 350.0   /* least time in the air before a clean landing */
#define LANDING_APART_MS 100.0 /* most time between both wheels of a clean landing */
#define WIND_BACK_J 40000.0    /* least energy after a respawn */
#define RUN_DOWN_MS 4000.0     /* time at full throttle without energy until the buggy is a wreck */

/* Tricks, which have a sign and a sound. */
#define TRICKS_APART_M 4.0   /* distance between two tricks of a kind */
#define FLIP_LACKS_RAD 0.9   /* lack of a turn that still counts: the wheels do the rest */
#define WHEELIE_M 5.0        /* least length of a wheelie */
#define WHEELIE_OFF_MS 200.0 /* time that the rear wheel may bounce */

/* Crushing: a machine presses the buggy against something this hard for this long. */
#define CRUSH_N 9000.0 /* five times the buggy's weight */
#define CRUSH_MS 100.0

/* The key on the back, for the eye. */
#define KEY_IDLE_RADPS 1.0
#define KEY_FULL_RADPS 14.0
