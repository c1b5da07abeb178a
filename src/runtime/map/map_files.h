/* The files of a map: the map, and the tilesets and templates that it names, wherever they are.
 *
 * Each is read once. Together they are a text: the map's file, or each of several after a line with
 * its length and its name seen from the map's folder; white space at a file's end is one end of
 * line. A level's hash is of that text. In the text that a recording carries, the other files are
 * written anew from what was understood of them, because a map may name a private file. Knows
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
    bool used;   /* something was made of the file, so the map's text includes it */
    bool broken; /* the file could not be read, or was no tree */
} MapFile;

enum { MAP_FILES_MAX = 256 };

/* Zero-initialise. */
typedef struct MapFiles {
    MapFile files[MAP_FILES_MAX];
    int count;
    size_t total_bytes;
    bool sealed;   /* made of a text: there are no others */
    bool is_apart; /* from a recording: no file is at the map's path, so no name leads up from it */
    char *together; /* text of several files, or the sealed text */
    size_t together_bytes;
} MapFiles;

/* Takes a map's text apart, or takes it as the map's only file. */
bool map_files_open(MapFiles *files, const char *path, MapText text, CwError *error);

/* "../a.tsx" as seen from "tiles/b.tx" is "a.tsx"; false: too long. `from` "" is the map. */
bool map_files_name(const char *from, const char *name, char *joined, size_t size);

/* The file of a joined name, read now if need be; its index, -1 with an error. */
int map_files_find(MapFiles *files, const char *name, CwError *error);

/* Makes the path of a joined name, relative to the folder in which the program runs. False, and
 * "", for an absolute name and when it is too long. */
bool map_files_path(const MapFiles *files, const char *name, char path[PATH_BYTES_MAX],
                    CwError *error);

/* The text of all files, after the last one; NULL bytes: out of memory. */
MapText map_files_text(MapFiles *files);

/* Has the text made again, with what was written anew. */
void map_files_forget_text(MapFiles *files);

void map_files_free(MapFiles *files);

/* Says that all files are too large together; false. */
bool map_files_refuse(const char *path, CwError *error);

/* A whole file; NULL with an error. The caller frees it. */
char *map_files_read(const char *path, size_t *size, CwError *error);
