#include "base/po.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES_MAX = PO_SLOTS / 2, TEXT_BYTES_MAX = 4096, CONTEXT_BYTES_MAX = 64, CONTEXT_END = 4 };

typedef enum Field { NO_FIELD, CONTEXT, ORIGINAL, PLURAL, TRANSLATION } Field;

/* The entry that is being read. Its texts are unescaped in place, so `end`, where the next byte
 * goes, is never after the byte that is read. */
typedef struct Reader {
    Po *po;
    const char *name;
    int line, line_of_text;
    char *start, *end; /* the text that is being read */
    Field field;
    const char *original, *plural;
    PoEntry entry;
    bool is_fuzzy;
} Reader;

static bool refuse(const Reader *reader, const char *cause, CwError *error)
{
    return cw_error_set(error, "%s:%d: %s", reader->name, reader->line, cause);
}

/* ---- the hash table ---- */

static uint32_t add_to_hash(uint32_t hash, const char *text)
{
    for (; *text != '\0'; text++) { /* FNV-1a */
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    }
    return hash;
}

/* Whether the key is this text in this context. */
static bool is_key(const char *key, const char *context, const char *text)
{
    size_t length = strlen(context);
    return strncmp(key, context, length) == 0 && strcmp(key + length, text) == 0;
}

/* The slot of the key CONTEXT TEXT, or the empty one for it. */
static uint16_t *find_slot(const Po *po, const char *context, const char *text)
{
    uint32_t hash = add_to_hash(add_to_hash(2166136261u, context), text) % PO_SLOTS;
    while (po->slots[hash] != 0 && !is_key(po->entries[po->slots[hash] - 1].key, context, text)) {
        hash = (hash + 1) % PO_SLOTS;
    }
    return &po->slots[hash];
}

const PoEntry *po_find(const Po *po, const char *context, const char *text)
{
    char begin[CONTEXT_BYTES_MAX] = "";
    if (po->slots == NULL) {
        return NULL;
    }
    if (context != NULL) {
        snprintf(begin, sizeof begin, "%s%c", context, CONTEXT_END);
    }
    uint16_t slot = *find_slot(po, begin, text);
    return slot == 0 ? NULL : &po->entries[slot - 1];
}

/* ---- checks ---- */

/* Finds the next directive of printf, as far as its letter. Returns its length; 0: none. */
static size_t find_directive(const char **text)
{
    const char *at = strchr(*text, '%');
    if (at == NULL) {
        return 0;
    }
    size_t length = 1 + strspn(at + 1, " #+-0'123456789$.*hljztLqI");
    *text = at;
    return length + (at[length] != '\0');
}

static bool has_same_directives(const char *original, const char *translation)
{
    for (;;) {
        size_t theirs = find_directive(&translation), ours = find_directive(&original);
        if (ours == 0 || ours != theirs || memcmp(original, translation, ours) != 0) {
            return ours == theirs && ours == 0;
        }
        original += ours;
        translation += theirs;
    }
}

static bool is_utf8(const char *text)
{
    const char *end = text + strlen(text), *at = text;
    while (at < end) {
        const char *before = at;
        bool is_replaced = utf8_next(&at, end) == UTF8_REPLACEMENT;
        if (is_replaced && at - before == 1) {
            return false;
        }
    }
    return true;
}

/* ---- entries ---- */

/* A singular is compared with the plural where it may leave out the number, as in "one try". */
static bool check_form(const Reader *reader, const char *form, CwError *error)
{
    bool is_same = has_same_directives(reader->original, form) ||
                   (reader->plural != NULL && has_same_directives(reader->plural, form));
    return (is_same || refuse(reader,
                              "the translation has other directives (%...) than the "
                              "original, or another order of them: give it the same",
                              error)) &&
           (is_utf8(form) ||
            refuse(reader, "this text is not UTF-8: save the file as UTF-8", error));
}

static bool keep_entry(Reader *reader, CwError *error)
{
    Po *po = reader->po;
    uint16_t *slot = find_slot(po, "", reader->entry.key);
    if (*slot != 0) {
        return refuse(reader, "this original was translated before: delete one of the two", error);
    }
    if (po->count == ENTRIES_MAX) {
        return refuse(reader, "there are too many texts", error);
    }
    bool has_text = false;
    for (int i = 0; i < PO_FORMS_MAX; i++) {
        const char *form = reader->entry.forms[i];
        reader->entry.forms[i] = form == NULL || form[0] == '\0' ? NULL : form;
        has_text = has_text || reader->entry.forms[i] != NULL;
        if (reader->entry.forms[i] != NULL && !check_form(reader, form, error)) {
            return false;
        }
    }
    if (has_text) {
        po->entries[po->count++] = reader->entry;
        *slot = (uint16_t)po->count;
    }
    return true;
}

/* Keeps the entry that was read, unless it is fuzzy, or the header. */
static bool end_entry(Reader *reader, CwError *error)
{
    bool is_header = reader->original != NULL && reader->original[0] == '\0';
    int line = reader->line;
    bool is_kept = reader->field == TRANSLATION && !is_header && !reader->is_fuzzy;
    reader->line = reader->line_of_text;
    if (reader->field != NO_FIELD && reader->field != TRANSLATION) {
        return refuse(reader, "an entry without a msgstr ends here", error);
    }
    if (is_kept && !keep_entry(reader, error)) {
        return false;
    }
    reader->line = line;
    reader->entry = (PoEntry){0};
    reader->original = reader->plural = NULL;
    reader->field = NO_FIELD;
    reader->is_fuzzy = false;
    return true;
}

