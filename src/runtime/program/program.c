#include "program/program.h"

#include "base/report.h"
#include "base/unit_check.h"
#include "paint/renderer.h"
#include "platform/arithmetic.h"
#include "platform/clock.h"
#include "platform/crash.h"
#include "platform/display.h"
#include "platform/process.h"
#include "platform/sandbox.h"
#include "sim/breadcrumb.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int program_failed(const CwError *error)
{
    if (error->text[0] != '\0') {
        report("%s", error->text);
    }
    return EXIT_FAILED;
}

const char *program_without_path(const CwError *error, const char *path)
{
    CwError begin = {0};
    cw_error_set(&begin, "%s: ", path);
    size_t length = strlen(begin.text);
    return error->text + (strncmp(error->text, begin.text, length) == 0 ? length : 0);
}

bool program_print_slow(const char *path, const WorkLimit *limit, const CwError *error)
{
    if (limit->is_over) {
        print_name("slow ", path);
        print_line(" tick=%" PRIu64 " what=%s: --limit SECONDS allows more", limit->tick,
                   program_without_path(error, path));
    }
    return limit->is_over;
}

RunRules program_rules(const Program *program)
{
    Config config;
    config_reset(&program->table, &config);
    return (RunRules){.player = {.game = program->game,
                                 .levels = &program->levels,
                                 .fingerprint = program->fingerprint,
                                 .arena_bytes = (size_t)program->config.arena_size << 20,
                                 .limit_s = program->options->verify.limit_s,
                                 .guest = program->runs_guest},
                      .settings = config.sim};
}

bool program_fingerprint(Program *program, CwError *error)
{
    program->fingerprint = fingerprint_compute(0, error);
    return program->fingerprint != 0;
}

/* A headless run shows no pictures, so it simulates coming ticks only if --set requests them. */
static void disable_ahead_headless(Program *program)
{
    int index = config_find(&program->table, "display", "latency", NULL);
    ConfigOrigin origin = config_origin(&program->table, &program->config, index);
    bool asked = origin.source != NULL && strcmp(origin.source, "--set") == 0;
    if (program->options->run.headless && !asked && program->config.latency == LATENCY_AHEAD) {
        program->config.latency = LATENCY_INTERPOLATE;
    }
}

/* Marks the settings of --config and --set, which a level's map does not override. */
static void mark_fixed_settings(Program *program)
{
    const ConfigTable *table = &program->table;
    const char *file = program->layers.required;
    for (int i = 0; i < table->count; i++) {
        ConfigOrigin origin = config_origin(table, &program->config, i);
        bool fixed = origin.source != NULL &&
                     (origin.line == 0 || (file != NULL && strcmp(origin.source, file) == 0));
        if (fixed && (table->keys[i].flags & KEY_SIMULATION) != 0) {
            program->config.fixed_settings |=
                sim_settings_bit(sim_settings_find(table->keys[i].name));
        }
    }
}

/* Reads the settings; each source overrides those before it. */
static int read_settings(Program *program)
{
    const Options *options = program->options;
    CwError *error = &program->failure;
    const LoopGuest *guest = program->loop_guest;
    if (!config_table_make(&program->table, program->game, guest == NULL ? NULL : guest->config,
                           error)) {
        return EXIT_FAILED;
    }
    config_reset(&program->table, &program->config);
    ConfigLayers *layers = &program->layers;
    *layers = (ConfigLayers){.required = options->config.file,
                             .settings = options->config.settings,
                             .setting_count = options->config.setting_count};
    if (program->paths.config[0] != '\0') {
        layers->files[layers->file_count++] = program->paths.config;
    }
    if (path_join(program->player_config, program->paths.player, "config.ini")) {
        layers->files[layers->file_count++] = program->player_config;
    }
    if (options->config.file != NULL) {
        layers->files[layers->file_count++] = options->config.file;
    }
    if (config_read_layers(&program->table, &program->config, layers, error)) {
        disable_ahead_headless(program);
        mark_fixed_settings(program);
        return EXIT_OK;
    }
    if (error->text[0] != '\0') {
        return EXIT_USAGE;
    }
    cw_error_set(error, "--config %s was not read: see above", options->config.file);
    return EXIT_FAILED;
}

int command_levels(Program *program)
{
    const char *name;
    for (int i = 0; (name = levels_name(&program->levels, i)) != NULL; i++) {
        print_line("%s", name);
    }
    return EXIT_OK;
}

int command_config(Program *program)
{
    if (program->options->config.defaults) {
        config_print_defaults(&program->table, stdout);
    } else {
        config_print(&program->table, &program->config, stdout);
    }
    return EXIT_OK;
}

int command_help(Program *program)
{
    options_print_help(program->options, stdout);
    return EXIT_OK;
}

