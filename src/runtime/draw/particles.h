/* Moves and draws the particles of a game's emitters, behind clockwork/particles.h.
 *
 * The loop's view frame owns them. It gives them the frame's time before the game's frame phases,
 * and draws them afterwards, as plain sprites and shapes of the draw list. Their paths are formulas
 * of time, so they are exact for frames of any length. Knows no world and no clock. */
#pragma once

#include "clockwork/particles.h"

/* Rows are checked before, and must outlive the particles. NULL: out of memory. */
CwParticles *particles_create(const CwEmitter *rows, int count);
void particles_destroy(CwParticles *particles);

/* Begins a level: removes all particles and restarts random numbers. */
void particles_clear(CwParticles *particles);

typedef struct ParticleTime {
    double sim_s;    /* since the last picture, negative while time runs backwards */
    double real_s;   /* real time since the last picture, also in a pause */
    bool has_jumped; /* time did not simply continue */
} ParticleTime;

/* Moves the particles, before the frame's phases. All calls ignore NULL particles. */
void particles_begin_frame(CwParticles *particles, const ParticleTime *time);

/* Draws the particles after the frame's phases, unless a phase has. */
void particles_end_frame(CwParticles *particles, CwDrawList *list);
