/* The player's folder: saves, best runs with their recordings, and the list of recordings. A save
 * comes as it is, or with the right checksum around the bytes; what is read must be possible. */
#include "base/frame_services.h"
#include "fuzz/support/input.h"
#include "fuzz/support/seal.h"
#include "screens/recordings.h"
#include "windup/windup.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BYTES_MAX = 1 << 16, NAME_BYTES = 64 };

static char folder[64];
static Levels levels = {.names = {"yard"}, .count = 1, .are_files = true};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    char path[96], made[] = "/tmp/clockwork-fuzz-XXXXXX";
    if (mkdtemp(made) == NULL) {
        return 1;
    }
    snprintf(folder, sizeof folder, "%s", made);
    snprintf(path, sizeof path, "%s/saves", folder);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/runs", folder);
    return mkdir(path, 0700);
}

static void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file != NULL) {
        fwrite(bytes, 1, size, file);
        fclose(file);
    }
}

static void check_time(const CwRunTime *time)
{
    CW_ASSERT(time->ticks == 0 || (time->tick_rate >= 1), "a rate that a run can have");
    CW_ASSERT(time->medal <= (uint32_t)windup_game.rank.medal_count, "a medal of the game");
    CW_ASSERT(time->split_count <= CW_SPLIT_MAX, "splits that there is room for");
}

static void use_best(BestRuns *runs)
{
    for (int clean = 0; clean < 2; clean++) {
        CwReplayFile *replay = NULL;
        CwRunTime time = best_runs_get(runs, "yard", clean != 0, &replay);
        check_time(&time);
        cw_replay_free(replay);
    }
    char path[96];
    CwError error = {0};
    snprintf(path, sizeof path, "%s/copy.cwr", folder);
    bool copied = best_runs_copy(runs, "yard", path, &error);
    CW_ASSERT(copied == (error.text[0] == '\0'), "refuse with words");
    unlink(path);
    const CwGame *game = runs->rules.player.game;
    Session session = {.desc = {.game = game}, .level = "yard"};
    runs->session = &session;
    runs->choice = GHOST_MEDAL;
    CwFrame frame = {.services = &(CwFrameServices){.best_runs = runs}};
    cw_replay_free(cw_frame_ghost(&frame));
    runs->choice = GHOST_BEST;
    cw_replay_free(cw_frame_ghost(&frame));
}

static void read_saves(FuzzInput *in, BestRuns *runs)
{
    static const char key[] = "clockwork-best-yard";
    char path[128];
    CwError error = {0};
    CwSave save = {0};
    unsigned how = fuzz_byte(in);
    snprintf(path, sizeof path, "%s/saves/%s.save", folder, key);
    if (how % 4 != 0) {
        uint8_t *bytes = calloc(1, in->left + 1);
        size_t head = in->left < sizeof(CwRunTime) ? in->left : sizeof(CwRunTime);
        memcpy(bytes, in->data, in->left);
        fuzz_seal(bytes + head, in->left - head);
        const CwSave made = {how % 4, bytes, in->left};
        CW_ASSERT(cw_save_write(&runs->saves, key, &made, &error), error.text);
        free(bytes);
    } else {
        write_file(path, in->data, in->left);
    }
    use_best(runs);
    bool sound = cw_save_read(&runs->saves, key, &save, &error);
    CW_ASSERT(sound == (error.text[0] == '\0') && (sound || save.bytes == NULL),
              "refuse with words");
    cw_save_free(&save);
    unlink(path);
    strncat(path, ".bad", sizeof path - strlen(path) - 1);
    unlink(path);
}

/* A name from the letters that such names have, and some that they don't. */
static void take_name(FuzzInput *in, char name[NAME_BYTES])
{
    static const char letters[] = "0123456789-abcdefgXYZ._ ";
    int length = fuzz_pick(in, NAME_BYTES - 5);
    for (int i = 0; i < length; i++) {
        name[i] = letters[fuzz_pick(in, (int)sizeof letters - 1)];
    }
    snprintf(name + length, 5, ".cwr");
}

static void list_recordings(FuzzInput *in, BestRuns *runs)
{
    static Recordings recordings;
    char name[NAME_BYTES], path[160], runs_folder[80];
    snprintf(runs_folder, sizeof runs_folder, "%s/runs", folder);
    if (fuzz_pick(in, 2) == 0) {
        take_name(in, name);
    } else {
        snprintf(name, sizeof name, "00000042-20260131-235959-1234-yard.cwr");
    }
    size_t size = in->left < BYTES_MAX ? in->left : BYTES_MAX;
    uint8_t *bytes = calloc(1, size + 1);
    memcpy(bytes, in->data, size);
    fuzz_seal(bytes, size);
    snprintf(path, sizeof path, "%s/runs/%s", folder, name);
    write_file(path, bytes, size);
    free(bytes);
    RecordingPlaces places = {
        .game = &windup_game, .levels = &levels, .best_runs = runs, .runs_dir = runs_folder};
    recordings_list(&recordings, &places);
    while (recordings_read_next(&recordings, &places)) {
    }
    for (int i = 0; i < recordings.count; i++) {
        const Recording *recording = &recordings.items[i];
        CW_ASSERT(recording->ticks == 0 || (recording->tick_rate >= 1), "a rate that it can have");
        CW_ASSERT(strlen(recording->level) < LEVEL_NAME_BYTES &&
                      strlen(recording->date) < RECORDING_DATE_BYTES,
                  "texts that end");
    }
    RunRules rules = runs->rules;
    CwRunTime time = {0};
    if (best_runs_add(runs, path, &time)) {
        check_time(&time);
    }
    runs->rules = rules;
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput in = {data, size};
    const RunRules rules = {.player = {.game = &windup_game, .levels = &levels},
                            .settings = {60, 1, 10, -9.81}};
    BestRuns runs = best_runs_in(folder, &rules);
    if (fuzz_pick(&in, 2) == 0) {
        read_saves(&in, &runs);
    } else {
        list_recordings(&in, &runs);
    }
    return 0;
}
