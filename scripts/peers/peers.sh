#!/bin/sh
# scripts/peers/peers.sh OUT: prints our figures beside those of installed peers: the benchmarks' scenes in Box2D, and the time to the first
# picture of an empty LÖVE game. Neither setup nor tests use it.
set -eu
out=$1
here=$(cd "$(dirname "$0")" && pwd)
missing() { echo "$1: not installed: apt-get install $2"; }

# LÖVE and the first picture need a display. Without one, a virtual display is started.
if [ -z "${DISPLAY:-}" ] && command -v Xvfb >/dev/null; then
    mkfifo "$out/display" 2>/dev/null || :
    Xvfb -displayfd 3 -noreset -screen 0 1280x720x24 3<>"$out/display" 2>/dev/null &
    server=$!
    trap 'kill $server; rm -f "$out/display"' EXIT
    read -r number <"$out/display"
    export DISPLAY=":$number"
fi

"$out/clockwork" bench tick_1000 tick_pyramid picture_soft

if [ -e /usr/include/box2d/box2d.h ]; then
    ${CXX:-g++} -O2 -o "$out/box2d" "$here/box2d.cpp" -lbox2d && "$out/box2d"
else
    missing "Box2D" libbox2d-dev
fi

if ! command -v love >/dev/null; then
    missing "LÖVE" love
elif [ -z "${DISPLAY:-}" ]; then
    echo "LÖVE: not measured: no display; apt-get install xvfb"
else
    for _ in 1 2 3 4 5 6 7 8; do # the first one warms the disk's cache
        begin=$(date +%s%N)
        love "$here/love" >/dev/null 2>&1
        echo $((($(date +%s%N) - begin) / 100000))
    done | sed 1d | sort -n | sed -n 4p | sed 's/\(.*\)\(.\)/LÖVE, first picture, empty game: \1.\2 ms/'
fi
