#include "program/loop.h"

#include "platform/clock.h"

#include <math.h>

/* Time between two pictures; other work between them may fill it up to 50 ms. */
static const int64_t PERIOD_NS = 46000000;
static const int64_t FIRST_PICTURE_NS = 12000000; /* assumed until a picture was timed */
static const int64_t SLICE_MIN_NS = 8000000;
static const int64_t SHOWN_AFTER_NS = 200000000;

bool catch_up_is_running(const Loop *loop)
{
    return playback_is_paused_for(&loop->playback, PAUSE_CATCH_UP);
}

void catch_up_begin(Loop *loop, const CatchUpDesc *desc)
{
    CwReplayFile *run = loop->catch_up.run;
    loop->catch_up = (CatchUp){.desc = *desc, .began_ns = clock_now_ns(), .run = run};
    bool is_behind = !desc->is_repeat || desc->tick < desc->last;
    playback_set_pause(&loop->playback, PAUSE_CATCH_UP, is_behind);
}

static void end_source(Loop *loop)
{
    Playback *playback = &loop->playback;
    const CatchUpDesc *desc = &loop->catch_up.desc;
    run_leave_source(&playback->run);
    playback->wanted_settings =
        cw_world_settings(playback->session.world); /* with recorded changes */
    if (desc->was_taken_over) {
        run_note_taken(&playback->run);
    }
    if (desc->was_continued) {
        run_note_continued(&playback->run);
        notices_add(&loop->monitor.notices, "A run that is continued ranks apart");
    }
    playback_set_pause(playback, PAUSE_GAME, false);
    if (desc->is_paused && !loop->desc.mode.is_headless) {
        menus_show(&loop->menus, ACTIVITY_PAUSED);
    }
}

/* Resumes play. Seeks back to the player's tick if the player had rewound. */
static void resume_play(Loop *loop)
{
    Playback *playback = &loop->playback;
    CatchUp *catch_up = &loop->catch_up;
    catch_up->length_ns = clock_now_ns() - catch_up->began_ns;
    if (!loop->end.has_failed && catch_up->desc.is_repeat) {
        loop->desc.guest->caught_up(loop->desc.guest->self, false);
    } else if (!loop->end.has_failed) {
        end_source(loop);
    }
    uint64_t tick = cw_world_tick(playback->session.world);
    if (!loop->end.has_failed && catch_up->desc.tick < tick && playback->history != NULL) {
        loop_expect(loop, playback_seek(playback, (double)catch_up->desc.tick, &loop->end.error));
    }
    playback_set_pause(playback, PAUSE_CATCH_UP, false);
    players_discard_edges(&loop->stage.players);
    playback_show_tick(playback);
    step_clock_restart_timing(&playback->clock);
}

/* The time that painting leaves between two pictures; at least a third of the whole. */
static int64_t slice_ns(const CatchUp *catch_up, int64_t now_ns)
{
    bool is_first = catch_up->sliced_ns == 0;
    int64_t shown_ns = catch_up->desc.shown_ns;
    int64_t since_picture_ns = is_first && shown_ns > 0 ? now_ns - shown_ns : 0;
    int64_t picture_ns = is_first ? FIRST_PICTURE_NS : now_ns - catch_up->sliced_ns;
    int64_t least_ns = picture_ns / 2 > SLICE_MIN_NS ? picture_ns / 2 : SLICE_MIN_NS;
    int64_t left_ns = PERIOD_NS - picture_ns - since_picture_ns;
    return left_ns > least_ns ? left_ns : least_ns;
}

void catch_up_slice(Loop *loop)
{
    CatchUp *catch_up = &loop->catch_up;
    const CwWorld *world = loop->playback.session.world;
    bool is_repeat = catch_up->desc.is_repeat, ok = true, ended = false;
    int64_t begin_ns = clock_now_ns(), end_ns = begin_ns + slice_ns(catch_up, begin_ns);
    while (ok && !ended && cw_world_tick(world) < catch_up->desc.last && clock_now_ns() < end_ns) {
        ok = playback_catch_up_tick(&loop->playback, &loop->end.error);
        ended = ok && world->flow.end != FLOW_GOES_ON;
        if (ok) {
            ticks_tell_guest(loop);
        }
        if (ok && !is_repeat) {
            playlist_apply_flow(loop, &world->flow);
        }
    }
    catch_up->sliced_ns = clock_now_ns();
    if (!ok && is_repeat) {
        loop->desc.guest->caught_up(loop->desc.guest->self, true);
    } else if (!loop_expect(loop, ok) || ended || cw_world_tick(world) == catch_up->desc.last) {
        resume_play(loop);
    }
}

double catch_up_share(const Loop *loop)
{
    const CatchUp *catch_up = &loop->catch_up;
    bool shown = catch_up_is_running(loop) && clock_now_ns() - catch_up->began_ns > SHOWN_AFTER_NS;
    uint64_t first = catch_up->desc.is_repeat ? catch_up->desc.tick : 0;
    double done = (double)(cw_world_tick(loop->playback.session.world) - first);
    return shown ? done / fmax(1, (double)(catch_up->desc.last - first)) : 1;
}
