/* A player's story whose power is cut after every change that it makes to the player's folder: what
 * is there then is the old or the new, as a whole. With a fixed seed, some seconds; for more,
 *
 *     CLOCKWORK_POWER_S=600 build/plain/tests/test_door test_power
 *
 * tries the states of other seeds, the next one of which is kept in
 * ${CLOCKWORK_TRUST:-$HOME/.cache/clockwork-trust}/power. */
#include "frame/saves.h"
#include "support/disk.h"
#include "support/door.h"

#include <time.h>
#include <xxhash.h>

#define DATA ".local/share/Clockwork/presses"
#define CRASH "crash/Clockwork/presses"

enum { VERSIONS_MAX = 256, CHUNKS_UNSYNCED = 3 };

static char checkout[512], kept_folder[512];

static int prepare(void)
{
    const char *trust = getenv("CLOCKWORK_TRUST"), *home = getenv("HOME");
    snprintf(kept_folder, sizeof kept_folder, "%s%s", trust != NULL ? trust : home,
             trust != NULL ? "/power" : "/.cache/clockwork-trust/power");
    return getcwd(checkout, sizeof checkout) == NULL ? 0 : door_prepare();
}

FIXTURE(.prepare = prepare, .set_up = door_set_up, .tear_down = door_tear_down, .timeout_s = 1e6);

/* A file as a program sees it with the power on. */
typedef struct Version {
    uint64_t hash; /* of its path and bytes */
    int from;      /* the prefix that has it first */
} Version;

static Disk disk;
static DiskState last; /* with the power on */
static Version versions[VERSIONS_MAX];
static int version_count;

/* Saves, a setting that changes twice, a best time that is beaten, and a recording that makes room
 * for the next, all by keys. */
static void play(void)
{
    door_build("presses");
    expect_ok(textf("cc -shared -fPIC -D_GNU_SOURCE -I '%s'/tests '%s'/tests/door/recorder.c "
                    "-o recorder.so && mkdir -p " DATA,
                    checkout, checkout));
    door_start("LD_PRELOAD=./recorder.so POWER_FOLDER=$PWD/" DATA " POWER_LOG=$PWD/log exec "
               "./presses play level --set display.width=640 --set display.height=360 "
               "--set game.flight_recorder=1 --frame-log frames.csv",
               "Presses");
    door_wait("grep begun out");
    door_tap("space");
    door_wait("[ $(stat -c %s " DATA "/runs/*) -gt 1200 ]");
    door_tap("Escape Down Down Return Return Down Left"); /* settings, comfort, speed */
    door_wait("grep time_scale " DATA "/config.ini");
    door_tap("Right");
    door_wait("grep 'time_scale = 1$' " DATA "/config.ini");
    door_tap("Escape Escape Escape space");
    door_watch((XRect){150, 176, 60, 14}); /* Retry, of the results */
    door_wait_colour(0xf0be5a, 0.9);
    door_wait_frames(30);         /* for half a second they take no keys */
    door_tap("Up Return Return"); /* the title, play */
    door_wait("[ $(grep -c begun out) = 2 ]");
    door_tap("space space"); /* faster */
    free(door_see());
    door_tap("t");
    door_wait("[ $(ls " DATA "/runs | grep -c '^0*3-') = 1 ]");
    door_end();
    disk_load(&disk, temp_path(DATA), temp_path("log"));
}

/* Files that are replaced or moved as a whole. */
static bool is_whole(const DiskFile *file)
{
    const char *dot = strrchr(file->path, '.');
    return dot != NULL && (strcmp(dot, ".ini") == 0 || strcmp(dot, ".save") == 0);
}

static uint64_t hash_of(const DiskFile *file)
{
    return XXH3_64bits_withSeed(file->bytes, file->size,
                                XXH3_64bits(file->path, strlen(file->path)));
}

/* The first prefix that has this file with these bytes; the one after the last: none. */
static int version_from(const DiskFile *file)
{
    uint64_t hash = hash_of(file);
    int i = 0;
    while (i < version_count && versions[i].hash != hash) {
        i++;
    }
    return i < version_count ? versions[i].from : disk.count + 1;
}

static void see_versions(void)
{
    for (int prefix = 0; prefix <= disk.count; prefix++) {
        disk_see(&disk, prefix, &last);
        for (int i = 0; i < last.count; i++) {
            if (is_whole(&last.files[i]) && version_from(&last.files[i]) > disk.count) {
                ck_assert_int_lt(version_count, VERSIONS_MAX);
                versions[version_count++] = (Version){hash_of(&last.files[i]), prefix};
            }
        }
    }
}

/* Whole chunks at the front; a header too, but for the moment after it was begun. */
static const char *fault_of_recording(const DiskFile *file)
{
    CwError error_of_header = {0};
    CwReplayFile *replay = cw_replay_parse(file->bytes, file->size, &error_of_header);
    bool begun = file->certain || file->writes > CHUNKS_UNSYNCED;
    bool bad = replay == NULL ? begun : replay->state == CW_REPLAY_BAD;
    const char *why = replay == NULL ? error_of_header.text : replay->problem.text;
    const char *fault = bad ? textf("%s: %s", file->path, why) : NULL;
    cw_replay_free(replay);
    return fault;
}

