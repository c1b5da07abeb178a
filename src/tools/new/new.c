/* `clockwork new DIR`: a small game of one's own, copied from the template in assets/template with
 * its id and title put in. The folder is made, or is there and empty. */
#include "tools/tools.h"

#include "base/printable.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { NAME_BYTES = 48 };

/* The texts that replace @ID@ and @TITLE@. */
typedef struct Names {
    char id[NAME_BYTES];    /* [a-z0-9-]+ */
    char title[NAME_BYTES]; /* the same in words: "My Game" */
} Names;

/* Makes an id of the last part of a path: letters and digits, with dashes for all else. */
static bool name_game(Names *names, const char *folder)
{
    size_t end = strlen(folder), length = 0;
    while (end > 1 && folder[end - 1] == '/') {
        end--;
    }
    size_t at = end;
    while (at > 0 && folder[at - 1] != '/') {
        at--;
    }
    bool begins = true; /* a word */
    for (; at < end && length < NAME_BYTES - 2; at++) {
        unsigned char c = (unsigned char)folder[at];
        if (c >= 128 || !isalnum(c)) {
            begins = true;
            continue;
        }
        if (begins && length > 0) {
            names->id[length] = '-';
            names->title[length++] = ' ';
        }
        names->id[length] = (char)tolower(c);
        names->title[length++] = (char)(begins ? toupper(c) : tolower(c));
        begins = false;
    }
    names->id[length] = names->title[length] = '\0';
    return length > 0;
}

/* The names of `folder` itself, also where it was given as "." */
static bool find_names(Names *names, const char *folder, CwError *error)
{
    char *whole = realpath(folder, NULL);
    bool named = name_game(names, whole == NULL ? folder : whole);
    free(whole);
    return named || cw_error_set(error,
                                 "%s: the game is named for its folder, whose name must have"
                                 " a letter a to z or a digit",
                                 folder);
}

static bool is_empty(const char *folder)
{
    int count = 0;
    DIR *entries = opendir(folder);
    while (entries != NULL && readdir(entries) != NULL) {
        count++;
    }
    bool opened = entries != NULL && closedir(entries) == 0;
    return opened && count == 2; /* . and .. */
}

static bool make_folder(const char *folder, CwError *error)
{
    if (mkdir(folder, 0777) == 0 || (errno == EEXIST && is_empty(folder))) {
        return true;
    }
    return errno == EEXIST || errno == ENOTDIR
               ? cw_error_set(error, "%s is there already and not empty; name a folder to be made",
                              folder)
               : cw_error_set(error, "%s: %s", folder, strerror(errno));
}

static void write_line(const char *line, const Names *names, FILE *to)
{
    const char *const words[][2] = {{"@ID@", names->id}, {"@TITLE@", names->title}};
    while (*line != '\0') {
        size_t length = strcspn(line + 1, "@") + 1;
        const char *text = line;
        for (size_t i = 0; i < CW_ARRAY_LENGTH(words); i++) {
            if (strncmp(line, words[i][0], strlen(words[i][0])) == 0) {
                text = words[i][1];
                length = strlen(words[i][0]);
            }
        }
        fprintf(to, "%.*s", text == line ? (int)length : NAME_BYTES, text);
        line += length;
    }
}

static bool copy_file(const char *from_path, const char *to_path, const Names *names,
                      CwError *error)
{
    FILE *from = fopen(from_path, "r");
    FILE *to = from == NULL ? NULL : fopen(to_path, "wx");
    char *line = NULL;
    size_t size = 0;
    while (to != NULL && getline(&line, &size, from) >= 0) {
        write_line(line, names, to);
    }
    free(line);
    bool copied = to != NULL && feof(from) && !ferror(from) && !ferror(to);
    copied = (from == NULL || fclose(from) == 0) && copied;
    copied = (to == NULL || fclose(to) == 0) && copied;
    return copied ||
           cw_error_set(error, "%s: %s", from == NULL ? from_path : to_path, strerror(errno));
}

static bool copy_template(char *template, const char *folder, const Names *names, CwError *error)
{
    char *roots[] = {template, NULL}, path[PATH_BYTES_MAX];
    FTS *tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    bool copied = tree != NULL || cw_error_set(error, "%s: %s", template, strerror(errno));
    for (FTSENT *entry; copied && (entry = fts_read(tree)) != NULL;) {
        copied = path_join(path, folder, entry->fts_path + strlen(template)) ||
                 cw_error_set(error, "the path of the folder is too long");
        if (copied && entry->fts_info == FTS_D && entry->fts_level > 0) {
            copied = mkdir(path, 0777) == 0 || cw_error_set(error, "%s: %s", path, strerror(errno));
        } else if (copied && entry->fts_info == FTS_F) {
            copied = copy_file(entry->fts_path, path, names, error);
        } else if (copied && entry->fts_errno != 0) {
            copied = cw_error_set(error, "%s: %s", entry->fts_path, strerror(entry->fts_errno));
        }
    }
    if (copied && errno != 0) { /* fts_read ends with 0 */
        copied = cw_error_set(error, "%s: %s", template, strerror(errno));
    }
    if (tree != NULL) {
        fts_close(tree);
    }
    return copied;
}

/* In a checkout among the assets; installed in share/clockwork, beside share/windup. */
static bool find_template(char template[PATH_BYTES_MAX], const char *data, CwError *error)
{
    return (path_join(template, data, "assets/template") && access(template, R_OK) == 0) ||
           (path_join(template, data, "../clockwork/template") && access(template, R_OK) == 0) ||
           cw_error_set(error, "found no template of a game in assets/template or "
                               "../share/clockwork/template; make install brings it");
}

/* A command to copy into a shell, which takes what is between quotes as it is. A line feed would
 * begin another line and is shown as ?, so such a folder is to be typed. */
static void print_next(const Names *names, const char *folder)
{
    char shown[PATH_BYTES_MAX], quoted[4 * PATH_BYTES_MAX];
    size_t used = 0;
    snprintf(shown, sizeof shown, "%s", folder);
    make_printable(shown);
    for (const char *at = shown; *at != '\0'; at++) {
        used += (size_t)snprintf(quoted + used, sizeof quoted - used, *at == '\'' ? "'\\''" : "%c",
                                 *at);
    }
    printf("%s is in %s. Next:\n  cd '%s' && make run\n", names->title, shown, quoted);
}

int command_new(Program *program)
{
    const char *folder = program->options.arguments[0];
    char template[PATH_BYTES_MAX];
    Names names;
    CwError error = {0};
    if (!find_template(template, program->paths.data, &error) ||
        !find_names(&names, folder, &error) || !make_folder(folder, &error) ||
        !copy_template(template, folder, &names, &error)) {
        return program_failed(&error);
    }
    print_next(&names, folder);
    return EXIT_OK;
}
