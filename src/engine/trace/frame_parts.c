#include "trace/frame_parts.h"

#include "clockwork/base.h"

const char *frame_part_name(FramePart part)
{
    static const char *const names[] = {[PART_WAIT] = "wait",
                                        [PART_PLAN] = "plan",
                                        [PART_REMEMBER] = "remember",
                                        [PART_PAINT] = "paint",
                                        [PART_PRESENT] = "present"};
    _Static_assert(CW_ARRAY_LENGTH(names) == PART_COUNT, "every part has a name");
    return names[part];
}
