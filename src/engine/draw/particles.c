#include "draw/particles.h"

#include "base/assert_number.h"
#include "clockwork/rng.h"

#include <math.h>
#include <stdlib.h>

enum { CURVE_STEPS = 256 };

static const double FADE_S = 0.15; /* of particles that time left behind */
static const double JUMP_S = 0.25; /* a jump over less is a step */

/* Curves over life, read at even steps. */
typedef struct Look {
    const CwParticleLook *row;
    float sizes[CURVE_STEPS];
    CwColour colours[CURVE_STEPS];
} Look;

/* Thousands go through memory in a frame: no larger than need be. */
typedef struct Particle {
    double x_m, y_m;
    float vx_mps, vy_mps;
    float lived, ageing_per_s; /* share of its life, and how fast that grows */
    float angle_rad, spin_radps, size_m;
    uint16_t sprite; /* a random number that chooses among the look's sprites */
    uint8_t tint;
    bool fades; /* with CwParticles.fade */
} Particle;

/* The particles of a row, a ring in order of birth. */
typedef struct Swarm {
    const CwEmitter *row;
    CwRng rng; /* a row each, so that streams of several rows don't disturb one another */
    Particle *ring;
    int first, count;
    CwPoint2 origin_m; /* of local ones */
    double origin_rad;
    Look look, glow;
} Swarm;

struct CwParticles {
    int count;
    uint64_t frame;
    double dt_s; /* of this frame, 0 while time runs backwards */
    double fade; /* what is left of those that fade */
    bool drawn;  /* in this frame */
    Swarm swarms[];
};

/* How motion goes on over a time: the closed form of falling with linear drag. */
typedef struct Step {
    double dt_s;
    double keep;             /* share of the speed that is left */
    double reach_s;          /* way of a speed of 1 */
    double fall_mps, fall_m; /* what gravity adds */
} Step;

static Step step_of(const CwEmitter *row, double dt_s)
{
    double drag = row->drag_per_s, pull = row->gravity_mps2;
    if (!(drag > 0)) {
        return (Step){dt_s, 1, dt_s, pull * dt_s, pull * dt_s * dt_s / 2};
    }
    double keep = exp(-drag * dt_s), reach_s = (1 - keep) / drag;
    return (Step){dt_s, keep, reach_s, pull * reach_s, pull * (dt_s - reach_s) / drag};
}

static inline void move(Particle *it, const Step *step)
{
    it->x_m += it->vx_mps * step->reach_s;
    it->y_m += it->vy_mps * step->reach_s + step->fall_m;
    it->vx_mps *= (float)step->keep;
    it->vy_mps = it->vy_mps * (float)step->keep + (float)step->fall_mps;
    it->angle_rad += it->spin_radps * (float)step->dt_s;
    it->lived += it->ageing_per_s * (float)step->dt_s;
}

/* ---- life ---- */

/* The share of the way from stop i - 1 to stop i, whose places are a and b. */
static double share_between(double at, double a, double b)
{
    return b > a ? fmin(fmax((at - a) / (b - a), 0), 1) : 1;
}

static double size_at(const CwParticleLook *row, double at)
{
    double size = row->size_count > 0 ? row->sizes[0].size : 1;
    for (int i = 1; i < row->size_count && row->sizes[i - 1].at <= at; i++) {
        double share = share_between(at, row->sizes[i - 1].at, row->sizes[i].at);
        size = row->sizes[i - 1].size + share * (row->sizes[i].size - row->sizes[i - 1].size);
    }
    return size;
}

static uint8_t between(uint8_t a, uint8_t b, double share)
{
    return (uint8_t)lround(a + share * (b - a));
}

static CwColour colour_at(const CwParticleLook *row, double at)
{
    CwColour colour =
        row->colour_count > 0 ? row->colours[0].colour : (CwColour){255, 255, 255, 255};
    for (int i = 1; i < row->colour_count && row->colours[i - 1].at <= at; i++) {
        double share = share_between(at, row->colours[i - 1].at, row->colours[i].at);
        CwColour a = row->colours[i - 1].colour, b = row->colours[i].colour;
        colour = (CwColour){between(a.r, b.r, share), between(a.g, b.g, share),
                            between(a.b, b.b, share), between(a.a, b.a, share)};
    }
    return colour;
}

