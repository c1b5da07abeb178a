/* The files of a map: the map itself, and the tilesets and templates that it names, in any folder.
 *
 * Each file is read once. Together they form a text: the map's file, or several files, each after a
 * line with its length and its name relative to the map's folder; white space at a file's end
 * counts as one line end. A level's hash covers that text. In a recording's text the other files
 * are rewritten with only their understood content, because a map may name a private file. Knows
 * neither JSON nor XML. */
#pragma once

#include "base/text.h"
#include "map/map_text.h"
#include "platform/path.h"

typedef struct MapFile {
    char *name; /* relative to the map's folder; "": the map itself */
    char *path; /* path for messages */
    char *bytes;
    size_t size;
    Text anew;   /* replacement in a recording; empty: the bytes */
    bool used;   /* the map uses the file, so its text includes the file */
    bool broken; /* the file could not be read or parsed */
} MapFile;

enum { MAP_FILES_MAX = 256 };

/* Zero-initialise. */
typedef struct MapFiles {
    MapFile files[MAP_FILES_MAX];
    int count;
    size_t total_bytes;
    bool sealed;    /* made from a text: no other files exist */
    bool is_apart;  /* a recording has no real folder, so no name leads up from it */
    char *together; /* text of several files, or the sealed text */
    size_t together_bytes;
} MapFiles;

/* Splits a map's text into files, or takes it as the map's only file. */
bool map_files_open(MapFiles *files, const char *path, MapText text, CwError *error);

/* "../a.tsx" as seen from "tiles/b.tx" is "a.tsx"; false: too long. `from` "" is the map. */
bool map_files_name(const char *from, const char *name, char *joined, size_t size);

/* Finds the file of a joined name, read now if necessary. Its index; -1 with an error. */
int map_files_find(MapFiles *files, const char *name, CwError *error);

/* Makes the path of a joined name, relative to the folder in which the program runs. False, and
 * "", for an absolute name and when it is too long. */
bool map_files_path(const MapFiles *files, const char *name, char path[PATH_BYTES_MAX],
                    CwError *error);

/* The text of all files, after the last one; NULL bytes: out of memory. */
MapText map_files_text(MapFiles *files);

/* Discards the text, so that it is made again with rewritten files. */
void map_files_forget_text(MapFiles *files);

void map_files_free(MapFiles *files);

/* Refuses files that are too large together. Returns false. */
bool map_files_refuse(const char *path, CwError *error);

/* Reads a whole file; NULL with an error. The caller frees it. */
char *map_files_read(const char *path, size_t *size, CwError *error);
