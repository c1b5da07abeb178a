/* Texts in the player's language (the setting comfort.language).
 *
 *     cw_text(frame, "Mind the gap")
 *     snprintf(text, size, cw_text_n(frame, "%d try", "%d tries", tries), tries);
 *
 * The English text in the code is the original. Translations are PO files of GNU gettext,
 * assets/text/LANGUAGE.po, which docs/languages.md explains. Texts of the game's tables and maps,
 * such as labels, medals, credits and titles, are translated without a call. A text that has no
 * translation stays as it is.
 *
 * Only frame phases have a language: a tick must not depend on the player's. In headless runs it is
 * English unless comfort.language is set. A call costs a look-up in a hash table, and results stay
 * valid until the program ends, but the player may change the language at any time: ask again in
 * each frame. */
#pragma once

#include "clockwork/system.h"
CW_C_BEGIN

/* Compilers check arguments of the translation as those of the original, its argument-th one. */
#ifdef __GNUC__
#define CW_FORMAT_OF(argument) __attribute__((format_arg(argument)))
#else
#define CW_FORMAT_OF(argument)
#endif

/* Marks a text of a table, or of a tick, which is translated where it is shown: CwProbe.lost. */
#define CW_TEXT(text) text

/* The translation of a text; the text itself without one. */
const char *cw_text(const CwFrame *frame, const char *text) CW_FORMAT_OF(2);

/* For a text that means something else elsewhere. The context is a word for translators. */
const char *cw_text_in(const CwFrame *frame, const char *context, const char *text) CW_FORMAT_OF(3);

/* For a text with a number: `one` for 1, `many` for others. Languages may have more forms. */
const char *cw_text_n(const CwFrame *frame, const char *one, const char *many, int64_t number)
    CW_FORMAT_OF(2) CW_FORMAT_OF(3);

/* Puts the language's decimal mark between the digits of a text for the screen: "1.5" becomes "1,5"
 * in German. Returns the text. */
char *cw_text_figures(const CwFrame *frame, char *text);
CW_C_END
