/* Recordings as a whole: a run is played and recorded as the bytes say, with rewinds, changes by
 * hand, settings and slow motion; then the file is watched, verified, judged, queried and simulated
 * again on another level. A file as it was recorded must verify. Bytes of it may then be changed,
 * with right checksums: it is refused with words, or simulates twice to the same verdict. */
#include "change/changes.h"
#include "fuzz/support/input.h"
#include "fuzz/support/seal.h"
#include "live/rerun_plan.h"
#include "windup/windup.h"

#include <string.h>

enum {
    TICKS_MAX = 48,
    LEVEL_BYTES = 8192,
    FILE_BYTES = 1 << 16,
    QUERY_MAX = 8,
    KEYFRAME_TICKS = 8
};
enum { ARENA_MIB_MAX = 16, WORK_MAX = 400 }; /* larger worlds and more work would take seconds */

/* The buggy begins among these; any of the later ones may be there. Quotes are double in the file.
 */
static const char *const THINGS[] = {
    "start','point':true,'x':160,'y':200",
    ("ground','x':0,'y':256,'polygon':[{'x':0,'y':0},{'x':900,'y':0},{'x':900,'y':64},"
     "{'x':0,'y':64}]"),
    "finish','x':260,'y':96,'width':64,'height':160",
    "checkpoint','x':200,'y':128,'width':32,'height':128",
    "crate','x':224,'y':200,'width':32,'height':32",
    ("bridge','x':96,'y':240,'width':192,'height':7,'properties':[{'name':'planks',"
     "'value':4}]"),
    "seesaw','x':120,'y':240,'width':96,'height':9",
    "gear','ellipse':true,'x':230,'y':100,'width':96,'height':96",
    "rotor','x':180,'y':130,'width':96,'height':17",
    "conveyor','x':100,'y':236,'width':192,'height':20",
    "lift','name':'l','x':210,'y':190,'width':22,'height':60",
    ("trigger','x':150,'y':150,'width':96,'height':96,'properties':[{'name':'targets',"
     "'value':'l'}]"),
    "pad','x':130,'y':236,'width':96,'height':20",
    "rope','x':180,'y':90,'polyline':[{'x':0,'y':0},{'x':0,'y':90}]",
    "pendulum','x':240,'y':60,'width':60,'height':150",
    "magnet','x':170,'y':140,'width':70,'height':32",
    "water','x':100,'y':200,'width':200,'height':56",
    "oil','x':140,'y':249,'polygon':[{'x':0,'y':0},{'x':90,'y':0},{'x':90,'y':7}]",
    "plank','x':120,'y':230,'width':96,'height':10",
    "ledge','x':120,'y':220,'width':208,'height':5",
    "key','x':190,'y':200,'width':25,'height':25",
    "cog','x':150,'y':200,'width':18,'height':18",
};

enum { ALWAYS = 3 };

static size_t write_level(uint32_t mask, char text[LEVEL_BYTES])
{
    size_t at = (size_t)snprintf(text, LEVEL_BYTES,
                                 "{'type':'map','orientation':'orthogonal','width':40,'height':10,"
                                 "'tilewidth':32,'tileheight':32,'layers':[{'type':'objectgroup',"
                                 "'objects':[");
    for (size_t i = 0; i < CW_ARRAY_LENGTH(THINGS); i++) {
        if (i < ALWAYS || (mask >> (i - ALWAYS) & 1) != 0) {
            at += (size_t)snprintf(text + at, LEVEL_BYTES - at, "%s{'id':%zu,'type':'%s}",
                                   i == 0 ? "" : ",", i + 1, THINGS[i]);
        }
    }
    at += (size_t)snprintf(text + at, LEVEL_BYTES - at, "]}]}");
    for (char *quote = text; (quote = strchr(quote, '\'')) != NULL;) {
        *quote = '"';
    }
    return at;
}

static double grip;
static const CwKnob knob = {"GRIP", "", "grip.c", 1, 2, 0, 9, &grip};
static const CwKnob *const knobs[] = {&knob};

static CwGame game; /* Windup with a knob, which it does not read */
static Levels levels = {.names = {"yard"}, .count = 1, .are_files = true};
static char yard_path[64];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    char folder[] = "/tmp/clockwork-fuzz-XXXXXX";
    game = windup_game;
    game.content.knobs = knobs;
    game.content.knob_count = 1;
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    snprintf(levels.folder, sizeof levels.folder, "%s", folder);
    snprintf(yard_path, sizeof yard_path, "%s/yard.tmj", folder);
    return 0;
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    CW_ASSERT(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0,
              "give the fuzzer a disk");
}

/* ---- playing ---- */

static SessionGuest guest;

