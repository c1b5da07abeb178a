#include "clockwork/animation.h"

#include "base/animation_clip.h"
#include "sim/world_fields.h"

#include <math.h>
#include <string.h>

static const uint32_t NORMAL_SPEED_THOUSANDTHS = 1000;
static const double PACE_FACTOR_MAX = 1000;

void cw_animation_play(CwAnimation *animation, uint32_t clip)
{
    if (animation->clip != clip) {
        cw_animation_restart(animation, clip);
    }
}

void cw_animation_restart(CwAnimation *animation, uint32_t clip)
{
    *animation = (CwAnimation){.clip = clip};
}

void cw_animation_advance(CwAnimation *animation, const CwWorld *world)
{
    cw_animation_advance_by(animation, world, NORMAL_SPEED_THOUSANDTHS);
}

/* Counts in parts of 1 / (1000 * tick_rate) ms. A tick has 1000 * speed_thousandths parts. */
void cw_animation_advance_by(CwAnimation *animation, const CwWorld *world,
                             uint32_t speed_thousandths)
{
    uint64_t parts_per_ms = 1000 * (uint64_t)world->settings.tick_rate;
    uint64_t parts = animation->rest + 1000 * (uint64_t)speed_thousandths;
    animation->ms += (uint32_t)(parts / parts_per_ms);
    animation->rest = (uint32_t)(parts % parts_per_ms);
}

bool cw_animation_is_over(const CwAnimation *animation, const CwClip *clip)
{
    return clip->play == CW_PLAY_ONCE && animation->ms >= animation_clip_length_ms(clip);
}

int cw_animation_frame(const CwAnimation *animation, const CwClip *clip)
{
    return animation_clip_frame(clip, animation->ms);
}

/* ---- states ---- */

static double number_in(const void *data, const CwField *field)
{
    CW_ASSERT(field->count == 1 && field->type != CW_FIELD_VECT && field->type != CW_FIELD_ENTITY,
              "name a field with one number or bool; for a cpVect, name its x or y");
    uint64_t bits = 0;
    memcpy(&bits, (const char *)data + field->offset, field_bytes(field->type));
    return field_number(field->type, bits);
}

static bool condition_holds(const CwCondition *condition, const void *data)
{
    double number = number_in(data, &condition->field), value = condition->value;
    switch (condition->how) {
    case CW_IS:
        return number == value;
    case CW_IS_NOT:
        return number != value;
    case CW_ABOVE:
        return number > value;
    case CW_BELOW:
        return number < value;
    case CW_BEYOND:
        return fabs(number) > value;
    }
    return false;
}

static bool state_fits(const CwAnimationState *state, const void *data)
{
    bool fits = true;
    for (int i = 0; fits && i < CW_WHEN_MAX && state->when[i].field.name != NULL; i++) {
        fits = condition_holds(&state->when[i], data);
    }
    return fits;
}

static uint32_t choose_state(const CwAnimationStates *states, const void *data, uint32_t current)
{
    for (uint32_t i = 0; i < states->count; i++) {
        if (state_fits(&states->rows[i], data)) {
            return i;
        }
    }
    return current;
}

static uint32_t speed_thousandths(const CwAnimationState *state, const void *data)
{
    if (state->pace.name == NULL) {
        return NORMAL_SPEED_THOUSANDTHS;
    }
    CW_ASSERT(state->pace_usual > 0, "give a state with a pace its pace_usual, above 0");
    double factor = fabs(number_in(data, &state->pace)) / state->pace_usual;
    return (uint32_t)(NORMAL_SPEED_THOUSANDTHS * fmin(factor, PACE_FACTOR_MAX));
}

void cw_animator_advance(CwAnimator *animator, const CwAnimationStates *states, const void *data,
                         const CwWorld *world)
{
    uint64_t rate = (uint64_t)world->settings.tick_rate;
    if (animator->state >= states->count) { /* after a change by hand */
        animator->state = animator->ticks = 0;
    }
    uint64_t least_ms_ticks = states->rows[animator->state].least_ms * rate;
    bool may_leave = animator->ticks == 0 || 1000 * (uint64_t)animator->ticks >= least_ms_ticks;
    uint32_t next = may_leave ? choose_state(states, data, animator->state) : animator->state;
    const CwAnimationState *state = &states->rows[next];
    if (animator->ticks == 0 || next != animator->state) {
        /* The first state doesn't fade in, and a clip doesn't fade into itself. */
        bool is_first = animator->ticks == 0,
             is_same_clip = !is_first && animator->clip.clip == state->clip;
        animator->before = animator->clip;
        animator->fade_ticks =
            is_first || is_same_clip ? 0 : cw_world_ms_to_ticks(world, state->fade_ms);
        if (!is_same_clip) {
            cw_animation_restart(&animator->clip, state->clip);
        }
        animator->ticks = 0;
    }
    animator->state = next;
    animator->ticks += animator->ticks < UINT32_MAX;
    uint32_t speed = speed_thousandths(state, data);
    animator->step_us = (uint32_t)(1000 * (uint64_t)speed / rate);
    cw_animation_advance_by(&animator->clip, world, speed);
    cw_animation_advance_by(&animator->before, world, speed);
}
