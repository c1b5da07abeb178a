/* `clockwork new DIR`: copies assets/template to an empty folder and fills in the game's names. */
#include "main/maker.h"

#include "base/report.h"
#include "base/text.h"
#include "base/user_file.h"

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

/* Makes the id and title from the folder's name. Only the title keeps letters of other scripts. */
static bool name_game(Names *names, const char *folder, CwError *error)
{
    char path[PATH_BYTES_MAX];
    size_t id_bytes = 0, title_bytes = 0;
    if (!file_real_path(folder, path)) { /* it may be "." */
        int length = (int)strlen(folder);
        while (length > 1 && folder[length - 1] == '/') {
            length--;
        }
        snprintf(path, sizeof path, "%.*s", length, folder);
    }
    const char *at = path_name(path), *last = at + strlen(at);
    bool is_first = true; /* of a word */
    while (at < last && id_bytes < sizeof names->id - 2 && title_bytes < sizeof names->title - 6) {
        const char *from = at;
        char *title = names->title + title_bytes, *id = names->id + id_bytes;
        uint32_t character = utf8_next(&at, last);
        char letter = letter_of_id(character);
        if (letter == '\0' && (character < 0xC0 || character == UTF8_REPLACEMENT)) {
            is_first = true;
            continue;
        }
        title_bytes += (size_t)sprintf(title, "%s%.*s", is_first && title_bytes > 0 ? " " : "",
                                       (int)(at - from), from);
        if (is_first && character < 128) {
            names->title[title_bytes - 1] = (char)toupper((int)character);
        }
        if (letter != '\0') {
            id_bytes += (size_t)sprintf(id, "%s%c", is_first && id_bytes > 0 ? "-" : "", letter);
        }
        is_first = false;
    }
    return id_bytes > 0 || cw_error_set(error,
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
    return cause == 0 || (cause == EEXIST && is_empty(folder)) ||
           cw_error_set(error, "%s: %s", folder,
                        cause == EEXIST ? "already exists and is not empty: choose another folder"
                                        : strerror(cause));
}

static void write_text(const char *text, const Names *names, FILE *to)
{
    for (const char *at; (at = strchr(text, '@')) != NULL;) {
        bool is_id = strncmp(at, "@ID@", 4) == 0, is_title = strncmp(at, "@TITLE@", 7) == 0;
        fwrite(text, 1, (size_t)(at - text), to);
        fputs(is_id ? names->id : is_title ? names->title : "@", to);
        text = at + (is_id ? 4 : is_title ? 7 : 1);
    }
    fputs(text, to);
}

static bool copy_file(const char *from, const char *to, const Names *names, CwError *error)
{
    size_t size;
    char *text = user_file_read_text(from, FILE_BYTES_MAX, &size, error);
    FILE *file = text == NULL ? NULL : file_open(to, FILE_NEW);
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

/* Prints a command to copy into a shell. Unprintable letters of the folder must be typed. */
static void print_next(const Names *names, const char *folder)
{
    char shown[PATH_BYTES_MAX];
    snprintf(shown, sizeof shown, "%s", folder);
    make_printable(shown);
    printf("%s is in %s. Next:\n  cd '", names->title, shown);
    for (const char *at = shown; *at != '\0'; at++) {
        printf(*at == '\'' ? "'\\''" : "%c", *at);
    }
    puts("' && make run");
}

int command_new(Program *program)
{
    const char *folder = program->options->arguments[0];
    bool is_cpp = maker_of(program)->cpp;
    char template[PATH_BYTES_MAX];
    Names names = {0};
    CwError error = {0};
    Copy copy = {template, folder, is_cpp ? "main.c" : "main.cpp", &names, &error};
    if (!find_template(template, program->paths.data, &error) ||
        !name_game(&names, folder, &error) || !make_folder(folder, &error) ||
        !(folder_walk(template, copy_entry, &copy) ||
          cw_error_set(&error, "%s: %s", template, strerror(errno)))) {
        return program_failed(&error);
    }
    print_next(&names, folder);
    return EXIT_OK;
}
