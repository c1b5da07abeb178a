/* Days of play in minutes, by a player who does anything: the game through the real loop on the
 * headless host, with software painter, art threads and a sound card of SDL's dummy driver. Time is
 * virtual and mostly 16 times as fast. What the process uses must stay flat (support/growth.h).
 *
 * The usual tests take seconds. For more, tests/soak/soak.sh sets
 *     CLOCKWORK_SOAK_SEED      plan of the player
 *     CLOCKWORK_SOAK_HOURS     simulated hours of it
 *     CLOCKWORK_SOAK_RESTARTS  restarts of a level
 *     CLOCKWORK_SOAK_PLAYER    the player's folder, which stays */
#include "base/numbered_files.h"
#include "host/audio_device.h"
#include "live/rerun_plan.h"
#include "support/game_config.h"
#include "support/growth.h"
#include "support/program.h"
#include "support/toy_run.h"
#include "windup/windup.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/stat.h>

enum { WIDTH = 480, HEIGHT = 270, RUNS_KEPT = 5, REPLAYS_KEPT = 8, TICKS_IN_HOUR = 216000 };
enum { RESTARTS_SHORT = 60, RESTARTS_UNSEEN = 30, ACTS_SHORT = 8, SAMPLES_JUDGED = 60 };

/* Growth in a restart, and in an act of random play, that still counts as flat. A stack that the C
 * library keeps for the next thread has 384 bytes of malloc's. Files of play have a count. */
static const double restart_limits[GROWTH_COLUMN_COUNT] = {
    [GROWTH_RSS] = 4096,      [GROWTH_MALLOC] = 48,  [GROWTH_ARENA] = 0,      [GROWTH_FDS] = 0.001,
    [GROWTH_THREADS] = 0.001, [GROWTH_FILES] = 0.01, [GROWTH_FILE_BYTES] = 64};
static const double play_limits[GROWTH_COLUMN_COUNT] = {
    [GROWTH_RSS] = 65536,     [GROWTH_MALLOC] = 4096, [GROWTH_ARENA] = 0,      [GROWTH_FDS] = 0.001,
    [GROWTH_THREADS] = 0.001, [GROWTH_FILES] = -1,    [GROWTH_FILE_BYTES] = -1};
enum { FILES_MAX = RUNS_KEPT + REPLAYS_KEPT + TRACE_DUMPS_KEPT + 8 }; /* settings, saves */

static struct {
    uint64_t random;
    char player[256], settings[300], runs[300], traces[300];
    const char *assignments[3];
    ConfigLayers layers;
    Cache cache;
    AudioDevice card;
    CwReplayFile *again; /* the run of the plan */
    RerunPlan plan;
    size_t next_step;
    uint64_t ticks;       /* of the loops before */
    uint64_t idle_frames; /* at most, at a stretch */
    Growth meter;
} soak;

static uint64_t pick(uint64_t count)
{
    soak.random = soak.random * 6364136223846793005u + 1442695040888963407u;
    return (soak.random >> 33) % count;
}

static double number_of(const char *name, double usual)
{
    const char *text = getenv(name);
    return text == NULL ? usual : atof(text);
}

/* ---- the program starts and ends ---- */

/* The last minute of sound is 11 MB, which would become resident over the first minute. */
static void fill_past(const HostSound *sound)
{
    static int16_t samples[2 * CW_SOUND_RATE];
    for (int second = 0; second < 60; second++) {
        sound->pull(sound->context, samples, CW_SOUND_RATE, 0);
    }
}

static void set_sound(void *self, const HostSound *sound)
{
    if (sound != NULL) {
        if (program_is_plain()) {
            fill_past(sound);
        }
        audio_device_open(&soak.card, sound);
    } else {
        audio_device_mute(&soak.card);
    }
}