static Look look_of(const CwParticleLook *row)
{
    Look look = {.row = row};
    for (int i = 0; row != NULL && i < CURVE_STEPS; i++) {
        double at = (double)i / (CURVE_STEPS - 1);
        look.sizes[i] = (float)size_at(row, at);
        look.colours[i] = colour_at(row, at);
    }
    return look;
}

CwParticles *particles_create(const CwEmitter *rows, int count)
{
    CwParticles *particles = calloc(1, sizeof *particles + (size_t)count * sizeof(Swarm));
    if (particles == NULL) {
        return NULL;
    }
    particles->count = count;
    for (int i = 0; i < count; i++) {
        Swarm *swarm = &particles->swarms[i];
        swarm->row = &rows[i];
        swarm->look = look_of(&rows[i].look);
        swarm->glow = look_of(rows[i].glow);
        swarm->ring = calloc((size_t)rows[i].particle_max, sizeof *swarm->ring);
        if (swarm->ring == NULL) {
            particles_destroy(particles);
            return NULL;
        }
    }
    particles_clear(particles);
    return particles;
}

void particles_destroy(CwParticles *particles)
{
    for (int i = 0; particles != NULL && i < particles->count; i++) {
        free(particles->swarms[i].ring);
    }
    free(particles);
}

void particles_clear(CwParticles *particles)
{
    for (int i = 0; particles != NULL && i < particles->count; i++) {
        particles->swarms[i].first = particles->swarms[i].count = 0;
        cw_rng_seed(&particles->swarms[i].rng, 1, (uint64_t)i);
    }
}

/* ---- time ---- */

static inline Particle *at_place(const Swarm *swarm, int index)
{
    int place = swarm->first + index, capacity = swarm->row->particle_max;
    return &swarm->ring[place < capacity ? place : place - capacity];
}

/* Moves them and closes the gaps of those that ended. */
static void advance(Swarm *swarm, double dt_s, double fade)
{
    Step step = step_of(swarm->row, dt_s);
    int kept = 0;
    for (int i = 0; i < swarm->count; i++) {
        Particle *it = at_place(swarm, i);
        if (!it->fades) {
            move(it, &step);
        }
        if (it->lived < 1 && (!it->fades || fade > 0)) {
            Particle *to = at_place(swarm, kept++);
            if (to != it) {
                *to = *it;
            }
        }
    }
    swarm->count = kept;
}

static void leave_behind(Swarm *swarm)
{
    for (int i = 0; i < swarm->count; i++) {
        at_place(swarm, i)->fades = true;
    }
}

void particles_begin_frame(CwParticles *particles, const ParticleTime *time)
{
    if (particles == NULL) {
        return;
    }
    bool left = time->sim_s < 0 || (time->jumped && time->sim_s > JUMP_S);
    particles->frame++;
    particles->drawn = false;
    particles->dt_s = left ? 0 : time->sim_s;
    particles->fade = fmax(0, particles->fade - fmax(0, time->real_s) / FADE_S);
    for (int i = 0; i < particles->count; i++) {
        advance(&particles->swarms[i], particles->dt_s, particles->fade);
    }
    if (left) {
        particles->fade = particles->fade > 0 ? particles->fade : 1;
        for (int i = 0; i < particles->count; i++) {
            leave_behind(&particles->swarms[i]);
        }
    }
}

/* ---- births ---- */

static double any_of(CwRng *rng, CwRange range)
{
    return range.least + (range.most - range.least) * cw_rng_range(rng, 0, 1);
}

/* The place of an emission at a moment of the frame. */
typedef struct Birth {
    CwPoint2 at_m;
    double age_s; /* at the end of the frame */
} Birth;

static CwPoint2 turned(double x, double y, double angle_rad)
{
    double c = cos(angle_rad), s = sin(angle_rad);
    return (CwPoint2){c * x - s * y, s * x + c * y};
}

