/* Systems of a game that are switched on and off by name. */
#include "sim/world.h"

#include <stdio.h>
#include <string.h>

static bool is_member(const CwSystemSet *set, int system)
{
    return cw_phase_is_tick(set->systems[system].phase) == set->of_ticks;
}

static _Noreturn void fail_unknown(const CwSystemSet *set, const char *name)
{
    char members[512] = "", remedy[1024];
    for (int i = 0; i < set->count; i++) {
        size_t used = strlen(members);
        if (is_member(set, i)) {
            snprintf(members + used, sizeof members - used, "%s%s", used == 0 ? "" : ", ",
                     set->systems[i].name);
        }
    }
    snprintf(remedy, sizeof remedy,
             "\"%s\" is none of the game's systems of %s phases, which are: %s; those of %s phases "
             "are switched by %s, the engine's are always on",
             name, set->of_ticks ? "tick" : "frame", members[0] == '\0' ? "none" : members,
             set->of_ticks ? "frame" : "tick",
             set->of_ticks ? "cw_frame_enable_system" : "cw_world_enable_system");
    cw_assert_failed("the name of a system", remedy, __FILE__, __LINE__);
}

/* The bits of those with this name, at least one. */
static uint64_t find(const CwSystemSet *set, const char *name)
{
    uint64_t found = 0;
    CW_ASSERT(name != NULL, "switch a system by its name");
    for (int i = 0; i < set->count; i++) {
        if (is_member(set, i) && strcmp(set->systems[i].name, name) == 0) {
            found |= UINT64_C(1) << i;
        }
    }
    if (found == 0) {
        fail_unknown(set, name);
    }
    return found;
}

static void enable(CwSystemSet *set, const char *name, bool enabled)
{
    uint64_t found = find(set, name);
    set->off = enabled ? set->off & ~found : set->off | found;
}

void cw_world_enable_system(CwWorld *world, const char *name, bool enabled)
{
    CW_ASSERT(world->tick == 0 || arena_is_at_work(world->arena),
              "switch systems in start, an init or a tick: nothing else can be recorded");
    enable(&world->systems, name, enabled);
}

bool cw_world_system_enabled(const CwWorld *world, const char *name)
{
    return (world->systems.off & find(&world->systems, name)) == 0;
}

void cw_frame_enable_system(CwFrame *frame, const char *name, bool enabled)
{
    if (frame->systems != NULL) {
        enable(frame->systems, name, enabled);
    }
}

bool cw_frame_system_enabled(const CwFrame *frame, const char *name)
{
    return frame->systems == NULL || (frame->systems->off & find(frame->systems, name)) == 0;
}
