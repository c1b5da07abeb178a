/* Files that are none, that can't be written, or that are more than there is memory for. */
#include "support/program.h"

#define PLAY "cw assets/levels/first-wind.tmj --headless --ticks 9 "

FIXTURE(PROGRAM, .timeout_s = 120);

static const struct {
    const char *line, *said;
    int status;
} READS[] = {
    {"cw pipe.tmj --headless --ticks 9", "pipe.tmj: it is a pipe or a device, not a file", 1},
    {PLAY "--frames pipe.tmj", "--frames: pipe.tmj: it is a pipe or a device", 1},
    {PLAY "--config pipe.tmj", "pipe.tmj: cannot be opened: it is a pipe or a device, not a file",
     1},
    {"cw --headless replay pipe.tmj", "pipe.tmj: it is a pipe or a device, not a file", 1},
    {"cw rerun --game pipe.tmj a.cwr", "pipe.tmj: it is a pipe or a device, not a file", 2},
};

TEST(a_pipe_is_not_read, .rounds = CW_ARRAY_LENGTH(READS))
{
    expect_ok("mkfifo pipe.tmj");
    expect(READS[_i].status, READS[_i].line, READS[_i].said);
}

TEST(the_players_settings_may_be_no_file)
{
    expect_ok("d=.local/share/Clockwork/windup; mkdir -p $d && mkfifo $d/config.ini");
    expect(0, PLAY, "config.ini: cannot be opened: it is a pipe or a device, not a file");
    expect_ok("ln -sf /dev/null .local/share/Clockwork/windup/config.ini; test \"$(" PLAY
              " 2>&1)\" = ''");
}

/* A reader of each kind, and the file that it gets: 5 GB of zeros that take no room on the disk. */
static const struct {
    const char *file, *line;
    int status;
} LARGE[] = {
    {"a.cwr", "cw verify a.cwr", 1},
    {"run.expect", "cw rerun run.cwr", 2},
    {"a.so", "cw rerun --game ./a.so run.cwr", 2},
    {"a.tmj", "cw a.tmj --headless --ticks 9", 1},
    {"a.tmx", "cw a.tmx --headless --ticks 9", 1},
    {"a.txt", PLAY "--frames a.txt", 1},
    {"a.ini", PLAY "--config a.ini", 1},
    {".local/share/Clockwork/windup/config.ini", PLAY, 0},
    {"a.cwr", PLAY "--ghost a.cwr", 0},
};

static void expect_said(int status, const char *line, const char *said)
{
    const Outcome *run = expect(status, line, NULL);
    ck_assert_msg(strstr(run->out, said) != NULL || strstr(run->err, said) != NULL, "%s%s",
                  run->out, run->err);
}

TEST(a_file_larger_than_its_kind_may_be_is_refused_unread, .rounds = CW_ARRAY_LENGTH(LARGE))
{
    expect_ok(PLAY "--record run.cwr; mkdir -p .local/share/Clockwork/windup");
    expect_ok(textf("truncate -s 5G %s", LARGE[_i].file));
    expect_said(LARGE[_i].status, textf("ulimit -t 5; %s", LARGE[_i].line), "large");
}

static const struct {
    const char *file, *line, *said;
    int status;
} WITH_ZERO[] = {
    {"run.expect", "cw rerun run.cwr", "run.expect:2: holds a zero byte", 2},
    {"a.txt", PLAY "--frames a.txt", "a.txt:2: holds a zero byte", 1},
    {"a.ini", PLAY "--config a.ini", "a.ini:2: the line holds a NUL byte", 0},
    {"a.tmj", "cw a.tmj --headless --ticks 9", "a.tmj", 1},
    {"a.tmx", "cw a.tmx --headless --ticks 9", "a.tmx", 1},
};

TEST(a_zero_byte_ends_no_text, .rounds = CW_ARRAY_LENGTH(WITH_ZERO))
{
    expect_ok(PLAY "--record run.cwr; cp assets/levels/first-wind.tmj a.tmj; "
                   "printf '<map></map>' >a.tmx");
    expect_ok(textf("printf '#\\na\\0b\\nc\\n' >>%s", WITH_ZERO[_i].file));
    expect_said(WITH_ZERO[_i].status, WITH_ZERO[_i].line, WITH_ZERO[_i].said);
}

