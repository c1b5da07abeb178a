#include "base/unit_check.h"
#include "change/changes.h"
#include "main/maker.h"
#include "platform/library.h"
#include "system/object_file.h"

#include <stdio.h>
#include <string.h>

/* Refuses a game that contains an engine or Chipmunk of its own: looks for a function of each. */
static bool check_no_engine(void *object, const char *path, CwError *error)
{
    return (!object_defines(object, "cw_main") && !object_defines(object, "cw_world_tick") &&
            !object_defines(object, "cpSpaceStep")) ||
           cw_error_set(error,
                        "%s: brings an engine of its own: link it with -shared and without "
                        "Clockwork's library and libchipmunk",
                        path);
}

static bool check_version(const CwGameObject *exported, const char *path, CwError *error)
{
    static const size_t sizes[] = CW_GAME_SIZES;
    if (strcmp(exported->engine, CW_VERSION) != 0) {
        return cw_error_set(error,
                            "%s: made for Clockwork %.20s, this is %s: build all of it again with "
                            "the headers of this one",
                            path, exported->engine, CW_VERSION);
    }
    return memcmp(exported->sizes, sizes, sizeof sizes) == 0 ||
           cw_error_set(error,
                        "%s: made with other headers than this Clockwork %s: build all of it again",
                        path, CW_VERSION);
}

/* The game's table. With knobs (CW_TUNE) it is a copy that lists them. */
static const CwGame *table_with_knobs(const CwGameObject *exported)
{
    if (exported->tuned == NULL) {
        return exported->game;
    }
    *exported->tuned = *exported->game;
    exported->tuned->content.knobs = exported->knobs;
    exported->tuned->content.knob_count = (int)(exported->knobs_end - exported->knobs);
    return exported->tuned;
}

const CwGame *game_object_load(const char *path, CwError *error)
{
    const CwUnit *last_unit = units_last();
    char library_path[PATH_BYTES_MAX]; /* a name without a slash is searched in system folders */
    bool is_bare = strchr(path, '/') == NULL;
    snprintf(library_path, sizeof library_path, "%s%s", is_bare ? "./" : "", path);
    void *object = object_file_check(path, error) ? library_open(library_path, error) : NULL;
    if (object == NULL || !check_no_engine(object, path, error)) {
        return NULL;
    }
    const CwGameObject *exported;
    if (!library_find_symbol(object, "cw_game_object", &exported, NULL)) {
        cw_error_set(error, "%s exports no game: add CW_GAME_EXPORT(game); below its table", path);
        return NULL;
    }
    const CwGame *game = check_version(exported, path, error) ? table_with_knobs(exported) : NULL;
    bool ok = game != NULL && ((units_check(units_last(), last_unit, error) &&
                                game_check(game, error) && knobs_check(game, error)) ||
                               cw_error_context(error, "%s", path));
    return ok ? game : NULL;
}
