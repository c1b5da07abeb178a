#include "support/program.h"
#include "support/replay_samples.h"

/* Recordings as scripts use them: replay, verify, --record and what must not change a tick. */

/* r.cwr and r.log: a monkey's run of 300 ticks. */
static void record(void)
{
    expect_once("cw --headless --monkey 3 --ticks 300 --record r.cwr --hash-log r.log");
}

static void expect_same_hashes(const char *arguments)
{
    expect_ok(textf("cw %s --hash-log same.log && cmp r.log same.log", arguments));
}

static void change_header(void (*change)(CwReplayHeader *header))
{
    uint8_t bytes[8192];
    CwReplayHeader header;
    ReplayBody body;
    size_t size = read_bytes("r.cwr", bytes, sizeof bytes);
    EXPECT_OK(replay_header_decode(bytes, size, &header, &body, &error));
    change(&header);
    uint8_t changed[REPLAY_HEADER_BYTES];
    FILE *file = fopen("changed.cwr", "wb");
    fwrite(changed, 1, replay_header_encode(&header, changed).offset, file);
    fwrite(bytes + body.offset, 1, size - body.offset, file);
    fclose(file);
}

#define CHANGE(name, ...)                                                                          \
    static void name(CwReplayHeader *header)                                                       \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
    }
CHANGE(change_fingerprint, header->fingerprint ^= 1)
CHANGE(change_rules, header->rules_version++)
CHANGE(change_game, strncpy(header->game_id, "another", sizeof header->game_id))
CHANGE(change_level, strncpy(header->level, "nowhere", sizeof header->level))
CHANGE(add_actions, header->action_count = CW_ACTION_MAX)
CHANGE(add_player, header->player_count++)
FIXTURE(PROGRAM, .timeout_s = 120);

TEST(verify_prints_ok_with_the_last_hash)
{
    unsigned long tick;
    char hash[32];
    record();
    const char *last = strstr(temp_read("r.log"), "\n300 ");
    ck_assert_ptr_nonnull(last);
    ck_assert_int_eq(sscanf(last, "%lu %16s", &tick, hash), 2);
    const char *wanted =
        textf("ok r.cwr level=first-wind ticks=300 finished=no rewinds=0 hash=%s\n", hash);
    ck_assert_str_eq(expect_ok("cw verify r.cwr")->out, wanted);
}

TEST(a_cut_recording_is_sound_so_far)
{
    char line[128];
    int ticks = 0;
    record();
    expect_ok("head -c 1500 r.cwr >cut.cwr");
    const Outcome *outcome = expect_ok("cw verify cut.cwr");
    ck_assert_int_eq(
        sscanf(outcome->out, "cut cut.cwr level=first-wind ticks=%d %127s", &ticks, line), 2);
    EXPECT_BETWEEN(ticks, 0, 300);
    ck_assert_int_eq(ticks % 60, 0);
    expect(0, "cw --headless replay cut.cwr --hash-log cut.log", "cut off");
    expect_ok("test -s cut.log && head -n $(wc -l <cut.log) r.log | cmp - cut.log");
}

TEST(a_damaged_one_is_bad_and_the_others_are_still_judged)
{
    record();
    expect_ok("cp r.cwr bad.cwr && printf '\\377' | dd of=bad.cwr bs=1 seek=1500 conv=notrunc");
    const Outcome *outcome = expect(1, "cw verify bad.cwr none.cwr r.cwr", NULL);
    ck_assert_int_eq(strncmp(outcome->out, "bad bad.cwr tick=", 17), 0);
    ck_assert_int_gt(atoi(outcome->out + 17), 1);
    expect_text(outcome->out, "\nbad none.cwr tick=0 what=");
    expect_text(outcome->out, "\nok r.cwr level=");
    expect(0, "cw --headless replay bad.cwr", "damaged from tick");
}

static const char *const asked[] = {"--record", "--hash-log",  "--probe-log",   "--frame-log",
                                    "--trace",  "--sound-log", "--render-sound"};

TEST(without_a_display_a_request_to_take_over_is_refused, .rounds = CW_ARRAY_LENGTH(asked))
{
    const char *line = textf("cw play first-wind %s file", asked[_i]);
    expect(1, line, "no display was found, but");
    expect_text(expect(1, line, asked[_i])->err, "--headless");
    expect(1, "test -e file", NULL);
}

