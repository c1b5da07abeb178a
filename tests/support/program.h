/* Programs as a user sees them: a shell command line in, exit status and output back.
 *
 * The command runs in the temp folder, with HOME there too and the checkout's assets for programs
 * that were built elsewhere; files are named relative to it. There is no display. In command lines
 * $CLOCKWORK is the program under test. */
#pragma once

#include "expect.h"
#include "temp_folder.h"

typedef struct Outcome {
    int status; /* exit status; 128 + signal as in a shell */
    char out[16384], err[16384];
} Outcome;

/* Prepares a file's tests: the program's absolute path into $CLOCKWORK. 0, and a line on stderr,
 * when the environment does not name one that exists. */
int program_find(void);

/* The same for tests of example games: their folder, which is beside the tests, into $EXAMPLES. */
int program_find_examples(void);

/* The program was built without sanitizers, as far as the environment says. */
bool program_is_plain(void);

void program_begin(void);
#define PROGRAM .prepare = program_find, .set_up = program_begin

/* Valid until the next call. Fails the test when the command can't be run at all. */
const Outcome *program_run(const char *command);

/* Runs a command line in which cw is the program; checks its exit status and stderr (or NULL).
 * `limit N` in it bounds files to N blocks of 512 bytes; the counts of a coverage build don't fit
 * and are left out. */
const Outcome *expect(int status, const char *line, const char *said);
const Outcome *expect_ok(const char *line);

/* Runs it only for the first test that asks: the others get copies of the files with a dot in their
 * names that it left. */
void expect_once(const char *line);

/* Writes a level of flat ground with the finish after 15 m, and with these properties, which follow
 * a comma; NULL: none. */
void write_easy_level(const char *path, const char *properties);

int program_line_count(const char *name);
