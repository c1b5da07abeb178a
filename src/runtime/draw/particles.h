/* The particles of a game's emitters, behind clockwork/particles.h.
 *
 * The loop's view frame owns them: it tells the time of a frame before the game's frame phases and
 * has them drawn after. Drawing goes through the public calls, so a list holds sprites and shapes
 * and nothing else. Motion is advanced by its closed form, exact for frames of any length. Knows no
 * world and no clock. */
#pragma once

#include "clockwork/particles.h"

/* Rows are checked (check/game_check.c) and must live as long. NULL without memory. */
CwParticles *particles_create(const CwEmitter *rows, int count);
void particles_destroy(CwParticles *particles);

/* A level begins: no particle is left, and random numbers begin anew. */
void particles_clear(CwParticles *particles);

/* The time of a frame. */
typedef struct ParticleTime {
    double sim_s;  /* since the last picture, negative while time runs backwards */
    double real_s; /* the same in real time, also in a pause */
    bool jumped;   /* time did not simply go on */
} ParticleTime;

/* Moves what there is, before the frame's phases. NULL particles are fine, here and below. */
void particles_begin_frame(CwParticles *particles, const ParticleTime *time);

/* After the frame's phases, which may have drawn them already. */
void particles_end_frame(CwParticles *particles, CwDrawList *list);
