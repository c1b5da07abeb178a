/* What the player sees beyond the entities' own pictures: camera, backdrop, particles, HUD.
 *
 * All of it lives in the frame phases: it reads the world and its events, and writes only View, the
 * game's memory on the view side. Nothing here can reach back into a tick. */
#ifndef WINDUP_VIEW_H
#define WINDUP_VIEW_H

#include "clockwork/clockwork.h"
#include "windup/ghost.h"
#include "windup/sounds.h"

#define CAMERA_HEIGHT_M 9.6

enum { PARTICLE_COUNT = 256 };

typedef struct Particle {
    CwPoint2 at_m;
    CwPoint2 speed_mps;
    double age_s, life_s; /* unused when life is 0 */
    double size_m, growth_mps;
    double fall_mps2;
    double angle_rad, spin_radps;
    int sprite;
    CwColour tint;
} Particle;

/* CwFrame.view. */
typedef struct View {
    bool started;
    CwPoint2 eye_m; /* where the camera looks */
    double look_ahead_m, look_down_m;
    double height_m;
    uint64_t checkpoint_tick; /* when the last one was passed, 0: none */
    uint64_t checkpoint_time; /* of the run, ticks, then */
    Ghost ghost;
    CwRng rng;          /* for cosmetics only */
    double dust_due[2]; /* fractions of puffs not yet made, a wheel each */
    SoundView sounds;
    int next_particle;
    Particle particles[PARTICLE_COUNT];
} View;

/* CW_PHASE_UPDATE: turns the world's new events into particles and the notice of a checkpoint. */
void view_take_events(const CwWorld *world, CwFrame *frame);

void particles_update(const CwWorld *world, CwFrame *frame); /* CW_PHASE_UPDATE */
void camera_follow(const CwWorld *world, CwFrame *frame);    /* CW_PHASE_PRE_RENDER */
void backdrop_draw(const CwWorld *world, CwFrame *frame);    /* CW_PHASE_RENDER, as the next two */
void particles_draw(const CwWorld *world, CwFrame *frame);
void hud_draw(const CwWorld *world, CwFrame *frame);

/* Bursts of particles. */
void particles_dust(View *view, CwPoint2 at_m, CwPoint2 speed_mps, double size_m);
void particles_sparks(View *view, CwPoint2 at_m, int count, double speed_mps);
void particles_splinters(View *view, CwPoint2 at_m, double size_m);
void particles_splash(View *view, CwPoint2 at_m, double speed_mps);
void particles_confetti(View *view, CwPoint2 at_m);

#endif
