/* Opens and closes a loop: its parts, and host and renderer around it, with or without a window. */
#include "base/report.h"
#include "draw/particles.h"
#include "host/host_headless.h"
#include "host/host_sdl.h"
#include "paint/renderer.h"
#include "platform/display.h"
#include "program/program.h"

#include <stdlib.h>

/* ---- the parts ---- */

/* Whether other machines play along and share the run's time: only they send late input. */
static bool is_shared(const LoopDesc *desc)
{
    const CwInputSource *source = desc->game->input.source;
    return source != NULL && source->late != NULL && desc->choice.replay == NULL;
}

static bool open_playback(Loop *loop, CwError *error)
{
    const LoopDesc *desc = &loop->desc;
    const RunChoice *choice = &desc->choice;
    bool shared = is_shared(desc), headless = desc->mode.is_headless;
    bool is_ranked = driver_is_player(&choice->driver) && !shared;
    RunSetup setup = desc->setup;
    setup.draws_seeds = setup.draws_seeds && is_ranked && !headless &&
                        desc->game->seed != CW_SEED_FIXED && desc->game->input.source == NULL;
    return playback_init(&loop->playback,
                         &(PlaybackDesc){.game = desc->game,
                                         .config = desc->config,
                                         .levels = choice->levels,
                                         .records_anew = choice->records_anew,
                                         .has_celebration = !headless && !choice->records_anew,
                                         .is_shared = shared,
                                         .has_history = !headless || shared,
                                         .setup = setup,
                                         .guest = desc->guest,
                                         .best_runs = is_ranked ? &loop->view.best_runs : NULL},
                         error);
}

static bool open_stage(Loop *loop, Host *host, Renderer *renderer, CwError *error)
{
    const LoopDesc *desc = &loop->desc;
    bool ok = stage_open(&loop->stage,
                         &(StageDesc){.game = desc->game,
                                      .config = desc->config,
                                      .host = host,
                                      .renderer = renderer,
                                      .has_background = !desc->mode.is_headless && !is_shared(desc),
                                      .guest = desc->guest,
                                      .data_dir = desc->files.data_dir},
                         error);
    stage_bind(&loop->stage);
    return ok;
}

static bool open_sound(Loop *loop, CwError *error)
{
    const LoopDesc *desc = &loop->desc;
    return sound_open(&loop->sound,
                      &(SoundDesc){.game = desc->game,
                                   .config = desc->config,
                                   .host = loop->stage.desc.host,
                                   .data_dir = desc->files.data_dir,
                                   .render_path = desc->files.render_sound,
                                   .log_path = desc->files.sound_log,
                                   .cache = desc->files.cache,
                                   .captions = &loop->monitor.captions,
                                   .is_mute = desc->mode.is_headless},
                      error);
}

static void open_best_runs(Loop *loop)
{
    const LoopDesc *desc = &loop->desc;
    const RunRules rules = {{desc->game, desc->choice.levels, desc->setup.fingerprint, .slot = 0,
                             .arena_bytes = (size_t)desc->config->arena_size << 20},
                            desc->setup.own_settings};
    BestRuns *best_runs = &loop->view.best_runs;
    *best_runs = best_runs_in(desc->files.player_dir, &rules);
    best_runs->session = &loop->playback.session;
    best_runs->requested_path = desc->choice.ghost;
    best_runs->replays_dir = desc->choice.replays_dir;
}

static void open_menus(Loop *loop)
{
    const LoopDesc *desc = &loop->desc;
    loop->places = (RecordingPlaces){.game = desc->game,
                                     .levels = desc->choice.levels,
                                     .best_runs = &loop->view.best_runs,
                                     .player_dir = desc->files.player_dir,
                                     .replays_dir = desc->choice.replays_dir,
                                     .runs_dir = desc->setup.recorder.runs_dir};
    Menus *menus = &loop->menus;
    Screens *screens = &menus->screens;
    menus->stage = screens->stage = &loop->stage;
    menus->playback = screens->playback = &loop->playback;
    menus->monitor = &loop->monitor;
    menus->sound = &loop->sound;
    menus->guest = screens->guest = desc->guest;
    menus->headless = desc->mode.is_headless;
    screens->game = desc->game;
    screens->config = desc->config;
    screens->settings = &loop->settings;
    screens->places = &loop->places;
    screens->notices = &loop->monitor.notices;
    screens->is_replay_only = desc->choice.replay != NULL;
    screens_open(screens);
}

static bool open_first_run(Loop *loop, CwError *error)
{
    const LoopGuest *guest = loop->desc.guest;
    playlist_read_progress(loop);
    if (guest != NULL && !guest->open(guest->self, loop, error)) {
        return false;
    }
    if (guest != NULL && guest->open_run != NULL) {
        return guest->open_run(guest->self, loop, error);
    }
    return playlist_open_first(loop, error);
}

