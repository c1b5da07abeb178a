#include "clockwork/animation.h"

#include "base/clip.h"
#include "clockwork/settings.h"
#include "sim/world.h"

static const uint32_t USUAL_SPEED = 1000;

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
    cw_animation_advance_by(animation, world, USUAL_SPEED);
}

/* A tick is 1000 / tick_rate ms, in parts of 1000 * tick_rate 1000 * speed of them. */
void cw_animation_advance_by(CwAnimation *animation, const CwWorld *world,
                             uint32_t speed_thousandths)
{
    uint64_t whole = 1000 * (uint64_t)world->desc.settings.tick_rate;
    uint64_t parts = animation->rest + 1000 * (uint64_t)speed_thousandths;
    animation->ms += (uint32_t)(parts / whole);
    animation->rest = (uint32_t)(parts % whole);
}

bool cw_animation_is_over(const CwAnimation *animation, const CwClip *clip)
{
    return clip->play == CW_PLAY_ONCE && animation->ms >= clip_length_ms(clip);
}

int cw_animation_frame(const CwAnimation *animation, const CwClip *clip)
{
    return clip_frame(clip, animation->ms);
}
