/* The language of the screen, and translations into it.
 *
 *     snprintf(text, sizeof text, text_of("Win %s"), medal);
 *
 * Pages, notices and cw_text use it; ticks can't, because sim and run may not include this header.
 * Translations are PO files (base/po.h): the engine's are in the program, a game's in its
 * folder assets/text, and override the engine's. A text is looked up by its hash when it is asked
 * for, and never while the language is English. Results stay valid until the program ends, since a
 * language that was loaded stays loaded. scripts/texts.sh collects the originals. */
#pragma once

#include "base/po.h"
#include "clockwork/language.h"
#include "platform/path.h"

/* Columns: name in config.ini and of its file, its own name, plural rule, decimal mark, written
 * from right to left. The last two rows are pseudo-languages for tests, made by texts.sh. */
/* clang-format off */
#define LANGUAGES(X)                                                                               \
    X(EN, "en", "English", PLURAL_NOT_ONE, '.', false)                                             \
    X(DE, "de", "Deutsch", PLURAL_NOT_ONE, ',', false)                                             \
    X(ES, "es", "Espa\u00f1ol", PLURAL_NOT_ONE, ',', false)                                        \
    X(FR, "fr", "Fran\u00e7ais", PLURAL_ABOVE_ONE, ',', false)                                     \
    X(PL, "pl", "Polski", PLURAL_POLISH, ',', false)                                               \
    X(PT_BR, "pt_BR", "Portugu\u00eas (Brasil)", PLURAL_ABOVE_ONE, ',', false)                     \
    X(UK, "uk", "\u0423\u043a\u0440\u0430\u0457\u043d\u0441\u044c\u043a\u0430", PLURAL_UKRAINIAN, ',', false) \
    X(JA, "ja", "\u65e5\u672c\u8a9e", PLURAL_NONE, '.', false)                                     \
    X(ZH_CN, "zh_CN", "\u7b80\u4f53\u4e2d\u6587", PLURAL_NONE, '.', false)                         \
    X(EN_XA, "en_XA", "Pseudo", PLURAL_NOT_ONE, ',', false)                                        \
    X(AR_XB, "ar_XB", "Pseudo, right to left", PLURAL_NOT_ONE, ',', true)
/* clang-format on */

#define LANGUAGE_ID(id, ...) LANGUAGE_##id,
#define LANGUAGE_WORD(id, name, ...) "|" name
#define LANGUAGE_WORDS "auto" LANGUAGES(LANGUAGE_WORD) /* choices of the setting */
typedef enum LanguageChoice { LANGUAGE_AUTO, LANGUAGES(LANGUAGE_ID) LANGUAGE_COUNT } LanguageChoice;

/* The engine's translations, made from assets/text/engine by scripts/embed.sh; a NULL name ends
 * them. */
typedef struct EngineText {
    const char *name;
    const unsigned char *bytes;
    size_t size;
} EngineText;
extern const EngineText engine_texts[];

/* Begins in English. `assets` is the game's folder of data, "" for none; with `is_system`
 * LANGUAGE_AUTO is the system's language, else English. */
void language_begin(const char *assets, bool is_system);

/* Changes the language. A file that can't be used is reported, and its texts stay English. */
void language_choose(LanguageChoice choice);

/* Whether the engine or the game has texts in the language. */
bool language_exists(int choice);

/* "Deutsch"; NULL for LANGUAGE_AUTO. Not translated, so that everybody finds their language. */
extern const char *const language_own_names[LANGUAGE_COUNT];

/* The language in force, as in config.ini: "zh_CN". NULL: English. */
const char *language_name(void);

bool language_is_right_to_left(void);

/* The calls of clockwork/language.h for the engine, which needs no frame. */
CW_FORMAT_OF(1) static inline const char *text_of(const char *text)
{
    return cw_text(NULL, text);
}

CW_FORMAT_OF(2) static inline const char *text_in(const char *context, const char *text)
{
    return cw_text_in(NULL, context, text);
}

static inline char *text_figures(char *text)
{
    return cw_text_figures(NULL, text);
}
