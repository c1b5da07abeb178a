/* Levels, from the file to ticks and pictures: bytes as they are, or as level_maker makes a map of
 * them. A level is refused with words, or plays, draws and comes back from a snapshot the same. */
#include "draw/draw_list.h"
#include "fuzz/support/level_maker.h"
#include "sim/session.h"
#include "windup/windup.h"

#include <stdlib.h>

enum { TICKS = 4, MAP_BYTES_MAX = 1 << 20, RAW_MARK = '{' };

static const char *level_file(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] == RAW_MARK) {
        return fuzz_file(data, size);
    }
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    FuzzInput input = {data, size};
    level_make(&input, out);
    fclose(out);
    const char *path = fuzz_file(text, length < MAP_BYTES_MAX ? length : MAP_BYTES_MAX);
    free(text);
    return path;
}

static void draw(Session *session)
{
    CwDrawList list = {0};
    CwFrame frame = {.dt_s = 1.0 / 60,
                     .alpha = 0.5,
                     .draw = &list,
                     .camera = &session->camera,
                     .view = session->view_memory};
    const CwGame *game = session->desc.game;
    SpriteTable sprites = {.sprites = game->sprites,
                           .count = game->sprite_count,
                           .camera_height_m = game->camera_height_m};
    schedule_run_phase(&session->schedule, CW_PHASE_UPDATE, session->world, &frame);
    schedule_run_phase(&session->schedule, CW_PHASE_PRE_RENDER, session->world, &frame);
    CwCamera whole = session->camera;
    whole.height_m = 4000; /* sees all */
    draw_list_begin(&list, &whole, &sprites);
    schedule_run_phase(&session->schedule, CW_PHASE_RENDER, session->world, &frame);
    draw_list_free(&list);
}

static bool tick(Session *session)
{
    CwTickInput input = {.players = {{.down = 1, .value = {127}}}};
    CwError error = {0};
    cw_input_derive_edges(&input.players[0], &session->world->input.players[0]);
    if (session_tick(session, &input, &error)) {
        return true;
    }
    CW_ASSERT(error.text[0] != '\0', "say why a tick failed");
    return false;
}

static void play(Session *session)
{
    CwSnapshot snapshot = {0};
    bool fine = true;
    for (int i = 0; i < TICKS && fine; i++) {
        fine = tick(session);
    }
    if (fine) {
        draw(session);
    }
    if (fine && cw_world_snapshot(session->world, &snapshot) && tick(session)) {
        uint64_t hash = cw_world_hash(session->world);
        cw_world_restore(session->world, &snapshot);
        CW_ASSERT(tick(session) && cw_world_hash(session->world) == hash, "restore exactly");
    }
    cw_snapshot_free(&snapshot);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CwError error = {0};
    Session session = {0};
    SessionDesc desc = {.game = &windup_game,
                        .settings = {60, 1, 10, -9.81},
                        .arena_bytes = (size_t)4 << 20,
                        .map_path = level_file(data, size),
                        .level = "fuzz"};
    if (!session_open(&session, &desc, &error)) {
        CW_ASSERT(error.text[0] != '\0', "say why a level is refused");
        return 0;
    }
    play(&session);
    session_close(&session);
    return 0;
}
