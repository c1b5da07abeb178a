#include "game/windup.h"

#include "game/bot.h"
#include "game/buggy.h"
#include "game/level.h"
#include "game/numbers.h"
#include "game/rules.h"
#include "game/sprites.h"
#include "game/things.h"
#include "game/view.h"

static const CwActionDef ACTIONS[] = {
    [ACTION_ACCELERATE] = {"accelerate", "accelerate",
                           "key:Right key:D pad:righttrigger pad:righty- touch:75-100/50-100"},
    [ACTION_BRAKE] = {"brake", "brake, then reverse",
                      "key:Left key:A pad:lefttrigger pad:righty+ touch:0-25/50-100"},
    [ACTION_LEAN_BACK] = {"lean_back", "lean back", "key:Up key:W pad:leftx- touch:0-25/0-50"},
    [ACTION_LEAN_FORWARD] = {"lean_forward", "lean forward",
                             "key:Down key:S pad:leftx+ touch:75-100/0-50"},
    [ACTION_HOP] = {"hop", "hop", "key:Space pad:a touch:25-75/50-100"},
    [ACTION_RESPAWN] = {"respawn", "back to the checkpoint", "key:R pad:y"},
};
_Static_assert(CW_ARRAY_LENGTH(ACTIONS) == ACTION_COUNT, "a row for each action");

static const CwKind KINDS[] = {
    [KIND_GROUND] = {.name = "ground",
                     .size = sizeof(Ground),
                     .spawn = ground_spawn,
                     .draw = ground_draw},
    [KIND_DECOR] = {.name = "decor",
                    .size = sizeof(Decor),
                    .spawn = decor_spawn,
                    .draw = decor_draw},
    [KIND_BRIDGE] = {.name = "bridge",
                     .size = sizeof(Bridge),
                     .spawn = bridge_spawn,
                     .draw = bridge_draw},
    [KIND_SEESAW] = {.name = "seesaw",
                     .size = sizeof(Seesaw),
                     .spawn = seesaw_spawn,
                     .draw = seesaw_draw},
    [KIND_CRATE] = {.name = "crate",
                    .size = sizeof(Crate),
                    .fields = crate_fields,
                    .field_count = CRATE_FIELD_COUNT,
                    .spawn = crate_spawn,
                    .tick = crate_tick,
                    .event = crate_event,
                    .draw = crate_draw},
    [KIND_CHECKPOINT] = {.name = "checkpoint",
                         .size = sizeof(Gate),
                         .fields = gate_fields,
                         .field_count = GATE_FIELD_COUNT,
                         .spawn = gate_spawn,
                         .event = checkpoint_event,
                         .draw = checkpoint_draw},
    [KIND_FINISH] = {.name = "finish",
                     .size = sizeof(Gate),
                     .fields = gate_fields,
                     .field_count = GATE_FIELD_COUNT,
                     .spawn = gate_spawn,
                     .event = finish_event,
                     .draw = finish_draw},
    [KIND_BUGGY] = {.name = "buggy",
                    .size = sizeof(Buggy),
                    .fields = buggy_fields,
                    .field_count = BUGGY_FIELD_COUNT,
                    .spawn = buggy_spawn,
                    .drive = buggy_drive,
                    .tick = buggy_tick,
                    .event = buggy_event,
                    .draw = buggy_draw},
};
_Static_assert(CW_ARRAY_LENGTH(KINDS) == KIND_COUNT, "a row for each kind");

static const CwSystem SYSTEMS[] = {
    {.name = "view.events", .phase = CW_PHASE_UPDATE, .frame = view_take_events},
    {.name = "view.particles.move", .phase = CW_PHASE_UPDATE, .frame = particles_update},
    {.name = "view.camera", .phase = CW_PHASE_PRE_RENDER, .frame = camera_follow},
    {.name = "view.backdrop", .phase = CW_PHASE_RENDER, .frame = backdrop_draw},
    {.name = "view.particles.draw", .phase = CW_PHASE_RENDER, .frame = particles_draw},
    {.name = "view.hud", .phase = CW_PHASE_RENDER, .frame = hud_draw},
};

static const char *const DEFAULTS[] = {"display.scaling=expand"};

const CwGame windup_game = {
    .id = "windup",
    .title = "Windup",
    .rules_version = 1,
    .actions = ACTIONS,
    .action_count = ACTION_COUNT,
    .kinds = KINDS,
    .kind_count = KIND_COUNT,
    .systems = SYSTEMS,
    .system_count = (int)CW_ARRAY_LENGTH(SYSTEMS),
    .sprites = windup_sprites,
    .sprite_count = SPRITE_COUNT,
    .state_bytes = sizeof(Run),
    .state_fields = run_fields,
    .state_field_count = RUN_FIELD_COUNT,
    .view_bytes = sizeof(View),
    .theme = {.text = {0xfd, 0xf0, 0xd2, 255},
              .accent = {0xdb, 0xa6, 0x45, 255},
              .shade = {0x12, 0x3b, 0x41, 224}},
    .defaults = DEFAULTS,
    .default_count = (int)CW_ARRAY_LENGTH(DEFAULTS),
    .camera_height_m = CAMERA_HEIGHT_M,
    .title_sprite = &windup_sprites[SPRITE_LOGO],
    .start = level_start,
    .probe = run_probe,
    .bot = bot_drive,
};
