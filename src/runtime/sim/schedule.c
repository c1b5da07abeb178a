#include "sim/schedule.h"

#include "base/frame_services.h"
#include "base/report.h"
#include "platform/clock.h"
#include "sim/breadcrumb.h"
#include "sim/sim_settings.h"

#include <stdio.h>
#include <string.h>

enum { TICK_PHASE_FIRST = CW_PHASE_INPUT, TICK_PHASE_LAST = CW_PHASE_FLUSH };

/* ---- the engine's own systems, in the order in which a tick or a frame runs them ---- */

const CwSystem world_systems[] = {
    {.name = "entity.early", .phase = CW_PHASE_EARLY, .frame = entities_early},
    {.name = "setting.apply", .phase = CW_PHASE_INPUT, .tick = sim_settings_apply_command},
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

bool world_system_calls(const CwSystem *system, const CwKind *kind)
{
    bool calls = system->tick == events_dispatch && kind->event != NULL;
#define ADD_TICK_HOOK(hook) calls |= system->tick == entities_##hook && kind->hook != NULL;
#define ADD_FRAME_HOOK(hook) calls |= system->frame == entities_##hook && kind->hook != NULL;
    ENTITY_HOOKS(ADD_TICK_HOOK, ADD_FRAME_HOOK)
    return calls;
}

/* ---- registering and running ---- */

static bool check_system(const CwSystem *system, CwError *error)
{
    if (system->name == NULL || system->name[0] == '\0') {
        return cw_error_set(error, "a system has no name: set CwSystem.name");
    }
    if ((unsigned)system->phase >= CW_PHASE_COUNT) {
        return cw_error_set(error, "system %s: %d is no phase: use one of enum CwPhase",
                            system->name, (int)system->phase);
    }
    bool is_tick = cw_phase_is_tick(system->phase);
    if ((system->tick != NULL) != is_tick || (system->frame != NULL) == is_tick) {
        return cw_error_set(
            error, "system %s: phase %s runs once a %s: set CwSystem.%s and no other", system->name,
            cw_phase_name(system->phase), is_tick ? "tick" : "frame", is_tick ? "tick" : "frame");
    }
    if (system->every_hz < 0 || (system->every_hz > 0 && !is_tick)) {
        return cw_error_set(error, "system %s: its every_hz is %d: %s", system->name,
                            system->every_hz,
                            is_tick ? "say how often a second it runs, or 0 for each tick"
                                    : "only a system of a tick phase has a rate of its own");
    }
    return true;
}

/* Inserts a system at the end of its phase's calls. */
static void insert_call(Schedule *schedule, int system_index)
{
    const CwSystem *system = &schedule->systems[system_index];
    int at = schedule->phase_begin[system->phase + 1];
    size_t behind = (size_t)(schedule->phase_begin[CW_PHASE_COUNT] - at);
    memmove(&schedule->calls[at + 1], &schedule->calls[at], behind * sizeof schedule->calls[0]);
    schedule->calls[at] = system_index;
    for (int phase = (int)system->phase + 1; phase <= CW_PHASE_COUNT; phase++) {
        schedule->phase_begin[phase]++;
    }
}

static void dispose_systems(const Schedule *schedule, int count, CwWorld *world)
{
    const Breadcrumb saved = current_breadcrumb;
    current_breadcrumb.function = "dispose";
    for (int i = count - 1; i >= 0; i--) {
        if (schedule->systems[i].dispose != NULL) {
            current_breadcrumb.system = &schedule->systems[i];
            schedule->systems[i].dispose(world);
        }
    }
    current_breadcrumb = saved;
}

static void report_span(const Schedule *schedule, ScheduleSpan span)
{
    if (schedule->observer != NULL) {
        schedule->observer(schedule->observer_context, &span);
    }
}

/* Calls a system of a tick or frame phase. False: the system is off. */
static bool run_call(const Schedule *schedule, int call, CwWorld *world, CwFrame *frame)
{
    const CwSystem *system = &schedule->systems[schedule->calls[call]];
    bool is_tick = cw_phase_is_tick(system->phase);
    uint64_t off = is_tick ? schedule->tick_off : schedule->frame_off;
    if ((off >> schedule->calls[call] & 1) != 0) {
        return false;
    }
    current_breadcrumb.system = system;
    if (is_tick) {
        system->tick(world);
    } else {
        system->frame(world, frame);
    }
    return true;
}

/* Runs a tick phase, or a frame phase, which may only read the world. With `is_profiling`, it reads
 * the clock once between two systems and adds up the times. */
static void run_phase(Schedule *schedule, CwPhase phase, CwWorld *world, CwFrame *frame)
{
    const bool is_profiling = schedule->is_profiling;
    const int first = schedule->phase_begin[phase], end = schedule->phase_begin[phase + 1];
    const int64_t phase_begin_ns = is_profiling ? clock_now_ns() : 0;
    int64_t begin_ns = phase_begin_ns;
    for (int i = first; i < end; i++) {
        if (run_call(schedule, i, world, frame) && is_profiling) {
            int64_t end_ns = clock_now_ns();
            int system = schedule->calls[i];
            schedule->system_ns[system] += end_ns - begin_ns;
            report_span(schedule, (ScheduleSpan){phase, system, begin_ns, end_ns});
            begin_ns = end_ns;
        }
    }
    schedule->phase_ns[phase] += begin_ns - phase_begin_ns;
    if (is_profiling && first < end) {
        report_span(schedule, (ScheduleSpan){phase, -1, phase_begin_ns, begin_ns});
    }
}

bool cw_phase_is_tick(CwPhase phase)
{
    return (int)phase >= (int)TICK_PHASE_FIRST && (int)phase <= (int)TICK_PHASE_LAST;
}

const char *cw_phase_name(CwPhase phase)
{
    static const char *const names[] = {
        [CW_PHASE_EARLY] = "early",
        [CW_PHASE_INPUT] = "input",
        [CW_PHASE_PRE_PHYSICS] = "pre_physics",
        [CW_PHASE_PHYSICS] = "physics",
        [CW_PHASE_POST_PHYSICS] = "post_physics",
        [CW_PHASE_GAME_LOGIC] = "game_logic",
        [CW_PHASE_ANIMATION] = "animation",
        [CW_PHASE_FLUSH] = "flush",
        [CW_PHASE_UPDATE] = "update",
        [CW_PHASE_PRE_RENDER] = "pre_render",
        [CW_PHASE_RENDER] = "render",
        [CW_PHASE_END_FRAME] = "end_frame",
    };
    _Static_assert(CW_ARRAY_LENGTH(names) == CW_PHASE_COUNT, "every phase has a name");
    return (unsigned)phase < CW_PHASE_COUNT ? names[phase] : "no phase";
}

bool schedule_add(Schedule *schedule, const CwSystem *system, CwError *error)
{
    if (!check_system(system, error)) {
        return false;
    }
    if (schedule->system_count == SCHEDULE_CAPACITY) {
        return cw_error_set(error, "system %s: all %d places are taken: raise SCHEDULE_CAPACITY",
                            system->name, SCHEDULE_CAPACITY);
    }
    int index = schedule->system_count++;
    schedule->systems[index] = *system;
    schedule->has_rates = schedule->has_rates || system->every_hz > 0;
    insert_call(schedule, index);
    return true;
}

bool schedule_start(Schedule *schedule, CwWorld *world, CwError *error)
{
    const Breadcrumb saved = current_breadcrumb;
    current_breadcrumb.function = "init";
    for (int i = 0; i < schedule->system_count; i++) {
        const CwSystem *system = current_breadcrumb.system = &schedule->systems[i];
        if (system->init == NULL || system->init(world, error)) {
            continue;
        }
        current_breadcrumb = saved;
        dispose_systems(schedule, i, world);
        cw_error_set(error, "its init failed without saying why");
        return cw_error_context(error, "system %s", system->name);
    }
    current_breadcrumb = saved;
    schedule->has_started = true;
    return true;
}

void schedule_stop(Schedule *schedule, CwWorld *world)
{
    if (!schedule->has_started) {
        return;
    }
    schedule->has_started = false;
    dispose_systems(schedule, schedule->system_count, world);
}

uint64_t schedule_not_due(const Schedule *schedule, uint64_t tick, int tick_rate)
{
    uint64_t not_due = 0;
    for (int i = 0; schedule->has_rates && i < schedule->system_count; i++) {
        int hz = schedule->systems[i].every_hz;
        bool is_due = hz <= 0 || rate_is_due(tick + (uint64_t)i, hz, tick_rate);
        not_due |= (uint64_t)!is_due << i;
    }
    return not_due;
}

void schedule_run_tick(Schedule *schedule, CwWorld *world)
{
    for (int phase = TICK_PHASE_FIRST; phase <= TICK_PHASE_LAST; phase++) {
        run_phase(schedule, (CwPhase)phase, world, NULL);
    }
}

void schedule_run_phase(Schedule *schedule, CwPhase phase, const CwWorld *world, CwFrame *frame)
{
    CW_ASSERT((unsigned)phase < CW_PHASE_COUNT && !cw_phase_is_tick(phase),
              "Run tick phases with schedule_run_tick.");
    const Breadcrumb saved = current_breadcrumb;
    run_phase(schedule, phase, (CwWorld *)(uintptr_t)world, frame);
    current_breadcrumb = saved;
}

/* ---- a game's systems are switched on and off by name ---- */

static bool is_member(const CwSystemSet *set, int system)
{
    return cw_phase_is_tick(set->systems[system].phase) == set->is_for_ticks;
}

/* Ends the program with a message that lists the possible names. */
static void refuse_system_name(const CwSystemSet *set, const char *name)
{
    char members[4096] = "", remedy[4608];
    for (int i = 0; i < set->count; i++) {
        size_t used = strlen(members);
        if (is_member(set, i)) {
            snprintf(members + used, sizeof members - used, "%s%s", used == 0 ? "" : ", ",
                     set->systems[i].name);
        }
    }
    snprintf(remedy, sizeof remedy,
             "\"%.100s\" is none of the game's systems of %s phases, which are: %s; those of %s "
             "phases are switched by %s, the engine's are always on",
             name, set->is_for_ticks ? "tick" : "frame", members[0] == '\0' ? "none" : members,
             set->is_for_ticks ? "frame" : "tick",
             set->is_for_ticks ? "cw_frame_enable_system" : "cw_world_enable_system");
    cw_assert_failed("the name of a system", remedy, __FILE__, __LINE__);
}

/* A mask of all systems with this name. */
static uint64_t find_systems(const CwSystemSet *set, const char *name)
{
    uint64_t found = 0;
    CW_ASSERT(name != NULL, "switch a system by its name");
    for (int i = 0; i < set->count; i++) {
        bool is_named = is_member(set, i) && strcmp(set->systems[i].name, name) == 0;
        found |= (uint64_t)is_named << i;
    }
    if (found == 0) {
        refuse_system_name(set, name);
    }
    return found;
}

static void switch_systems(CwSystemSet *set, const char *name, bool enabled)
{
    uint64_t found = find_systems(set, name);
    set->off = enabled ? set->off & ~found : set->off | found;
}

void cw_world_enable_system(CwWorld *world, const char *name, bool enabled)
{
    ASSERT_GIVEN(name);
    CW_ASSERT(world->tick == 0 || arena_is_at_work(world->arena),
              "switch systems in start, an init or a tick: nothing else can be recorded");
    switch_systems(&world->systems, name, enabled);
}

bool cw_world_system_enabled(const CwWorld *world, const char *name)
{
    return (world->systems.off & find_systems(&world->systems, name)) == 0;
}

void cw_frame_enable_system(CwFrame *frame, const char *name, bool enabled)
{
    if (services_of(frame)->systems != NULL) {
        switch_systems(services_of(frame)->systems, name, enabled);
    }
}

bool cw_frame_system_enabled(const CwFrame *frame, const char *name)
{
    const CwSystemSet *systems = services_of(frame)->systems;
    return systems == NULL || (systems->off & find_systems(systems, name)) == 0;
}
