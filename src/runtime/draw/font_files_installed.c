#include "draw/fonts.h"

#include <ctype.h>
#include <fontconfig/fontconfig.h>
#include <stdio.h>

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

/* The file nearest to a wish that has outlines and this letter (0: any). */
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
    if (wish->language != NULL) {
        char language[16]; /* "zh-cn" */
        snprintf(language, sizeof language, "%s", wish->language);
        for (char *at = language; *at != '\0'; at++) {
            *at = *at == '_' ? '-' : (char)tolower((unsigned char)*at);
        }
        FcPatternAddString(pattern, FC_LANG, (const FcChar8 *)language);
    }
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
