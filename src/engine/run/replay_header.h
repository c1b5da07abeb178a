/* The header of a replay file as bytes and back, its bounds, and whether this program can play it.
 *
 * The writer encodes with it, the reader decodes and trusts nothing: a header that comes out of
 * replay_header_decode is within those of docs/replay-format.md. Owns nothing. */
#pragma once

#include "clockwork/base.h"
#include "run/replay_format.h"

/* The tag in front of each header field and chunk. */
enum { REPLAY_NAME_BYTES = 8, REPLAY_TAG_BYTES = REPLAY_NAME_BYTES + 2 };

typedef struct ReplayTag {
    char name[REPLAY_NAME_BYTES + 1];
    bool optional;
} ReplayTag;

/* `name` has 1 to 8 capitals and digits. */
void replay_tag_store(uint8_t bytes[REPLAY_TAG_BYTES], const char *name, bool optional);

/* False when it is no name, or has flags of a newer program. */
bool replay_tag_load(const uint8_t bytes[REPLAY_TAG_BYTES], ReplayTag *tag, CwError *error);

/* Whether a reader may go on after a tag that it doesn't know; else `error` names it. */
bool replay_tag_may_skip(const ReplayTag *tag, CwError *error);

/* False, with the field, its value and its bounds in `error`, when a value is out of bounds. */
bool replay_header_check(const CwReplayHeader *header, CwError *error);

enum { REPLAY_HEADER_BYTES = 300 }; /* of this program's headers, at most */

typedef struct ReplayBody {
    size_t offset; /* of the first chunk: the header's length */
    uint64_t seed; /* of its checksums: the header's */
} ReplayBody;

/* The header must be sound. */
ReplayBody replay_header_encode(const CwReplayHeader *header, uint8_t bytes[REPLAY_HEADER_BYTES]);

/* Reads the header at the front of a file's bytes. False with a message that names the trouble. */
bool replay_header_decode(const uint8_t *bytes, size_t size, CwReplayHeader *header,
                          ReplayBody *body, CwError *error);

/* Whether a replay of header `file` plays the same here, where `here` would be written. False with
 * the first difference and a remedy. Settings and seed may differ: a replay brings its own. */
bool replay_header_matches(const CwReplayHeader *file, const CwReplayHeader *here, CwError *error);