static const char *const WRITERS[] = {"--hash-log", "--probe-log", "--frame-log",
                                      "--trace",    "--sound-log", "--render-sound",
                                      "--record",   "--screenshot"};

/* Each gives up after a second, so all run at once. */
TEST(a_pipe_that_nobody_reads_is_not_waited_for)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(WRITERS); i++) {
        expect_ok(textf("mkfifo pipe%zu; { " PLAY "%s pipe%zu; echo status $?; } >said%zu 2>&1 &",
                        i, WRITERS[i], i, i));
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(WRITERS); i++) {
        expect_ok(textf("until grep -q status said%zu; do sleep 0.01; done; cat said%zu; "
                        "grep -q '^status 1$' said%zu && grep -q 'nobody reads from this pipe' "
                        "said%zu",
                        i, i, i, i));
    }
}

TEST(a_full_disk_is_a_failure, .rounds = CW_ARRAY_LENGTH(WRITERS))
{
    expect(1, textf(PLAY "%s /dev/full", WRITERS[_i]), "No space left on device");
    expect(0, textf(PLAY "%s /dev/null", WRITERS[_i]), "");
}

static const char *const LOGS[] = {
    PLAY "--hash-log f",
    PLAY "--probe-log f",
    PLAY "--frame-log f",
    PLAY "--trace f",
    PLAY "--sound-log f",
    PLAY "--render-sound f",
    PLAY "--record f",
    PLAY "--screenshot f",
    "cw replay a.cwr --headless --hash-log f",
    "cw replay a.cwr --headless --record f",
    "cw bench --csv f --list",
    "cw solve level.tmj --ticks 2000 --record f",
};

TEST(a_file_of_another_kind_is_kept_and_one_of_its_kind_is_replaced,
     .rounds = CW_ARRAY_LENGTH(LOGS))
{
    write_easy_level("level.tmj", NULL);
    expect_ok(PLAY "--record a.cwr; printf '1 note\n2 notes\n' >f && cp f kept && : >empty");
    expect(1, LOGS[_i], "what is there is of another kind: delete it, or name another file");
    expect_ok("cmp f kept && cp empty f");
    expect_ok(LOGS[_i]);
    expect_ok(LOGS[_i]);
}

TEST(the_log_of_dev_replaces_no_file_of_another_kind)
{
    expect_ok("printf '1 note\n' >f && cp f kept");
    expect(1, "cw dev . --dev-log f", "what is there is of another kind");
    expect_ok("cmp f kept");
}

TEST(a_log_goes_through_a_pipe_and_to_standard_output)
{
    expect_ok("mkfifo pipe && { cat pipe >piped & " PLAY "--hash-log pipe; wait; }");
    ck_assert_int_eq(program_line_count("piped"), 9);
    expect_ok(PLAY "--hash-log /dev/stdout | cmp - piped");
    expect_ok("{ echo before; " PLAY "--hash-log /dev/stdout; echo after; } >all && "
              "{ echo before; cat piped; echo after; } | cmp - all");
}

/* The signal comes while the program waits for a reader of its log. */
TEST(a_signal_ends_the_start_as_a_success)
{
    expect_ok("mkfifo pipe; \"$CLOCKWORK\" --headless --hash-log pipe & p=$!; "
              "until grep -q '^SigCgt:.*[4-7c-f]...$' /proc/$p/status; do sleep 0.01; done; "
              "kill $p && wait $p");
}

TEST(a_small_stack_is_enough_and_a_smaller_one_is_refused)
{
    if (program_is_plain()) {
        expect(0, "ulimit -s 256; " PLAY "--screenshot a.png", "");
        expect(1, "ulimit -s 128; " PLAY, "the stack has 128 KiB and must have 256: say `ulimit");
    }
}

/* The program takes 50 MB of addresses by itself, the tree of such a file 40 more. */
TEST(memory_that_is_missing_is_not_blamed_on_the_map)
{
    expect_ok("{ printf '{\"layers\":[0'; yes ',{}' | head -n 190000; echo ']}'; } >large.tmj");
    expect_ok("{ echo '<map><objectgroup>'; yes '<object/>' | head -n 190000; "
              "echo '</objectgroup></map>'; } >large.tmx");
    if (program_is_plain()) {
        expect(1, "ulimit -v 75000; cw large.tmj --headless", "large.tmj: out of memory\n");
        expect(1, "ulimit -v 75000; cw large.tmx --headless", "large.tmx: out of memory\n");
    }
}

