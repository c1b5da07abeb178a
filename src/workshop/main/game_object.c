#include "base/unit_check.h"
#include "change/changes.h"
#include "main/maker.h"
#include "platform/library.h"
#include "system/object_file.h"

#include <stdio.h>
#include <string.h>

/* A function of each of what it must not bring: the engine, Chipmunk. */
static bool contains_engine(void *object, const char *path, CwError *error)
{
    bool brings = object_defines(object, "cw_main") || object_defines(object, "cw_world_tick") ||
                  object_defines(object, "cpSpaceStep");
    if (brings) {
        cw_error_set(error,
                     "%s: brings an engine of its own: link it with -shared and without "
                     "Clockwork's library and libchipmunk",
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

/* A build of `dev` has knobs: the table that is played is a copy that knows them. */
static const CwGame *table_of(const CwGameObject *shown)
{
    if (shown->tuned == NULL) {
        return shown->game;
    }
    *shown->tuned = *shown->game;
    shown->tuned->content.knobs = shown->knobs;
    shown->tuned->content.knob_count = (int)(shown->knobs_end - shown->knobs);
    return shown->tuned;
}

const CwGame *game_object_load(const char *path, CwError *error)
{
    const CwUnit *ours = units_last();
    char place[PATH_BYTES_MAX]; /* a name without a slash would be searched elsewhere */
    snprintf(place, sizeof place, "%s%s", strchr(path, '/') == NULL ? "./" : "", path);
    void *object = object_file_check(path, error) ? library_open(place, error) : NULL;
    if (object == NULL || contains_engine(object, path, error)) {
        return NULL;
    }
    const CwGameObject *shown;
    if (!library_find_symbol(object, "cw_game_object", &shown, NULL)) {
        cw_error_set(error, "%s exports no game: add CW_GAME_EXPORT(game); below its table", path);
        return NULL;
    }
    const CwGame *game = fits(shown, path, error) ? table_of(shown) : NULL;
    bool ok = game != NULL && ((units_check(units_last(), ours, error) && game_check(game, error) &&
                                knobs_check(game, error)) ||
                               cw_error_context(error, "%s", path));
    return ok ? game : NULL;
}
