#include "base/po.h"
#include "support/expect.h"

static Po po;
static CwError error;

SET_UP()
{
    po_free(&po);
    error = (CwError){0};
}

static bool read_po(const char *text)
{
    return po_read(&po, "x.po", strdup(text), strlen(text), &error);
}

static const char *form(const char *context, const char *text, int number)
{
    const PoEntry *found = po_find(&po, context, text);
    return found == NULL || found->forms[number] == NULL ? "-" : found->forms[number];
}

TEST(texts_contexts_plurals_and_escapes_are_read)
{
    ck_assert(
        read_po("# by hand\nmsgid \"\"\nmsgstr \"Language: de\\n\"\n\n"
                "#. note\n#: a.c\n#, c-format\nmsgid \"Win %s\"\nmsgstr \"Hol \"\n\"%s\"\r\n\n"
                "msgctxt \"key\"\nmsgid \"Up\"\nmsgstr \"Hoch\"\n"
                "msgid \"Up\"\nmsgstr \"Auf\"\n\n"
                "msgid \"a \\\"b\\\"\\n\\t\\\\\"\nmsgstr \"\\\"c\\\"\\n\"\n\n"
                "msgid \"%d try\"\nmsgid_plural \"%d tries\"\nmsgstr[0] \"%d Versuch\"\n"
                "msgstr[1] \"%d Versuche\"\n"));
    ck_assert_int_eq(po.count, 5);
    ck_assert_str_eq(form(NULL, "Win %s", 0), "Hol %s");
    ck_assert_str_eq(form("key", "Up", 0), "Hoch");
    ck_assert_str_eq(form(NULL, "Up", 0), "Auf");
    ck_assert_str_eq(form("menu", "Up", 0), "-");
    ck_assert_str_eq(form(NULL, "a \"b\"\n\t\\", 0), "\"c\"\n");
    ck_assert_str_eq(form(NULL, "%d try", 0), "%d Versuch");
    ck_assert_str_eq(form(NULL, "%d try", 1), "%d Versuche");
    ck_assert_str_eq(form(NULL, "", 0), "-");
}

TEST(fuzzy_obsolete_and_empty_entries_are_left_out)
{
    ck_assert(
        read_po("#, c-format, fuzzy\nmsgid \"a\"\nmsgstr \"%n\"\n\n#~ msgid \"b\"\n"
                "#~ msgstr \"%n\"\n\nmsgid \"c\"\nmsgstr \"\"\n\nmsgid \"d\"\nmsgstr \"D\"\n"));
    ck_assert_int_eq(po.count, 1);
    ck_assert_str_eq(form(NULL, "a", 0), "-");
    ck_assert_str_eq(form(NULL, "d", 0), "D");
}

static const struct {
    const char *text, *words;
} REFUSALS[] = {
    {"msgid \"%s of %d\"\nmsgstr \"%d of %s\"\n", "x.po:2: the translation has other directives"},
    {"msgid \"a\"\nmsgstr \"%s\"\n", "directives"},
    {"msgid \"%s\"\nmsgstr \"a\"\n", "directives"},
    {"msgid \"%s\"\nmsgstr \"%s %n\"\n", "directives"},
    {"msgid \"%.2f\"\nmsgstr \"%.3f\"\n", "directives"},
    {"msgid \"%d a\"\nmsgid_plural \"%d b\"\nmsgstr[0] \"c\"\nmsgstr[1] \"%s\"\n", "directives"},
    {"msgid \"a\"\nmsgid_plural \"%d b\"\nmsgstr[0] \"c\"\nmsgstr[1] \"d\"\n", "directives"},
    {"msgid \"a\"\nmsgstr \"\xff\"\n", "not UTF-8"},
    {"msgid \"a\"\nmsgstr \"\xed\xa0\x80\"\n", "not UTF-8"},
    {"msgid \"a\nmsgstr \"b\"\n", "x.po:1: the closing quote"},
    {"msgid \"a\" b\nmsgstr \"b\"\n", "more after"},
    {"msgid \"\\x41\"\n", "known after a backslash"},
    {"msgid \"a\\", "known after a backslash"},
    {"msgstr \"a\"\n", "order"},
    {"msgid \"a\"\nmsgid \"b\"\n", "x.po:1: an entry without a msgstr"},
    {"msgid \"a\"\nmsgstr[1", "x.po:2: a line begins"},
    {"msgid \"a\"\nmsgstr b", "a text in quotes"},
    {"msgid \"a\"\nmsgstr[7] \"b\"\n", "a line begins"},
    {"msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"\n", "order"},
    {"msgid \"a\"\n", "without a msgstr"},
    {"msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"c\"\n", "x.po:5: this original"},
    {"hello\n", "a line begins"},
    {"\"a\"\n", "a line begins"},
};

TEST(a_wrong_file_is_refused_with_its_line, .rounds = CW_ARRAY_LENGTH(REFUSALS))
{
    ck_assert(!read_po(REFUSALS[_i].text));
    expect_text(error.text, REFUSALS[_i].words);
    ck_assert_ptr_null(po_find(&po, NULL, "a"));
}

TEST(texts_and_files_that_are_too_large_are_refused)
{
    char *text = malloc(9000);
    snprintf(text, 9000, "msgid \"%08000d\"\nmsgstr \"\"\n", 1);
    ck_assert(!po_read(&po, "x.po", text, strlen(text), &error));
    expect_text(error.text, "too long");
    error = (CwError){0};
    text = malloc(PO_BYTES_MAX);
    size_t used = 0;
    for (int i = 0; i < 10000; i++) {
        used += (size_t)sprintf(text + used, "msgid \"%d\"\nmsgstr \"%d\"\n", i, i);
    }
    ck_assert(!po_read(&po, "x.po", text, used, &error));
    expect_text(error.text, "too many texts");
}