#define RECORD "cw play level.tmj --headless --hold accelerate --ticks 30 --record a.cwr; "

/* Each writes "$m" in front of a text and has the program read it. */
static const char *const MARKED[] = {
    "printf \"$m[simulation]\\nsubsteps = 3\\n\" >a; cw config --config a | grep -q 'substeps = 3'",
    "printf \"${m}0\\n16000000\\n\" >a; cw play first-wind --headless --frames a",
    RECORD "printf \"${m}always world.tick < 99\" >a.expect; cw rerun a.cwr",
    "(printf \"$m\"; cat level.tmj) >b.tmj; cw play b.tmj --headless --ticks 9",
};

TEST(a_byte_order_mark_in_front_of_a_text_is_skipped, .rounds = CW_ARRAY_LENGTH(MARKED))
{
    write_easy_level("level.tmj", NULL);
    ck_assert_str_eq(expect_ok(textf("m=$(printf '\\357\\273\\277'); %s", MARKED[_i]))->err, "");
}

/* ---- result lines as scripts read them: words with blanks between, name=value ---- */

/* A name that forges values, and each kind of character that is coded. */
#define NAME                                                                                       \
    "a.cwr level=forged "                                                                          \
    "what=\\047\"`%%\\t\\n\\377\\302\\240\\302\\233\\342\\200\\256\\343\\200\\200\\303\\251.cwr"
#define CODED                                                                                      \
    "a.cwr%20level%3Dforged%20what%3D%27%22%60%25%09%0A%FF%C2%A0%C2%9B%E2%80%AE%E3%80%80\303\251." \
    "cwr"

static const char *const LINES[][2] = {
    {"cw verify \"$n\"", "^ok " CODED " level=first-wind ticks=9 "},
    {"head -c -36 \"$n\" >\"c$n\"; cw verify \"c$n\"", "^cut c" CODED " level=first-wind "},
    {"echo x >>\"$n\"; ! cw verify \"$n\"", "^bad " CODED " tick=[0-9]* what="},
    {"! cw verify --times \"$n\"", "^bad " CODED " what=the level is not finished in it$"},
    {"cp assets/replays/first-wind.cwr \"$n\" && cw verify --times \"$n\"",
     "^time " CODED " level=first-wind ticks="},
    {"cw rerun \"$n\"", "^ok " CODED " level=first-wind same=yes "},
    {"printf 'end probe.finished\\n' >\"${n%.cwr}.expect\"; ! cw rerun \"$n\"",
     "^lost " CODED " level=first-wind same=yes "},
    {"! cw rerun \"x$n\"", "^bad x" CODED " what="},
    {"cw diff \"$n\" \"$n\"", "^same " CODED " " CODED " level=first-wind ticks=9$"},
    {"cw play first-wind --headless --ticks 9 --bot --record b.cwr; ! cw diff \"$n\" b.cwr",
     "^differ " CODED " b.cwr level=first-wind tick="},
    {"cw solve level.tmj --ticks 2000 --record \"$n\"", "^solved .* file=" CODED "$"},
};

TEST(a_name_is_one_word_and_forges_no_value, .rounds = CW_ARRAY_LENGTH(LINES))
{
    write_easy_level("level.tmj", NULL);
    expect_ok("cw play first-wind --headless --ticks 9 --record a.cwr");
    expect_ok(textf("n=$(printf '%s'); cp a.cwr \"$n\" && { %s; } >said && "
                    "grep -q '%s' said || { cat said; exit 9; }",
                    NAME, LINES[_i][0], LINES[_i][1]));
}

/* ---- the address of a page, read by node where it is installed ---- */

TEST(an_address_names_a_level_a_recording_a_seed_and_settings_and_nothing_else)
{
    if (program_run("node --version")->status != 0) {
        fprintf(stderr, "SKIPPED: node is not installed\n");
        return;
    }
    expect_ok(
        "cw config >settings && node $(readlink assets)/../tests/packaging/address.js settings");
}
