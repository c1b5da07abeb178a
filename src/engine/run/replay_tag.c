#include "run/replay_tag.h"

#include "base/little_endian.h"

#include <string.h>

enum { FLAG_OPTIONAL = 1 };

static bool is_name(const char *name)
{
    size_t length = strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    return length > 0 && name[length] == '\0';
}

void replay_tag_store(uint8_t bytes[REPLAY_TAG_BYTES], const char *name, bool optional)
{
    size_t length = strlen(name);
    CW_ASSERT(is_name(name) && length <= REPLAY_NAME_BYTES, "name it in up to 8 capitals");
    memset(bytes, 0, REPLAY_TAG_BYTES);
    memcpy(bytes, name, length);
    bytes[REPLAY_NAME_BYTES] = optional ? FLAG_OPTIONAL : 0;
}

bool replay_tag_load(const uint8_t bytes[REPLAY_TAG_BYTES], ReplayTag *tag, CwError *error)
{
    static const char zeros[REPLAY_NAME_BYTES];
    *tag = (ReplayTag){0};
    memcpy(tag->name, bytes, REPLAY_NAME_BYTES);
    size_t length = strlen(tag->name);
    if (!is_name(tag->name) || memcmp(bytes + length, zeros, REPLAY_NAME_BYTES - length) != 0) {
        return cw_error_set(error, "a name that is none: the file is damaged");
    }
    unsigned flags = (unsigned)load_le(bytes + REPLAY_NAME_BYTES, 2);
    if ((flags & ~(unsigned)FLAG_OPTIONAL) != 0) {
        return cw_error_set(error, "%s has the unknown flags 0x%x: play it with a newer program",
                            tag->name, flags);
    }
    tag->optional = flags != 0;
    return true;
}

bool replay_tag_may_skip(const ReplayTag *tag, CwError *error)
{
    return tag->optional || cw_error_set(error,
                                         "%s is required and unknown here: play it with a newer "
                                         "program",
                                         tag->name);
}
