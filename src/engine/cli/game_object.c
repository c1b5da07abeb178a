#include "cli/game_object.h"

#include "base/unit_check.h"
#include "cli/game_check.h"
#include "host/shared_object.h"

#include <string.h>

/* A function of each of what it must not bring: the engine, Chipmunk. */
static bool brings_engine(void *object, const char *path, CwError *error)
{
    bool brings = shared_object_defines(object, "cw_main") ||
                  shared_object_defines(object, "cw_world_tick") ||
                  shared_object_defines(object, "cpSpaceStep");
    if (brings) {
        cw_error_set(error,
                     "%s: brings an engine of its own: link it with -shared and without "
                     "libclockwork.a and libchipmunk",
                     path);
    }
    return brings;
}

static bool fits(const CwGameObject *shown, const char *path, CwError *error)
{
    static const size_t sizes[] = CW_GAME_SIZES;
    if (strcmp(shown->engine, CW_VERSION) != 0) {
        return cw_error_set(error,
                            "%s: made for Clockwork %.20s, this is %s: build all of it again with "
                            "the headers of this one",
                            path, shown->engine, CW_VERSION);
    }
    return memcmp(shown->sizes, sizes, sizeof sizes) == 0 ||
           cw_error_set(error,
                        "%s: made with other headers than this Clockwork %s: build all of it again",
                        path, CW_VERSION);
}

const CwGame *game_object_load(const char *path, CwError *error)
{
    void *object = shared_object_open(path, error);
    if (object == NULL || brings_engine(object, path, error)) {
        return NULL;
    }
    const CwGameObject *shown = shared_object_find(object, "cw_game_object");
    if (shown == NULL) {
        cw_error_set(error, "%s: shows no game: add CW_GAME_EXPORT(game); beside its table", path);
        return NULL;
    }
    bool good =
        fits(shown, path, error) &&
        ((units_check(shown->units, shown->units_end, error) && game_check(shown->game, error)) ||
         cw_error_context(error, "%s", path));
    return good ? shown->game : NULL;
}
