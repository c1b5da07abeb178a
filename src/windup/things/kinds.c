#include "things/kinds.h"

#include <string.h>

static const ThingClass start_class = {.shape = CW_MAP_POINT, .least = 1, .most = 1};

#define KIND_CLASS(number, name, ...) {#name, KIND_##number, &name##_class},
const KindClass kind_classes[KIND_CLASS_COUNT] = {
    {"start", KIND_BUGGY, &start_class},
    KIND_LIST(KIND_CLASS) /* in the order of their numbers */
    {"path", KIND_COUNT, &path_class},
};

const KindClass *kind_class(const char *name)
{
    for (int i = 0; i < KIND_CLASS_COUNT; i++) {
        if (strcmp(kind_classes[i].name, name) == 0) {
            return &kind_classes[i];
        }
    }
    return NULL;
}
