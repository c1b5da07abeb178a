/* Particles: many small things such as dust, sparks and confetti. They are part of the picture;
 * ticks can't read them. docs/drawing.md has an example.
 *
 * A row of CwGame.looks.emitters says how particles of one type start, move and look. A frame phase
 * emits them, usually CW_PHASE_UPDATE. The engine moves and draws them.
 *
 * Particles follow simulated time: they stand still in a pause and are slow in slow motion. They
 * fade out when time runs backwards or jumps, and a level begins without any. Their number and
 * their paths do not depend on the frame rate. */
#pragma once

#include "clockwork/shape.h"
CW_C_BEGIN

enum { CW_EMITTER_MAX = 256, CW_PARTICLE_MAX = 65536 };

/* A range of values. Each particle gets a random one. */
typedef struct CwRange {
    double least, most;
} CwRange;

/* The shape that a particle is drawn as. */
typedef enum CwParticleShape {
    CW_PARTICLE_SPRITE,
    CW_PARTICLE_CIRCLE,
    CW_PARTICLE_STREAK, /* a line along the last `streak_s` of the flight */
    CW_PARTICLE_SHAPE_COUNT
} CwParticleShape;

/* A factor on a particle's size, at a share of its life from 0 to 1. */
typedef struct CwSizeStop {
    double at, size;
} CwSizeStop;

/* Initialisers for two members, an array and its length: {.rate_hz = 40, CW_TINTS(reds)}. */
#define CW_SIZES(stops) .sizes = (stops), .size_count = (int)CW_ARRAY_LENGTH(stops)
#define CW_COLOURS(stops) .colours = (stops), .colour_count = (int)CW_ARRAY_LENGTH(stops)
#define CW_TINTS(array) .tints = (array), .tint_count = (int)CW_ARRAY_LENGTH(array)
#define CW_SPRITES(array) .sprites = (array), .sprite_count = (int)CW_ARRAY_LENGTH(array)

/* The look of particles. `sizes` and `colours` have up to CW_STOPS_MAX stops, in order. */
typedef struct CwParticleLook {
    int layer;
    CwParticleShape shape;
    int sprite;         /* index in CwGame.looks.sprites, as CwSpriteDraw.sprite */
    const int *sprites; /* replaces `sprite`: each particle takes one of these at random */
    int sprite_count;
    double streak_s;         /* length of CW_PARTICLE_STREAK */
    const CwSizeStop *sizes; /* sizes over life; NULL: constant */
    int size_count;
    const CwStop *colours; /* colours over life; NULL: white */
    int colour_count;
    CwBlend blend;
    bool lit; /* shines by itself: the ambient light (cw_draw_set_ambient) does not darken it */
} CwParticleLook;

/* A row of CwGame.looks.emitters. */
typedef struct CwEmitter {
    const char *name; /* shown in messages */
    int particle_max; /* limit on live ones, 1 to CW_PARTICLE_MAX; more replace the oldest */
    double burst;     /* particles in one cw_particles_burst */
    double rate_hz;   /* particles per second in a cw_particles_stream */
    CwRange x_m, y_m; /* offset from the emission's place */
    CwRange direction_rad, speed_mps; /* initial velocity; angle 0 is right, counter-clockwise */
    CwRange life_s;                   /* above 0 */
    CwRange angle_rad, spin_radps;    /* initial angle, and turning speed; counter-clockwise */
    CwRange size_m;                   /* width at birth; above 0 */
    double gravity_mps2;              /* upward acceleration; negative pulls down */
    double drag_per_s;                /* the speed falls with e^(-drag_per_s * t) */
    const CwColour *tints; /* each particle takes one at random, which multiplies its colours */
    int tint_count;        /* 0: no tints */
    bool local; /* particles move along with their source, the place of this row's last emission.
                   A row has one source, so two moving things need two rows */
    CwParticleLook look;
    const CwParticleLook *glow; /* each particle is also drawn with this look; NULL: drawn once */
} CwEmitter;

/* The place of an emission, and factors on the row's values; cw_emission_at sets them to 1. */
typedef struct CwEmission {
    CwPoint2 at_m;
    CwPoint2 velocity_mps; /* added to each particle's own */
    double angle_rad;      /* turns places and directions */
    double amount;         /* factor on burst or rate_hz; nothing is emitted if it is not finite */
    double speed;          /* factor on speed_mps */
    double size;           /* factor on size_m, x_m and y_m */
} CwEmission;
static inline CwEmission cw_emission_at(CwPoint2 at_m)
{
    CwEmission emission = {at_m, {0, 0}, 0, 1, 1, 1};
    return emission;
}

/* The state of a stream between frames. Keep it in view memory. All zero: it has not started. */
typedef struct CwStream {
    double due;      /* share of the next particle that is due, 0 to 1 */
    CwPoint2 last_m; /* place in the last frame */
    uint64_t frame1; /* number of that frame + 1 */
} CwStream;

/* All live particles; the engine owns them. */
typedef struct CwParticles CwParticles;

/* Emits a burst of row `emitter` now. Does nothing if `particles` is NULL. */
void cw_particles_burst(CwParticles *particles, int emitter, const CwEmission *emission);

/* Emits particles of row `emitter` at its rate for this frame's simulated time, spread evenly from
 * the stream's last place to the new one. Call it in each frame in which the stream flows. */
void cw_particles_stream(CwParticles *particles, int emitter, CwStream *stream,
                         const CwEmission *emission);

/* The number of live particles of a row. */
int cw_particles_count(const CwParticles *particles, int emitter);

/* Draws all particles through the list's current camera, for a game with several views
 * (cw_draw_view_begin). Without this call the engine draws them after CW_PHASE_RENDER. */
void cw_particles_draw(CwParticles *particles, CwDrawList *list);
CW_C_END