TEST(files_by_the_hundred_get_a_line_each)
{
    expect_ok("cw --headless --monkey 3 --ticks 2 --record one.cwr; "
              "for i in $(seq 150); do ln one.cwr $i.cwr; done");
    expect_ok("cw verify [0-9]*.cwr >lines && test $(grep -c '^ok ' lines) = 150");
    expect_ok("test $(wc -l <lines) = 150");
}

TEST(a_recording_that_would_play_differently_is_refused_by_name)
{
    static const struct {
        void (*change)(CwReplayHeader *header);
        const char *said;
    } cases[] = {{change_fingerprint, "fingerprint"},
                 {change_rules, "rules version"},
                 {change_game, "game another"},
                 {add_actions, "recorded with 32 actions, this game has 6"},
                 {add_player, "recorded with 2 players, this game has 1"},
                 {change_level, "nowhere"}};
    record();
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        change_header(cases[i].change);
        expect(1, "cw --headless replay changed.cwr", cases[i].said);
        const Outcome *outcome = expect(1, "cw verify changed.cwr", NULL);
        ck_assert_int_eq(strncmp(outcome->out, "bad changed.cwr tick=0 what=", 28), 0);
        expect_text(outcome->out, cases[i].said);
    }
}

/* The run of r.cwr as a program with other rules would have recorded it, in other.cwr. */
static void record_elsewhere(void (*change)(CwReplayHeader *header))
{
    ReplayWriter writer = {0};
    CwReplayFile *replay = sample_load_from("r.cwr");
    change(&replay->header);
    ck_assert(replay_writer_open(&writer, "other.cwr", &replay->header, &error));
    for (size_t i = 0; i < replay->tick_count; i++) {
        CwTickInput input = cw_replay_input(replay, i + 1);
        replay_writer_tick(&writer, &input, cw_replay_hash(replay, i + 1) + i);
    }
    ck_assert(replay_writer_close(&writer, true));
}

/* The name has line feeds of ASCII and Unicode and a terminal's sequence. */
static void expect_one_line(const char *name, const char *line, int status)
{
    static const char *const marks[] = {"\033", "\342\200\250", "\n forged"};
    const Outcome *outcome = expect(status, textf("f=$(printf '%s'); %s 2>&1", name, line), NULL);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(marks); i++) {
        ck_assert_msg(strstr(outcome->out, marks[i]) == NULL, "%s: %s", line, outcome->out);
    }
    ck_assert(strstr(outcome->out, "x? forged ?[31m ?") != NULL || /* in messages, in results */
              strstr(outcome->out, "x%0A%20forged%20%1B[31m%20%E2%80%A8") != NULL);
}

TEST(a_file_name_never_splits_a_line)
{
    const char *name = "x\\n forged \\033[31m \\342\\200\\250.cwr";
    static const struct {
        const char *line;
        int status;
    } cases[] = {
        {"cw verify none/\"$f\"", 1},
        {"cw query \"$f\" --fields state.finished --ticks 0..9999", 2},
        {"cw --headless replay none/\"$f\"", 1},
        {"cw --headless --ticks 3 --record \"$f\"", 0},
        {"cw --headless --ticks 3 --config \"$f\"", 0},
        {"cw new \"$f\"", 1},
    };
    record();
    expect_ok(textf("cp r.cwr \"$(printf '%s')\"", name));
    for (size_t i = 0; i < CW_ARRAY_LENGTH(cases); i++) {
        expect_one_line(name, cases[i].line, cases[i].status);
    }
    const Outcome *outcome = expect(1, textf("cw verify none/\"$(printf '%s')\"", name), NULL);
    ck_assert_ptr_null(strstr(strstr(outcome->out, "what="), "none/")); /* the path is said once */
}

/* tests/fuzz/test_replay_fuzz.c has each sort of impossible input. */
TEST(a_forged_run_is_no_run)
{
    ReplayWriter writer = {0};
    record();
    const CwReplayFile *replay = sample_load_from("r.cwr");
    EXPECT_OK(replay_writer_open(&writer, "forged.cwr", &replay->header, &error));
    for (uint64_t tick = 1; tick <= replay->tick_count; tick++) {
        CwTickInput input = cw_replay_input(replay, tick);
        input.players[0].value[0] = tick == 200 ? 200 : input.players[0].value[0];
        replay_writer_tick(&writer, &input, cw_replay_hash(replay, tick));
    }
    ck_assert(replay_writer_close(&writer, true));
    const char *said =
        "what=input that nobody can give: tick 200: player 1: action 0 has the value";
    expect_text(expect(1, "cw verify forged.cwr", NULL)->out, said);
    expect_text(expect(1, "cw verify --times forged.cwr", NULL)->out, said);
}

