/* Small files that the program reads back, or finds beside a game: whatever the bytes, each reader
 * takes them or refuses with words. Frame times go on to the pacer and the step clock. */
#include "fuzz/support/input.h"
#include "live/dev.h"
#include "system/object_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WORDS_MAX = 1000 };

static char assets[] = "/tmp/clockwork-fuzz-XXXXXX";

/* A folder with two levels, whose order is the file in memory. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    int folder = mkdtemp(assets) == NULL ? -1 : open(assets, O_RDONLY | O_DIRECTORY);
    bool made = folder >= 0 && mkdirat(folder, "levels", 0700) == 0 &&
                symlinkat("/dev/null", folder, "levels/first.tmj") == 0 &&
                symlinkat("/dev/null", folder, "levels/second.tmx") == 0 &&
                symlinkat(fuzz_file("", 0), folder, "levels/order.txt") == 0;
    return made ? 0 : 1;
}

static void read_frame_times(const char *path)
{
    FrameTimes frame_times;
    CwError error = {0};
    bool sound = frame_times_load(&frame_times, path, &error);
    CW_ASSERT(sound == (error.text[0] == '\0'), "refuse with words");
    FramePacer pacer;
    StepClock clock;
    StepClockDesc clock_desc = step_clock_desc_default();
    frame_pacer_init(&pacer, 60);
    step_clock_init(&clock, &clock_desc);
    for (size_t i = 0; i < frame_times.count; i++) {
        int64_t shown_ns = frame_pacer_frame(&pacer, frame_times.rows[i].clock_ns);
        FramePlan plan = step_clock_frame(&clock, shown_ns);
        CW_ASSERT(plan.alpha >= 0 && plan.alpha < 1, "keep alpha in [0, 1)");
    }
    frame_times_free(&frame_times);
}

static void read_order(void)
{
    Levels levels = {0};
    levels_find(&levels, assets);
    CW_ASSERT(levels.count == 2 && levels_index(&levels, "first") >= 0 &&
                  levels_index(&levels, "second") == 1 - levels_index(&levels, "first"),
              "keep each level once");
}

static void look_at(const char *name, void *context)
{
    *(size_t *)context += strlen(name) + (import_fault(name) != NULL);
}

static void read_object(const char *path)
{
    size_t seen = 0;
    CwError error = {0}, refused = {0};
    bool ok = object_file_imports(path, look_at, &seen, &error);
    bool is_object = object_file_check(path, &refused);
    CW_ASSERT(is_object == (refused.text[0] == '\0'), "refuse with words");
    CW_ASSERT(ok == (error.text[0] == '\0'), "refuse with words");
}

static void read_last_words(const uint8_t *data, size_t size)
{
    char message[WORDS_MAX / 4], *words = strndup((const char *)data, size);
    CW_ASSERT(words != NULL, "give the fuzzer more memory");
    dev_trial_find_place(words, message, sizeof message);
    CW_ASSERT(strlen(message) < sizeof message, "end the message");
    free(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *path = fuzz_file(data, size);
    read_frame_times(path);
    read_order();
    read_object(path);
    read_last_words(data, size);
    return 0;
}
