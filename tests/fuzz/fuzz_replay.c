/* Recordings: whatever the bytes, the reader refuses them or gives ticks in order. */
#include "clockwork/replay.h"
#include "input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Error error = {0};
    ReplayFile *replay = replay_load(fuzz_file(data, size), &error);
    CW_ASSERT((replay == NULL) == (error.text[0] != '\0'), "refuse with words");
    if (replay != NULL) {
        CW_ASSERT(replay->tick_count <= replay->played_count, "no tick from nowhere");
        replay_free(replay);
    }
    return 0;
}
