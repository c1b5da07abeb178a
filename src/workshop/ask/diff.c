/* `clockwork diff A B`: simulates two recordings of a level, or one in two games, side by side.
 * Names the first tick and field that differ, and prints both players' paths from there on. */
#include "base/number.h"
#include "base/report.h"
#include "fields/field_difference.h"
#include "main/maker.h"
#include "platform/locale.h"
#include "run/replay_run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { EXIT_SAME = 0, EXIT_DIFFER = 1, EXIT_TROUBLE = 2 };

typedef struct Side {
    const char *path;   /* the recording; with two games the game */
    bool has_two_games; /* two games play one recording's inputs */
    CwReplayFile *replay;
    WorkLimit limit;
    Session session;
    Run run;
} Side;

/* ---- both runs ---- */

static bool has_tick(const Side *side, uint64_t tick)
{
    return tick <= side->replay->tick_count;
}

static bool inputs_differ(const Side sides[2], uint64_t tick)
{
    CwTickInput a = cw_replay_input(sides[0].replay, tick);
    CwTickInput b = cw_replay_input(sides[1].replay, tick);
    return memcmp(a.players, b.players, sizeof a.players) != 0 ||
           a.command.setting != b.command.setting || a.command.value != b.command.value;
}

/* Compares the worlds after a tick. The field's name is "" if only recorded hashes differ. */
static bool worlds_differ(const Side sides[2], uint64_t tick, FieldDifference *field)
{
    const CwWorld *a = sides[0].session.world, *b = sides[1].session.world;
    field->name[0] = '\0';
    if (cw_world_hash(a) == cw_world_hash(b)) {
        return !sides[0].has_two_games && tick > 0 &&
               cw_replay_hash(sides[0].replay, tick) != cw_replay_hash(sides[1].replay, tick);
    }
    if (sides[0].has_two_games) {
        return field_difference_find_shared(field, a, b);
    }
    field_difference_find(field, a, b);
    return true;
}

/* `field` is NULL where one recording has ended. */
static void print_difference(const Side sides[2], uint64_t tick, uint64_t input_tick,
                             const FieldDifference *field)
{
    print_name("differ ", sides[0].path);
    print_name(" ", sides[1].path);
    print_text(" level=%s tick=%" PRIu64, sides[0].replay->header.level, tick);
    if (input_tick > 0) {
        printf(" input_tick=%" PRIu64, input_tick);
    }
    if (field == NULL) {
        printf(" field=end a=%zu b=%zu", sides[0].replay->tick_count, sides[1].replay->tick_count);
    } else if (field->name[0] != '\0') {
        print_text(" field=%s a=%s b=%s", field->name, field->a, field->b);
    }
    putchar('\n');
}

/* Prints the heading of the paths. False with a message if the game names no player. */
static bool begin_paths(const Side sides[2])
{
    if (session_probe(&sides[0].session).player == NULL &&
        session_probe(&sides[1].session).player == NULL) {
        report("no paths: CwGame.probe of %s sets no player", sides[0].replay->header.game_id);
        return false;
    }
    printf("%8s  %14s  %14s  %14s  %14s  %14s\n", "tick", "a_x_m", "a_y_m", "b_x_m", "b_y_m",
           "apart_m");
    return true;
}

static void print_paths(const Side sides[2], uint64_t tick)
{
    cpVect places[2];
    bool has_both = true;
    printf("%8" PRIu64, tick);
    for (int i = 0; i < 2; i++) {
        const cpBody *player = session_probe(&sides[i].session).player;
        if (player == NULL || !has_tick(&sides[i], tick)) {
            printf("  %14s  %14s", "-", "-");
            has_both = false;
            continue;
        }
        places[i] = cpBodyGetPosition(player);
        printf("  %14.6f  %14.6f", number_round(places[i].x, 6), number_round(places[i].y, 6));
    }
    if (has_both) {
        printf("  %14.6f\n", number_round(cpvdist(places[0], places[1]), 6));
    } else {
        printf("  %14s\n", "-");
    }
}

/* Runs a side's tick. False with a message if that fails, or if the run differs from its file. */
static bool run_side(Side *side, uint64_t tick)
{
    CwError error = {0};
    if (tick == 0 || !has_tick(side, tick)) {
        return true;
    }
    if (!run_advance(&side->run, &error)) {
        if (!program_print_slow(side->path, &side->limit, &error)) {
            report("%s: tick %" PRIu64 ": %s", side->path, tick, error.text);
        }
        return false;
    }
    if (!side->has_two_games && side->run.differs_at == tick) {
        report("%s: from tick %" PRIu64 " on, %s differs from the recording", side->path, tick,
               side->run.differs_in);
        return false;
    }
    return true;
}

