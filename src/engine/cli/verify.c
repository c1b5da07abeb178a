/* `clockwork verify FILE...`: simulates replays again and compares the hash of every tick. */
#include "cli/program.h"

#include "base/printable.h"
#include "base/report.h"
#include "platform/locale.h"
#include "run/replay_run.h"
#include "run/run.h"
#include "sim/field_path.h"

#include <inttypes.h>
#include <stdio.h>

typedef struct Verdict {
    CwError what;  /* the first thing that is bad; empty: nothing is */
    uint64_t tick; /* of it */
    bool finished;
    uint64_t hash; /* after the last tick */
} Verdict;

static bool is_bad(const Verdict *verdict)
{
    return verdict->what.text[0] != '\0';
}

static void simulate(Session *session, const CwReplayFile *replay, const Options *options,
                     Verdict *verdict)
{
    bool dump = options->dump_given;
    Run run;
    run_begin(&run, &(RunDesc){.session = session, .source = run_source_replay(replay)});
    if (dump && options->dump_tick == 0) {
        world_print_fields(session->world, ' ');
    }
    for (size_t i = 0; i < replay->tick_count && !is_bad(verdict); i++) {
        verdict->tick = i + 1;
        if (!run_advance(&run, &verdict->what)) {
            return;
        }
        if (dump && i + 1 == options->dump_tick) {
            world_print_fields(session->world, ' ');
        }
        if (run.differs_at > 0) {
            cw_error_set(&verdict->what,
                         "%s: after a change of the rules, raise CwGame.rules_version",
                         run.differs_in);
        }
    }
    if (dump && options->dump_tick > replay->tick_count) {
        report("no dump: the recording has %zu ticks", replay->tick_count);
    }
    verdict->hash = replay->tick_count > 0 ? cw_world_hash(session->world) : 0;
    verdict->finished = run.finished;
    if (!is_bad(verdict) && replay->state == CW_REPLAY_BAD) {
        verdict->what = replay->problem;
        verdict->tick = replay->bad_tick;
    }
    if (!is_bad(verdict) && replay->state == CW_REPLAY_ENDED && replay->finished != run.finished) {
        cw_error_set(&verdict->what, "the end says otherwise about the finish");
    }
}

static bool print_verdict(const char *path, const CwReplayFile *replay, const Verdict *verdict)
{
    if (is_bad(verdict)) {
        print_line("bad %s tick=%" PRIu64 " what=%s", path, verdict->tick,
                   program_without_path(&verdict->what, path));
        return false;
    }
    print_text("%s %s level=%s ticks=%zu finished=%s rewinds=%zu hash=%016" PRIx64,
               replay->state == CW_REPLAY_CUT ? "cut" : "ok", path, replay->header.level,
               replay->tick_count, verdict->finished ? "yes" : "no", replay->rewind_count,
               verdict->hash);
    if (replay->edit_count > 0) {
        printf(" edits=%zu", replay->edit_count);
    }
    if (replay->taken_over) {
        printf(" taken_over=yes");
    }
    putchar('\n');
    return true;
}

/* Simulates a recording again, prints one line and returns whether it is sound. */
static bool verify(const Program *program, const char *path)
{
    ReplayPlayer player = program_rules(program).player;
    Verdict verdict = {0};
    Session session = {0};
    CwReplayFile *replay = replay_load_for(path, &player, &verdict.what);
    if (replay != NULL && replay_open_session(&session, replay, &player, &verdict.what)) {
        simulate(&session, replay, &program->options, &verdict);
        session_close(&session);
    }
    bool good = print_verdict(path, replay, &verdict);
    cw_replay_free(replay);
    return good;
}

/* One line for a ranking: a run that counts with its time, another with the reason. */
static bool judge(const Program *program, const char *path)
{
    RunRules rules = program_rules(program);
    CwRunTime time;
    CwError error = {0};
    CwReplayFile *replay = replay_load_for(path, &rules.player, &error);
    bool counts = replay != NULL && run_judge(replay, &rules, &time, &error);
    void *previous = locale_plain_begin();
    if (counts) {
        print_text("time %s level=%s ticks=%" PRIu32 " seconds=%.3f clean=%s medal=%s splits=",
                   path, replay->header.level, time.ticks, (double)time.ticks / time.tick_rate,
                   time.clean ? "yes" : "no",
                   time.medal == 0 ? "none" : program->game->medals[time.medal - 1]);
        for (uint32_t i = 0; i < time.split_count; i++) {
            printf("%s%" PRIu32, i == 0 ? "" : ",", time.splits[i]);
        }
        if (program->game->ranking != CW_RANK_TIME) {
            printf(" score=%" PRId64, time.score);
        }
        printf("\n");
    } else {
        print_line("bad %s what=%s", path, program_without_path(&error, path));
    }
    locale_plain_end(previous);
    cw_replay_free(replay);
    return counts;
}

int command_verify(Program *program)
{
    const Options *options = &program->options;
    CwError error = {0};
    if (!program_fingerprint(program, &error)) {
        return program_failed(&error);
    }
    bool good = true;
    for (int i = 0; i < options->argument_count; i++) {
        bool (*look)(const Program *, const char *) = options->times ? judge : verify;
        good = look(program, options->arguments[i]) && good;
        fflush(stdout);
    }
    return good ? EXIT_OK : EXIT_FAILED;
}
