#include "draw/particles.h"

#include "base/report.h"
#include "draw/draw_list.h"

#include <math.h>
#include <stdlib.h>

enum { CURVE_STEPS = 256 };

static const double FADE_S = 0.15; /* time in which particles fade after a rewind or a jump */
static const double JUMP_S = 0.25; /* a jump of less time is a step */

/* Curves over life, sampled at even steps. */
typedef struct Look {
    const CwParticleLook *row;
    float sizes[CURVE_STEPS];
    CwColour colours[CURVE_STEPS];
} Look;

/* A particle. Thousands go through memory in a frame, so it is small. */
typedef struct Particle {
    double x_m, y_m;
    float vx_mps, vy_mps;
    float lived, ageing_per_s; /* share of life; its growth */
    float angle_rad, spin_radps, size_m;
    uint16_t sprite; /* random number that chooses one of the look's sprites */
    uint8_t tint;
    bool is_fading; /* fades with CwParticles.fade */
} Particle;

/* The particles of a row: a ring in order of birth. */
typedef struct Swarm {
    const CwEmitter *row;
    CwRng rng; /* its own, so that rows don't disturb one another */
    Particle *ring;
    int first, count;
    CwPoint2 origin_m; /* origin of local particles */
    double origin_rad;
    Look look, glow;
} Swarm;

struct CwParticles {
    int count;
    uint64_t frame;
    double dt_s;   /* time of this frame, 0 while time runs backwards */
    double fade;   /* remaining opacity of fading particles */
    bool is_drawn; /* already drawn in this frame */
    Swarm swarms[];
};