static bool open_view_frame(ViewFrame *view, const CwGame *game, CwError *error)
{
    if (game->looks.emitter_count > 0) {
        view->particles = particles_create(game->looks.emitters, game->looks.emitter_count);
    }
    return view->particles != NULL || game->looks.emitter_count == 0 ||
           cw_error_set(error, "out of memory for the game's particles");
}

bool loop_open(Loop *loop, const LoopDesc *desc, Host *host, Renderer *renderer, CwError *error)
{
    loop->desc = *desc;
    loop->view.saves = saves_in(desc->files.player_dir);
    open_best_runs(loop);
    loop->view.saves.notices = loop->view.best_runs.saves.notices = &loop->monitor.notices;
    if (desc->files.player_dir != NULL && desc->files.player_dir[0] == '\0') {
        notices_add(&loop->monitor.notices, "Nothing is kept: there is no folder for your files");
    }
    live_settings_open(&loop->settings, &(LiveSettingsDesc){.game = desc->game,
                                                            .config = desc->config,
                                                            .files = desc->settings,
                                                            .playback = &loop->playback,
                                                            .notices = &loop->monitor.notices});
    loop->desc.config = &loop->settings.config;
    bool has_stage = open_stage(loop, host, renderer, error);
    open_menus(loop);
    loop->monitor.guest = desc->guest;
    loop->monitor.overlay.mode = loop->desc.config->overlay;
    loop->monitor.overlay.must_refresh = true;
    if (!has_stage || !open_view_frame(&loop->view, desc->game, error) ||
        !open_playback(loop, error) || !open_sound(loop, error) || !open_first_run(loop, error) ||
        !run_logs_open(&loop->logs, &desc->files.logs, error)) {
        loop_close(loop);
        return false;
    }
    loop->playback.has_loaded = false; /* the clock starts after loading */
    step_clock_restart_timing(&loop->playback.clock);
    loop->stats.started_ns = host->now_ns(host->self);
    return true;
}

bool loop_close(Loop *loop)
{
    const char *screenshot = loop->desc.files.screenshot;
    const LoopGuest *guest = loop->desc.guest;
    if (loop->end.is_done && !loop->end.has_failed && screenshot != NULL) {
        report("the run ended before the tick of %s: there is no picture", screenshot);
    }
    live_settings_write(&loop->settings);
    bool sounded = sound_close(&loop->sound);
    bool recorded = playback_close(&loop->playback);
    particles_destroy(loop->view.particles);
    stage_close(&loop->stage);
    free(loop->playlist.progress.bytes);
    cw_replay_free(loop->playlist.demo);
    cw_replay_free(loop->playlist.watched);
    cw_replay_free(loop->catch_up.run);
    bool noted = guest == NULL || guest->close(guest->self);
    return run_logs_close(&loop->logs) && noted && recorded && sounded;
}

/* ---- host and renderer ---- */

LoopDesc program_loop_desc(const Program *program)
{
    const Options *options = program->options;
    LoopDesc desc = {
        .game = program->game,
        .config = &program->config,
        .settings = {&program->table, &program->layers, program->player_config,
                     .is_reloaded = false},
        .choice = {.levels = &program->levels,
                   .ghost = options->run.ghost,
                   .replays_dir = program->replays_dir,
                   .driver = {.pilot = options->run.bot ? PILOT_BOT : PILOT_PLAYER}},
        .guest = program->loop_guest,
        .setup = {.seed = options->run.seed,
                  .draws_seeds = !options->run.seed_given,
                  .fingerprint = program->fingerprint,
                  .limit_s = options->verify.limit_s,
                  .own_settings = program_rules(program).settings,
                  .guest = program->runs_guest},
        .mode = {.tick_limit = options->run.ticks_given ? options->run.ticks : TICKS_UNLIMITED},
        .files = {.data_dir = program->paths.data,
                  .player_dir = program->paths.player,
                  .logs = {options->logs.hash, options->logs.probe, options->logs.frame},
                  .render_sound = options->logs.render_sound,
                  .sound_log = options->logs.sound,
                  .screenshot = options->logs.screenshot,
                  .screenshot_tick = options->logs.screenshot_tick}};
    if (program->guest != NULL) {
        program->guest->complete_loop(program, &desc);
    }
    return desc;
}

RendererDesc program_renderer_desc(const Program *program, char art_dir[PATH_BYTES_MAX])
{
    path_join(art_dir, program->paths.data, "assets/art");
    return (RendererDesc){.table = game_sprites(program->game), .art_dir = art_dir};
}

/* The loop is allocated because it would fill a small stack. */
int program_open_loop(Program *program, const LoopDesc *desc)
{
    Loop *loop = calloc(1, sizeof *loop);
    if (loop == NULL) {
        cw_error_set(&program->failure, "out of memory; close other programs");
        return EXIT_FAILED;
    }
    char assets[PATH_BYTES_MAX];
    path_join(assets, desc->files.data_dir, "assets");
    language_begin(assets, !desc->mode.is_headless && desc->files.screenshot == NULL);
    language_choose(desc->config->language);
    if (!loop_open(loop, desc, &program->host, program->renderer, &program->failure)) {
        free(loop);
        return EXIT_FAILED;
    }
    program->loop = loop;
    return EXIT_OK;
}

