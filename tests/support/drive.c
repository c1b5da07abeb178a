#include "drive.h"

#include "game/bot.h"

#include <check.h>
#include <stdio.h>
#include <unistd.h>

void drive_open(Drive *drive, const char *map_path, int tick_rate)
{
    CwError error = {0};
    snprintf(drive->map_path, sizeof drive->map_path, "%s", map_path);
    SessionDesc desc = {.game = &windup_game,
                        .settings = {.tick_rate = tick_rate,
                                     .substeps = 1,
                                     .iterations = 10,
                                     .gravity_mps2 = -9.81},
                        .arena_bytes = (size_t)16 << 20,
                        .map_path = drive->map_path,
                        .level = "test"};
    drive->input = (CwInputFrame){0};
    ck_assert_msg(session_open(&drive->session, &desc, &error), "%s", error.text);
}

void drive_open_track(Drive *drive, const char *more_objects)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/clockwork-track-%d.tmj", (int)getpid());
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
    drive_open(drive, path, 60);
    unlink(path);
}

void drive_close(Drive *drive)
{
    session_close(&drive->session);
}

static void tick(Drive *drive, CwInputFrame *input)
{
    CwError error = {0};
    cw_input_derive_edges(input, &drive->input);
    CwTickInput all = {.players = {*input}};
    ck_assert_msg(session_tick(&drive->session, &all, &error), "%s", error.text);
    drive->input = *input;
}

void drive_hold(Drive *drive, unsigned actions, int ticks)
{
    CwInputFrame input = {.down = actions};
    for (int action = 0; action < ACTION_COUNT; action++) {
        input.value[action] = (actions >> action & 1u) != 0 ? CW_ACTION_VALUE_MAX : 0;
    }
    for (int i = 0; i < ticks; i++) {
        tick(drive, &input);
    }
}

void drive_deflect(Drive *drive, int action, int value, int ticks)
{
    CwInputFrame input = {.down = UINT32_C(1) << action};
    input.value[action] = (uint8_t)value;
    for (int i = 0; i < ticks; i++) {
        tick(drive, &input);
    }
}

int drive_bot(Drive *drive, int limit)
{
    int ticks = 0;
    while (ticks < limit && !run_of(drive->session.world)->finished) {
        CwInputFrame input;
        bot_drive(drive->session.world, &input);
        tick(drive, &input);
        ticks++;
    }
    return ticks;
}

int drive_count_cues(const Drive *drive, uint32_t code)
{
    int count = 0;
    uint64_t seen = 0;
    const CwEvent *event;
    while ((event = cw_world_event_after(drive->session.world, seen)) != NULL) {
        seen = event->sequence;
        count += event->type == CW_EVENT_GAME && event->code == code;
    }
    return count;
}
