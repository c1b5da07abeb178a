#!/bin/sh
# pack.sh FOLDER ZIP: packs the folder of a page, with the same bytes for the same files. The Makefiles of Windup and of the template call it.
set -eu
rm -f "$2"
to=$(realpath "$(dirname "$2")")/$(basename "$2")
find "$1" -exec touch -hd "@${SOURCE_DATE_EPOCH:-0}" {} +
cd "$1"
find . -type f | sort | zip -q -9 -X -@ "$to"
du -k --apparent-size "$to" | sed 's/\t/ KiB: /'