bool program_frame(Program *program)
{
    Loop *loop = program->loop;
    bool goes_on = !loop->end.is_done && loop_frame(loop);
    if (!goes_on && loop->end.has_failed) {
        program->failure = loop->end.error;
    }
    return goes_on;
}

int program_close_loop(Program *program)
{
    Loop *loop = program->loop;
    int status = loop->end.has_failed ? EXIT_FAILED : loop_exit_status(loop);
    if (program->options->run.stats && !loop->end.has_failed) {
        figures_print_stats(&(FigureSource){.playback = &loop->playback,
                                            .stage = &loop->stage,
                                            .stats = &loop->stats,
                                            .frame = loop->stage.frame_count,
                                            .begun_ns = program->started_ns});
    }
    /* A difference fails headless runs only: in a window the player has seen the message. */
    const LoopDesc *desc = &loop->desc;
    bool differs =
        desc->mode.is_headless && !desc->choice.records_anew && loop->playback.has_difference;
    bool logged = loop_close(loop);
    free(loop);
    program->loop = NULL;
    return status == EXIT_OK && (differs || !logged) ? EXIT_FAILED : status;
}

void program_close_host(Program *program)
{
    if (program->host.self != NULL) {
        program->host.close(program->host.self);
    }
    program->host = (Host){0};
}

int program_open_headless(Program *program, const LoopDesc *asked)
{
    const Options *options = program->options;
    const Config *config = &program->config;
    CwError *error = &program->failure;
    HostHeadlessDesc host_desc = host_headless_desc_default();
    host_desc.time = options->run.realtime         ? HEADLESS_REAL
                     : options->run.frames != NULL ? HEADLESS_FRAME_TIMES
                                                   : HEADLESS_PACED;
    host_desc.frame_times = &program->frame_times;
    host_desc.status.refresh_hz = config->sim.tick_rate;
    host_desc.status.width_px = config->width;
    host_desc.status.height_px = config->height;
    host_desc.ends_on_signals = true;
    host_desc.never_waits = !program->waits;
    LoopDesc desc = *asked;
    desc.mode.is_headless = true;
    desc.mode.is_lockstep = host_desc.time == HEADLESS_PACED; /* each frame waits for its tick */
    host_desc.status.is_paced_by_display = !desc.mode.is_lockstep;
    char art_dir[PATH_BYTES_MAX];
    RendererDesc looks = program_renderer_desc(program, art_dir);
    bool open = options->run.frames == NULL ||
                frame_times_load(&program->frame_times, options->run.frames, error);
    open = open && host_headless_open(&program->host, &host_desc, error);
    if (open && desc.files.screenshot != NULL) {
        program->renderer = renderer_create_offscreen(config->width, config->height, &looks, error);
        open = program->renderer != NULL;
    }
    return open ? program_open_loop(program, &desc) : EXIT_FAILED;
}

bool program_prepare_window(Program *program)
{
    char cache_dir[PATH_BYTES_MAX];
    cache_find_folder(cache_dir, program->game->id);
    cache_open(&program->cache, cache_dir);
    sdl_keep_compose_rules(cache_dir);
    if (display_may_exist()) {
        sdl_set_hints();
    }
    return sdl_has_display();
}

bool program_open_window(const Program *program, Host *host, CwError *error)
{
    static const char *const renderers[] = {[CONFIG_RENDERER_AUTO] = "auto",
                                            [CONFIG_RENDERER_OPENGL] = "opengl",
                                            [CONFIG_RENDERER_SOFTWARE] = "software"};
    const Config *config = &program->config;
    const HostSdlDesc host_desc = {.title = program->game->title,
                                   .width = config->width,
                                   .height = config->height,
                                   .renderer = renderers[config->renderer],
                                   .has_vsync = config->vsync,
                                   .never_waits = !program->waits,
                                   .is_fullscreen = config->fullscreen,
                                   .paths = &program->paths};
    return host_sdl_open(host, &host_desc, error);
}

int program_open_in_window(Program *program, const LoopDesc *asked)
{
    LoopDesc desc = *asked;
    desc.settings.is_reloaded = true;
    desc.files.cache = &program->cache;
    CwError *error = &program->failure;
    if (!program_open_window(program, &program->host, error)) {
        return EXIT_FAILED;
    }
    char art_dir[PATH_BYTES_MAX];
    RendererDesc looks = program_renderer_desc(program, art_dir);
    looks.cache = &program->cache;
    program->renderer = renderer_create(host_sdl_renderer(&program->host), &looks, error);
    program->is_shown = true;
    return program->renderer == NULL ? EXIT_FAILED : program_open_loop(program, &desc);
}