int command_version(Program *program)
{
    printf("clockwork %s, %s rules %u\n", CW_VERSION, program->game->id,
           program->game->rules_version);
    return EXIT_OK;
}

static void allow_all(int sandbox, const char *const *paths)
{
    for (; paths != NULL && *paths != NULL; paths++) {
        sandbox_allow(sandbox, *paths);
    }
}

bool program_enter_sandbox(const Program *program, const char *const *others, CwError *error)
{
    /* Fonts for texts, and the library that encodes pictures. */
    static const char *const systems[] = {
        "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig", NULL};
    const Options *options = program->options;
    char path[PATH_BYTES_MAX];
    if (!program->owns_process) {
        return true;
    }
    if (!options_keep_files(options, error)) {
        return false;
    }
    int sandbox = sandbox_begin();
    thread_count_cores(); /* the sandbox forbids the first query */
    path_join(path, program->paths.data, "assets");
    sandbox_allow(sandbox, path);
    for (int i = 0; i < options->argument_count; i++) {
        sandbox_allow(sandbox, options->arguments[i]);
        if (options->command->companion != NULL) {
            path_with_ending(path, options->arguments[i], options->command->companion);
            sandbox_allow(sandbox, path);
        }
    }
    if (options->run.frames != NULL) {
        sandbox_allow(sandbox, options->run.frames);
    }
    allow_all(sandbox, others);
    allow_all(sandbox, options->command->plays ? systems : NULL);
    sandbox_enter(sandbox);
    return true;
}

int program_open(Program *program)
{
    paths_find(&program->paths, program->game->id, program->object);
    program->loop_guest =
        program->guest == NULL ? NULL : program->guest->create_loop_guest(program);
    int status = read_settings(program);
    if (status != EXIT_OK) {
        return status;
    }
    if (program->paths.data[0] == '\0' && program->game->looks.sprite_count > 0) {
        report("found no assets folder beside the program, in ../share/%s or here: there are no "
               "levels and no pictures",
               program->game->id);
    }
    char assets[PATH_BYTES_MAX];
    path_join(assets, program->paths.data, "assets");
    levels_of_game(&program->levels, program->game, assets);
    path_join(program->replays_dir, assets, "replays");
    return EXIT_OK;
}

void program_close(Program *program)
{
    renderer_destroy(program->renderer);
    program_close_host(program);
    frame_times_free(&program->frame_times);
    cw_replay_free(program->replay);
    if (program->loop_guest != NULL) {
        program->guest->destroy_loop_guest(program->loop_guest);
        program->loop_guest = NULL;
    }
    cache_trim(&program->cache);
}

static int run(Program *program, int argc, char **argv)
{
    CwError *error = &program->failure;
    const ProgramGuest *guest = program->guest;
    if (!options_parse(program->options, argc, argv, guest == NULL ? NULL : &guest->options,
                       error)) {
        return EXIT_USAGE;
    }
    if (!options_may_write(program->options, error)) {
        return EXIT_FAILED;
    }
    const CommandRow *command = program->options->command;
    program->arguments = (const char *const *)(uintptr_t)argv;
    if (program->waits && command->plays) {
        quit_catch_at_start();
    }
    /* EXIT_FAILED would mean that a run is lost or that two runs differ. */
    if (guest != NULL && !guest->follow_options(program, error)) {
        return EXIT_USAGE;
    }
    int status = command->is_bare ? EXIT_OK : program_open(program);
    if (status != EXIT_OK) {
        return status;
    }
    if (command->is_boxed && !program_enter_sandbox(program, NULL, error)) {
        return EXIT_FAILED;
    }
    return command->run(program);
}

/* Checks the stack's size first: a thread that overflows its stack can't report it. */
static bool check_stack(CwError *error)
{
    size_t bytes = process_stack_bytes();
    return bytes >= STACK_BYTES_MIN ||
           cw_error_set(error, "the stack has %zu KiB and must have %d: say `ulimit -s 8192` first",
                        bytes >> 10, STACK_BYTES_MIN >> 10);
}

/* ---- the loop of a program that owns its main loop ---- */