static int compare(Side sides[2])
{
    const CwReplayFile *first = sides[0].replay;
    uint64_t input_tick = 0;
    bool is_different = false, has_paths = false;
    FieldDifference field;
    for (uint64_t tick = 0; has_tick(&sides[0], tick) || has_tick(&sides[1], tick); tick++) {
        if (!run_side(&sides[0], tick) || !run_side(&sides[1], tick)) {
            return EXIT_TROUBLE;
        }
        bool has_both = has_tick(&sides[0], tick) && has_tick(&sides[1], tick);
        if (has_both && tick > 0 && input_tick == 0 && inputs_differ(sides, tick)) {
            input_tick = tick;
        }
        if (!is_different && (!has_both || worlds_differ(sides, tick, &field))) {
            is_different = true;
            print_difference(sides, tick, input_tick, has_both ? &field : NULL);
            has_paths = begin_paths(sides);
        }
        if (has_paths) {
            print_paths(sides, tick);
        }
    }
    if (!is_different) {
        print_name("same ", sides[0].path);
        print_name(" ", sides[1].path);
        print_line(" level=%s ticks=%zu", first->header.level, first->tick_count);
    }
    return is_different ? EXIT_DIFFER : EXIT_SAME;
}

/* ---- files ---- */

/* The second game of two, and the folder of its assets. */
typedef struct OtherGame {
    const CwGame *game; /* NULL: there is none */
    char assets[PATH_BYTES_MAX];
    Levels levels;
} OtherGame;

static bool find_other_game(OtherGame *other, const Maker *maker, CwError *error)
{
    Paths paths = {0};
    other->game = maker->game_count == 0 ? NULL : game_object_load(maker->games[1], error);
    if (other->game != NULL) {
        paths_find(&paths, other->game->id, maker->games[1]);
        path_join(other->assets, paths.data, "assets");
        levels_of_game(&other->levels, other->game, other->assets);
    }
    return other->game != NULL || maker->game_count == 0;
}

static bool open_side(Side *side, const Program *program, const OtherGame *other, int slot,
                      CwError *error)
{
    side->has_two_games = other->game != NULL;
    ReplayPlayer player = program_rules(program).player;
    player.slot = slot;
    player.limit = &side->limit;
    player.takes_inputs_only = side->has_two_games;
    if (slot == 1 && side->has_two_games) {
        player.game = other->game;
        player.levels = &other->levels;
    }
    const char *file = program->options->arguments[side->has_two_games ? 0 : slot];
    side->path = side->has_two_games ? maker_of(program)->games[slot] : file;
    side->replay = replay_load_for(file, &player, error);
    if (side->replay == NULL) {
        return false;
    }
    if (side->replay->state == CW_REPLAY_BAD) {
        report("%s: damaged from tick %" PRIu64 " on: %s", file, side->replay->bad_tick,
               side->replay->problem.text);
    }
    if (!replay_open_session(&side->session, side->replay, &player, error)) {
        return cw_error_context(error, "%s", side->path);
    }
    RunSource source = run_source_replay(side->replay);
    run_begin(&side->run, &(RunDesc){.session = &side->session, .source = source});
    return true;
}

static bool open_sides(Side sides[2], Program *program, const OtherGame *other, CwError *error)
{
    if (!program_fingerprint(program, error) || !open_side(&sides[0], program, other, 0, error) ||
        !open_side(&sides[1], program, other, 1, error)) {
        return false;
    }
    const CwReplayHeader *a = &sides[0].replay->header, *b = &sides[1].replay->header;
    const CwMap *maps[2] = {sides[0].session.map, sides[1].session.map};
    return (strcmp(a->level, b->level) == 0 &&
            (a->level_hash == b->level_hash ||
             (maps[0] != NULL && maps[1] != NULL && map_says_same(maps[0], maps[1])))) ||
           cw_error_set(error,
                        "%s was played on %s, %s on %s%s: compare two recordings of one level",
                        sides[0].path, a->level, sides[1].path,
                        strcmp(a->level, b->level) == 0 ? "another " : "", b->level);
}

int command_diff(Program *program)
{
    Side sides[2] = {0};
    OtherGame other = {0};
    CwError error = {0};
    int status = EXIT_TROUBLE;
    if (find_other_game(&other, maker_of(program), &error) &&
        program_enter_sandbox(program, (const char *const[]){other.assets, NULL}, &error) &&
        open_sides(sides, program, &other, &error)) {
        void *previous = locale_plain_begin();
        status = compare(sides);
        locale_plain_end(previous);
        if (sides[0].replay->state == CW_REPLAY_BAD || sides[1].replay->state == CW_REPLAY_BAD) {
            status = EXIT_TROUBLE;
        }
    } else {
        program_failed(&error);
    }
    for (int i = 0; i < 2; i++) {
        session_close(&sides[i].session);
        cw_replay_free(sides[i].replay);
    }
    return status;
}