static const char *fault_of_files(const DiskState *state)
{
    const char *fault = NULL;
    for (int i = 0; i < state->count && fault == NULL; i++) {
        const DiskFile *file = &state->files[i];
        if (is_whole(file) && version_from(file) > disk.prefix) {
            fault = textf("%s: neither old nor new, %zu bytes", file->path, file->size);
        } else if (strstr(file->path, ".cwr") != NULL) {
            fault = fault_of_recording(file);
        }
    }
    return fault;
}

/* After the last change everything is there for good. */
static const char *fault_of_end(const DiskState *state)
{
    for (int i = 0; i < last.count; i++) {
        bool found = !is_whole(&last.files[i]);
        for (int j = 0; j < state->count && !found; j++) {
            found = strcmp(state->files[j].path, last.files[i].path) == 0 &&
                    hash_of(&state->files[j]) == hash_of(&last.files[i]);
        }
        if (!found) {
            return textf("%s: lost, or old, after it was saved", last.files[i].path);
        }
    }
    return NULL;
}

/* Has the game itself read all of it, without a word on stderr. */
static const char *fault_of_game(const DiskState *state)
{
    CwSave save;
    disk_write(state, temp_path(CRASH));
    CwSaves saves = saves_in(temp_path(CRASH));
    bool ok = cw_save_read(&saves, "text", &save, &error);
    cw_save_free(&save);
    const Outcome *said = program_run(
        "export XDG_DATA_HOME=$PWD/crash; ./presses config >config && ./presses times && "
        "set -- $(find crash -name '*.cwr' -exec grep -l ^CWREPLAY {} +) && "
        "{ [ $# = 0 ] || ./presses verify $*; }");
    ok = ok && said->status == 0 && said->err[0] == '\0';
    return ok ? NULL : textf("%s%s%s", error.text, said->out, said->err);
}

typedef struct Pass {
    uint64_t seed;
    int most;   /* states of a prefix */
    int starts; /* every so many states the game is started on one; 0: never */
    int states, started;
} Pass;

static const char *try_all(Pass *pass)
{
    DiskState state = {0};
    const char *fault = NULL;
    for (int prefix = 0; prefix <= disk.count && fault == NULL; prefix++) {
        disk_cut(&disk, prefix, pass->most, pass->seed);
        while (fault == NULL && disk_next(&disk, &state)) {
            fault = fault_of_files(&state);
            fault = fault == NULL && prefix == disk.count ? fault_of_end(&state) : fault;
            if (fault == NULL && pass->starts > 0 && ++pass->states % pass->starts == 0) {
                pass->started++;
                fault = fault_of_game(&state);
            }
        }
        if (fault != NULL) {
            fault = textf("seed %lu, change %d of %d, state %d: %s", pass->seed, prefix, disk.count,
                          disk.tried, fault);
        }
    }
    disk_free(&state);
    return fault;
}

static uint64_t kept_seed(uint64_t next)
{
    unsigned long seed = 2;
    const char *path = textf("%s/seed", kept_folder);
    FILE *file = fopen(path, next > 0 ? "w" : "r");
    if (file != NULL && next > 0) {
        fprintf(file, "%lu\n", next);
    } else if (file != NULL && fscanf(file, "%lu", &seed) != 1) {
        seed = 2;
    }
    if (file != NULL) {
        fclose(file);
    }
    return seed;
}

static const char *try_for_seconds(Pass *pass, time_t seconds)
{
    time_t end_s = time(NULL) + seconds;
    const char *fault = NULL;
    expect_ok(textf("mkdir -p '%s'", kept_folder));
    for (pass->seed = kept_seed(0); fault == NULL && time(NULL) < end_s; pass->seed++) {
        fault = try_all(pass);
        kept_seed(pass->seed + 1);
    }
    return fault;
}

TEST(a_power_cut_leaves_the_old_or_the_new)
{
    const char *seconds = getenv("CLOCKWORK_POWER_S");
    play();
    see_versions();
    disk_write(&last, temp_path(CRASH));
    expect_ok("diff -r " DATA " " CRASH); /* the log has all changes */
    Pass pass = {.seed = 1, .most = 64, .starts = 300};
    const char *fault = try_all(&pass);
    if (seconds != NULL && fault == NULL) {
        pass.most = 256;
        fault = try_for_seconds(&pass, atoi(seconds));
    }
    printf("power: %d changes, %d states, the game was started on %d\n", disk.count, pass.states,
           pass.started);
    ck_assert_msg(fault == NULL, "%s", fault);
    disk.ignores_syncs = true;
    ck_assert_ptr_nonnull(try_all(&(Pass){.seed = 1, .most = 64}));
}
