#include "dev/dev_save.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool ends_so(const char *path, const char *const *endings)
{
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot != NULL && endings[i] != NULL; i++) {
        if (strcasecmp(dot + 1, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

DevWhat dev_what(const char *path)
{
    static const char *const sources[] = {"c",   "h",  "cc", "cpp", "cxx", "hh", "hpp",
                                          "inc", "in", "s",  "def", "mk",  NULL};
    static const char *const sounds[] = {"wav", "ogg", "flac", "opus", "mp3", NULL};
    static const char *const levels[] = {"tmj", "tmx", "tj", "tx", "tsj", "tsx", NULL};
    static const char *const art[] = {"png", "svg", "jpg", "jpeg", "json", "ttf", "otf", NULL};
    const char *name = basename(path);
    if (path[0] == '\0' || ends_so(path, sources) || strcmp(name, "Makefile") == 0 ||
        strcmp(name, "makefile") == 0 || strcmp(name, "GNUmakefile") == 0) {
        return WHAT_CODE;
    }
    if (strcmp(path, "config.ini") == 0) {
        return WHAT_CONFIG;
    }
    if (strncmp(path, "assets/", 7) != 0) {
        return WHAT_NOTHING;
    }
    return ends_so(path, levels)   ? WHAT_LEVEL
           : ends_so(path, sounds) ? WHAT_SOUND
           : ends_so(path, art)    ? WHAT_ART
                                   : WHAT_NOTHING;
}

const char *dev_what_name(DevWhat what)
{
    static const char *const names[WHAT_COUNT] = {
        [WHAT_NOTHING] = "nothing", [WHAT_CONFIG] = "config", [WHAT_SOUND] = "sound",
        [WHAT_ART] = "art",         [WHAT_LEVEL] = "level",   [WHAT_CODE] = "code"};
    return names[what];
}

void dev_save_add(DevSave *save, const char *path, int64_t now_ns)
{
    DevWhat what = dev_what(path);
    if (what == WHAT_NOTHING) {
        return;
    }
    if (what > save->what) {
        save->what = what;
        snprintf(save->file, sizeof save->file, "%s", path[0] == '\0' ? "many files" : path);
    }
    save->last_ns = now_ns;
}
