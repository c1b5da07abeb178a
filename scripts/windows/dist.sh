#!/bin/sh
# dist.sh ZIP TITLE ID PROGRAM FILE...: packs a game for Windows as an archive whose one folder can lie anywhere and plays. FILEs are its
# assets and settings, with the paths that they get. $KIT, else the folder of this script, has what goes with every program: DLLs,
# fonts and licences. The Makefile calls it for Windup, the template for a maker's game.
set -eu
zip=$1 title=$2 id=$3 program=$4
shift 4
kit=${KIT:-$(dirname "$0")}
folder=${zip%.zip} exe=$(basename "$program")
rm -rf "$folder" "$zip"
mkdir -p "$folder/fonts"
x86_64-w64-mingw32-strip -o "$folder/$exe" "$program"
cp "$kit"/*.dll "$kit/licences.txt" "$folder"
cp "$kit"/fonts/* "$folder/fonts"
cp -r --parents "$@" "$folder"
[ ! -e "$folder/config.ini" ] || sed -i "/^; The rest is for the game's makers:/,\$d" "$folder/config.ini"
{
    echo "$title, for Windows 10 and later, 64 bits."
    echo
    echo "Unpack the whole folder, anywhere, and start $exe. Windows may say that it does not know the program,"
    echo "because it is not signed: choose More info, then Run anyway."
    echo
    if [ "$exe" = windup.exe ]; then
        x86_64-w64-mingw32-objcopy --subsystem console "$folder/$exe" "$folder/windup.com"
        echo "In a console, windup --help lists what else it can do, as to check recordings."
        echo
    fi
    echo "Settings, times and recordings are in %APPDATA%\\Clockwork\\$id. Delete that folder and this one to remove the game."
    echo "When it fails, %APPDATA%\\Clockwork\\log.txt says why."
    echo
    echo "licences.txt has the versions and licences of all that is in it. fribidi.dll and sndfile.dll (LGPL) may be"
    echo "replaced by other builds of them; the sources of all libraries are Debian's source packages of these versions."
} | sed 's/$/\r/' >"$folder/README.txt"
find "$folder" -exec touch -hd "@${SOURCE_DATE_EPOCH:-$(date +%s)}" {} +
(cd "$(dirname "$folder")" && find "$(basename "$folder")" -type f | sort | zip -q -9 -X -@ "$(basename "$zip")")
du -k --apparent-size "$zip" | sed 's/\t/ KiB: /'
