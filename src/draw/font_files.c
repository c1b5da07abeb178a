#include "draw/font_files.h"

#include "clockwork/base.h"

#include <fontconfig/fontconfig.h>
#include <stdio.h>

typedef struct FaceWish {
    const char *family;
    int weight;
} FaceWish;

static const FaceWish wishes[] = {
    [CW_FACE_REGULAR] = {"DejaVu Sans", FC_WEIGHT_REGULAR},
    [CW_FACE_BOLD] = {"DejaVu Sans", FC_WEIGHT_BOLD},
    [CW_FACE_MONO] = {"DejaVu Sans Mono", FC_WEIGHT_REGULAR},
};
_Static_assert(CW_ARRAY_LENGTH(wishes) == CW_FACE_COUNT, "a wish for each face");

static void find_face(FcConfig *config, const FaceWish *wish, FontFile *file)
{
    FcPattern *pattern = FcPatternCreate();
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)wish->family);
    FcPatternAddInteger(pattern, FC_WEIGHT, wish->weight);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcConfigSubstitute(config, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result;
    FcPattern *match = FcFontMatch(config, pattern, &result);
    FcChar8 *path = NULL;
    if (match != NULL && FcPatternGetString(match, FC_FILE, 0, &path) == FcResultMatch) {
        snprintf(file->path, sizeof file->path, "%s", (const char *)path);
        /* The upper half names a variation, which SDL_ttf does not know. */
        FcPatternGetInteger(match, FC_INDEX, 0, &file->index);
        file->index &= 0xFFFF;
    }
    if (match != NULL) {
        FcPatternDestroy(match);
    }
    FcPatternDestroy(pattern);
}

void font_files_find(FontFile files[CW_FACE_COUNT])
{
    FcConfig *config = FcInitLoadConfigAndFonts();
    for (int face = 0; face < CW_FACE_COUNT; face++) {
        files[face] = (FontFile){0};
        if (config != NULL) {
            find_face(config, &wishes[face], &files[face]);
        }
    }
    if (config != NULL) {
        FcConfigDestroy(config);
    }
}