static Particle make_particle(Swarm *swarm, const CwEmission *emission, const Birth *birth)
{
    const CwEmitter *row = swarm->row;
    CwRng *rng = &swarm->rng;
    double x_m = any_of(rng, row->x_m), y_m = any_of(rng, row->y_m);
    double direction_rad = any_of(rng, row->direction_rad), speed = any_of(rng, row->speed_mps);
    double turn_rad = row->local ? 0 : emission->angle_rad;
    CwPoint2 at = turned(x_m * emission->size, y_m * emission->size, turn_rad);
    CwPoint2 fly = turned(speed * emission->speed, 0, direction_rad + turn_rad);
    double life_s = any_of(rng, row->life_s);
    Particle it = {.x_m = at.x + (row->local ? 0 : birth->at_m.x),
                   .y_m = at.y + (row->local ? 0 : birth->at_m.y),
                   .vx_mps = (float)(fly.x + emission->velocity_mps.x),
                   .vy_mps = (float)(fly.y + emission->velocity_mps.y),
                   .ageing_per_s = (float)(1 / life_s),
                   .angle_rad = (float)(any_of(rng, row->angle_rad) + turn_rad),
                   .spin_radps = (float)any_of(rng, row->spin_radps),
                   .size_m = (float)(any_of(rng, row->size_m) * emission->size)};
    it.sprite = (uint16_t)cw_rng_next(rng);
    it.tint = (uint8_t)cw_rng_below(rng, (uint32_t)row->tint_count);
    return it;
}

static void give_birth(Swarm *swarm, const CwEmission *emission, const Birth *birth)
{
    Particle it = make_particle(swarm, emission, birth);
    if (birth->age_s > 0) {
        Step step = step_of(swarm->row, birth->age_s);
        move(&it, &step);
    }
    if (it.lived < 1) {
        int capacity = swarm->row->particle_max;
        if (swarm->count == capacity) {
            swarm->first = (swarm->first + 1) % capacity;
            swarm->count--;
        }
        *at_place(swarm, swarm->count++) = it;
    }
}

static Swarm *swarm_of(CwParticles *particles, int emitter)
{
    ASSERT_NUMBER(emitter, emitter >= 0 && emitter < particles->count,
                  "Name emitters by their index in CwGame.emitters.");
    return &particles->swarms[emitter];
}

static void place_origin(Swarm *swarm, const CwEmission *emission)
{
    swarm->origin_m = emission->at_m;
    swarm->origin_rad = emission->angle_rad;
}

void cw_particles_burst(CwParticles *particles, int emitter, const CwEmission *emission)
{
    if (particles == NULL) {
        return;
    }
    Swarm *swarm = swarm_of(particles, emitter);
    const Birth birth = {emission->at_m, 0};
    double count =
        fmin(floor(swarm->row->burst * emission->amount + 0.5), (double)swarm->row->particle_max);
    place_origin(swarm, emission);
    for (int i = 0; i < count; i++) {
        give_birth(swarm, emission, &birth);
    }
}

void cw_particles_stream(CwParticles *particles, int emitter, CwStream *stream,
                         const CwEmission *emission)
{
    if (particles == NULL) {
        return;
    }
    Swarm *swarm = swarm_of(particles, emitter);
    CwPoint2 from = stream->frame1 == particles->frame ? stream->last_m : emission->at_m;
    double dt_s = particles->dt_s, rate_hz = fmax(0, swarm->row->rate_hz * emission->amount);
    double due = stream->due + rate_hz * dt_s;
    double last = floor(due), most = (double)swarm->row->particle_max;
    stream->frame1 = particles->frame + 1;
    stream->last_m = emission->at_m;
    place_origin(swarm, emission);
    if (!isfinite(due)) {
        return;
    }
    for (double number = fmax(1, last - most + 1); number <= last; number++) {
        double share = fmin(fmax((number - stream->due) / (rate_hz * dt_s), 0), 1);
        const Birth birth = {{from.x + share * (emission->at_m.x - from.x),
                              from.y + share * (emission->at_m.y - from.y)},
                             (1 - share) * dt_s};
        give_birth(swarm, emission, &birth);
    }
    stream->due = due - last;
}

int cw_particles_count(const CwParticles *particles, int emitter)
{
    bool there = particles != NULL && emitter >= 0 && emitter < particles->count;
    return there ? particles->swarms[emitter].count : 0;
}