TEST(a_replay_is_recorded_again_from_its_inputs_under_other_rules)
{
    void (*const changes[])(CwReplayHeader * header) = {change_fingerprint, change_rules};
    record();
    for (size_t i = 0; i < CW_ARRAY_LENGTH(changes); i++) {
        record_elsewhere(changes[i]);
        expect(1, "cw verify other.cwr", NULL);
        expect(0, "cw replay other.cwr --record anew.cwr", "tick 2 differs in");
        expect_ok("cmp r.cwr anew.cwr && cw replay other.cwr --record other.cwr");
        expect_ok("cmp r.cwr other.cwr && rm other.cwr");
    }
    record_elsewhere(change_game);
    expect(1, "cw replay other.cwr --record none.cwr", "game another");
    expect(1, "test -s none.cwr", NULL); /* it was created before the other was read */
}

CHANGE(change_nothing, )

TEST(a_headless_replay_that_differs_exits_with_1)
{
    record();
    record_elsewhere(change_nothing);
    expect(1, "cw --headless replay other.cwr --hash-log o.log", "tick 2 differs in");
    expect_ok("cmp r.log o.log");
    expect(1, "cw replay other.cwr", "tick 2 differs in");
    expect_ok("cw replay other.cwr --record anew.cwr && cmp r.cwr anew.cwr");
}

TEST(a_level_that_has_changed_is_refused_by_name)
{
    record();
    expect_ok("cp -rL assets mine && rm assets && mv mine assets");
    expect_ok("cw --headless replay r.cwr && cp -L \"$CLOCKWORK\" ./here");
    expect_ok("sed -i '0,/\"x\":[0-9.]*/s//\"x\":1234.5/' assets/levels/first-wind.tmj");
    expect(1, "./here --headless replay r.cwr", "level first-wind has changed");
    expect_text(expect(1, "./here verify r.cwr", NULL)->out, "level first-wind has changed");
}

TEST(blank_lines_at_the_end_of_a_level_are_no_change)
{
    record();
    expect_ok("cp -rL assets mine && rm assets && mv mine assets && cp -L \"$CLOCKWORK\" ./here");
    expect_ok("printf '\\n \\n' >>assets/levels/first-wind.tmj");
    expect_text(expect_ok("./here verify r.cwr")->out, "ok r.cwr");
    expect_ok("./here --headless play first-wind --ticks 60 --record blank.cwr");
    expect_ok("printf '%s' \"$(cat assets/levels/first-wind.tmj)\" >bare && "
              "mv bare assets/levels/first-wind.tmj");
    expect_text(expect_ok("./here verify r.cwr blank.cwr")->out, "ok blank.cwr");
}

TEST(with_other_settings_it_plays_the_same_and_says_so)
{
    record();
    temp_write("other.ini", "[simulation]\ngravity = -3\nsubsteps = 8\niterations = 2\n"
                            "tick_rate = 144\ntime_scale = 2\n");
    expect_same_hashes("--config other.ini --headless replay r.cwr");
    expect(0, "cw --config other.ini --headless replay r.cwr", "note: the replay uses its own");
    expect_ok("cw --config other.ini verify r.cwr");
    ck_assert_str_eq(expect_ok("cw --headless replay r.cwr")->err, "");
}

TEST(no_cosmetic_option_changes_a_hash)
{
    static const char *const options[] = {
        "--set debug.draw_shapes=on --set display.latency=tick --set display.width=333",
        "--set display.target_fps=20 --set game.history=0 --set game.flight_recorder=0",
        "--set game.history=1 --synctest 8 --record other.cwr --screenshot picture.png@100",
    };
    record();
    for (size_t i = 0; i < CW_ARRAY_LENGTH(options); i++) {
        expect_same_hashes(textf("--headless --monkey 3 --ticks 300 %s", options[i]));
    }
}

