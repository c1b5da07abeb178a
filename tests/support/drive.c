#include "drive.h"
#include "base/frame_services.h"

#include "draw/particles.h"
#include "host/bindings.h"
#include "run/levels.h"
#include "sim/poison.h"
#include "temp_folder.h"
#include "windup/windup.h"

Drive drive;

SessionDesc drive_desc(const char *map_path, int tick_rate)
{
    return (SessionDesc){.game = &windup_game,
                         .settings = {tick_rate, 1, 10, -9.81},
                         .arena_bytes = (size_t)16 << 20,
                         .map_path = map_path,
                         .level = "test"};
}

void drive_open(const char *map_path, int tick_rate)
{
    drive_close();
    snprintf(drive.map_path, sizeof drive.map_path, "%s", map_path);
    SessionDesc desc = drive_desc(drive.map_path, tick_rate);
    drive.input = (CwInputFrame){0};
    EXPECT_OK(session_open(&drive.session, &desc, &error));
}

void drive_open_track(const char *more_objects)
{
    const char *path = temp_path("track.tmj");
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fprintf(file,
            "{\"width\":300,\"height\":40,\"tilewidth\":32,\"tileheight\":32,\"layers\":[{\"type\":"
            "\"objectgroup\",\"name\":\"track\",\"objects\":[{\"id\":1,\"type\":\"ground\",\"x\":0,"
            "\"y\":960,\"polygon\":[{\"x\":0,\"y\":0},{\"x\":4160,\"y\":0},{\"x\":4160,\"y\":320},"
            "{\"x\":0,\"y\":320}]},{\"id\":2,\"type\":\"start\",\"x\":1920,\"y\":960,\"point\":"
            "true},{\"id\":3,\"type\":\"finish\",\"x\":9000,\"y\":800,\"width\":128,\"height\":160}"
            "%s]}]}",
            more_objects);
    fclose(file);
    drive_open(path, 60);
}

void drive_set_up(void)
{
    drive_open_track("");
    drive_hold(0, 30);
}

void drive_close(void)
{
    session_close(&drive.session);
}

static void tick(CwInputFrame *input)
{
    cw_input_derive_edges(input, &drive.input);
    EXPECT_OK(session_tick(&drive.session, &(CwTickInput){.players = {*input}}, &error));
    drive.input = *input;
}

void drive_hold(unsigned actions, int ticks)
{
    CwInputFrame input = {.down = actions};
    for (int action = 0; action < ACTION_COUNT; action++) {
        input.value[action] = (actions >> action & 1u) != 0 ? CW_ACTION_VALUE_MAX : 0;
    }
    for (int i = 0; i < ticks; i++) {
        tick(&input);
    }
}

void drive_deflect(int action, int value, int ticks)
{
    CwInputFrame input = {.down = UINT32_C(1) << action};
    input.value[action] = (uint8_t)value;
    for (int i = 0; i < ticks; i++) {
        tick(&input);
    }
}

int drive_bot(int limit)
{
    int ticks = 0;
    while (ticks < limit && !race_of(drive.session.world)->finished) {
        CwInputFrame input;
        bot_drive(drive.session.world, &input);
        tick(&input);
        ticks++;
    }
    return ticks;
}

static uint64_t drive_second(bool bot)
{
    if (bot) {
        drive_bot(60);
    } else {
        drive_hold(ACCELERATE, 60);
    }
    return cw_world_hash(drive_world());
}

void drive_expect_repeats(int times, bool bot)
{
    CwSnapshot snapshot = {0};
    for (int i = 0; i < times; i++) {
        CwInputFrame input = drive.input;
        ck_assert(cw_world_snapshot(drive_world(), &snapshot));
        uint64_t first = drive_second(bot);
        cw_world_restore(drive_world(), &snapshot);
        drive.input = input;
        ck_assert_uint_eq(drive_second(bot), first);
    }
    cw_snapshot_free(&snapshot);
}

