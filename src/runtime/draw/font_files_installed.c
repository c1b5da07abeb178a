#include "draw/fonts.h"

#include "platform/file.h"

#include <fontconfig/fontconfig.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char FONT_FILES_ADVICE[] = "install fonts-dejavu-core";

static bool take_file(FcPattern *match, uint32_t letter, FontFile *file)
{
    FcChar8 *path = NULL;
    FcCharSet *letters = NULL;
    if (FcPatternGetString(match, FC_FILE, 0, &path) != FcResultMatch) {
        return false;
    }
    if (letter != 0 && (FcPatternGetCharSet(match, FC_CHARSET, 0, &letters) != FcResultMatch ||
                        !FcCharSetHasChar(letters, letter))) {
        return false;
    }
    snprintf(file->path, sizeof file->path, "%s", (const char *)path);
    FcPatternGetInteger(match, FC_INDEX, 0, &file->index);
    return true;
}

/* The file nearest to a wish that has outlines, and a letter unless it is 0. */
static bool match_file(FcConfig *config, const FaceWish *wish, uint32_t letter, FontFile *file)
{
    FcPattern *pattern = FcPatternCreate();
    if (pattern == NULL) {
        return false;
    }
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)wish->family);
    FcPatternAddInteger(pattern, FC_WEIGHT, wish->is_bold ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcPatternAddBool(pattern, FC_COLOR, FcFalse);
    if (letter != 0) {
        FcCharSet *wanted = FcCharSetCreate();
        if (wanted == NULL) {
            FcPatternDestroy(pattern);
            return false;
        }
        FcCharSetAddChar(wanted, letter);
        FcPatternAddCharSet(pattern, FC_CHARSET, wanted);
        FcCharSetDestroy(wanted);
    }
    FcConfigSubstitute(config, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result;
    FcPattern *match = FcFontMatch(config, pattern, &result);
    bool found = match != NULL && take_file(match, letter, file);
    if (match != NULL) {
        FcPatternDestroy(match);
    }
    FcPatternDestroy(pattern);
    return found;
}

/* The finder is a configuration of fontconfig; its own one is never freed. */
bool font_files_find(FontFinder **finder, const FaceWish *wish, uint32_t letter, int place,
                     FontFile *file)
{
    *file = (FontFile){0};
    if (*finder == NULL) {
        *finder = (FontFinder *)FcInitLoadConfigAndFonts();
    }
    return *finder != NULL && place == 0 && match_file((FcConfig *)*finder, wish, letter, file);
}

void font_files_close(FontFinder *finder)
{
    if (finder != NULL) {
        FcConfigDestroy((FcConfig *)finder);
    }
}

/* Hashes the files of fontconfig's settings, and their times. */
CacheKey font_files_key(CacheKey before, const FaceWish *wish)
{
    static const char *const variables[] = {"HOME",
                                            "XDG_CONFIG_HOME",
                                            "XDG_DATA_HOME",
                                            "FONTCONFIG_FILE",
                                            "FONTCONFIG_PATH",
                                            "FONTCONFIG_SYSROOT"};
    static const char *const places[] = {"/etc/fonts", "/etc/fonts/conf.d", "/etc/fonts/local.conf",
                                         "~/.config/fontconfig", "~/.config/fontconfig/fonts.conf"};
    char path[PATH_BYTES_MAX];
    const char *home = getenv("HOME");
    CacheKey key = cache_key(before, wish->family, strlen(wish->family));
    key = cache_key(key, &wish->is_bold, sizeof wish->is_bold);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(variables); i++) {
        const char *value = getenv(variables[i]);
        key = cache_key(key, value == NULL ? "" : value, value == NULL ? 0 : strlen(value) + 1);
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(places); i++) {
        bool is_in_home = places[i][0] == '~';
        path_join(path, is_in_home ? (home == NULL ? "" : home) : "/",
                  places[i] + (is_in_home ? 2 : 1));
        FileFacts facts = file_facts(path);
        if (facts.kind != FILE_MISSING) {
            key = cache_key(key, &facts.modified_ns, sizeof facts.modified_ns);
        }
    }
    return key;
}