static void describe(void)
{
    toy_run_prepare();
    run.game = windup_game;
    run.table = game_config(&run.config, &run.game);
    EXPECT_OK(config_read_layers(run.table, &run.config, &soak.layers, &error));
    run.desc.settings =
        (LiveSettingsFiles){run.table, &soak.layers, soak.settings, .is_reloaded = true};
    run.desc.setup.own_settings = run.config.sim;
    run.desc.setup.fingerprint = fingerprint_compute(0, &error);
    run.desc.setup.recorder = (RecorderDesc){.levels = &run.levels,
                                             .runs_dir = soak.runs,
                                             .runs_kept = RUNS_KEPT,
                                             .records_level = true};
    run.desc.files = (LoopFiles){.data_dir = ".", .player_dir = soak.player, .cache = &soak.cache};
    WorkshopGuest *workshop = run.loop_guest->self;
    snprintf(workshop->traces_dir, sizeof workshop->traces_dir, "%s", soak.traces);
    run.desc.choice.replays_dir = "assets/replays";
    levels_find(&run.levels, temp_path("assets"));
    ck_assert_int_gt(run.levels.count, 10);
    run.host_desc.status.width_px = WIDTH;
    run.host_desc.status.height_px = HEIGHT;
    run.script.count = CW_ARRAY_LENGTH(run.script.steps);
    for (size_t i = 0; i < run.script.count; i++) {
        run.script.steps[i].frame = UINT64_MAX; /* not due until `window` says what it is */
    }
    soak.next_step = 0;
}

static bool open_plan(void *context, Loop *loop, CwError *failure)
{
    return rerun_plan_play(&soak.plan, loop, failure);
}

static void open_loop(void)
{
    describe();
    RendererDesc looks = {.table = game_sprites(&run.game),
                          .art_dir = "assets/art",
                          .cache = &soak.cache,
                          .path = RENDER_PATH_SPANS};
    run.renderer = renderer_create_offscreen(WIDTH, HEIGHT, &looks, &error);
    ck_assert_ptr_nonnull(run.renderer);
    EXPECT_OK(host_headless_open(&run.host, &run.host_desc, &error));
    run.host.set_sound = set_sound;
    run.loop_guest->open_run = soak.plan.recording == NULL ? NULL : open_plan;
    run.loop = (Loop){0};
    EXPECT_OK(loop_open(&run.loop, &run.desc, &run.host, run.renderer, &error));
    run.open = true;
}

static void close_loop(void)
{
    soak.ticks += run.loop.stats.tick_count;
    ck_assert(toy_run_close());
    renderer_destroy(run.renderer);
    audio_device_close(&soak.card);
    cw_replay_free(soak.again);
    soak.again = NULL;
    soak.plan = (RerunPlan){0};
}

static void start_again(void)
{
    close_loop();
    open_loop();
}

/* A player who quits starts the game again. */
static void frames(uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        if (!loop_frame(&run.loop)) {
            ck_assert_msg(!run.loop.end.has_failed, "the loop ended: %s", run.loop.end.error.text);
            start_again();
        }
    }
}

static double ticks_so_far(void)
{
    return (double)(soak.ticks + run.loop.stats.tick_count);
}

/* ---- what a player does ---- */

static void key(int code, int down)
{
    toy_key(code, down);
    frames(1 + pick(2));
}

static void window(HeadlessStep step)
{
    if (soak.next_step == run.script.count) {
        start_again();
    }
    step.frame = 0;
    run.script.steps[soak.next_step++] = step;
    frames(1 + pick(5));
}

static void ask(AskKind kind, uint64_t level)
{
    const char *name = run.levels.names[level % (uint64_t)run.levels.count];
    playlist_handle_ask(&run.loop, &(ScreenAsk){.kind = kind, .level = name});
    frames(2);
}

static void drive(void)
{
    toy_key(TOY_KEY_RIGHT, 1);
    for (uint64_t i = 0, count = pick(12); i < count; i++) {
        frames(pick(30));
        int code = pick(3) == 0 ? TOY_KEY_SPACE : TOY_KEY_UP - (int)pick(4);
        key(code, 1);
        key(code, 0);
    }
    toy_key(TOY_KEY_RIGHT, 0);
    frames(1);
}

