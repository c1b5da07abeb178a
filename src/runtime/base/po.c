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
    CwError *error;
    int line, line_of_text;
    char *start, *end; /* the text that is being read */
    Field field;
    const char *original, *plural;
    PoEntry entry;
    bool is_fuzzy;
} Reader;

static bool refuse(const Reader *reader, const char *cause)
{
    return cw_error_set(reader->error, "%s:%d: %s", reader->name, reader->line, cause);
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
    while (original != NULL) {
        size_t theirs = find_directive(&translation), ours = find_directive(&original);
        if (ours == 0 || ours != theirs || memcmp(original, translation, ours) != 0) {
            return ours == theirs && ours == 0;
        }
        original += ours;
        translation += theirs;
    }
    return false;
}

static bool is_utf8(const char *at, const char *end)
{
    bool is_valid = true;
    while (at < end && is_valid && *at != '\0') {
        const char *before = at; /* the replacement itself has three bytes */
        is_valid = utf8_next(&at, end) != UTF8_REPLACEMENT || at - before > 1;
    }
    return is_valid && at == end;
}

/* ---- entries ---- */

static bool keep_entry(Reader *reader)
{
    Po *po = reader->po;
    PoEntry *entry = &reader->entry;
    uint16_t *slot = find_slot(po, "", entry->key);
    bool has_text = false;
    for (int i = 0; i < PO_FORMS_MAX; i++) {
        const char *form = entry->forms[i];
        if (form != NULL && form[0] == '\0') {
            entry->forms[i] = NULL;
        } else if (form != NULL && !has_same_directives(reader->original, form) &&
                   !has_same_directives(reader->plural, form)) {
            return refuse(reader, "the translation has other directives (%...) than the original, "
                                  "or another order of them: give it the same");
        }
        has_text = has_text || entry->forms[i] != NULL;
    }
    if (*slot != 0 || po->count == ENTRIES_MAX) {
        return refuse(reader, *slot == 0 ? "there are too many texts"
                                         : "this original was translated before: delete one of "
                                           "the two");
    }
    if (has_text) {
        po->entries[po->count++] = *entry;
        *slot = (uint16_t)po->count;
    }
    return true;
}

/* Keeps the entry that was read, unless it is fuzzy, or the header. */
static bool end_entry(Reader *reader)
{
    int line = reader->line;
    reader->line = reader->line_of_text;
    if (reader->field != NO_FIELD && reader->field != TRANSLATION) {
        return refuse(reader, "an entry without a msgstr ends here");
    }
    bool is_kept = reader->field == TRANSLATION && reader->original[0] != '\0' && !reader->is_fuzzy;
    if (is_kept && !keep_entry(reader)) {
        return false;
    }
    reader->line = line;
    reader->entry = (PoEntry){0};
    reader->plural = NULL;
    reader->field = NO_FIELD;
    reader->is_fuzzy = false;
    return true;
}

/* ---- lines ---- */

/* Adds the quoted text of a line to the text that is being read. */
static bool read_quoted(Reader *reader, const char *line)
{
    static const char escapes[] = "n\nt\t\"\"\\\\";
    line += strspn(line, " \t");
    if (*line++ != '"') {
        return refuse(reader, "a text in quotes is missing");
    }
    reader->end -= reader->end > reader->start; /* a further line of the text */
    for (; *line != '"'; line++) {
        if (*line == '\0') {
            return refuse(reader, "the closing quote is missing");
        }
        char letter = *line;
        if (letter == '\\') {
            const char *known = strchr(escapes, *++line);
            if (*line == '\0' || known == NULL || (known - escapes) % 2 != 0) {
                return refuse(reader, "only \\n, \\t, \\\" and \\\\ are known after a backslash");
            }
            letter = known[1];
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

static bool read_field(Reader *reader, Field field, const char *line)
{
    int form = 0, length = 0;
    if (reader->field == TRANSLATION && field < PLURAL && !end_entry(reader)) {
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
        return refuse(reader, "the order is msgctxt, msgid, msgid_plural, msgstr[0] to msgstr[3]");
    }
    begin_text(reader, field, form);
    return read_quoted(reader, line);
}

static bool read_line(Reader *reader, const char *line)
{
    static const struct {
        const char *word;
        Field field;
    } words[] = {{"msgctxt", CONTEXT},
                 {"msgid_plural", PLURAL},
                 {"msgid", ORIGINAL},
                 {"msgstr", TRANSLATION}};
    line += strspn(line, " \t\r");
    if (*line == '#') {
        bool ok = reader->field != TRANSLATION || end_entry(reader);
        reader->is_fuzzy |= line[1] == ',' && strstr(line, "fuzzy") != NULL;
        return ok;
    }
    if (*line == '"' && reader->field != NO_FIELD) {
        return read_quoted(reader, line);
    }
    for (size_t i = 0; i < CW_ARRAY_LENGTH(words); i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(line, words[i].word, length) == 0) {
            return read_field(reader, words[i].field, line + length);
        }
    }
    return *line == '\0' ||
           refuse(reader, "a line begins with #, msgctxt, msgid, msgid_plural, msgstr or a quote");
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
    *po = (Po){.bytes = bytes,
               .entries = malloc(ENTRIES_MAX * sizeof(PoEntry)),
               .slots = calloc(PO_SLOTS, sizeof(uint16_t))};
    Reader reader = {.po = po, .name = name, .error = error, .end = bytes};
    bool ok = po->slots == NULL || po->entries == NULL
                  ? cw_error_set(error, "%s: out of memory", name)
                  : read_lines(&reader, bytes, size);
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
