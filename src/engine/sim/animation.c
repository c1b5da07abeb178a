#include "clockwork/animation.h"

#include "base/clip.h"
#include "clockwork/base.h"
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

static ClipTiming timing_of(const CwClip *clip)
{
    CW_ASSERT(clip->frame_ms > 0 || clip->frames_ms != NULL,
              "Give a clip that rules ask about its durations: a tick reads no sheet.");
    CW_ASSERT(clip->last >= clip->first, "Let a clip's last frame come after its first.");
    return (ClipTiming){.frames_ms = clip->frames_ms,
                        .frame_ms = clip->frame_ms,
                        .count = clip->last - clip->first + 1,
                        .play = clip->play,
                        .reversed = clip->reversed};
}

bool cw_animation_is_over(const CwAnimation *animation, const CwClip *clip)
{
    ClipTiming timing = timing_of(clip);
    return clip->play == CW_PLAY_ONCE && animation->ms >= clip_length_ms(&timing);
}

int cw_animation_frame(const CwAnimation *animation, const CwClip *clip)
{
    ClipTiming timing = timing_of(clip);
    return clip_frame(&timing, animation->ms);
}
