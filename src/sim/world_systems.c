/* The engine's own systems, in the order in which a tick runs them. */
#include "sim/world_setting.h"

const CwSystem world_systems[] = {
    {.name = "setting.apply", .phase = CW_PHASE_INPUT, .tick = setting_apply},
    {.name = "pose.remember", .phase = CW_PHASE_PRE_PHYSICS, .tick = poses_remember},
    {.name = "entity.drive", .phase = CW_PHASE_PRE_PHYSICS, .tick = entities_drive},
    {.name = "physics.step", .phase = CW_PHASE_PHYSICS, .tick = physics_step},
    {.name = "pose.read", .phase = CW_PHASE_POST_PHYSICS, .tick = poses_read},
    {.name = "event.dispatch", .phase = CW_PHASE_POST_PHYSICS, .tick = events_dispatch},
    {.name = "entity.tick", .phase = CW_PHASE_GAME_LOGIC, .tick = entities_tick},
    {.name = "entity.flush", .phase = CW_PHASE_FLUSH, .tick = entities_flush},
    {.name = "entity.draw", .phase = CW_PHASE_RENDER, .frame = entities_draw},
};

const int world_system_count = (int)CW_ARRAY_LENGTH(world_systems);