/* ---- lines ---- */

/* Adds the quoted text of a line to the text that is being read. */
static bool read_quoted(Reader *reader, const char *line, CwError *error)
{
    static const char escapes[] = "n\nt\t\"\"\\\\";
    line += strspn(line, " \t");
    if (*line++ != '"') {
        return refuse(reader, "a text in quotes is missing", error);
    }
    reader->end -= reader->end > reader->start; /* a further line of the text */
    for (; *line != '"'; line++) {
        if (*line == '\0') {
            return refuse(reader, "the closing quote is missing", error);
        }
        char letter = *line;
        if (letter == '\\') {
            const char *known = strchr(escapes, *++line);
            if (*line == '\0' || known == NULL || (known - escapes) % 2 != 0) {
                return refuse(reader, "only \\n, \\t, \\\" and \\\\ are known after a backslash",
                              error);
            }
            letter = known[1];
        }
        *reader->end++ = letter;
    }
    if (reader->end - reader->start > TEXT_BYTES_MAX) {
        return refuse(reader, "this text is too long", error);
    }
    *reader->end++ = '\0';
    return line[1 + strspn(line + 1, " \t\r")] == '\0' ||
           refuse(reader, "there is more after the closing quote", error);
}

static void begin_text(Reader *reader, Field field, int form)
{
    if (reader->field == CONTEXT) {
        reader->end[-1] = CONTEXT_END; /* the key goes on with the original */
    }
    reader->start = reader->end;
    reader->field = field;
    reader->line_of_text = reader->line;
    if (field == TRANSLATION) {
        reader->entry.forms[form] = reader->start;
    } else if (field == PLURAL) {
        reader->plural = reader->start;
    } else {
        reader->entry.key = reader->entry.key == NULL ? reader->start : reader->entry.key;
        reader->original = reader->start;
    }
}

static bool read_field(Reader *reader, Field field, const char *line, CwError *error)
{
    int form = 0, length = 0;
    if (reader->field == TRANSLATION && field < PLURAL && !end_entry(reader, error)) {
        return false;
    }
    if (field == TRANSLATION) {
        sscanf(line, "[%1d]%n", &form, &length); /* no number: 0 */
        line += length;
    }
    bool is_in_order =
        field == TRANSLATION
            ? reader->field >= ORIGINAL && form < PO_FORMS_MAX && reader->entry.forms[form] == NULL
            : field == reader->field + 1 || (field == ORIGINAL && reader->field == NO_FIELD);
    if (!is_in_order) {
        return refuse(reader, "the order is msgctxt, msgid, msgid_plural, msgstr[0] to msgstr[3]",
                      error);
    }
    begin_text(reader, field, form);
    return read_quoted(reader, line, error);
}

static bool read_comment(Reader *reader, const char *line, CwError *error)
{
    if (reader->field == TRANSLATION && !end_entry(reader, error)) {
        return false;
    }
    reader->is_fuzzy = reader->is_fuzzy || (line[1] == ',' && strstr(line, "fuzzy") != NULL);
    return true;
}

static bool read_line(Reader *reader, const char *line, CwError *error)
{
    static const struct {
        const char *word;
        Field field;
    } words[] = {{"msgctxt", CONTEXT},
                 {"msgid_plural", PLURAL},
                 {"msgid", ORIGINAL},
                 {"msgstr", TRANSLATION}};
    line += strspn(line, " \t\r");
    if (*line == '#' || *line == '\0') {
        return *line == '\0' || read_comment(reader, line, error);
    }
    if (*line == '"' && reader->field != NO_FIELD) {
        return read_quoted(reader, line, error);
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(words); i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(line, words[i].word, length) == 0) {
            return read_field(reader, words[i].field, line + length, error);
        }
    }
    return refuse(reader, "a line begins with #, msgctxt, msgid, msgid_plural, msgstr or a quote",
                  error);
}

static bool read_lines(Reader *reader, char *bytes, size_t size, CwError *error)
{
    char *end = bytes + size;
    while (bytes < end) {
        char *line = bytes, *next = memchr(bytes, '\n', (size_t)(end - bytes));
        next = next == NULL ? end : next;
        bytes = next + 1;
        *next = '\0';
        reader->line++;
        if (memchr(line, '\0', (size_t)(next - line)) != NULL) {
            return refuse(reader, "this line holds a byte 0", error);
        }
        if (!read_line(reader, line, error)) {
            return false;
        }
    }
    return end_entry(reader, error);
}

bool po_read(Po *po, const char *name, char *bytes, size_t size, CwError *error)
{
    *po = (Po){.bytes = bytes,
               .entries = malloc(ENTRIES_MAX * sizeof(PoEntry)),
               .slots = calloc(PO_SLOTS, sizeof(uint16_t))};
    Reader reader = {.po = po, .name = name, .end = bytes};
    bool ok = po->slots == NULL || po->entries == NULL
                  ? cw_error_set(error, "%s: out of memory", name)
                  : read_lines(&reader, bytes, size, error);
    if (!ok) {
        po_free(po);
    }
    return ok;
}

void po_free(Po *po)
{
    free(po->slots);
    free(po->entries);
    free(po->bytes);
    *po = (Po){0};
}
