#include "base/po.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = PO_SLOTS / 2, TEXT_BYTES_MAX = 4096, CONTEXT_BYTES_MAX = 64, CONTEXT_END = 4 };

/* The texts of an entry, in their order. */
enum { NO_FIELD, CONTEXT, ORIGINAL, PLURAL, FORM, FIELD_COUNT = FORM + PO_FORMS_MAX };

static const char *const WORDS[] = {"",          "msgctxt",   "msgid",     "msgid_plural",
                                    "msgstr[0]", "msgstr[1]", "msgstr[2]", "msgstr[3]",
                                    "msgstr"};
_Static_assert(CW_ARRAY_LENGTH(WORDS) == FIELD_COUNT + 1, "a word for each field, and msgstr");

/* The entry that is being read. Texts are unescaped in place: `end` stays behind the read byte. */
typedef struct Reader {
    Po *po;
    const char *name;
    CwError *error;
    int line, line_of_text;
    char *start, *end; /* the text that is being read */
    int field;         /* the field of that text */
    const char *texts[FIELD_COUNT];
    bool is_fuzzy;
} Reader;

static bool refuse(const Reader *reader, const char *cause)
{
    return cw_error_set(reader->error, "%s:%d: %s", reader->name, reader->line, cause);
}

/* Finds the entry of a key, or the empty slot for it. */
static PoEntry *find_slot(const Po *po, const char *key)
{
    uint32_t hash = 2166136261u;
    for (const char *at = key; *at != '\0'; at++) { /* FNV-1a */
        hash = (hash ^ (unsigned char)*at) * 16777619u;
    }
    PoEntry *slot;
    while ((slot = &po->slots[hash % PO_SLOTS])->key != NULL && strcmp(slot->key, key) != 0) {
        hash++;
    }
    return slot;
}

const PoEntry *po_find(const Po *po, const char *context, const char *text)
{
    char key[CONTEXT_BYTES_MAX + TEXT_BYTES_MAX];
    if (po->slots == NULL) {
        return NULL;
    }
    if (context != NULL) {
        snprintf(key, sizeof key, "%s%c%s", context, CONTEXT_END, text);
    }
    const PoEntry *found = find_slot(po, context == NULL ? text : key);
    return found->key == NULL ? NULL : found;
}

/* ---- entries ---- */

bool po_has_same_directives(const char *original, const char *translation)
{
    while ((original = strchr(original, '%')) != NULL) {
        size_t length = 1 + strspn(original + 1, " #+-0'123456789$.*hljztLqI");
        translation = strchr(translation, '%');
        if (translation == NULL || strncmp(original, translation, length + 1) != 0) {
            return false;
        }
        length += original[length] != '\0';
        original += length;
        translation += length;
    }
    return strchr(translation, '%') == NULL;
}

static bool keep_entry(Reader *reader)
{
    Po *po = reader->po;
    const char *const *texts = reader->texts;
    const char *key = texts[texts[CONTEXT] == NULL ? ORIGINAL : CONTEXT];
    const char *plural = texts[texts[PLURAL] == NULL ? ORIGINAL : PLURAL];
    PoEntry *entry = find_slot(po, key);
    if (entry->key != NULL || po->count == ENTRIES_MAX) {
        return refuse(reader, entry->key == NULL
                                  ? "there are too many texts"
                                  : "this original was translated before: delete one of the two");
    }
    for (int i = 0; i < PO_FORMS_MAX; i++) {
        const char *form = texts[FORM + i];
        if (form == NULL || form[0] == '\0') {
            continue;
        }
        if (!po_has_same_directives(plural, form) &&
            (i > 0 || !po_has_same_directives(texts[ORIGINAL], form))) {
            return refuse(reader, "the translation has other directives (%...) than the original, "
                                  "or another order of them: give it the same");
        }
        po->count += entry->key == NULL;
        entry->key = key;
        entry->forms[i] = form;
    }
    return true;
}

/* Keeps the entry that was read, unless it is fuzzy, or the header. */
static bool end_entry(Reader *reader)
{
    const char *original = reader->texts[ORIGINAL];
    int line = reader->line;
    reader->line = reader->line_of_text; /* for messages */
    if (reader->field != NO_FIELD && reader->field < FORM) {
        return refuse(reader, "an entry without a msgstr ends here");
    }
    bool is_kept = original != NULL && original[0] != '\0' && !reader->is_fuzzy;
    if (is_kept && !keep_entry(reader)) {
        return false;
    }
    memset(reader->texts, 0, sizeof reader->texts);
    reader->line = line;
    reader->field = NO_FIELD;
    reader->is_fuzzy = false;
    return true;
}

