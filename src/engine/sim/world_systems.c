/* The engine's own systems, in the order in which a tick or a frame runs them. */
#include "sim/world_setting.h"

const CwSystem world_systems[] = {
    {.name = "entity.early", .phase = CW_PHASE_EARLY, .frame = entities_early},
    {.name = "setting.apply", .phase = CW_PHASE_INPUT, .tick = setting_apply},
    {.name = "pose.remember", .phase = CW_PHASE_PRE_PHYSICS, .tick = poses_remember},
    {.name = "entity.drive", .phase = CW_PHASE_PRE_PHYSICS, .tick = entities_drive},
    {.name = "physics.step", .phase = CW_PHASE_PHYSICS, .tick = physics_step},
    {.name = "pose.read", .phase = CW_PHASE_POST_PHYSICS, .tick = poses_read},
    {.name = "event.dispatch", .phase = CW_PHASE_POST_PHYSICS, .tick = events_dispatch},
    {.name = "entity.post_physics", .phase = CW_PHASE_POST_PHYSICS, .tick = entities_post_physics},
    {.name = "entity.tick", .phase = CW_PHASE_GAME_LOGIC, .tick = entities_tick},
    {.name = "entity.animate", .phase = CW_PHASE_ANIMATION, .tick = entities_animate},
    {.name = "entity.flush", .phase = CW_PHASE_FLUSH, .tick = entities_flush},
    {.name = "entity.update", .phase = CW_PHASE_UPDATE, .frame = entities_update},
    {.name = "entity.late", .phase = CW_PHASE_PRE_RENDER, .frame = entities_late},
    {.name = "entity.draw", .phase = CW_PHASE_RENDER, .frame = entities_draw},
    {.name = "entity.end_frame", .phase = CW_PHASE_END_FRAME, .frame = entities_end_frame},
};

const int world_system_count = (int)CW_ARRAY_LENGTH(world_systems);

#define CALLS_IN_TICK(hook) || (system->tick == entities_##hook && kind->hook != NULL)
#define CALLS_IN_FRAME(hook) || (system->frame == entities_##hook && kind->hook != NULL)

bool world_system_calls(const CwSystem *system, const CwKind *kind)
{
    return (system->tick == events_dispatch && kind->event != NULL) TICK_HOOKS(CALLS_IN_TICK)
        FRAME_HOOKS(CALLS_IN_FRAME);
}
