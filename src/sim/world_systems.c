/* The engine's own systems, in the order in which a tick runs them. */
#include "sim/world_setting.h"

const System world_systems[] = {
    {.name = "setting.apply", .phase = PHASE_INPUT, .tick = setting_apply},
    {.name = "pose.remember", .phase = PHASE_PRE_PHYSICS, .tick = poses_remember},
    {.name = "entity.drive", .phase = PHASE_PRE_PHYSICS, .tick = entities_drive},
    {.name = "physics.step", .phase = PHASE_PHYSICS, .tick = physics_step},
    {.name = "pose.read", .phase = PHASE_POST_PHYSICS, .tick = poses_read},
    {.name = "event.dispatch", .phase = PHASE_POST_PHYSICS, .tick = events_dispatch},
    {.name = "entity.tick", .phase = PHASE_GAME_LOGIC, .tick = entities_tick},
    {.name = "entity.flush", .phase = PHASE_FLUSH, .tick = entities_flush},
    {.name = "entity.draw", .phase = PHASE_RENDER, .frame = entities_draw},
};

const int world_system_count = (int)ARRAY_LENGTH(world_systems);