/* ---- lines ---- */

/* Appends a line's quoted text to the text that is being read. */
static bool read_quoted(Reader *reader, const char *line)
{
    static const char escapes[] = "n\nt\t\"\"\\\\";
    line += strspn(line, " \t");
    if (*line++ != '"') {
        return refuse(reader, "a text in quotes is missing");
    }
    reader->end -= reader->end > reader->start; /* overwrites the 0 after earlier lines */
    for (; *line != '"'; line++) {
        char letter = *line;
        if (letter == '\\') {
            const char *known = strchr(escapes, *++line);
            if (*line == '\0' || known == NULL || (known - escapes) % 2 != 0) {
                return refuse(reader, "only \\n, \\t, \\\" and \\\\ are known after a backslash");
            }
            letter = known[1];
        } else if (letter == '\0') {
            return refuse(reader, "the closing quote is missing");
        }
        *reader->end++ = letter;
    }
    if (reader->end - reader->start > TEXT_BYTES_MAX) {
        return refuse(reader, "this text is too long");
    }
    *reader->end++ = '\0';
    return line[1 + strspn(line + 1, " \t\r")] == '\0' ||
           refuse(reader, "there is more after the closing quote");
}

static bool begin_text(Reader *reader, int field)
{
    if (field <= ORIGINAL && field <= reader->field && !end_entry(reader)) {
        return false;
    }
    if (field <= reader->field || (field > ORIGINAL && reader->field < ORIGINAL)) {
        return refuse(reader, "the order is msgctxt, msgid, msgid_plural, msgstr[0] to msgstr[3]");
    }
    if (reader->field == CONTEXT) {
        reader->end[-1] = CONTEXT_END; /* the key goes on with the original */
    }
    reader->texts[field] = reader->start = reader->end;
    reader->field = field;
    reader->line_of_text = reader->line;
    return true;
}

/* The field that a line begins; NO_FIELD: none. */
static int find_field(const char *line, size_t length)
{
    int field = FIELD_COUNT;
    while (field > NO_FIELD &&
           (strlen(WORDS[field]) != length || strncmp(line, WORDS[field], length) != 0)) {
        field--;
    }
    return field == FIELD_COUNT ? FORM : field;
}

static bool read_line(Reader *reader, const char *line)
{
    line += strspn(line, " \t\r");
    if (*line == '#') {
        bool ok = reader->field < FORM || end_entry(reader);
        reader->is_fuzzy |= line[1] == ',' && strstr(line, "fuzzy") != NULL;
        return ok;
    }
    size_t length = strcspn(line, " \t\"");
    bool is_further = *line == '"' && reader->field != NO_FIELD;
    int field = find_field(line, length);
    if (*line == '\0') {
        return true;
    }
    if (field == NO_FIELD && !is_further) {
        return refuse(reader, "a line begins with #, msgctxt, msgid, msgid_plural, "
                              "msgstr, msgstr[0] to msgstr[3] or a quote");
    }
    return (is_further || begin_text(reader, field)) && read_quoted(reader, line + length);
}

static bool is_utf8(const char *at, const char *end)
{
    const char *before = at; /* a wrong byte gives the replacement, which itself has three bytes */
    while (at < end && *at != '\0' &&
           (utf8_next(&at, end) != UTF8_REPLACEMENT || at - before > 1)) {
        before = at;
    }
    return before == end;
}

static bool read_lines(Reader *reader, char *bytes, size_t size)
{
    char *end = bytes + size;
    while (bytes < end) {
        char *line = bytes, *next = memchr(bytes, '\n', (size_t)(end - bytes));
        next = next == NULL ? end : next;
        bytes = next + 1;
        *next = '\0';
        reader->line++;
        if (!is_utf8(line, next)) {
            return refuse(reader, "this line is not UTF-8: save the file as UTF-8");
        }
        if (!read_line(reader, line)) {
            return false;
        }
    }
    return end_entry(reader);
}

bool po_read(Po *po, const char *name, char *bytes, size_t size, CwError *error)
{
    *po = (Po){.bytes = bytes, .slots = calloc(PO_SLOTS, sizeof(PoEntry))};
    Reader reader = {.po = po, .name = name, .error = error, .end = bytes};
    bool ok = po->slots == NULL ? cw_error_set(error, "%s: out of memory", name)
                                : read_lines(&reader, bytes, size);
    if (!ok) {
        po_free(po);
    }
    return ok;
}

void po_free(Po *po)
{
    free(po->slots);
    free(po->bytes);
    *po = (Po){0};
}