/* ---- the picture ---- */

static void draw_streak(CwDrawList *list, const Particle *it, const CwSpriteDraw *drawn,
                        const Swarm *swarm, double streak_s)
{
    double back_s = fmin(streak_s, it->lived / it->ageing_per_s);
    CwPoint2 way =
        turned(it->vx_mps * back_s, it->vy_mps * back_s, swarm->row->local ? swarm->origin_rad : 0);
    CwPoint2 line[] = {{drawn->x - way.x, drawn->y - way.y}, {drawn->x, drawn->y}};
    cw_draw_polyline(list, line, 2, drawn->width, *drawn->tint);
}

static uint8_t product(uint8_t a, uint8_t b)
{
    return (uint8_t)((a * b + 127) / 255);
}

static inline CwColour colour_of(const Swarm *swarm, const Particle *it, CwColour colour,
                                 double fade)
{
    if (swarm->row->tint_count > 0) {
        CwColour tint = swarm->row->tints[it->tint];
        colour = (CwColour){product(colour.r, tint.r), product(colour.g, tint.g),
                            product(colour.b, tint.b), product(colour.a, tint.a)};
    }
    colour.a = it->fades ? (uint8_t)(colour.a * fade) : colour.a;
    return colour;
}

static inline void draw_particle(const Swarm *swarm, const Particle *it, const Look *look,
                                 double fade, CwDrawList *list)
{
    const CwParticleLook *row = look->row;
    int step = (int)(it->lived * (CURVE_STEPS - 1));
    CwColour colour = colour_of(swarm, it, look->colours[step], fade);
    CwSpriteDraw drawn = {.sprite = row->sprite,
                          .x = it->x_m,
                          .y = it->y_m,
                          .width = it->size_m * look->sizes[step],
                          .angle_rad = it->angle_rad,
                          .tint = &colour};
    if (colour.a == 0 || !(drawn.width > 0)) {
        return;
    }
    if (swarm->row->local) {
        CwPoint2 away = turned(it->x_m, it->y_m, swarm->origin_rad);
        drawn.x = swarm->origin_m.x + away.x;
        drawn.y = swarm->origin_m.y + away.y;
        drawn.angle_rad += swarm->origin_rad;
    }
    if (row->shape == CW_PARTICLE_SPRITE) {
        drawn.sprite =
            row->sprite_count > 0 ? row->sprites[it->sprite % row->sprite_count] : row->sprite;
        cw_draw_sprite(list, &drawn);
    } else if (row->shape == CW_PARTICLE_CIRCLE) {
        cw_draw_circle(list, (CwPoint2){drawn.x, drawn.y}, drawn.width / 2, colour);
    } else {
        draw_streak(list, it, &drawn, swarm, row->streak_s);
    }
}

static void draw_swarm(const Swarm *swarm, const Look *look, double fade, CwDrawList *list)
{
    if (look->row == NULL || swarm->count == 0) {
        return;
    }
    cw_draw_set_layer(list, look->row->layer);
    cw_draw_set_blend(list, look->row->blend);
    cw_draw_set_lit(list, look->row->lit);
    for (int i = 0; i < swarm->count; i++) {
        draw_particle(swarm, at_place(swarm, i), look, fade, list);
    }
}

void cw_particles_draw(CwParticles *particles, CwDrawList *list)
{
    if (particles == NULL) {
        return;
    }
    particles->drawn = true;
    cw_draw_set_world(list, 1);
    for (int i = 0; i < particles->count; i++) {
        const Swarm *swarm = &particles->swarms[i];
        draw_swarm(swarm, &swarm->glow, particles->fade, list);
        draw_swarm(swarm, &swarm->look, particles->fade, list);
    }
    cw_draw_set_blend(list, CW_BLEND_NORMAL);
    cw_draw_set_lit(list, false);
}

void particles_end_frame(CwParticles *particles, CwDrawList *list)
{
    if (particles != NULL && !particles->drawn) {
        cw_draw_set_look(list, (CwPoint2){0, 0}, (CwColour){255, 255, 255, 255});
        cw_particles_draw(particles, list);
    }
}
