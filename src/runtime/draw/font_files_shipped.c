#include "draw/font_files.h"

#include <SDL_filesystem.h>
#include <SDL_stdinc.h>
#include <stdlib.h>
#include <string.h>

const char FONT_FILES_ADVICE[] = "unpack the game again with all its folders";

/* The files in the folder fonts beside the program. */
static const struct {
    FaceWish face;
    const char *file;
} shipped[] = {
    {{"DejaVu Sans", false}, "DejaVuSans.ttf"},
    {{"DejaVu Sans", true}, "DejaVuSans-Bold.ttf"},
    {{"DejaVu Sans Mono", false}, "DejaVuSansMono.ttf"},
    {{"Old Standard TT", true}, "OldStandard-Bold.ttf"},
};

/* Windows' fonts for symbols, Chinese, Japanese, Korean, Thai and the scripts of India. */
static const char *const stand_ins[] = {"seguisym.ttf", "msyh.ttc",    "msgothic.ttc", "malgun.ttf",
                                        "leelawui.ttf", "nirmala.ttf", "arial.ttf"};

static bool find_face(const char *folder, const FaceWish *wish, FontFile *file)
{
    for (size_t i = 0; i < CW_ARRAY_LENGTH(shipped); i++) {
        if (strcmp(shipped[i].face.family, wish->family) == 0 &&
            shipped[i].face.bold == wish->bold) {
            return path_join(file->path, folder, shipped[i].file);
        }
    }
    return false;
}

/* The finder is the path of the program's folder. */
static const char *program_folder(FontFinder **finder)
{
    if (*finder == NULL) {
        *finder = (FontFinder *)SDL_GetBasePath();
    }
    return *finder == NULL ? "" : (const char *)*finder;
}

bool font_files_find(FontFinder **finder, const FaceWish *wish, uint32_t letter, int place,
                     FontFile *file)
{
    char folder[PATH_BYTES_MAX];
    *file = (FontFile){0};
    if (letter != 0) {
        const char *system = getenv("SystemRoot");
        return place < (int)CW_ARRAY_LENGTH(stand_ins) &&
               path_join(folder, system == NULL ? "" : system, "Fonts") &&
               path_join(file->path, folder, stand_ins[place]);
    }
    return path_join(folder, program_folder(finder), "fonts") && find_face(folder, wish, file);
}

void font_files_close(FontFinder *finder)
{
    SDL_free(finder);
}

CacheKey font_files_key(CacheKey before, const FaceWish *wish)
{
    FontFinder *finder = NULL;
    const char *folder = program_folder(&finder);
    CacheKey key = cache_key(before, wish->family, strlen(wish->family));
    key = cache_key(key, folder, strlen(folder));
    font_files_close(finder);
    return cache_key(key, &wish->bold, sizeof wish->bold);
}