static void play_level(void)
{
    ask(ASK_PLAY, pick(LEVEL_MAX));
    drive();
}

static void rewind_time(void)
{
    key(TOY_KEY_REWIND, 1);
    frames(pick(120));
    key(TOY_KEY_REWIND, 0);
}

/* Letters, digits, Return, Escape, arrows and all F keys: through every page and the inspector. */
static void press_anything(void)
{
    static const int codes[] = {40, 40, 41, 79, 80, 81, 81, 82, 42, 43, 44, 45, 46, 47, 48,
                                54, 55, 75, 78, 4,  8,  9,  12, 12, 13, 14, 19, 20, 23, 26,
                                27, 29, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68};
    static const char *const texts[] = {"7", "-1", "1e9", "0.5", "nan", "x"};
    for (uint64_t i = 0, count = pick(40); i < count; i++) {
        int code = codes[pick(CW_ARRAY_LENGTH(codes))];
        key(code, 1);
        key(code, 0);
        toy_event((InputEvent){.type = INPUT_TEXT, .text = texts[pick(CW_ARRAY_LENGTH(texts))]});
    }
}

static void use_pad(void)
{
    int64_t device = 1 + (int64_t)pick(4);
    toy_event((InputEvent){.type = INPUT_PAD_ADDED, .device = device, .value = (int32_t)pick(3)});
    for (uint64_t i = 0, count = pick(20); i < count; i++) {
        int code = (int)pick(15), axis = (int)pick(PAD_AXIS_COUNT);
        toy_event((InputEvent){
            .type = INPUT_PAD_BUTTON, .device = device, .code = code, .value = pick(2) == 0});
        toy_event((InputEvent){.type = INPUT_PAD_AXIS,
                               .device = device,
                               .code = axis,
                               .value = (int32_t)pick(65535) - AXIS_FULL});
        frames(1 + pick(4));
    }
    toy_event((InputEvent){.type = INPUT_PAD_REMOVED, .device = device});
    frames(1);
}

static void point(void)
{
    for (uint64_t i = 0, count = pick(20); i < count; i++) {
        InputEvent event = {.device = (int64_t)pick(3),
                            .code = 1 + (int)pick(2),
                            .value = pick(2) == 0,
                            .x = (double)pick(CW_VIEW_WIDTH),
                            .y = (double)pick(CW_VIEW_HEIGHT),
                            .dx = 3,
                            .dy = pick(2) == 0 ? 1 : -1};
        static const InputEventType types[] = {INPUT_MOUSE_BUTTON, INPUT_MOUSE_MOTION,
                                               INPUT_WHEEL,        INPUT_TOUCH_DOWN,
                                               INPUT_TOUCH_MOVE,   INPUT_TOUCH_UP};
        event.type = types[pick(CW_ARRAY_LENGTH(types))];
        toy_event(event);
        frames(1);
    }
}

static void change_window(void)
{
    static const int sizes[][2] = {{WIDTH, HEIGHT}, {320, 180}, {200, 270}, {480, 120}};
    const int *size = sizes[pick(CW_ARRAY_LENGTH(sizes))];
    bool away = pick(2) == 0;
    window((HeadlessStep){.action = away ? HEADLESS_FOCUS : HEADLESS_MINIMISE, .on = !away});
    window((HeadlessStep){.action = HEADLESS_RESIZE, .width_px = size[0], .height_px = size[1]});
    window((HeadlessStep){.action = HEADLESS_REFRESH, .refresh_hz = 50.0 + (double)pick(100)});
    window((HeadlessStep){.action = HEADLESS_STALL, .delay_ns = (int64_t)pick(2000000000)});
    window((HeadlessStep){.action = HEADLESS_EXPOSE + (HeadlessAction)pick(3)});
    window((HeadlessStep){.action = away ? HEADLESS_FOCUS : HEADLESS_MINIMISE, .on = away});
}