typedef struct Player {
    FuzzInput in;
    RunRules rules;
    Session session;
    Run run;
    ReplayWriter writer;
    const char *path;
    int work;    /* ticks simulated */
    bool forged; /* the file holds what was not played */
    bool carried, small_history;
} Player;

static uint64_t take(FuzzInput *in, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) {
        value |= (uint64_t)fuzz_byte(in) << (8 * i);
    }
    return value;
}

/* Bits of a number: a small one, a real one, or any. */
static uint64_t take_value(FuzzInput *in)
{
    static const double reals[] = {0,   -1,  1e-9, 1e6,      -1e6,  20000, 1e15,
                                   0.5, 1e3, NAN,  INFINITY, 1e300, -0.0,  -20000};
    int kind = fuzz_pick(in, 3);
    unsigned which = fuzz_byte(in);
    double real = which < 2 * CW_ARRAY_LENGTH(reals) ? reals[which / 2] : which / 8.0 - 16;
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return kind == 0 ? bits : kind == 1 ? (uint64_t)((int64_t)which - 128) : take(in, 8);
}

/* Finds the name of one element of all that the world has. */
typedef struct Choice {
    size_t left;
    char name[FIELD_NAME_BYTES];
} Choice;

static void choose_element(void *context, const FieldElement *element)
{
    Choice *choice = context;
    if (choice->left-- == 0) {
        field_element_name(element, choice->name);
    }
}

static void choose_group(void *context, const FieldGroup *group)
{
    field_group_list(group, choose_element, context);
}

static void choose_field(const CwWorld *world, unsigned section, size_t which, char name[])
{
    Choice all = {.left = SIZE_MAX}, choice = {0};
    world_visit_fields(world, 1U << section, choose_group, &all);
    size_t count = SIZE_MAX - all.left;
    choice.left = count > 0 ? which % count : 0;
    world_visit_fields(world, 1U << section, choose_group, &choice);
    snprintf(name, FIELD_NAME_BYTES, "%s", choice.name[0] != '\0' ? choice.name : "state.none");
}

/* As a player does it, or written into the file without being done. */
static bool edit(Player *player)
{
    static const WorldSection sections[] = {SECTION_BODIES,   SECTION_CONSTRAINTS, SECTION_ENTITIES,
                                            SECTION_ENTITIES, SECTION_GAME,        SECTION_RNG};
    CwError error = {0};
    const CwWorld *world = player->session.world;
    CwReplayEdit change = {.tick = cw_world_tick(world)};
    unsigned how = fuzz_byte(&player->in);
    choose_field(world, sections[how % CW_ARRAY_LENGTH(sections)], take(&player->in, 2),
                 change.field);
    if (how >= 248) { /* too late, or one that the game lacks */
        snprintf(change.field, sizeof change.field, "knob.%s", how % 2 == 0 ? knob.name : "LOST");
    }
    change.value = take_value(&player->in);
    if (how >= 128) {
        player->forged = true;
        replay_writer_edit(&player->writer, &change);
        return false;
    }
    player->work += player->rules.settings.tick_rate;
    bool changed = changes_make(&player->run, &change, &error);
    CW_ASSERT(changed == (error.text[0] == '\0'), "refuse with words");
    return changed;
}

/* What devices may give, and now and then a change of the settings. */
static CwTickInput take_input(Player *player)
{
    FuzzInput *in = &player->in;
    const CwWorld *world = player->session.world;
    CwTickInput input = {0};
    input.players[0].down = fuzz_byte(in);
    input.players[0].pressed = fuzz_pick(in, 4) == 3 ? fuzz_byte(in) : 0;
    memset(input.players[0].value, (int)fuzz_byte(in), 4);
    if (fuzz_pick(in, 8) == 7) {
        const CwSimSettings wanted = {0, 1 + fuzz_pick(in, 16), 1 + fuzz_pick(in, 20),
                                      fuzz_byte(in) / 4.0 - 32};
        input.command = sim_settings_next_command(world, &wanted);
    }
    return input;
}

static bool tick(Player *player, CwError *error)
{
    CwTickInput input = take_input(player);
    bool ok = true;
    for (int i = 1 + fuzz_pick(&player->in, 6); i > 0 && ok; i--) {
        player->work++;
        ok = cw_world_tick(player->session.world) >= TICKS_MAX ||
             run_play(&player->run, &input, error);
        input.players[0].pressed = input.players[0].released = 0;
        input.command = (CwInputCommand){0};
    }
    return ok;
}

/* The ticks after a change, with the inputs that they had. */
static bool repeat(Player *player, CwError *error)
{
    bool ok = true;
    while (ok && cw_world_tick(player->session.world) < run_newest(&player->run)) {
        player->work++;
        ok = run_repeat_tick(&player->run, error);
    }
    return ok;
}

