/* Pictures and sounds: whatever the bytes, a file is refused with words or becomes pixels or
 * samples within the limits. The libraries that decode are not instrumented: faults in them show as
 * crashes, and as too much time or memory. The first byte chooses. */
#include "draw/art.h"
#include "fuzz/support/input.h"
#include "sound/sound_bank.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { WANTED_PX = 24, RATE_MIN_HZ = 4000, RATE_MAX_HZ = 192000 };

int LLVMFuzzerInitialize(int *argc, char ***argv);

static char folder[] = "/tmp/clockwork-fuzz-XXXXXX";

/* The names are links to the file in memory. */
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char *const names[] = {"it.svg", "it.png", "it.wav"};
    (void)argc;
    (void)argv;
    if (mkdtemp(folder) == NULL) {
        return 1;
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(names); i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        if (symlink(fuzz_file("", 0), path) != 0) {
            return 1;
        }
    }
    return 0;
}

static void decode(const char *name)
{
    ArtJob job = {.width_px = WANTED_PX, .height_px = WANTED_PX};
    snprintf(job.path, sizeof job.path, "%s/%s", folder, name);
    CW_ASSERT(art_load_all(&job, 1), "give the fuzzer more memory");
    CW_ASSERT((job.bitmap.surface != NULL) == (job.error.text[0] == '\0'), "refuse with words");
    bitmap_free(&job.bitmap);
}

static void listen(void)
{
    const CwSoundDef def = {.file = "it.wav"};
    SoundBank bank = {.defs = &def, .count = 1, .folder = folder};
    CwError error = {0};
    CW_ASSERT(sound_bank_open(&bank, &error), error.text);
    sound_bank_load(&bank, 0);
    const SoundClip *clip = &bank.clips[0];
    CW_ASSERT((clip->frames > 0) == (clip->samples != NULL), "a sound has samples or is silent");
    CW_ASSERT(clip->frames == 0 || (clip->channels >= 1 && clip->channels <= 2 &&
                                    clip->rate_hz >= RATE_MIN_HZ && clip->rate_hz <= RATE_MAX_HZ),
              "keep to what the mixer plays");
    sound_bank_close(&bank);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput in = {data, size};
    int kind = fuzz_pick(&in, 3);
    fuzz_file(in.data, in.left);
    if (kind == 2) {
        listen();
    } else {
        decode(kind == 0 ? "it.svg" : "it.png");
    }
    return 0;
}
