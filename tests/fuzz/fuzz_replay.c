/* Recordings: whatever the bytes, the reader refuses them or gives ticks in order. All checksums
 * are made right first, as someone who means harm would; else no input would get past the header.
 */
#include "clockwork/replay.h"
#include "fuzz/support/input.h"
#include "fuzz/support/seal.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CwError error = {0};
    uint8_t *sealed = malloc(size + 1);
    CW_ASSERT(sealed != NULL, "give the fuzzer more memory");
    memcpy(sealed, data, size);
    fuzz_seal(sealed, size);
    CwReplayFile *replay = cw_replay_load(fuzz_file(sealed, size), &error);
    CW_ASSERT((replay == NULL) == (error.text[0] != '\0'), "refuse with words");
    if (replay != NULL) {
        CW_ASSERT(replay->tick_count <= replay->played_count, "no tick from nowhere");
        for (uint64_t tick = 1; tick <= replay->tick_count; tick++) {
            CW_ASSERT(cw_replay_input(replay, tick).players[0].value[0] <= CW_ACTION_VALUE_MAX,
                      "no input that nobody can give");
        }
        cw_replay_free(replay);
    }
    free(sealed);
    return 0;
}
