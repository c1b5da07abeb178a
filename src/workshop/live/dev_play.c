#include "live/dev_play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAY_WORDS_MAX = 24, TIMED_OUT = 128 + 9 /* status of a play that `timeout` killed */ };

static int compare_newest(const void *a, const void *b)
{
    return strcmp(b, a);
}

int dev_list_files(const char *root, const char *folder, const char *ending,
                   char names[KEPT_FILES_MAX][PATH_NAME_BYTES])
{
    char path[PATH_BYTES_MAX];
    Folder *opened = path_join(path, root, folder) ? folder_open(path) : NULL;
    int count = 0;
    for (FolderEntry entry;
         count < KEPT_FILES_MAX && opened != NULL && folder_next(opened, &entry);) {
        if (strcmp(path_ending(entry.name), ending) == 0) {
            path_with_ending(path, entry.name, "");
            snprintf(names[count++], PATH_NAME_BYTES, "%.255s", path);
        }
    }
    folder_close(opened);
    qsort(names, (size_t)count, PATH_NAME_BYTES, compare_newest);
    return count;
}

/* The process works in the project's folder, where the game finds its levels. */
bool dev_play_start(Process *process, const DevPlaces *places, const char *object,
                    const char *const words[])
{
    static const char line[] = "cd \"$0\" && exec timeout --foreground -s KILL 20 \"$@\"";
    char own[PATH_BYTES_MAX], path[PATH_BYTES_MAX];
    CwError error = {0};
    const char *arguments[PLAY_WORDS_MAX] = {"sh", "-c",    line,     places->root,
                                             own,  "rerun", "--game", path};
    size_t count = 8;
    path_join(path, "build/dev", path_name(object));
    for (size_t i = 0; words[i] != NULL && count + 1 < PLAY_WORDS_MAX; i++) {
        arguments[count++] = words[i];
    }
    return file_real_path(process_file(), own) &&
           process_start(process, &(ProcessDesc){.arguments = arguments}, &error);
}

/* Finds the number behind a word in a text. */
static bool find_number(const char *text, const char *word, char number[16])
{
    const char *at = strstr(text, word);
    return at != NULL && sscanf(at + strlen(word), "%15[0-9.]", number) == 1;
}

/* Why a play that did not pass ended, as a sentence and as the place that it reached. */
typedef struct Failure {
    const char *why, *reached;
} Failure;

static Failure find_failure(const Process *process, bool was_played)
{
    if (!was_played) {
        return (Failure){process->texts[PROCESS_ERRORS], "can't play"};
    }
    if (process->status == TIMED_OUT) {
        return (Failure){"it never ends", "endless"};
    }
    if (process->status > 1) {
        return (Failure){"it crashes", "crashes"};
    }
    bool is_recording = strstr(process->texts[PROCESS_OUTPUT], " ticks=") != NULL;
    return (Failure){is_recording ? "it no longer finishes" : "it misses an expectation",
                     "too slow"};
}

/* The output is the line of a recording, or CSV for one with tuned numbers (ask/rerun.c). */
DevOutcome dev_play_read(const Process *process)
{
    const char *text = process->texts[PROCESS_OUTPUT], *what = strstr(text, " what=");
    char number[16];
    /* Status 2, and a status of sh below 128, mean that no tick was run. */
    DevOutcome outcome = {.was_played = process->status <= 1 || process->status >= 128,
                          .has_passed = process->status == 0};
    if (find_number(text, " ticks=", number) || find_number(text, ",yes,", number)) {
        outcome.ticks = (uint32_t)strtoul(number, NULL, 10);
    }
    Failure failure = find_failure(process, outcome.was_played);
    const char *why = what != NULL         ? what + strlen(" what=")
                      : outcome.has_passed ? ""
                                           : failure.why;
    snprintf(outcome.why, sizeof outcome.why, "%.*s", (int)strcspn(why, "\n"), why);
    bool has_time = find_number(text, " seconds=", number);
    outcome.is_measured = has_time || find_number(text, " furthest=", number);
    if (outcome.is_measured) {
        snprintf(outcome.reached, sizeof outcome.reached, "%s %s", number, has_time ? "s" : "%");
    } else {
        snprintf(outcome.reached, sizeof outcome.reached, "%s", failure.reached);
    }
    return outcome;
}
