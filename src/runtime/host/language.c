#include "host/language.h"

#include "base/report.h"
#include "base/user_file.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Rules of CLDR for whole numbers, in the order of forms that gettext uses. */
typedef enum PluralRule {
    PLURAL_NONE,
    PLURAL_NOT_ONE,
    PLURAL_ABOVE_ONE,
    PLURAL_POLISH,
    PLURAL_UKRAINIAN
} PluralRule;

#define LANGUAGE_ROW(id, name, own, rule, mark, rtl) [LANGUAGE_##id] = {name, rule, mark, rtl},
static const struct {
    const char *name;
    PluralRule rule;
    char decimal_mark;
    bool is_right_to_left;
} ROWS[LANGUAGE_COUNT] = {LANGUAGES(LANGUAGE_ROW)};

#define LANGUAGE_OWN_NAME(id, name, own, ...) [LANGUAGE_##id] = own,
const char *const language_own_names[LANGUAGE_COUNT] = {LANGUAGES(LANGUAGE_OWN_NAME)};

/* The game's texts of a language, then the engine's. */
typedef struct Loaded {
    bool is_read;
    Po texts[2];
} Loaded;

static struct {
    char assets[PATH_BYTES_MAX];
    bool is_system;
    LanguageChoice language;
    Loaded loaded[LANGUAGE_COUNT];
} state = {.language = LANGUAGE_EN};

/* ---- choosing ---- */

static bool find_game_file(LanguageChoice choice, char path[PATH_BYTES_MAX])
{
    char name[32];
    snprintf(name, sizeof name, "text/%s.po", ROWS[choice].name);
    return state.assets[0] != '\0' && path_join(path, state.assets, name) && file_exists(path);
}

static const EngineText *find_engine_text(LanguageChoice choice)
{
    const EngineText *text = engine_texts;
    while (text->name != NULL && strcmp(text->name, ROWS[choice].name) != 0) {
        text++;
    }
    return text;
}

bool language_exists(int number)
{
    char path[PATH_BYTES_MAX];
    LanguageChoice choice = (LanguageChoice)number;
    return choice <= LANGUAGE_EN || find_engine_text(choice)->name != NULL ||
           find_game_file(choice, path);
}

static void load(LanguageChoice choice)
{
    Loaded *loaded = &state.loaded[choice];
    const EngineText *engine = find_engine_text(choice);
    char path[PATH_BYTES_MAX];
    size_t size = 0;
    CwError error = {0};
    loaded->is_read = true;
    if (find_game_file(choice, path)) {
        char *bytes = user_file_read_text(path, PO_BYTES_MAX, &size, &error);
        if (bytes == NULL || !po_read(&loaded->texts[0], path, bytes, size, &error)) {
            report("%s; its texts stay English", error.text);
        }
    }
    char *bytes = engine->name == NULL ? NULL : malloc(engine->size + 1);
    if (bytes != NULL) {
        memcpy(bytes, engine->bytes, engine->size);
        po_read(&loaded->texts[1], engine->name, bytes, engine->size, &error);
    }
}

/* Readers of Traditional Chinese are not given the simplified texts. */
static bool is_spoken(const SDL_Locale *locale, LanguageChoice choice)
{
    const char *country = locale->country == NULL ? "" : locale->country;
    bool is_traditional =
        strcmp(locale->language, "zh") == 0 && strstr("TW HK MO", country) && country[0] != '\0';
    size_t length = strlen(locale->language);
    return strncmp(ROWS[choice].name, locale->language, length) == 0 &&
           strchr("_", ROWS[choice].name[length]) != NULL && !is_traditional;
}

/* The first of the player's languages that has texts, else English. */
static LanguageChoice find_system_language(void)
{
    LanguageChoice found = LANGUAGE_AUTO;
    SDL_Locale *locales = state.is_system ? SDL_GetPreferredLocales() : NULL;
    for (const SDL_Locale *at = locales; found == LANGUAGE_AUTO && at != NULL && at->language;
         at++) {
        for (LanguageChoice i = LANGUAGE_EN; i < LANGUAGE_EN_XA; i++) {
            found = is_spoken(at, i) && language_exists((int)i) ? i : found;
        }
    }
    SDL_free(locales);
    return found == LANGUAGE_AUTO ? LANGUAGE_EN : found;
}

void language_begin(const char *assets, bool is_system)
{
    snprintf(state.assets, sizeof state.assets, "%s", assets);
    state.is_system = is_system;
    state.language = LANGUAGE_EN;
    for (LanguageChoice i = LANGUAGE_AUTO; i < LANGUAGE_COUNT; i++) {
        po_free(&state.loaded[i].texts[0]);
        po_free(&state.loaded[i].texts[1]);
        state.loaded[i].is_read = false;
    }
}

void language_choose(LanguageChoice choice)
{
    state.language = choice == LANGUAGE_AUTO ? find_system_language() : choice;
    if (state.language != LANGUAGE_EN && !state.loaded[state.language].is_read) {
        load(state.language);
    }
}

const char *language_name(void)
{
    return state.language == LANGUAGE_EN ? NULL : ROWS[state.language].name;
}

bool language_is_right_to_left(void)
{
    return ROWS[state.language].is_right_to_left;
}

/* ---- texts ---- */

/* A file's plural may differ from the caller's, so the directives are compared once more. */
static const char *find_form(const char *context, const char *text, const char *many, int number)
{
    const Po *texts = state.loaded[state.language].texts;
    const PoEntry *found = NULL;
    for (int i = 0; i < 2 && text != NULL && found == NULL; i++) {
        found = po_find(&texts[i], context, text);
    }
    const char *form = found == NULL ? NULL : found->forms[number];
    bool fits = form != NULL && (po_has_same_directives(text, form) ||
                                 (many != NULL && po_has_same_directives(many, form)));
    return fits ? form : text;
}

static int plural_form(PluralRule rule, int64_t number)
{
    uint64_t n = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    uint64_t ten = n % 10, hundred = n % 100;
    bool is_few = ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14);
    switch (rule) {
    case PLURAL_NONE:
        break;
    case PLURAL_NOT_ONE:
        return n != 1;
    case PLURAL_ABOVE_ONE:
        return n > 1;
    case PLURAL_POLISH:
        return n == 1 ? 0 : is_few ? 1 : 2;
    case PLURAL_UKRAINIAN:
        return ten == 1 && hundred != 11 ? 0 : is_few ? 1 : 2;
    }
    return 0;
}

const char *cw_text(const CwFrame *frame, const char *text)
{
    return cw_text_in(frame, NULL, text);
}

const char *cw_text_in(const CwFrame *frame, const char *context, const char *text)
{
    (void)frame;
    return find_form(context, text, NULL, 0);
}

const char *cw_text_n(const CwFrame *frame, const char *one, const char *many, int64_t number)
{
    (void)frame;
    const char *found = find_form(NULL, one, many, plural_form(ROWS[state.language].rule, number));
    return found != one ? found : number == 1 ? one : many;
}

char *cw_text_figures(const CwFrame *frame, char *text)
{
    (void)frame;
    for (char *at = text; *at != '\0'; at++) {
        bool is_mark = *at == '.' && at > text && SDL_isdigit(at[-1]) && SDL_isdigit(at[1]);
        *at = is_mark ? ROWS[state.language].decimal_mark : *at;
    }
    return text;
}
