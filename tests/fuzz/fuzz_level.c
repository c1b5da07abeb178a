/* Whole levels: bytes as they are, or as level_maker makes a map of them, are refused with words,
 * or Windup or a plain game plays them for a second, draws, comes back from a snapshot the same,
 * and its recording, which carries the level, plays again with the same hashes.
 *
 * An odd first byte means Windup, an even one the plain game. Texts begin with '{', '=' or '<' (see
 * fuzz_pack), or have a 'p' in front, for the plain game; all else goes to level_maker. */
#include "draw/draw_list.h"
#include "fuzz/support/level_maker.h"
#include "fuzz/support/pack.h"
#include "fuzz/support/plain_game.h"
#include "fuzz/support/verify.h"
#include "run/replay_run.h"
#include "run/run.h"
#include "windup/windup.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { TICKS = 60, OBJECTS_USUAL = 20, MAP_BYTES_MAX = 1 << 20 };

/* The level's text, to be freed. */
static MapText make_level(const uint8_t *data, size_t size, const CwGame **game)
{
    bool windup = size == 0 || data[0] % 2 == 1;
    *game = windup ? &windup_game : &plain_game;
    if (size > 0 && memchr("{=<p", data[0], 4) != NULL) {
        return fuzz_pack(data + (data[0] == 'p'), size - (data[0] == 'p'));
    }
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    FuzzInput input = {data, size};
    level_make(&input, out);
    fclose(out);
    return (MapText){text, length < MAP_BYTES_MAX ? length : MAP_BYTES_MAX};
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
    SpriteTable sprites = {.sprites = game->looks.sprites,
                           .count = game->looks.sprite_count,
                           .camera_height_m = game->looks.camera_height_m};
    sprites.pictures = map_pictures(session->map, &sprites.picture_count);
    schedule_run_phase(&session->schedule, CW_PHASE_UPDATE, session->world, &frame);
    schedule_run_phase(&session->schedule, CW_PHASE_PRE_RENDER, session->world, &frame);
    CwCamera wide = session->camera;
    wide.height_m = 40;
    draw_list_begin(&list, &wide, &sprites);
    schedule_run_phase(&session->schedule, CW_PHASE_RENDER, session->world, &frame);
    draw_list_free(&list);
}

/* Actions go down and up by chance; the first is mostly held, so that something moves. */
static CwTickInput make_input(CwRng *rng, const CwTickInput *before)
{
    CwTickInput input = *before;
    if (cw_rng_below(rng, 8) == 0) {
        input.players[0].down = (uint32_t)(cw_rng_next(rng) & cw_rng_next(rng)) | 1;
        input.players[0].value[0] = (uint8_t)cw_rng_below(rng, CW_ACTION_VALUE_MAX + 1);
    }
    return input;
}

static void check_snapshot(Session *session, const CwTickInput *input)
{
    CwSnapshot snapshot = {0};
    CwError error = {0};
    if (cw_world_snapshot(session->world, &snapshot) && session_tick(session, input, &error)) {
        uint64_t hash = cw_world_hash(session->world);
        cw_world_restore(session->world, &snapshot);
        CW_ASSERT(session_tick(session, input, &error) && cw_world_hash(session->world) == hash,
                  "restore exactly");
    }
    cw_snapshot_free(&snapshot);
}

/* Returns how many ticks it went well. Crowded levels get fewer, for speed. */
static int play(Session *session, const char *path, CwRng *rng, bool *finished)
{
    ReplayWriter writer;
    CwReplayHeader header = replay_header_of(session, map_text(session->map));
    CwError error = {0};
    CwTickInput input = {0};
    Run run;
    int count = 0, objects = cw_map_object_count(session->map) / OBJECTS_USUAL;
    bool opened = replay_writer_open(&writer, path, &header, &error);
    CW_ASSERT(opened, "record every level that plays");
    replay_writer_level(&writer, map_text(session->map));
    run_begin(&run, &(RunDesc){.session = session});
    run_add_writer(&run, &writer);
    do {
        input = make_input(rng, &input);
    } while (count < TICKS / (objects + 1) && run_tick(&run, &input, &error) && ++count > 0);
    replay_writer_time(&writer, run.now_time);
    *finished = run.finished;
    CW_ASSERT(replay_writer_close(&writer, *finished), "write the recording");
    if (error.text[0] == '\0') {
        draw(session);
        check_snapshot(session, &input);
    }
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CwError error = {0};
    Session session = {0};
    CwRng rng;
    cw_rng_seed(&rng, XXH3_64bits(data, size), 0);
    SessionDesc desc = {.settings = {60, 1, 10, -9.81},
                        .arena_bytes = (size_t)4 << 20,
                        .map_path = FUZZ_MAP,
                        .level = "fuzz"};
    MapText text = desc.map_text = make_level(data, size, &desc.game);
    if (session_open(&session, &desc, &error)) {
        const char *path = fuzz_file("", 0);
        static const Levels none;
        bool finished;
        int tick_count = play(&session, path, &rng, &finished);
        session_close(&session);
        fuzz_verify(path, &(ReplayPlayer){.game = desc.game, .levels = &none}, (size_t)tick_count,
                    finished);
    } else {
        CW_ASSERT(error.text[0] != '\0', "say why a level is refused");
    }
    free((char *)text.bytes);
    return 0;
}
