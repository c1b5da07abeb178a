#include "draw/line_break.h"

#include "clockwork/base.h"

#include <hb.h>

bool is_blank(uint32_t letter)
{
    bool stays = letter == 0xA0 || letter == 0x2007 || letter == 0x202F; /* the unbreakable ones */
    return letter == '\t' || letter == 0x200B ||
           (!stays && hb_unicode_general_category(hb_unicode_funcs_get_default(), letter) ==
                          HB_UNICODE_GENERAL_CATEGORY_SPACE_SEPARATOR);
}

bool is_attached(uint32_t letter)
{
    if (letter < 0x300) {
        return false;
    }
    switch (hb_unicode_general_category(hb_unicode_funcs_get_default(), letter)) {
    case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
        return true;
    default:
        return letter == 0x200D || (letter >= 0x1F3FB && letter <= 0x1F3FF); /* joiner, skin */
    }
}

/* Opens or closes; neither stands alone at the end or the beginning of a line. */
static bool has_category(uint32_t letter, hb_unicode_general_category_t a,
                         hb_unicode_general_category_t b)
{
    hb_unicode_general_category_t category =
        hb_unicode_general_category(hb_unicode_funcs_get_default(), letter);
    return category == a || category == b;
}

/* Written without blanks between words. */
static bool is_ideograph(uint32_t letter)
{
    static const uint32_t blocks[][2] = {{0x2E80, 0x31FF},   {0x3400, 0x4DBF},  {0x4E00, 0xA4CF},
                                         {0xAC00, 0xD7AF},   {0xF900, 0xFAFF},  {0xFF66, 0xFFDC},
                                         {0x20000, 0x3FFFF}, {0x1F300, 0x1FAFF}};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(blocks); i++) {
        if (letter >= blocks[i][0] && letter <= blocks[i][1]) {
            return true;
        }
    }
    return false;
}

/* Small kana, the long sign, marks of repetition: they follow another. */
static bool follows_kana(uint32_t letter)
{
    static const uint32_t small[] = {0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083,
                                     0x3085, 0x3087, 0x308E, 0x30A1, 0x30A3, 0x30A5, 0x30A7,
                                     0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30FC,
                                     0x3005, 0x309D, 0x309E, 0x30FD, 0x30FE};
    for (size_t i = 0; i < CW_ARRAY_LENGTH(small); i++) {
        if (letter == small[i]) {
            return true;
        }
    }
    return false;
}

/* The hyphen of a compound, or a dash; not a minus sign or the hyphen of an option. */
static bool is_hyphen(const uint32_t *letters, uint32_t index)
{
    uint32_t letter = letters[index];
    if (letter == 0x2013 || letter == 0x2014) {
        return true;
    }
    return (letter == '-' || letter == 0x2010) && index > 0 && !is_blank(letters[index - 1]) &&
           letters[index - 1] != '-';
}

bool line_may_begin(const uint32_t *letters, uint32_t count, uint32_t index)
{
    uint32_t before = letters[index - 1], here = letters[index];
    if (index >= count || is_blank(here) || is_attached(here) || before == 0x200D) {
        return false;
    }
    if (is_blank(before)) {
        return true;
    }
    if (is_hyphen(letters, index - 1)) {
        return here != '-' && !(here >= '0' && here <= '9');
    }
    return (is_ideograph(before) || is_ideograph(here)) && !follows_kana(here) &&
           !has_category(here, HB_UNICODE_GENERAL_CATEGORY_CLOSE_PUNCTUATION,
                         HB_UNICODE_GENERAL_CATEGORY_OTHER_PUNCTUATION) &&
           !has_category(here, HB_UNICODE_GENERAL_CATEGORY_FINAL_PUNCTUATION,
                         HB_UNICODE_GENERAL_CATEGORY_FORMAT) &&
           !has_category(before, HB_UNICODE_GENERAL_CATEGORY_OPEN_PUNCTUATION,
                         HB_UNICODE_GENERAL_CATEGORY_INITIAL_PUNCTUATION) &&
           before != 0xA0 && before != 0x2060 && here != 0xA0 && here != 0x2060;
}
