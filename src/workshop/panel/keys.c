#include "panel/keys.h"

_Static_assert((int)MAKER_ACTIONS_END <= (int)CW_ACTION_MAX,
               "an input frame has a bit for each action");

static const CwActionDef actions[] = {MAKER_ACTIONS(UI_ACTION_ROW)};

static const UiActionUse uses[] = {MAKER_ACTIONS(UI_ACTION_USE)};

static const CwConfigKey keys[] = {
    [DEBUG_DRAW_SHAPES] = {"debug", "draw_shapes", CW_CONFIG_SWITCH, "off",
                           .documentation = "Draws the outlines of the physics shapes over the "
                                            "picture; F2 toggles it."},
    [DEBUG_STEP_TICKS] = {"debug", "step_ticks", CW_CONFIG_WHOLE, "10", 1, 100000, "ticks",
                          .documentation =
                              "How far [ and ] go back and forward while the game is paused."},
    [DEBUG_TRACE_RING] = {"debug", "trace_ring", CW_CONFIG_SWITCH, "on", .at_level_start = true,
                          .documentation =
                              "Keeps the times of the last 10 s in memory, up to 4 MiB, so that F9 "
                              "can write them as a trace for ui.perfetto.dev. Costs a microsecond "
                              "or two a frame."},
    [DEBUG_TRACE_ON_HITCH] = {"debug", "trace_on_hitch", CW_CONFIG_SWITCH, "off",
                              .documentation = "Writes a trace, at most once a minute, when a "
                                               "frame takes more than twice the usual time. The "
                                               "trace shows what was slow."},
    [DEBUG_PROTECT_WORLD] = {
        "debug", "protect_world", CW_CONFIG_SWITCH, "off",
        .documentation =
            "Write-protects the world outside ticks and checks it after each. View code that "
            "writes to the world crashes at once, and a change that bypasses the calls of the "
            "world is reported by name. Costs some system calls and makes a tick about 20 % "
            "longer."}};

const GuestConfig maker_config = {.actions = actions,
                                  .uses = uses,
                                  .action_count = (int)CW_ARRAY_LENGTH(actions),
                                  .keys = keys,
                                  .key_count = (int)CW_ARRAY_LENGTH(keys)};