static bool undo(Player *player, CwError *error)
{
    CwError refused = {0};
    UndoOutcome outcome = changes_undo(&player->run, &refused);
    CW_ASSERT(outcome == UNDO_DONE || refused.text[0] != '\0', "refuse with words");
    if (outcome == UNDO_LOST) {
        *error = refused;
    }
    return outcome == UNDO_DONE ? repeat(player, error) : outcome == UNDO_REFUSED;
}

/* False when the world can't go on. */
static bool act(Player *player, CwError *error)
{
    Run *run = &player->run;
    switch (fuzz_pick(&player->in, 9)) {
    case 0:
        return run_seek(run, (uint64_t)fuzz_pick(&player->in, TICKS_MAX), error);
    case 1:
    case 2:
        return edit(player) ? repeat(player, error) : true;
    case 3:
        return undo(player, error);
    case 4:
        run_note_speed(run, 250 * fuzz_pick(&player->in, 9));
        return true;
    default:
        return tick(player, error);
    }
}

static void play(Player *player)
{
    CwError error = {0};
    size_t budget = player->small_history ? 1 << 20 : 4 << 20; /* for no world, or for a while */
    CwHistory *history = cw_history_create(budget, KEYFRAME_TICKS, &error);
    MapText level = player->carried ? map_text(player->session.map) : (MapText){0};
    CwReplayHeader header = replay_header_of(&player->session, level);
    run_begin(&player->run, &(RunDesc){.session = &player->session, .history = history});
    bool ok = history != NULL && replay_writer_open(&player->writer, player->path, &header, &error);
    CW_ASSERT(ok, error.text);
    replay_writer_level(&player->writer, level);
    run_add_writer(&player->run, &player->writer);
    while (ok && player->in.left > 0 && player->work < WORK_MAX) {
        ok = act(player, &error);
    }
    CW_ASSERT(ok || error.text[0] != '\0', "say why the world can't go on");
    if (ok && run_newest(&player->run) > cw_world_tick(player->session.world)) {
        ok = run_seek(&player->run, run_newest(&player->run), &error);
    }
    player->forged = player->forged || !ok;
    replay_writer_time(&player->writer, player->run.time.ticks);
    CW_ASSERT(replay_writer_close(&player->writer, player->run.is_finished), "write all");
    cw_history_destroy(history);
}

/* ---- the file ---- */

typedef struct Verdict {
    CwError what;
    uint64_t tick, hash, differs_at;
    bool finished;
    FieldValue values[QUERY_MAX];
} Verdict;

static Verdict watch(const CwReplayFile *replay, const ReplayPlayer *player)
{
    Verdict verdict = {0};
    Session session = {0};
    Run run;
    FieldPaths paths = {0};
    if (!replay_open_session(&session, replay, player, &verdict.what)) {
        CW_ASSERT(verdict.what.text[0] != '\0', "say why it is not for this program");
        return verdict;
    }
    for (int i = 0; i < 2; i++) {
        char name[FIELD_NAME_BYTES];
        choose_field(session.world, (unsigned)(replay->header.seed + (size_t)i) % SECTION_COUNT,
                     replay->header.seed / 8, name);
        field_paths_add(&paths, session.world, name, &(CwError){0});
    }
    run_begin(&run, &(RunDesc){.session = &session, .source = run_source_replay(replay)});
    bool ok = true;
    for (size_t i = 0; i < replay->tick_count && i < TICKS_MAX && ok; i++) {
        ok = run_advance(&run, &verdict.what);
    }
    CW_ASSERT(ok == (verdict.what.text[0] == '\0'), "say why the world can't go on");
    paths.count = paths.count < QUERY_MAX ? paths.count : QUERY_MAX;
    field_paths_read(paths.items, paths.count, session.world, verdict.values);
    verdict.tick = cw_world_tick(session.world);
    verdict.hash = cw_world_hash(session.world);
    verdict.differs_at = run.differs_at;
    verdict.finished = run.is_finished;
    session_close(&session);
    return verdict;
}

/* Under the level as it is written now, with what the run allows of its changes. */
static void rerun(const CwReplayFile *replay, const Player *player)
{
    Session session = {0};
    Run run;
    CwError error = {0};
    char level[LEVEL_BYTES];
    RerunPlan plan = {.recording = replay,
                      .policy = CHANGES_SILENT,
                      .settings = &player->rules.settings,
                      .map_path = yard_path};
    size_t size = write_level((uint32_t)replay->header.seed, level);
    plan.map_text = (MapText){level, size};
    SessionDesc desc = {.game = &windup_game, .arena_bytes = (size_t)4 << 20, .guest = &guest};
    if (!rerun_plan_begin(&run, &session, &plan, &desc, &error)) {
        CW_ASSERT(error.text[0] != '\0', "say why it can't be simulated again");
        return;
    }
    size_t ticks = replay->tick_count < TICKS_MAX ? replay->tick_count : TICKS_MAX;
    bool ok = run_advance_to(&run, ticks, &error);
    CW_ASSERT(ok == (error.text[0] == '\0'), "say why the world can't go on");
    session_close(&session);
}

