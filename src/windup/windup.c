#include "windup/windup.h"

#include "buggy/buggy.h"
#include "common/numbers.h"
#include "common/race.h"
#include "common/sprites.h"
#include "things/ground.h"
#include "view/view.h"

static const CwActionDef ACTIONS[] = {
    [ACTION_ACCELERATE] = {"accelerate", "accelerate",
                           "key:Right key:D pad:righttrigger pad:righty- touch:84-100/68-100"},
    [ACTION_BRAKE] = {"brake", "brake, then reverse",
                      "key:Left key:A pad:lefttrigger pad:righty+ touch:68-84/68-100"},
    [ACTION_LEAN_BACK] = {"lean_back", "lean back", "key:Up key:W pad:leftx- touch:0-16/68-100"},
    [ACTION_LEAN_FORWARD] = {"lean_forward", "lean forward",
                             "key:Down key:S pad:leftx+ touch:16-32/68-100"},
    [ACTION_HOP] = {"hop", "hop", "key:Space pad:a touch:32-48/68-100"},
    [ACTION_RESPAWN] = {"respawn", "back to the checkpoint", "key:R pad:y touch:88-100/52-68"},
};
_Static_assert(CW_ARRAY_LENGTH(ACTIONS) == ACTION_COUNT, "a row for each action");

static const char *const SIGNS[ACTION_COUNT] = {
    [ACTION_ACCELERATE] = "\u25b6",   [ACTION_BRAKE] = "\u25c0", [ACTION_LEAN_BACK] = "\u21b6",
    [ACTION_LEAN_FORWARD] = "\u21b7", [ACTION_HOP] = "\u2191",   [ACTION_RESPAWN] = "\u2691",
};

/* Names for the time bar; presses and checkpoints have marks anyway. */
static const char *const EVENT_NAMES[] = {
    [CUE_FINISH] = "finish", [CUE_RESPAWN] = "back at the checkpoint",
    [CUE_BURST] = "crate",   [CUE_LANDING] = "landing",
    [CUE_TROUBLE] = "lost",  [CUE_KEY] = "key",
    [CUE_COG] = "cog",       [CUE_SNAP] = "plank breaks",
    [CUE_SPLASH] = "splash", [CUE_PAD] = "spring pad",
};

