/* Recordings from strangers can reach nothing. A game tries in place of a fault in a reader. */
#include "platform/sandbox.h"
#include "support/program.h"

FIXTURE(PROGRAM, .timeout_s = 240);

static const char *const tries =
    "#include <fcntl.h>\n"
    "#include <netinet/in.h>\n"
    "#include <pthread.h>\n"
    "#include <stdio.h>\n"
    "#include <sys/socket.h>\n"
    "#include <unistd.h>\n"
    "static void say(int worked, const char *what) {\n"
    "    if (worked) dprintf(1, \"reached %s\\n\", what);\n"
    "}\n"
    "static void *try_all(void *unused) {\n"
    "    pid_t child = fork();\n"
    "    if (child == 0) _exit(0);\n"
    "    say(child > 0, \"a process\");\n"
    "    say(open(\"left\", O_WRONLY | O_CREAT, 0600) >= 0, \"a new file\");\n"
    "    say(open(\"secret\", O_RDONLY) >= 0, \"a file of the player's\");\n"
    "    say(rename(\"secret\", \"moved\") == 0, \"a name\");\n"
    "    say(truncate(\"run.cwr\", 9) == 0, \"the recording itself\");\n"
    "    say(socket(AF_INET, SOCK_STREAM, 0) >= 0, \"the network\");\n"
    "    say(execl(\"/bin/sh\", \"sh\", \"-c\", \"echo reached a program\", (char *)0) == 0, "
    "\"\");\n"
    "    dprintf(1, \"tried\\n\");\n"
    "    return unused;\n"
    "}\n";

/* Compiles with `main` instead of the game: in a program with its rights, all of it works. */
static const char *const control = "#include \"tries.h\"\n"
                                   "int main(void) { try_all(NULL); }\n";

static const char *const game =
    "#include \"clockwork/clockwork.h\"\n"
    "#include \"tries.h\"\n"
    "static bool start(CwWorld *world, const CwMap *map, CwError *error) {\n"
    "    (void)world, (void)map, (void)error;\n"
    "    pthread_t thread;\n" /* which may begin, as verify's do */
    "    return pthread_create(&thread, NULL, try_all, NULL) == 0 &&\n"
    "           pthread_join(thread, NULL) == 0;\n"
    "}\n"
    "static const CwGame game = {.id = \"windup\", .title = \"Tries\", .looks.camera_height_m = 9, "
    ".start = start};\n"
    "CW_GAME_EXPORT(game);\n";

TEST(recordings_reach_no_file_network_or_program)
{
    int sandbox = sandbox_begin();
    if (sandbox < 0) {
        SKIP("this kernel has no Landlock");
    }
    close(sandbox);
    temp_write("tries.h", tries);
    temp_write("control.c", control);
    temp_write("game.c", game);
    write_easy_level("level.tmj", NULL);
    expect_ok("cw play level.tmj --headless --ticks 9 --record run.cwr; echo private >secret");
    expect_ok("gcc -shared -fPIC -ffp-contract=off -fno-builtin "
              "-I\"$(readlink assets)/../include\" "
              "-I\"$(echo \"$(readlink assets)\"/../.cache/sources/Chipmunk2D-*/include)\" "
              "$(pkg-config --cflags sdl2) game.c -o game.so");
    const Outcome *tried = expect_ok("cw rerun --game game.so run.cwr");
    expect_text(tried->out, "tried");
    ck_assert_msg(strstr(tried->out, "reached") == NULL, "%s", tried->out);
    expect_ok("[ -e secret ] && [ ! -e left ] && cw verify run.cwr");
    ck_assert_int_eq(program_run("gcc control.c -o control && ./control")->status, 0);
    ck_assert_int_eq(program_line_count(".out"), 7);
}

/* One waits for a reader of its log, the other for the end of its time, which a signal brings about
 * once the search has begun. */
static const char *const INSIDE[] = {
    "mkfifo pipe; \"$CLOCKWORK\" replay --headless run.cwr --probe-log pipe & p=$!; "
    "{ read line; inside; cat >/dev/null; } <pipe && wait $p",
    "\"$CLOCKWORK\" solve level.tmj --from run.cwr & p=$!; "
    "until inside; do sleep 0.05; done; kill -TERM $p; wait $p || case $? in 1 | 143) ;; *) false "
    ";; esac",
};

TEST(a_recording_that_is_watched_headless_or_searched_from_is_inside, .rounds = 2)
{
    write_easy_level("level.tmj", NULL);
    expect_ok("cw play level.tmj --headless --hold accelerate --ticks 2000 --record run.cwr");
    const char *mode = getenv("CLOCKWORK_MODE");
    if (mode == NULL || strcmp(mode, "coverage") != 0) {
        expect_ok(textf("inside() { grep -q '^Seccomp:.2' /proc/$p/status; }; %s", INSIDE[_i]));
    }
}

/* A reader that faults only inside, where it can't ask what it may do. */
static const char *const fault =
    "#define _GNU_SOURCE\n"
    "#include <dlfcn.h>\n"
    "#include <stdarg.h>\n"
    "#include <stdlib.h>\n"
    "#include <string.h>\n"
    "#include <sys/prctl.h>\n"
    "int open(const char *path, int flags, ...) {\n"
    "    int (*real)(const char *, int, ...) = dlsym(RTLD_NEXT, \"open\");\n"
    "    va_list rest;\n"
    "    va_start(rest, flags);\n"
    "    int mode = va_arg(rest, int);\n"
    "    if (strstr(path, \"a.cwr\") != NULL && prctl(PR_GET_DUMPABLE) < 0) abort();\n"
    "    return real(path, flags, mode);\n"
    "}\n";

TEST(a_recording_that_crashes_the_sandbox_is_not_read_outside)
{
    if (!program_is_plain()) {
        return; /* a sanitizer must be loaded first */
    }
    temp_write("fault.c", fault);
    expect_ok("cp assets/replays/first-wind.cwr a.cwr && gcc -shared -fPIC fault.c -o fault.so");
    expect(0, "LD_PRELOAD=./fault.so \"$CLOCKWORK\" first-wind --headless --ticks 9 --ghost a.cwr",
           "no ghost: a.cwr: it is not opened, because reading it crashed or got stuck");
}
