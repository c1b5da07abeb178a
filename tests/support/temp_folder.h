/* The folder of a test's files: made when it is first asked for, gone with all in it after the
 * test. */
#pragma once

#include <stddef.h>

enum { TEMP_NAMES_MAX = 64 };

/* With a blank and an umlaut in its path; after temp_make or any other of these. */
extern char temp_folder[48];

void temp_make(void);

/* The name of a folder that all tests of this program share. */
extern char temp_shared[40];

/* test.c calls them, the second one before the first test, too: a program that was killed may have
 * left a folder of this name. */
void temp_remove(void);
void temp_remove_shared(void);

/* FOLDER/NAME; valid until four more were asked for. */
const char *temp_path(const char *name);

void temp_mkdir(const char *name);
void temp_write(const char *name, const char *text);
void temp_write_bytes(const char *name, const void *bytes, size_t size);

/* How many files there are, but for hidden ones; their names in order. */
int temp_list(void);
extern char temp_names[TEMP_NAMES_MAX][256];

/* The text of the file, which must be there; cut at 64 KiB, valid until the next. */
const char *temp_read(const char *name);

/* The beginning of any file, which must be there; returns how many bytes it took. */
size_t read_bytes(const char *path, void *bytes, size_t size);

/* The largest file that this test can write: a full disk. */
void temp_limit(size_t bytes);

/* From now on stderr goes to a file of the folder. temp_said ends that and returns the text. */
void temp_listen(void);
const char *temp_said(void);
