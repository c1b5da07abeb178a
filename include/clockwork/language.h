/* Texts in the player's language (the setting comfort.language).
 *
 *     cw_text(frame, "Mind the gap")
 *     snprintf(text, size, cw_text_n(frame, "%d try", "%d tries", tries), tries);
 *
 * Write texts in English in the code. Translations are PO files of GNU gettext,
 * assets/text/LANGUAGE.po; docs/languages.md explains them. Texts of the game's tables and maps,
 * such as labels, medals, credits and titles, are translated without a call. A text without a
 * translation stays English.
 *
 * Only frame phases have a language, because a tick must not depend on the player's language.
 * Headless runs use English unless comfort.language is set. A result stays valid until the program
 * ends, but the player may change the language at any time: call again in each frame. */
#pragma once

#include "clockwork/system.h"
CW_C_BEGIN

/* The function returns this argument as a format, so compilers check what printf gets with it. */
#ifdef __GNUC__
#define CW_FORMAT_OF(argument) __attribute__((format_arg(argument)))
#else
#define CW_FORMAT_OF(argument)
#endif

/* Marks a text for translators where cw_text can't be called: in a table or tick (CwProbe.lost). */
#define CW_TEXT(text) text

/* The translation of a text, or the text itself if there is none. */
const char *cw_text(const CwFrame *frame, const char *text) CW_FORMAT_OF(2);

/* The translation of a text with several meanings. Its PO entry has this context (msgctxt). */
const char *cw_text_in(const CwFrame *frame, const char *context, const char *text) CW_FORMAT_OF(3);

/* The translation of a text with a number: English uses `one` for 1 and `many` for other numbers.
 * Other languages may have more forms. */
const char *cw_text_n(const CwFrame *frame, const char *one, const char *many, int64_t number)
    CW_FORMAT_OF(2) CW_FORMAT_OF(3);

/* Puts the language's decimal mark between the digits of a text for the screen: "1.5" becomes "1,5"
 * in German. Returns the text. */
char *cw_text_figures(const CwFrame *frame, char *text);
CW_C_END
