#!/bin/sh
# dist.sh FOLDER TITLE PROGRAM ICON FILE...: makes the page of a game: PROGRAM.js with its .wasm, and FILEs, its assets and settings, with the
# paths that they get. $KIT, else the folder of this script, has the fonts and licences that go with every game. The Makefile calls
# it for Windup, the template for a maker's game.
set -eu
folder=$1 title=$2 program=${3%.js} icon=$4
shift 4
here=$(dirname "$0") kit=${KIT:-$(dirname "$0")}
rm -rf "$folder"
mkdir -p "$folder"
cp "$program.js" "$folder/program.js"
cp "$here/page.js" "$here/address.js" "$kit/licences.txt" "$folder"
cp "$icon" "$folder/icon.svg"
gzip -9 -n <"$program.wasm" >"$folder/program.bin"
mkdir "$folder/data"
cp -r --parents "$@" "$folder/data"
[ ! -e "$folder/data/config.ini" ] || sed -i "/^; The rest is for the game's makers:/,\$d" "$folder/data/config.ini"
tar --format=ustar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 --exclude='*.md' -c -C "$folder/data" $(ls "$folder/data") -C "$(realpath "$kit")" fonts |
    gzip -9 -n >"$folder/data.bin"
rm -r "$folder/data"
bytes=$(cat "$folder"/*.bin | wc -c)
sed "s/@TITLE@/$title/; s/@BYTES@/$bytes/" "$here/index.html" >"$folder/index.html"
