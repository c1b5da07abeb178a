/* `clockwork new DIR`: copies assets/template with id and title put in, to an empty folder. */
#include "main/maker.h"

#include "base/report.h"
#include "platform/file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 48, FILE_BYTES_MAX = 1 << 24 };

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
    char whole[PATH_BYTES_MAX];
    bool named = name_game(names, file_real_path(folder, whole) ? whole : folder);
    return named || cw_error_set(error,
                                 "%s: the game is named for its folder, whose name must have"
                                 " a letter a to z or a digit",
                                 folder);
}

static bool is_empty(const char *path)
{
    FolderEntry entry;
    Folder *folder = folder_open(path);
    bool empty = folder != NULL && !folder_next(folder, &entry) && errno == 0;
    folder_close(folder);
    return empty;
}

static bool make_folder(const char *folder, CwError *error)
{
    int cause = file_make_folder(folder) ? 0 : errno;
    if (cause == 0 || (cause == EEXIST && is_empty(folder))) {
        return true;
    }
    return cause == EEXIST || cause == ENOTDIR
               ? cw_error_set(error, "%s already exists and is not empty: choose another folder",
                              folder)
               : cw_error_set(error, "%s: %s", folder, strerror(cause));
}

static void write_text(const char *text, const Names *names, FILE *to)
{
    const char *const words[][2] = {{"@ID@", names->id}, {"@TITLE@", names->title}};
    while (*text != '\0') {
        size_t length = strcspn(text + 1, "@") + 1;
        const char *put = text;
        for (size_t i = 0; i < CW_ARRAY_LENGTH(words); i++) {
            if (strncmp(text, words[i][0], strlen(words[i][0])) == 0) {
                put = words[i][1];
                length = strlen(words[i][0]);
            }
        }
        fwrite(put, 1, put == text ? length : strlen(put), to);
        text += length;
    }
}

static bool copy_file(const char *from, const char *to, const Names *names, CwError *error)
{
    size_t size;
    char *text = (char *)file_read(from, 0, FILE_BYTES_MAX, &size);
    if (text == NULL) {
        return cw_error_set(error, "%s: %s", from, strerror(errno));
    }
    FILE *file = file_create_new(to);
    if (file != NULL) {
        write_text(text, names, file);
    }
    free(text);
    bool copied = file != NULL && !ferror(file);
    copied = (file == NULL || fclose(file) == 0) && copied;
    return copied || cw_error_set(error, "%s: %s", to, strerror(errno));
}

typedef struct Copy {
    const char *template, *folder;
    const Names *names;
    CwError *error;
} Copy;

static FolderStep copy_entry(const char *from, FileKind kind, int depth, void *context)
{
    const Copy *copy = context;
    char to[PATH_BYTES_MAX];
    (void)depth;
    bool copied = path_join(to, copy->folder, from + strlen(copy->template) + 1) ||
                  cw_error_set(copy->error, "the path of the folder is too long");
    if (copied && kind == FILE_FOLDER) {
        copied = file_make_folder(to) || cw_error_set(copy->error, "%s: %s", to, strerror(errno));
    } else if (copied && kind == FILE_REGULAR) {
        copied = copy_file(from, to, copy->names, copy->error);
    }
    return copied ? FOLDER_ON : FOLDER_STOP;
}

static bool copy_template(const char *template, const char *folder, const Names *names,
                          CwError *error)
{
    Copy copy = {template, folder, names, error};
    if (folder_walk(template, copy_entry, &copy)) {
        return true;
    }
    return error->text[0] == '\0' ? cw_error_set(error, "%s: %s", template, strerror(errno))
                                  : false;
}

/* In a checkout among the assets; installed in share/clockwork, beside share/windup. */
static bool find_template(char template[PATH_BYTES_MAX], const char *data, CwError *error)
{
    return (path_join(template, data, "assets/template") && file_exists(template)) ||
           (path_join(template, data, "../clockwork/template") && file_exists(template)) ||
           cw_error_set(error, "found no template of a game in assets/template or "
                               "../share/clockwork/template; make install brings it");
}

/* A command to copy into a shell, quoted; a folder with a line feed is to be typed. */
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
    const char *folder = program->options->arguments[0];
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