/* Fast, and as so many lines say, of which later ones count. */
static void write_settings(uint64_t line_count)
{
    static const char *const lines[] = {"[simulation]\ntime_scale = 16",
                                        "[simulation]\ntime_scale = 16",
                                        "[simulation]\ntime_scale = 1",
                                        "[display]\nscaling = expand",
                                        "[display]\nscaling = stretch",
                                        "[display]\nbackground = run",
                                        "[display]\nbackground = pause",
                                        "[display]\npacing = raw",
                                        "[comfort]\ntext_size = 1.5",
                                        "[comfort]\nsubtitles = on",
                                        "[audio]\nmaster = 0.25",
                                        "[game]\nghost = medal",
                                        "[input]\nrumble = on",
                                        "[simulation]\ngravity = -3",
                                        "[nonsense]\nx = y",
                                        "[simulation]\nsubsteps = 2"};
    FILE *file = fopen(soak.settings, "w");
    ck_assert_ptr_nonnull(file);
    fputs("[simulation]\ntime_scale = 16\n", file);
    for (uint64_t i = 0; i < line_count; i++) {
        fprintf(file, "%s\n", lines[pick(CW_ARRAY_LENGTH(lines))]);
    }
    fclose(file);
}

static void save_settings(void)
{
    write_settings(pick(4));
    frames(12);
}

static void save_level(void)
{
    utimensat(AT_FDCWD, toy_playback()->session.map_path, NULL, 0);
    frames(30);
}

/* Repeats the run so far in a new loop, as `clockwork dev` does. */
static void reload(void)
{
    char path[PATH_BYTES_MAX], map_path[PATH_BYTES_MAX];
    snprintf(path, sizeof path, "%s", toy_playback()->recorder.path);
    snprintf(map_path, sizeof map_path, "%s", toy_playback()->session.map_path);
    close_loop();
    soak.again = path[0] == '\0' ? NULL : cw_replay_load(path, &error);
    if (soak.again != NULL && soak.again->tick_count > 0) {
        soak.plan = (RerunPlan){.recording = soak.again,
                                .map_path = map_path,
                                .tick = pick(soak.again->tick_count) + 1};
    }
    open_loop();
    for (int i = 0; i < 1000 && soak.plan.recording != NULL && catch_up_is_running(&run.loop);
         i++) {
        frames(1);
    }
    frames(pick(60));
    start_again();
}

static void idle(void)
{
    frames(pick(soak.idle_frames));
}

static void title(void)
{
    ask(ASK_TITLE, 0);
    frames(pick(300));
}

static void restart(void)
{
    ask(ASK_RESTART, 0);
    drive();
}

/* ---- soaking ---- */

static void prepare_folders(void)
{
    const char *kept = getenv("CLOCKWORK_SOAK_PLAYER");
    snprintf(soak.player, sizeof soak.player, "%s", kept == NULL ? temp_path("player") : kept);
    mkdir(soak.player, 0700);
    snprintf(soak.settings, sizeof soak.settings, "%s/settings.ini", soak.player);
    snprintf(soak.runs, sizeof soak.runs, "%s/runs", soak.player);
    snprintf(soak.traces, sizeof soak.traces, "%s/traces", soak.player);
    cache_open(&soak.cache, temp_path("cache"));
    temp_mkdir("assets");
    ck_assert_int_eq(system(textf("cp -r assets/levels '%s'", temp_path("assets"))), 0);
}

