/* `clockwork debug FILE`: starts gdb with a recording, by the commands of scripts/debug.gdb. */
#include "base/report.h"
#include "fields/field_path.h"
#include "main/maker.h"
#include "platform/file.h"
#include "platform/path.h"
#include "system/process_start.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Finds debug.gdb: installed in share/clockwork, or in a checkout or game (`data`) in scripts. */
static bool find_commands(char commands[PATH_BYTES_MAX], const char *own, const char *data,
                          CwError *error)
{
    char bin[PATH_BYTES_MAX];
    snprintf(bin, sizeof bin, "%.*s", (int)(path_name(own) - own), own);
    return (path_join(commands, bin, "../share/clockwork/debug.gdb") && file_exists(commands)) ||
           (path_join(commands, bin, "../scripts/debug.gdb") && file_exists(commands)) ||
           (path_join(commands, data, "scripts/debug.gdb") && file_exists(commands)) ||
           cw_error_set(error, "found no share/clockwork/debug.gdb; make install brings it");
}

int command_debug(Program *program)
{
    const Options *options = program->options;
    const Maker *maker = maker_of(program);
    char commands[PATH_BYTES_MAX], own[PATH_BYTES_MAX], go[64];
    CwError error = {0};
    bool has_game = maker->game_count > 0;
    if (!file_exists(options->arguments[0])) {
        cw_error_set(&error, "%s: %s", options->arguments[0], strerror(errno));
        return program_failed(&error);
    }
    if (!file_real_path(process_file(), own) ||
        !find_commands(commands, own, program->paths.data, &error)) {
        return program_failed(&error);
    }
    snprintf(go, sizeof go, "goto-tick %" PRIu64, maker->debug_tick > 0 ? maker->debug_tick : 1);
    const char *file = options->arguments[0], *plays = has_game ? "rerun" : "verify";
    const char *option = has_game ? "--game" : NULL, *game = maker->games[0];
    const char *const arguments[] = {"gdb", "-q",  "-x", commands, "-ex", go,  "--args",
                                     own,   plays, file, option,   game,  NULL};
    process_become(arguments);
    cw_error_set(&error, "gdb can't be started: %s. Install it, on Debian: apt install gdb",
                 strerror(errno));
    return program_failed(&error);
}

FieldValue debug_field(const CwWorld *world, const char *name)
{
    FieldPaths paths = {0};
    FieldValue values[FIELD_PATH_MAX];
    CwError error = {0};
    if (!field_paths_add(&paths, world, name, &error)) {
        report("%s", error.text);
        return (FieldValue){0};
    }
    field_paths_read(paths.items, paths.count, world, values);
    if (paths.count > 1 || !values[0].exists) {
        report("%s %s", name, paths.count > 1 ? "has several values" : "is not there now");
        return (FieldValue){0};
    }
    return values[0];
}
