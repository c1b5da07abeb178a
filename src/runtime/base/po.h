/* Translations from a PO file of GNU gettext, which Poedit and Weblate write too.
 *
 * host/language.h reads the files of the chosen language. Files are a stranger's: sizes are
 * limited, and a file with a wrong byte, or with directives that differ from the original's, is
 * refused. Entries that are fuzzy, obsolete or empty are left out, so the original is shown. */
#pragma once

#include "clockwork/base.h"

#include <stdint.h>

enum { PO_BYTES_MAX = 1 << 20, PO_FORMS_MAX = 4, PO_SLOTS = 1 << 14 };

typedef struct PoEntry {
    const char *key; /* the original, after its context and the byte 4 if it has one; NULL: none */
    const char *forms[PO_FORMS_MAX]; /* the translation, or its plural forms; NULL: none */
} PoEntry;

/* Zero: no translations. Texts stay valid until po_free. */
typedef struct Po {
    char *bytes;
    PoEntry *slots; /* hash table of PO_SLOTS entries; NULL: no translations */
    int count;
} Po;

/* Reads the file's bytes, which it changes and takes over from malloc, also if it fails. False with
 * "NAME:LINE: cause", and no translations. */
bool po_read(Po *po, const char *name, char *bytes, size_t size, CwError *error);

void po_free(Po *po);

/* The translations of a text; `context` may be NULL. NULL: there are none. */
const PoEntry *po_find(const Po *po, const char *context, const char *text);
