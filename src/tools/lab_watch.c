/* The overlay in the lab: it looks at the right-hand world, the one with the step clock. */
#include "tools/lab.h"

static const LabRun *watched(const Lab *lab)
{
    return &lab->panes[LAB_PANE_COUNT - 1].side.run;
}

static OverlayFacts gather_facts(const Lab *lab)
{
    const LabRun *run = watched(lab);
    const World *world = run->session.world;
    OverlayFacts facts = {.refresh_hz = lab->host->status(lab->host->self).refresh_hz,
                          .alpha = run->alpha,
                          .time_scale = 1,
                          .tick_rate = run->desc.settings.tick_rate,
                          .paused = lab->paused,
                          .dropped_ns = run->dropped_ns,
                          .slow = step_clock_running_slowly(&run->clock),
                          .census = world_census(world),
                          .arena_bytes = arena_used(world->arena),
                          .arena_limit_bytes = arena_limit(world->arena),
                          .tick = world_tick(world),
                          .hash = world_hash(world),
                          .latency_ms = -1};
    if (lab->renderer != NULL) {
        facts.drawn = renderer_stats(lab->renderer);
    }
    return facts;
}

void lab_watch_frame(Lab *lab)
{
    Overlay *overlay = &lab->overlay;
    LabRun *run = &lab->panes[LAB_PANE_COUNT - 1].side.run;
    run->session.schedule.profile = overlay->mode != OVERLAY_OFF;
    bool began_anew = run->dropped_ns < lab->dropped_before_ns;
    int64_t dropped_ns = began_anew ? 0 : run->dropped_ns - lab->dropped_before_ns;
    lab->dropped_before_ns = run->dropped_ns;
    overlay_add_frame(overlay, &(OverlayFrame){.length_ns = lab->frame_ns,
                                               .dropped_ns = dropped_ns,
                                               .ticks = lab->paused ? 0 : run->ticks});
    if (overlay_due(overlay)) {
        OverlayFacts facts = gather_facts(lab);
        overlay_refresh(overlay, &facts, &run->session.schedule, NULL);
    }
}