TEST(the_sync_test_passes_in_every_mode)
{
    record();
    expect_same_hashes("--headless --synctest 8 replay r.cwr");
    expect_ok("cw --headless --synctest 8 --ticks 60");
    expect_ok("cw --headless --synctest 8 --bot --ticks 60");
    expect(2, "cw --headless --synctest 0", "synctest");
}

TEST(a_recording_that_can_t_be_made_exits_with_1)
{
    expect(1, "cw --headless --ticks 5 --record no/where.cwr", "no/where.cwr");
    record();
    const Outcome *outcome = expect(1,
                                    "cw --headless --monkey 3 --ticks 300 --record /dev/full "
                                    "--hash-log full.log",
                                    "/dev/full");
    const char *first = strchr(outcome->err, '\n');
    ck_assert_str_eq(first, "\n"); /* one warning, and the game went on */
    expect_ok("cmp r.log full.log");
}

/* The first one can't go on until its log is read. */
TEST(two_recordings_to_one_file_leave_a_whole_one)
{
    expect(0,
           "mkfifo log; cw --headless --monkey 5 --ticks 2000 --record t.cwr --probe-log log & "
           "p=$!; { read line; cw --headless --ticks 9 --record t.cwr; test $? = 1; second=$?; "
           "cat >rest; } <log; wait $p && test $second = 0",
           "t.cwr: can't record: someone else is recording to it");
    expect_text(expect_ok("cw verify t.cwr")->out, " ticks=2000 ");
}

TEST(a_recording_goes_through_a_pipe)
{
    expect_ok(
        "mkfifo pipe && { cat pipe >piped.cwr & cw --headless --monkey 3 --ticks 300 --record "
        "pipe; wait; }");
    record();
    expect_ok("cmp r.cwr piped.cwr");
}

static uint32_t slowest_speed(const char *path)
{
    return sample_load_from(path)->slowest_speed;
}

TEST(a_slow_run_recorded_again_stays_slow)
{
    expect_ok("seq 0 16666667 2320000000 >frames.txt && "
              "cw --headless --monkey 3 --frames frames.txt --set simulation.time_scale=0.5 "
              "--ticks 60 --record slow.cwr");
    expect_ok("cw replay slow.cwr --headless --record anew.cwr");
    ck_assert_uint_eq(slowest_speed("slow.cwr"), 500);
    ck_assert_uint_eq(slowest_speed("anew.cwr"), 500);
}

/* r.cwr once more, rewound from tick 100 to tick 50. */
static void write_sample(const char *path, bool taken)
{
    ReplayWriter writer = {0};
    CwReplayFile *replay = sample_load_from("r.cwr");
    EXPECT_OK(replay_writer_open(&writer, path, &replay->header, &error));
    for (uint64_t tick = 1, end = 100; tick <= end; tick++) {
        CwTickInput input = cw_replay_input(replay, tick);
        replay_writer_tick(&writer, &input, cw_replay_hash(replay, tick));
        if (tick == end && end == 100 && taken) {
            replay_writer_mark(&writer, REPLAY_CHUNK_TAKEN);
        } else if (tick == end && end == 100) {
            replay_writer_rewind(&writer, tick = 50);
            end = 300;
        }
    }
    ck_assert(replay_writer_close(&writer, false));
}

static void solve_from(const char *path)
{
    write_easy_level("easy.tmj", NULL);
    expect_ok(textf("cw solve easy.tmj --ticks 60000 --from %s --record solved.cwr", path));
}

TEST(a_rewound_run_recorded_again_ranks_apart)
{
    record();
    write_sample("rewound.cwr", false);
    expect_text(expect_ok("cw verify rewound.cwr")->out, "rewinds=1");
    expect_ok("cw replay rewound.cwr --headless --record anew.cwr");
    ck_assert_uint_eq(slowest_speed("r.cwr"), 1000);
    ck_assert_uint_eq(slowest_speed("anew.cwr"), 0);
    solve_from("rewound.cwr");
    ck_assert_uint_eq(slowest_speed("solved.cwr"), 0);
}

TEST(a_run_taken_over_and_recorded_again_never_ranks)
{
    record();
    write_sample("taken.cwr", true);
    expect_ok("cw replay taken.cwr --headless --record anew.cwr");
    expect_text(expect_ok("cw verify anew.cwr")->out, " taken_over=yes");
    solve_from("taken.cwr");
    expect_text(expect_ok("cw verify solved.cwr")->out, " taken_over=yes");
}