/* CwKind.spawn and draw of each kind: they do what all kinds need, then call the kind's own. */
#define KIND_FUNCTIONS(number, name, type, ...)                                                    \
    static void spawn_##name(CwWorld *world, CwEntity self, void *data, const void *args)          \
    {                                                                                              \
        const CwMapObject *object = *(const CwMapObject *const *)args;                             \
        thing_read(&name##_class, object, data);                                                   \
        if (kind_is_machine(KIND_##number)) {                                                      \
            machine_spawn(data, object);                                                           \
        }                                                                                          \
        name##_spawn(world, self, data, object);                                                   \
    }                                                                                              \
    static void draw_##name(const CwWorld *world, CwEntity self, const void *data, CwFrame *frame) \
    {                                                                                              \
        (void)self;                                                                                \
        cw_draw_set_world(frame->draw, 1.0);                                                       \
        cw_draw_set_layer(frame->draw, LAYER_THINGS);                                              \
        name##_draw(world, data, frame);                                                           \
    }
KIND_LIST(KIND_FUNCTIONS)

#define KIND_ROW(number, called, type, spawner, drawer, ...)                                       \
    [KIND_##number] = {                                                                            \
        .name = #called, .size = sizeof(type), .spawn = spawner, .draw = drawer, __VA_ARGS__},
#define THING_ROW(number, name, type, ...)                                                         \
    KIND_ROW(number, name, type, spawn_##name, draw_##name, __VA_ARGS__)
static const CwKind KINDS[] = {
    KIND_LIST(THING_ROW) KIND_ROW(BUGGY, buggy, Buggy, buggy_spawn, buggy_draw, FIELDS(buggy),
                                  .drive = buggy_drive, .tick = buggy_tick)};
_Static_assert(CW_ARRAY_LENGTH(KINDS) == KIND_COUNT, "a row for each kind");

static const CwSystem SYSTEMS[] = {
    {.name = "run.clock", .phase = CW_PHASE_INPUT, .tick = race_start_clock},
    {.name = "view.events", .phase = CW_PHASE_UPDATE, .frame = view_take_events},
    {.name = "view.ghost.find", .phase = CW_PHASE_UPDATE, .frame = ghost_update},
    {.name = "view.sounds", .phase = CW_PHASE_UPDATE, .frame = sounds_play},
    {.name = "view.dust", .phase = CW_PHASE_UPDATE, .frame = dust_update},
    {.name = "view.celebration", .phase = CW_PHASE_UPDATE, .frame = celebration_update},
    {.name = "view.tyres", .phase = CW_PHASE_UPDATE, .frame = tyres_update},
    {.name = "view.driver", .phase = CW_PHASE_UPDATE, .frame = driver_update},
    {.name = "view.veil", .phase = CW_PHASE_UPDATE, .frame = veil_update},
    {.name = "view.camera", .phase = CW_PHASE_PRE_RENDER, .frame = camera_follow},
    {.name = "view.backdrop", .phase = CW_PHASE_RENDER, .frame = backdrop_draw},
    {.name = "view.map", .phase = CW_PHASE_RENDER, .frame = map_draw},
    {.name = "view.soil", .phase = CW_PHASE_RENDER, .frame = soil_draw},
    {.name = "view.ghost.draw", .phase = CW_PHASE_RENDER, .frame = ghost_draw},
    {.name = "view.depth", .phase = CW_PHASE_RENDER, .frame = depth_draw},
    {.name = "view.front", .phase = CW_PHASE_RENDER, .frame = front_draw},
    {.name = "view.weather", .phase = CW_PHASE_RENDER, .frame = weather_draw},
    {.name = "view.night", .phase = CW_PHASE_RENDER, .frame = night_draw},
    {.name = "view.veil.draw", .phase = CW_PHASE_RENDER, .frame = veil_draw},
    {.name = "view.hud", .phase = CW_PHASE_RENDER, .frame = hud_draw},
};

static const CwMenuSounds MENU_SOUNDS = {
    .move = SOUND_MENU_MOVE, .confirm = SOUND_MENU_CONFIRM, .back = SOUND_MENU_BACK};

static const char *const DEFAULTS[] = {"display.scaling=expand"};

static const CwConfigKey CONFIG[] = {
    [CONFIG_FLASHES] = {"picture", "flashes", CW_CONFIG_SWITCH, "on",
                        .documentation =
                            "Lightning flashes in storms, at most once in 6 s, and never with "
                            "reduced motion."},
    [CONFIG_PAINT] = {"picture", "paint", CW_CONFIG_CHOICE, "brass",
                      .choices = "brass|cherry|nickel|midnight",
                      .documentation =
                          "The buggy's colours. Medals win them: cherry, 6 levels finished; "
                          "nickel, silver in 9; midnight, gold in all 12."},
};
_Static_assert(CW_ARRAY_LENGTH(CONFIG) == CONFIG_COUNT, "a row for each key");

/* A typeface from the time of pocket watches; Debian's fonts-oldstandard. */
static const CwFontDef FONTS[] = {{.family = "Old Standard TT", .bold = true}};

static const CwCredit CREDITS[] = {
    {"Game, levels and rides", "The Clockwork authors"},
    {"Pictures", "The Clockwork authors"},
    {"Sounds and music", "Generated by the game's code"},
    {"Licence", "MIT"},
};

const CwGame windup_game = {
    .id = "windup",
    .title = "Windup",
    .rules_version = 5,
    .input = {.actions = ACTIONS, .action_count = ACTION_COUNT, .signs = SIGNS},
    .content = {.kinds = KINDS,
                .kind_count = KIND_COUNT,
                .systems = SYSTEMS,
                .system_count = (int)CW_ARRAY_LENGTH(SYSTEMS),
                .event_names = EVENT_NAMES,
                .event_name_count = (int)CW_ARRAY_LENGTH(EVENT_NAMES),
                .state_bytes = sizeof(Race),
                .state_fields = race_fields,
                .state_field_count = RACE_FIELD_COUNT},
    .looks = {.buttons_at = {12, 76},
              .buttons_at_upright = {12, 210},
              .mouse_buttons = true,
              .sprites = windup_sprites,
              .sprite_count = SPRITE_COUNT,
              .emitters = windup_emitters,
              .emitter_count = EMITTER_COUNT,
              .view_bytes = sizeof(View),
              .theme = {.text = {0xfd, 0xf0, 0xd2, 255},
                        .accent = {0xdb, 0xa6, 0x45, 255},
                        .shade = {0x12, 0x3b, 0x41, 224}},
              .fonts = FONTS,
              .font_count = (int)CW_ARRAY_LENGTH(FONTS),
              .title_face = CW_FACE_COUNT,
              .camera_height_m = CAMERA_HEIGHT_M,
              .title_sprite = &windup_sprites[SPRITE_LOGO]},
    .sound = {.list = windup_sounds, .count = WINDUP_SOUND_COUNT, .menu = &MENU_SOUNDS},
    .rank = {.medals = windup_medals,
             .medal_count = MEDAL_COUNT,
             .finish_wins = true,
             .counted = "Cogs",
             .any_seed = true}, /* no tick uses random numbers */
    .menu = {.map = &windup_map,
             .is_locked = paint_is_locked,
             .defaults = DEFAULTS,
             .default_count = (int)CW_ARRAY_LENGTH(DEFAULTS),
             .keys = CONFIG,
             .key_count = CONFIG_COUNT,
             .credits = CREDITS,
             .credit_count = (int)CW_ARRAY_LENGTH(CREDITS)},
    .start = level_start,
    .probe = race_probe,
    .bot = bot_drive,
};

CW_GAME_EXPORT(windup_game);
