/* The mainspring: what the buggy has left to drive with. Driving unwinds it, keys, rolling in gear
 * and clean landings wind it up; run down it is slow, never stuck.
 *
 * Pure but for the buggy's world: joules in, joules out. `given_J` is all the work that the
 * driver's controls ever did on the buggy, empty or not: the energy of a run never exceeds it. */
#ifndef BUGGY_MAINSPRING_H
#define BUGGY_MAINSPRING_H

#include "clockwork/clockwork.h"

typedef struct Mainspring {
    double left_J;  /* 0 to SPRING_FULL_J */
    double given_J; /* since the level began */
} Mainspring;

/* Work that the spring did on the buggy through a control. What a control took from the buggy
 * (negative) winds nothing. */
void mainspring_spend(Mainspring *spring, double work_J);

/* Work that the driver did on the buggy with no help of the spring. */
void mainspring_help(Mainspring *spring, double work_J);

/* Winds it up, no further than full. */
void mainspring_wind(Mainspring *spring, double energy_J);

/* 0 to 1. */
double mainspring_fullness(const Mainspring *spring);

/* The speed that its treads get to, m/s. */
double mainspring_top_mps(const Mainspring *spring);

#endif
