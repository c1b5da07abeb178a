/* `clockwork new DIR`: copies assets/template with id and title put in, to an empty folder. */
#include "main/maker.h"

#include "base/report.h"
#include "base/text.h"
#include "platform/file.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_BYTES_MAX = 1 << 24 };

typedef struct Names {
    char id[CW_REPLAY_GAME_ID_BYTES]; /* [a-z0-9-]+ */
    char title[64];                   /* the same in words: "My Game" */
} Names;

/* The letters U+00C0 to U+00FF without their accents; a blank: not a letter. */
static const char PLAIN_LETTERS[] =
    "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty";

/* A letter or digit of an id; 0: another character. */
static char letter_of_id(uint32_t character)
{
    if (character >= 0xC0 && character <= 0xFF) {
        character = (unsigned char)PLAIN_LETTERS[character - 0xC0];
    }
    return character < 128 && isalnum((int)character) ? (char)tolower((int)character) : '\0';
}

/* Makes id and title of a path's last part. Only the title keeps letters of other scripts. */
static bool name_game(Names *names, const char *folder)
{
    size_t end = strlen(folder), id_bytes = 0, title_bytes = 0;
    while (end > 1 && folder[end - 1] == '/') {
        end--;
    }
    const char *at = folder + end, *last = at;
    while (at > folder && at[-1] != '/') {
        at--;
    }
    bool is_first = true; /* of a word */
    while (at < last && id_bytes < sizeof names->id - 2 && title_bytes < sizeof names->title - 6) {
        const char *from = at;
        uint32_t character = utf8_next(&at, last);
        char letter = letter_of_id(character);
        if (letter == '\0' && (character < 0xC0 || character == UTF8_REPLACEMENT)) {
            is_first = true;
            continue;
        }
        if (is_first && title_bytes > 0) {
            names->title[title_bytes++] = ' ';
        }
        if (is_first && id_bytes > 0 && letter != '\0') {
            names->id[id_bytes++] = '-';
        }
        if (character < 128) {
            names->title[title_bytes++] = (char)(is_first ? toupper((int)character) : letter);
        } else {
            memcpy(names->title + title_bytes, from, (size_t)(at - from));
            title_bytes += (size_t)(at - from);
        }
        if (letter != '\0') {
            names->id[id_bytes++] = letter;
        }
        is_first = false;
    }
    names->id[id_bytes] = names->title[title_bytes] = '\0';
    return id_bytes > 0;
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
    char parent[PATH_BYTES_MAX];
    for (const char *end = folder; *end != '\0' && (end = strchr(end + 1, '/')) != NULL;) {
        snprintf(parent, sizeof parent, "%.*s", (int)(end - folder), folder);
        file_make_folder(parent); /* what is wrong with a parent stops the folder itself, too */
    }
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
    FILE *file = file_open(to, FILE_NEW);
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
    const char *other_language; /* the source file that is left out */
    const Names *names;
    CwError *error;
} Copy;

static FolderStep copy_entry(const char *from, FileKind kind, int depth, void *context)
{
    const Copy *copy = context;
    const char *name = from + strlen(copy->template) + 1;
    char to[PATH_BYTES_MAX];
    (void)depth;
    if (strcmp(name, copy->other_language) == 0) {
        return FOLDER_ON;
    }
    bool copied = path_join(to, copy->folder, name) ||
                  cw_error_set(copy->error, "the path of the folder is too long");
    if (copied && kind == FILE_FOLDER) {
        copied = file_make_folder(to) || cw_error_set(copy->error, "%s: %s", to, strerror(errno));
    } else if (copied && kind == FILE_REGULAR) {
        copied = copy_file(from, to, copy->names, copy->error);
    }
    return copied ? FOLDER_ON : FOLDER_STOP;
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
    bool is_cpp = maker_of(program)->cpp;
    char template[PATH_BYTES_MAX];
    Names names;
    CwError error = {0};
    Copy copy = {template, folder, is_cpp ? "main.c" : "main.cpp", &names, &error};
    if (!find_template(template, program->paths.data, &error) ||
        !find_names(&names, folder, &error) || !make_folder(folder, &error) ||
        !(folder_walk(template, copy_entry, &copy) ||
          cw_error_set(&error, "%s: %s", template, strerror(errno)))) {
        return program_failed(&error);
    }
    print_next(&names, folder);
    return EXIT_OK;
}
