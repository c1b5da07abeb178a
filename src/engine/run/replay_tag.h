/* The tag in front of a replay's header fields and chunks: what is called what, and what a reader
 * does with a name that it doesn't know. See replay_format.h; for the header, the reader and the
 * writer. Trusts nothing; owns nothing. */
#ifndef RUN_REPLAY_TAG_H
#define RUN_REPLAY_TAG_H

#include "clockwork/base.h"

enum { REPLAY_NAME_BYTES = 8, REPLAY_TAG_BYTES = REPLAY_NAME_BYTES + 2 };

typedef struct ReplayTag {
    char name[REPLAY_NAME_BYTES + 1];
    bool optional;
} ReplayTag;

/* `name` has 1 to 8 capitals and digits. */
void replay_tag_store(uint8_t bytes[REPLAY_TAG_BYTES], const char *name, bool optional);

/* False when it is no name, or has flags of a newer program. */
bool replay_tag_load(const uint8_t bytes[REPLAY_TAG_BYTES], ReplayTag *tag, CwError *error);

/* Whether a reader may go on behind a tag that it doesn't know; else `error` names it. */
bool replay_tag_may_skip(const ReplayTag *tag, CwError *error);

#endif
