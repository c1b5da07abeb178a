/* What goes wrong in a world, as numbers: for the lab.
 *
 * Reads worlds between ticks and writes nothing in them, but for the space's own lock counter: the
 * world must not be write-protected. */
#ifndef LAB_LAB_MEASURE_H
#define LAB_LAB_MEASURE_H

#include "lab/lab_run.h"

enum { LAB_LOST_MAX = 256 };

/* Bodies that ever tunnelled: each counts once. Zero-initialise. */
typedef struct LabLost {
    const cpBody *bodies[LAB_LOST_MAX];
    int count;
} LabLost;

/* Kinetic and potential energy of all bodies that move, joules; 0 at rest at height `rest_m`. */
double lab_energy_j(const CwWorld *world, double rest_m);

/* Adds the bodies that left the scene's home or have their centre inside something static. */
void lab_count_lost(LabLost *lost, const CwWorld *world, cpBB home_m);

/* The widest gap of any pivot joint: how far apart what it holds together is. */
double lab_joint_gap_m(const CwWorld *world);

/* How far apart two runs of the same scene are: of the player where the game has one, else of the
 * body where it is furthest. `alpha` places `other` between its last two ticks, `run` is taken
 * after its last. */
double lab_distance_m(const LabRun *run, const LabRun *other, double alpha);

#endif