SET_UP(.tear_down = close_loop, .timeout_s = 300)
{
    mallopt(M_MMAP_THRESHOLD, 128 << 10); /* else malloc keeps large blocks that were freed */
    setenv("SDL_AUDIODRIVER", "dummy", 1);
    soak.random = (uint64_t)number_of("CLOCKWORK_SOAK_SEED", 1);
    prepare_folders();
    soak.assignments[0] = "game.history=8";
    soak.assignments[1] = "simulation.max_steps_per_frame=64";
    soak.assignments[2] = "debug.trace_ring=off"; /* for restarts: it fills slowly */
    soak.layers = (ConfigLayers){.files = {soak.settings},
                                 .file_count = 1,
                                 .settings = soak.assignments,
                                 .setting_count = 2,
                                 .is_quiet = true};
    write_settings(0);
    soak.meter = (Growth){.folder = soak.player};
    open_loop();
}

static void sample(double step)
{
    const Session *session = &toy_playback()->session;
    growth_take(&soak.meter, step, (int64_t)session->world->arena->used_bytes);
}

static bool is_loading(const Sound *sound)
{
    return sound->loader != NULL || sound->loads_after_frame || sound->is_waiting;
}

/* The first restarts are not seen: music is loaded and dropped until the title's has faded out. */
static void restart_often(int count)
{
    soak.meter.count = 0;
    soak.layers.setting_count = 3;
    start_again();
    ask(ASK_PLAY, 0);
    for (int i = -RESTARTS_UNSEEN; i < count; i++) {
        ask(ASK_RESTART, 0);
        for (frames(4); i < 0 && is_loading(&run.loop.sound); frames(1)) {
        }
        if (i >= 0) {
            sample(i);
        }
    }
}

/* The sanitizers keep freed memory for a while, so resident memory says nothing about them. */
static void expect_flat(const double usual[GROWTH_COLUMN_COUNT])
{
    char found[512];
    double limits[GROWTH_COLUMN_COUNT];
    memcpy(limits, usual, sizeof limits);
    if (!program_is_plain()) {
        limits[GROWTH_RSS] = -1;
    }
    ck_assert_msg(growth_find(&soak.meter, limits, found) == 0, "%s", found);
}

/* Where samples are alike: the first level has just begun, nobody is away and nothing is old. */
static void go_home(void)
{
    const NumberedFiles kept = {textf("%s/replays", soak.player), ".cwr", REPLAYS_KEPT};
    numbered_files_trim(&kept);
    write_settings(0);
    frames(12);
    window((HeadlessStep){.action = HEADLESS_RESIZE, .width_px = WIDTH, .height_px = HEIGHT});
    ask(ASK_PLAY, 0);
    frames(4);
}

static void act(void)
{
    static void (*const acts[])(void) = {
        play_level,     play_level, drive,          drive,         drive,  rewind_time,
        press_anything, use_pad,    press_anything, change_window, point,  idle,
        title,          restart,    save_level,     save_settings, reload, start_again};
    acts[pick(CW_ARRAY_LENGTH(acts))]();
}

static void play(double hours)
{
    soak.meter.count = 0;
    soak.idle_frames = hours > 0 ? 6000 : 600;
    double end = ticks_so_far() + hours * (double)TICKS_IN_HOUR;
    for (int i = 0; hours > 0 ? ticks_so_far() < end : i < ACTS_SHORT; i++) {
        act();
        if (i % 4 == 0) {
            go_home();
            sample(i);
        }
    }
}

TEST(restarts_leave_everything_flat)
{
    restart_often((int)number_of("CLOCKWORK_SOAK_RESTARTS", RESTARTS_SHORT));
    expect_flat(restart_limits);
}

TEST(play_leaves_everything_flat)
{
    double hours = number_of("CLOCKWORK_SOAK_HOURS", 0);
    play(hours);
    printf("soak: %.0f ticks\n", ticks_so_far());
    const GrowthSample *last = &soak.meter.samples[soak.meter.count - 1];
    ck_assert_int_le(last->values[GROWTH_FILES], FILES_MAX);
    if (soak.meter.count >= SAMPLES_JUDGED) {
        expect_flat(play_limits);
    }
}
