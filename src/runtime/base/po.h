/* Reads translations from a PO file of GNU gettext, which Poedit and Weblate write too.
 * host/language.h reads the files of the chosen language.
 *
 * Files may come from strangers, so sizes are limited. A file with a syntax error, or whose printf
 * directives differ from the original's, is refused. Fuzzy, obsolete and empty entries are left
 * out, so the original is shown. */
#pragma once

#include "clockwork/base.h"

#include <stdint.h>

enum { PO_BYTES_MAX = 1 << 20, PO_FORMS_MAX = 4, PO_SLOTS = 1 << 14 };

typedef struct PoEntry {
    const char *key; /* the original, behind its context and a byte of 4 if it has a context */
    const char *forms[PO_FORMS_MAX]; /* the translation, or its plural forms; NULL: none */
} PoEntry;

/* Zero: no translations. Texts stay valid until po_free. */
typedef struct Po {
    char *bytes;
    PoEntry *slots; /* hash table of PO_SLOTS entries; NULL: no translations */
    int count;
} Po;

/* Reads a file's bytes, which must be from malloc: the call changes and owns them, even on failure.
 * False with an error "NAME:LINE: cause", and no translations. */
bool po_read(Po *po, const char *name, char *bytes, size_t size, CwError *error);

void po_free(Po *po);

/* Compares the directives of printf, each up to its letter. */
bool po_has_same_directives(const char *original, const char *translation);

/* The translations of a text; `context` may be NULL. NULL: there are none. */
const PoEntry *po_find(const Po *po, const char *context, const char *text);