static bool open_program(CwLoop *loop, const CwLoopDesc *desc, const ProgramGuest *guest,
                         bool owns_process, CwError *error)
{
    int64_t started_ns = clock_now_ns() - clock_work_ns(); /* the linker took the CPU time so far */
    if (guest != NULL) {
        guest->begin();
    }
    if (loop->program != NULL) {
        return cw_error_set(error, "cw_loop_open was called for a loop that is open: close it "
                                   "first, and begin with CwLoop loop = {0}");
    }
    loop->status = EXIT_FAILED;
    arithmetic_reset(); /* a library may have changed it before */
    if (!check_stack(error) || !units_check(units_last(), NULL, error) || !maths_check(error)) {
        return false;
    }
    if (!crash_catch(breadcrumb_describe, breadcrumb_last_words)) {
        return cw_error_set(
            error, "a game runs in this process already: call cw_main only from main, and open one "
                   "CwLoop at a time; cw_flow_open_level opens another level, clockwork/worlds.h "
                   "another world");
    }
    Program *program = calloc(1, sizeof *program);
    Options *options = calloc(1, guest == NULL ? sizeof *options : guest->options.bytes);
    bool has_memory = program != NULL && options != NULL;
    if (!(has_memory || cw_error_set(error, "out of memory")) ||
        (guest != NULL && !guest->check_game(desc->game, error))) {
        free(options);
        free(program);
        crash_restore();
        return false;
    }
    *program = (Program){.guest = guest,
                         .options = options,
                         .thread = thread_own_number(),
                         .game = desc->game,
                         .started_ns = started_ns,
                         .waits = desc->waits,
                         .owns_process = owns_process};
    loop->program = program;
    program->status = run(program, desc->argc, desc->argv);
    CwError failure = program->failure;
    if (failure.text[0] == '\0') {
        return true;
    }
    cw_loop_close(loop);
    return cw_error_set(error, "%s", failure.text);
}

bool program_open_with(CwLoop *loop, const CwLoopDesc *desc, const ProgramGuest *guest,
                       CwError *error)
{
    Arithmetic callers = arithmetic_begin();
    bool opened = open_program(loop, desc, guest, false, error);
    arithmetic_end(&callers);
    return opened;
}

/* Refuses calls from another thread or within a frame. */
static bool may_call(const Program *program, const char *name, CwError *error)
{
    return (program->thread == thread_own_number() ||
            cw_error_set(error,
                         "%s was called from another thread: call it from the one that "
                         "called cw_loop_open",
                         name)) &&
           (!program->is_in_frame ||
            cw_error_set(error, "%s was called by the game, within a frame: call it between frames",
                         name));
}

bool cw_loop_frame(CwLoop *loop, CwError *error)
{
    Program *program = loop->program;
    if (program == NULL) {
        return cw_error_set(error, "cw_loop_frame was called for a loop that is not open: call it "
                                   "between cw_loop_open and cw_loop_close");
    }
    if (!may_call(program, "cw_loop_frame", error) || program->loop == NULL) {
        return false;
    }
    Arithmetic callers = arithmetic_begin();
    program->is_in_frame = true;
    bool goes_on = program_frame(program);
    program->is_in_frame = false;
    arithmetic_end(&callers);
    if (program->failure.text[0] != '\0') {
        cw_error_set(error, "%s", program->failure.text);
    }
    return goes_on;
}

int cw_loop_close(CwLoop *loop)
{
    Program *program = loop->program;
    CwError error = {0};
    if (program == NULL) {
        return loop->status;
    }
    if (!may_call(program, "cw_loop_close", &error)) {
        return program_failed(&error);
    }
    Arithmetic callers = arithmetic_begin();
    int status = program->loop == NULL ? program->status : program_close_loop(program);
    program_close(program);
    arithmetic_end(&callers);
    bool printed = fflush(stdout) == 0 && ferror(stdout) == 0;
    if (!printed && status == EXIT_OK) {
        report("the result could not be written to standard output");
        status = EXIT_FAILED;
    }
    quit_restore(); /* after a failed start no host restores it */
    crash_restore();
    free(program->options->arguments);
    free(program->options);
    free(program);
    *loop = (CwLoop){.status = status};
    return status;
}

typedef struct OwnLoop {
    CwLoop loop;
    CwError error;
} OwnLoop;

static bool run_own(void *context)
{
    OwnLoop *own = context;
    return own->loop.program != NULL && cw_loop_frame(&own->loop, &own->error);
}

static int end_own(void *context)
{
    OwnLoop *own = context;
    program_failed(&own->error);
    int status = cw_loop_close(&own->loop);
    free(own);
    return status;
}

int program_main(const CwGame *game, const ProgramGuest *guest, int argc, char **argv)
{
    OwnLoop *own = calloc(1, sizeof *own);
    if (own == NULL) {
        report("out of memory");
        return EXIT_FAILED;
    }
    char **arguments = process_begin(&argc, argv);
    CwLoopDesc desc = {
        .game = game, .argc = argc, .argv = arguments, .waits = display_frames_may_wait()};
    open_program(&own->loop, &desc, guest, true, &own->error);
    const Program *program = own->loop.program;
    int status =
        display_run_frames(&(Frames){run_own, end_own, own, program != NULL && program->is_shown});
    process_end(status);
    return status;
}
