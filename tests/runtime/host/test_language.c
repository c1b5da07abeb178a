#include "host/language.h"
#include "support/expect.h"
#include "support/temp_folder.h"

static void begin(bool is_system)
{
    temp_mkdir("text");
    temp_write("text/de.po",
               "msgid \"Retry\"\nmsgstr \"Los\"\n\nmsgid \"%d cog\"\n"
               "msgid_plural \"%d cogs\"\nmsgstr[0] \"%d Rad\"\nmsgstr[1] \"%d R\"\n");
    temp_write("text/uk.po", "msgid \"%d cog\"\nmsgid_plural \"%d cogs\"\nmsgstr[0] \"%d a\"\n"
                             "msgstr[1] \"%d b\"\nmsgstr[2] \"%d c\"\n");
    temp_write("text/pl.po", "msgid \"%d cog\"\nmsgid_plural \"%d cogs\"\nmsgstr[0] \"%d a\"\n"
                             "msgstr[1] \"%d b\"\nmsgstr[2] \"%d c\"\n");
    temp_write("text/fr.po", "msgid \"Retry\"\nmsgstr \"%s\"\n");
    language_begin(temp_folder, is_system);
}

static void expect_counts(LanguageChoice language, const char *forms)
{
    static const int64_t numbers[] = {0, 1, 2, 5, 11, 12, 21, 22, 111, 1000001, INT64_MIN};
    language_choose(language);
    for (size_t i = 0; i < CW_ARRAY_LENGTH(numbers); i++) {
        const char *found = cw_text_n(NULL, "%d cog", "%d cogs", numbers[i]);
        ck_assert_msg(found[3] == forms[i], "number %zu: \"%s\", not %c", i, found, forms[i]);
    }
}

TEST(plural_forms_and_figures_follow_the_rules_of_the_language)
{
    begin(false);
    expect_counts(LANGUAGE_UK, "cabcccabcac");
    expect_counts(LANGUAGE_PL, "cabccccbccc");
    language_choose(LANGUAGE_DE);
    ck_assert_str_eq(cw_text_n(NULL, "%d cog", "%d cogs", 1), "%d Rad");
    ck_assert_str_eq(cw_text_n(NULL, "%d cog", "%d cogs", 0), "%d R");
    ck_assert_str_eq(text_figures((char[]){"+1.25 s. v1."}), "+1,25 s. v1.");
    language_choose(LANGUAGE_EN);
    ck_assert_str_eq(cw_text_n(NULL, "%d cog", "%d cogs", 1), "%d cog");
    ck_assert_str_eq(text_figures((char[]){"+1.25 s. v1."}), "+1.25 s. v1.");
}

TEST(a_translation_has_no_directive_that_the_caller_s_texts_have_not)
{
    begin(false);
    temp_write("text/es.po", "msgid \"Opens after %s\"\nmsgid_plural \"%s%s%n\"\n"
                             "msgstr[0] \"%s%s%n\"\nmsgstr[1] \"%s%s%n\"\n\n"
                             "msgid \"a %s\"\nmsgid_plural \"%n\"\nmsgstr[0] \"de %s\"\n");
    language_choose(LANGUAGE_ES);
    ck_assert_str_eq(text_of("Opens after %s"), "Opens after %s");
    ck_assert_str_eq(cw_text_n(NULL, "Opens after %s", "%d", 1), "Opens after %s");
    ck_assert_str_eq(cw_text_n(NULL, "Opens after %s", "%d", 2), "%d");
    ck_assert_str_eq(cw_text_n(NULL, "a %s", "%d", 1), "de %s");
}

TEST(a_game_s_file_overrides_the_engine_s_and_a_wrong_one_is_reported)
{
    begin(false);
    language_choose(LANGUAGE_DE);
    ck_assert_str_eq(text_of("Retry"), "Los");
    temp_listen();
    language_choose(LANGUAGE_FR);
    expect_text(temp_said(), "text/fr.po:2: the translation has other directives");
    ck_assert_str_ne(text_of("Retry"), "%s");
    ck_assert_str_eq(text_of("no such text"), "no such text");
}

TEST(auto_is_the_system_s_language_only_in_windows)
{
    setenv("LANG", "xx_XX.UTF-8", 1);
    setenv("LANGUAGE", "xx:de_AT", 1);
    begin(true);
    language_choose(LANGUAGE_AUTO);
    ck_assert_str_eq(text_of("Retry"), "Los");
    language_begin(temp_folder, false);
    language_choose(LANGUAGE_AUTO);
    ck_assert_str_eq(text_of("Retry"), "Retry");
}