static void bind(ActionBindings *bindings, const char *words)
{
    EXPECT_OK(bindings_parse(words, bindings->items, BINDING_MAX, &bindings->count, &error));
}

void drive_bind_prompts(Stage *stage)
{
    InputMap maps[CW_PLAYER_MAX] = {0};
    *stage = (Stage){.desc = {.game = &windup_game}, .device_use = {.device = DEVICE_KEYBOARD}};
    for (int i = 0; i < windup_game.input.action_count; i++) {
        bind(&maps[0].actions[i], windup_game.input.actions[i].bindings);
    }
    bind(&stage->ui_input.map.actions[UI_REWIND], ui_actions[UI_REWIND].bindings);
    players_init(&stage->players, &stage->devices, 1);
    players_rebind(&stage->players, maps);
}

CwFrame drive_frame(CwDrawList *drawn, const CwCamera *camera)
{
    static CwCamera copy;
    static Stage prompted;
    static CwFrameServices services = {.stage = &prompted};
    const SpriteTable table = {.sprites = windup_sprites,
                               .count = SPRITE_COUNT,
                               .camera_height_m = windup_game.looks.camera_height_m};
    copy = *camera;
    drive_bind_prompts(&prompted);
    draw_list_begin(drawn, camera, &table);
    return (CwFrame){.services = &services,
                     .alpha = 1.0,
                     .quality = 1.0,
                     .particles = drive.particles,
                     .draw = drawn,
                     .camera = &copy,
                     .view = drive.session.view_memory};
}

uint32_t drive_show(CwDrawList *drawn, double sim_dt_s, double alpha, const CwEvent *events,
                    int event_count)
{
    Session *session = &drive.session;
    if (drive.particles == NULL) {
        drive.particles =
            particles_create(windup_game.looks.emitters, windup_game.looks.emitter_count);
    }
    particles_begin_frame(drive.particles, &(ParticleTime){.sim_s = sim_dt_s});
    CwFrame frame = drive_frame(drawn, &session->camera);
    frame.camera = &session->camera;
    frame.dt_s = 0.25; /* moves nothing */
    frame.sim_dt_s = sim_dt_s;
    frame.alpha = alpha;
    frame.events = (CwFrameEvents){events, event_count, 0};
    schedule_run_phase(&session->schedule, CW_PHASE_UPDATE, session->world, &frame);
    schedule_run_phase(&session->schedule, CW_PHASE_PRE_RENDER, session->world, &frame);
    drive_frame(drawn, &session->camera);
    schedule_run_phase(&session->schedule, CW_PHASE_RENDER, session->world, &frame);
    particles_end_frame(drive.particles, drawn);
    return drawn->command_count;
}

int drive_count_cues(uint32_t code)
{
    int count = 0;
    uint64_t seen = 0;
    const CwEvent *event;
    while ((event = cw_world_event_after(drive.session.world, seen)) != NULL) {
        seen = event->sequence;
        count += event->type == CW_EVENT_GAME && event->code == code;
    }
    return count;
}

static Levels levels;

int drive_each_level(void)
{
    if (POISON_WORKS) {
        fprintf(stderr, "left out under sanitizers: every level\n");
        return 0;
    }
    levels_find(&levels, "assets");
    return levels.count;
}

const char *drive_open_level(int round)
{
    static char path[PATH_BYTES_MAX], name[LEVEL_NAME_BYTES];
    EXPECT_OK(levels_resolve(&levels, levels.names[round], path, name, &error));
    drive_open(path, 60);
    return name;
}

void drive_throw(cpVect velocity_mps)
{
    Buggy *buggy = drive_buggy();
    cpBody *parts[] = {buggy->chassis, buggy->wheels[WHEEL_REAR], buggy->wheels[WHEEL_FRONT]};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(parts); i++) {
        cpBodySetVelocity(parts[i], velocity_mps);
    }
}