/* Motion over a time: the closed form of falling with linear drag. */
typedef struct Step {
    double dt_s;
    double keep;             /* remaining share of the speed */
    double reach_s;          /* distance covered with an initial speed of 1 */
    double fall_mps, fall_m; /* added by gravity */
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

static inline void move_particle(Particle *it, const Step *step)
{
    it->x_m += it->vx_mps * step->reach_s;
    it->y_m += it->vy_mps * step->reach_s + step->fall_m;
    it->vx_mps *= (float)step->keep;
    it->vy_mps = it->vy_mps * (float)step->keep + (float)step->fall_mps;
    it->angle_rad += it->spin_radps * (float)step->dt_s;
    it->lived += it->ageing_per_s * (float)step->dt_s;
}

/* ---- life ---- */

static double share_between(double at, double a, double b)
{
    return b > a ? fmin(fmax((at - a) / (b - a), 0), 1) : 1;
}

static double size_at(const CwParticleLook *row, double at)
{
    const CwSizeStop *stops = row->sizes;
    double size = row->size_count > 0 ? stops[0].size : 1;
    for (int i = 1; i < row->size_count && stops[i - 1].at <= at; i++) {
        double share = share_between(at, stops[i - 1].at, stops[i].at);
        size = stops[i - 1].size + share * (stops[i].size - stops[i - 1].size);
    }
    return size;
}

static CwColour colour_at(const CwParticleLook *row, double at)
{
    const CwStop *stops = row->colours;
    CwColour colour = row->colour_count > 0 ? stops[0].colour : (CwColour){255, 255, 255, 255};
    for (int i = 1; i < row->colour_count && stops[i - 1].at <= at; i++) {
        double share = share_between(at, stops[i - 1].at, stops[i].at);
        colour = draw_colour_between(stops[i - 1].colour, stops[i].colour, share);
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

/* Moves particles, and closes the gaps of those that ended. */
static void advance_swarm(Swarm *swarm, double dt_s, double fade)
{
    Step step = step_of(swarm->row, dt_s);
    int alive_count = 0;
    for (int i = 0; i < swarm->count; i++) {
        Particle *it = at_place(swarm, i);
        if (!it->is_fading) {
            move_particle(it, &step);
        }
        if (it->lived < 1 && (!it->is_fading || fade > 0)) {
            Particle *to = at_place(swarm, alive_count++);
            if (to != it) {
                *to = *it;
            }
        }
    }
    swarm->count = alive_count;
}

void particles_begin_frame(CwParticles *particles, const ParticleTime *time)
{
    if (particles == NULL) {
        return;
    }
    bool is_left_behind = time->sim_s < 0 || (time->has_jumped && time->sim_s > JUMP_S);
    particles->frame++;
    particles->is_drawn = false;
    particles->dt_s = is_left_behind ? 0 : time->sim_s;
    particles->fade = fmax(0, particles->fade - fmax(0, time->real_s) / FADE_S);
    for (int i = 0; i < particles->count; i++) {
        Swarm *swarm = &particles->swarms[i];
        advance_swarm(swarm, particles->dt_s, particles->fade);
        for (int k = 0; is_left_behind && k < swarm->count; k++) {
            at_place(swarm, k)->is_fading = true;
        }
    }
    if (is_left_behind && particles->fade == 0) {
        particles->fade = 1;
    }
}

/* ---- births ---- */

static double any_of(CwRng *rng, CwRange range)
{
    return range.least + (range.most - range.least) * cw_rng_range(rng, 0, 1);
}

static Particle make_particle(Swarm *swarm, const CwEmission *emission, CwPoint2 from_m)
{
    const CwEmitter *row = swarm->row;
    CwRng *rng = &swarm->rng;
    double x_m = any_of(rng, row->x_m), y_m = any_of(rng, row->y_m);
    double direction_rad = any_of(rng, row->direction_rad), speed = any_of(rng, row->speed_mps);
    double turn_rad = row->local ? 0 : emission->angle_rad;
    CwPoint2 at = draw_turned(x_m * emission->size, y_m * emission->size, turn_rad);
    CwPoint2 fly = draw_turned(speed * emission->speed, 0, direction_rad + turn_rad);
    double life_s = any_of(rng, row->life_s);
    Particle it = {.x_m = at.x + (row->local ? 0 : from_m.x),
                   .y_m = at.y + (row->local ? 0 : from_m.y),
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

/* Adds a particle born at this place, `age_s` before the end of the frame. */
static void give_birth(Swarm *swarm, const CwEmission *emission, CwPoint2 from_m, double age_s)
{
    Particle it = make_particle(swarm, emission, from_m);
    if (age_s > 0) {
        Step step = step_of(swarm->row, age_s);
        move_particle(&it, &step);
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

/* The row's swarm; it moves with this emission if the row is local. */
static Swarm *swarm_at(CwParticles *particles, int emitter, const CwEmission *emission)
{
    ASSERT_NUMBER(emitter, emitter >= 0 && emitter < particles->count,
                  "Name emitters by their index in CwGame.looks.emitters.");
    Swarm *swarm = &particles->swarms[emitter];
    swarm->origin_m = emission->at_m;
    swarm->origin_rad = emission->angle_rad;
    return swarm;
}

void cw_particles_burst(CwParticles *particles, int emitter, const CwEmission *emission)
{
    if (particles == NULL || !isfinite(emission->amount)) {
        return;
    }
    Swarm *swarm = swarm_at(particles, emitter, emission);
    double count = floor(swarm->row->burst * emission->amount + 0.5);
    for (int i = 0; i < fmin(count, swarm->row->particle_max); i++) {
        give_birth(swarm, emission, emission->at_m, 0);
    }
}

void cw_particles_stream(CwParticles *particles, int emitter, CwStream *stream,
                         const CwEmission *emission)
{
    if (particles == NULL) {
        return;
    }
    Swarm *swarm = swarm_at(particles, emitter, emission);
    CwPoint2 from = stream->frame1 == particles->frame ? stream->last_m : emission->at_m;
    CwPoint2 to = emission->at_m;
    double dt_s = particles->dt_s, rate_hz = fmax(0, swarm->row->rate_hz * emission->amount);
    double due = stream->due + rate_hz * dt_s, last = floor(due);
    stream->frame1 = particles->frame + 1;
    stream->last_m = to;
    if (!isfinite(due)) {
        return;
    }
    for (double i = fmax(1, last - swarm->row->particle_max + 1); i <= last; i++) {
        double share = fmin(fmax((i - stream->due) / (rate_hz * dt_s), 0), 1);
        CwPoint2 at = {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
        give_birth(swarm, emission, at, (1 - share) * dt_s);
    }
    stream->due = due - last;
}

int cw_particles_count(const CwParticles *particles, int emitter)
{
    bool is_valid = particles != NULL && emitter >= 0 && emitter < particles->count;
    return is_valid ? particles->swarms[emitter].count : 0;
}

/* ---- the picture ---- */

static inline CwColour colour_of(const Swarm *swarm, const Particle *it, const Look *look,
                                 double fade)
{
    CwColour colour = look->colours[(int)(it->lived * (CURVE_STEPS - 1))];
    if (swarm->row->tint_count > 0) {
        colour = draw_colour_product(colour, swarm->row->tints[it->tint]);
    }
    colour.a = it->is_fading ? (uint8_t)(colour.a * fade) : colour.a;
    return colour;
}

static inline void draw_particle(const Swarm *swarm, const Particle *it, const Look *look,
                                 double fade, CwDrawList *list)
{
    const CwParticleLook *row = look->row;
    CwColour colour = colour_of(swarm, it, look, fade);
    double size_m = it->size_m * look->sizes[(int)(it->lived * (CURVE_STEPS - 1))];
    double turn_rad = swarm->row->local ? swarm->origin_rad : 0;
    CwPoint2 at = {it->x_m, it->y_m};
    if (colour.a == 0 || !(size_m > 0)) {
        return;
    }
    if (swarm->row->local) {
        at = draw_turned(at.x, at.y, turn_rad);
        at = (CwPoint2){swarm->origin_m.x + at.x, swarm->origin_m.y + at.y};
    }
    if (row->shape == CW_PARTICLE_CIRCLE) {
        cw_draw_circle(list, at, size_m / 2, colour);
    } else if (row->shape == CW_PARTICLE_STREAK) {
        double back_s = fmin(row->streak_s, it->lived / it->ageing_per_s);
        CwPoint2 way = draw_turned(it->vx_mps * back_s, it->vy_mps * back_s, turn_rad);
        CwPoint2 line[] = {{at.x - way.x, at.y - way.y}, at};
        cw_draw_polyline(list, line, 2, size_m, colour);
    } else {
        int sprite =
            row->sprite_count > 0 ? row->sprites[it->sprite % row->sprite_count] : row->sprite;
        cw_draw_sprite(list, &(CwSpriteDraw){.sprite = sprite,
                                             .x = at.x,
                                             .y = at.y,
                                             .width = size_m,
                                             .angle_rad = it->angle_rad + turn_rad,
                                             .tint = &colour});
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
    particles->is_drawn = true;
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
    if (particles != NULL && !particles->is_drawn) {
        cw_draw_set_look(list, (CwPoint2){0, 0}, (CwColour){255, 255, 255, 255});
        cw_particles_draw(particles, list);
    }
}