static bool is_small(const CwReplayHeader *header)
{
    return header->arena_bytes <= (uint64_t)ARENA_MIB_MAX << 20 && header->settings.tick_rate <= 60;
}

static void check(const Player *player, const char *path)
{
    CwError error = {0};
    CwReplayFile *replay = replay_load_for(path, &player->rules.player, &error);
    CW_ASSERT((replay == NULL) == (error.text[0] != '\0'), "refuse with words");
    CW_ASSERT(replay != NULL || player->forged, error.text);
    if (replay != NULL && is_small(&replay->header)) {
        Verdict first = watch(replay, &player->rules.player);
        Verdict again = watch(replay, &player->rules.player);
        CW_ASSERT(first.hash == again.hash && first.tick == again.tick &&
                      first.differs_at == again.differs_at && first.finished == again.finished &&
                      strcmp(first.what.text, again.what.text) == 0,
                  "come to the same verdict");
        CW_ASSERT(player->forged || first.what.text[0] == '\0', first.what.text);
        CW_ASSERT(player->forged || (replay->state == CW_REPLAY_ENDED && first.differs_at == 0 &&
                                     first.finished == replay->finished),
                  "verify what was recorded");
        CwRunTime time;
        bool counts = run_judge(replay, &player->rules, &time, &error);
        CW_ASSERT(counts == (error.text[0] == '\0'), "judge with words");
        CW_ASSERT(!counts || (time.ticks > 0 && time.ticks <= replay->tick_count &&
                              replay->edit_count == 0),
                  "count no more ticks than there are, and nothing that was changed");
        rerun(replay, player);
    }
    cw_replay_free(replay);
}

/* Changes bytes of the recording, and cuts or repeats some. */
static void forge(Player *player, FuzzInput *in, int count)
{
    static uint8_t bytes[FILE_BYTES];
    FILE *file = fopen(player->path, "rb");
    size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes - 256, file);
    CW_ASSERT(file != NULL && fclose(file) == 0, "read what was written");
    for (int i = 0; i < count && size > 0; i++) {
        size_t at = take(in, 2) % size, length = 1;
        unsigned how = fuzz_byte(in), value = fuzz_byte(in);
        if (how < 240) {
            bytes[at] = how < 200 ? (uint8_t)value : (uint8_t)(bytes[at] ^ value);
        } else if (how < 248) {
            size = at + 1;
        } else {
            length = value < size - at ? value : size - at;
            memmove(bytes + at + length, bytes + at, size - at);
            size = size + length < sizeof bytes - 256 ? size + length : size;
        }
    }
    player->forged = true;
    fuzz_seal(bytes, size);
    check(player, fuzz_file(bytes, size));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int rates[] = {10, 20, 30, 60};
    Player player = {.in = {data, size}, .path = fuzz_file("", 0)};
    CwError error = {0};
    char level[LEVEL_BYTES];
    int forge_count = fuzz_pick(&player.in, 6);
    FuzzInput changes = player.in;
    for (int i = 0; i < forge_count; i++) {
        take(&player.in, 4);
    }
    unsigned how = fuzz_byte(&player.in);
    size_t level_bytes = write_level((uint32_t)take(&player.in, 3), level);
    player.carried = how & 1;
    player.small_history = how >= 224;
    player.rules.settings =
        (CwSimSettings){rates[how / 2 % 4], 1 + (int)(how / 8 % 2), 1 + fuzz_pick(&player.in, 12),
                        -9.81 + fuzz_pick(&player.in, 3)};
    guest = changes_guest(0);
    player.rules.player = (ReplayPlayer){.game = &game, .levels = &levels, .guest = &guest};
    write_file(yard_path, level, level_bytes);
    const CwReplayEdit turned = knob_edit(knob.name, how / 2.0 - 32);
    SessionDesc desc = {.game = &game,
                        .guest = &guest,
                        .changes = &turned,
                        .change_count = how / 64 == 1,
                        .settings = player.rules.settings,
                        .arena_bytes = (size_t)(4 + how / 16 % 2) << 20,
                        .seed = how,
                        .map_path = yard_path,
                        .level = "yard"};
    if (!session_open(&player.session, &desc, &error)) {
        CW_ASSERT(error.text[0] != '\0', "say why the level is refused");
        return 0;
    }
    play(&player);
    session_close(&player.session);
    check(&player, player.path);
    if (forge_count > 0) {
        forge(&player, &changes, forge_count);
    }
    return 0;
}
