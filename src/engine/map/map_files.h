/* The files of a map: itself and the tilesets and templates that it names.
 *
 * Each is read once. Together they are the map's text: the file, or each of several after a line
 * with its length and its name seen from the map's folder; white space at a file's end is one end
 * of line. The hash is of that text and a recording carries it: a map made of it is the same and
 * looks at no files. A map may name files of its folder or of the folder `assets` it lies in:
 * others could be taken along to a stranger. Knows neither JSON nor XML. */
#pragma once

#include "map/map_text.h"

typedef struct MapFile {
    char *name; /* from the map's folder; of the map itself "" */
    char *path; /* for messages */
    char *bytes;
    size_t size;
    bool used;   /* something was made of it: the map's text has it */
    bool broken; /* it was no tree */
} MapFile;

enum { MAP_FILES_MAX = 256 };

/* Zero-initialise. */
typedef struct MapFiles {
    MapFile files[MAP_FILES_MAX];
    int count;
    size_t total_bytes;
    char *folder;   /* the map's, without links; NULL: there is none */
    char *assets;   /* the nearest such folder that the map is in; NULL: none */
    bool sealed;    /* made of a text: there are no others */
    char *together; /* of more than one */
    size_t together_bytes;
} MapFiles;

/* Takes a map's text apart, or takes it as the map's only file. */
bool map_files_open(MapFiles *files, const char *path, MapText text, CwError *error);

/* "../a.tsx" as seen from "tiles/b.tx" is "a.tsx"; false: too long. `from` "" is the map. */
bool map_files_name(const char *from, const char *name, char *joined, size_t size);

/* The file of a joined name, read now if need be; its index, -1 with an error. */
int map_files_find(MapFiles *files, const char *name, CwError *error);

/* Whether the map may name it, wherever links lead; one that is missing it may. Else why not. */
bool map_files_check(const MapFiles *files, const char *name, CwError *error);

/* Makes the path of a joined name, relative to the folder in which the program runs. */
bool map_files_path(const MapFiles *files, const char *name, char *path, size_t size);

/* After the last file: the text of them all, NULL bytes without memory. */
MapText map_files_text(MapFiles *files);

/* The map itself in its text; what precedes it there when it is `size` long, and that length. */
MapText map_files_first(MapText text);
size_t map_files_head(MapText text, size_t size, char head[64]);

void map_files_free(MapFiles *files);

/* A whole file; NULL with an error. The caller frees it. */
char *map_files_read(const char *path, size_t *size, CwError *error);
