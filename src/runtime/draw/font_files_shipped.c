#include "draw/fonts.h"

#include <SDL_filesystem.h>
#include <SDL_stdinc.h>
#include <stdlib.h>
#include <string.h>

const char FONT_FILES_ADVICE[] = "unpack the game again with all its folders";

/* Files in the folder fonts beside the program. */
static const struct {
    const char *family;
    bool is_bold;
    const char *file;
} SHIPPED[] = {
    {"DejaVu Sans", false, "DejaVuSans.ttf"},
    {"DejaVu Sans", true, "DejaVuSans-Bold.ttf"},
    {"DejaVu Sans Mono", false, "DejaVuSansMono.ttf"},
    {"Old Standard TT", true, "OldStandard-Bold.ttf"},
};

/* Files in the same folder with the letters of translations (scripts/letters.sh). In Chinese their
 * order is reversed. */
static const char *const LETTERS[] = {"ja.otf", "zh_CN.otf"};

/* Windows' fonts for symbols, Chinese, Japanese, Korean, Thai and the scripts of India. */
static const char *const STAND_INS[] = {"seguisym.ttf", "msyh.ttc",    "msgothic.ttc", "malgun.ttf",
                                        "leelawui.ttf", "nirmala.ttf", "arial.ttf"};

static bool find_face(const char *folder, const FaceWish *wish, FontFile *file)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(SHIPPED); i++) {
        if (strcmp(SHIPPED[i].family, wish->family) == 0 && SHIPPED[i].is_bold == wish->is_bold) {
            return path_join(file->path, folder, SHIPPED[i].file);
        }
    }
    return false;
}

static bool find_folder(char folder[PATH_BYTES_MAX])
{
    char *program = SDL_GetBasePath();
    bool fits = path_join(folder, program == NULL ? "" : program, "fonts");
    SDL_free(program);
    return fits;
}

bool font_files_find(FontFinder **finder, const FaceWish *wish, uint32_t letter, int place,
                     FontFile *file)
{
    (void)finder;
    char folder[PATH_BYTES_MAX];
    *file = (FontFile){0};
    if (letter != 0 && place < (int)CW_ARRAY_LENGTH(LETTERS)) {
        bool is_chinese = wish->language != NULL && strcmp(wish->language, "zh_CN") == 0;
        const char *letters = LETTERS[is_chinese ? 1 - place : place];
        return find_folder(folder) && path_join(file->path, folder, letters);
    }
    if (letter != 0) {
        const char *system = getenv("SystemRoot");
        place -= (int)CW_ARRAY_LENGTH(LETTERS);
        return place < (int)CW_ARRAY_LENGTH(STAND_INS) &&
               path_join(folder, system == NULL ? "" : system, "Fonts") &&
               path_join(file->path, folder, STAND_INS[place]);
    }
    return find_folder(folder) && find_face(folder, wish, file);
}

void font_files_close(FontFinder *finder)
{
    (void)finder;
}
