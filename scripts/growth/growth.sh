#!/bin/sh
# scripts/growth/growth.sh INSTALLED [PLOT.svg]: measures how costs grow with size. A row has the kind, the size, the processor time of the
# start in ms, and that of a tick with its picture (not painted) in us; of recordings and folders, that of the whole command in ms.
# INSTALLED is the folder of an installed Clockwork.
set -eu
case ${2:-} in '' | /*) plot=${2:-} ;; *) plot=$PWD/$2 ;; esac
installed=$1 here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PKG_CONFIG_PATH="$installed/lib/pkgconfig" XDG_DATA_HOME="$work/player" XDG_CONFIG_HOME="$work/player"
# shellcheck disable=SC2046
${CC:-gcc} -std=gnu17 -O2 $(pkg-config --cflags clockwork-workshop) -o "$work/growth" "$here/growth.c" $(pkg-config --libs clockwork-workshop)
cd "$work"

row() { # KIND SIZE START-MS COST UNIT
    echo "$@" | awk '{ printf "%-12s %8d %10.1f %12.2f %s\n", $1, $2, $3, $4, $5 }' | tee -a rows
}
scene() { # KIND SIZE TICKS [LEVEL]
    ticks=$3
    set -- "$1" "$2" $(GROWTH=$1 GROWTH_COUNT=$2 GROWTH_TICKS=$3 ./growth play ${4:-} --headless --ticks $((ticks + 70)) \
        --set simulation.arena_size=4096 | sed -n 's/^growth //p')
    row "$@" us/tick
}
command() { # KIND SIZE COMMAND...: its processor time
    kind=$1 size=$2
    shift 2
    times >times
    "$@" >/dev/null
    times >>times
    row "$kind" "$size" 0 "$(awk -F '[ms ]+' 'NR % 2 == 0 { s[NR] = $1 * 60 + $2 + $3 * 60 + $4 } END { printf "%.0f", (s[4] - s[2]) * 1e3 }' times)" ms
}
map() { # SIZE: a square map of tiles; a third of them are solid
    awk -v n="$1" 'BEGIN {
        for (side = 1; side * side < n; side++);
        printf "{\"type\":\"map\",\"version\":\"1.10\",\"orientation\":\"orthogonal\",\"renderorder\":\"right-down\",\"infinite\":false,\"width\":%d,\"height\":%d,", side, side
        printf "\"tilewidth\":32,\"tileheight\":32,\"nextlayerid\":2,\"nextobjectid\":1,\"tilesets\":[{\"firstgid\":1,\"name\":\"t\",\"tilewidth\":32,\"tileheight\":32,"
        printf "\"tilecount\":1,\"columns\":1,\"margin\":0,\"spacing\":0,\"image\":\"t.png\",\"imagewidth\":32,\"imageheight\":32,\"tiles\":[{\"id\":0,\"objectgroup\":"
        printf "{\"type\":\"objectgroup\",\"draworder\":\"index\",\"name\":\"\",\"opacity\":1,\"visible\":true,\"x\":0,\"y\":0,\"objects\":[{\"id\":1,\"name\":\"\",\"type\":\"\","
        printf "\"rotation\":0,\"visible\":true,\"x\":0,\"y\":0,\"width\":32,\"height\":32}]}}]}],"
        printf "\"layers\":[{\"type\":\"tilelayer\",\"id\":1,\"name\":\"l\",\"opacity\":1,\"visible\":true,\"x\":0,\"y\":0,\"width\":%d,\"height\":%d,\"data\":[", side, side
        for (i = 0; i < side * side; i++) { seed = (seed * 16807 + 11) % 2147483647; printf "%s%d", i ? "," : "", seed % 3 == 0 }
        print "]}]}"
    }'
}

for kind in awake asleep static joints entities events particles draws; do
    for size in 10 100 1000 10000 100000; do
        scene $kind $size $((size < 100000 ? 60 : 10))
    done
done
base64 -d >t.png <<END
iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAQAAAABbAUdZAAAAD0lEQVR4nGP4DwQMQ4wAAIhUf4GrOfEUAAAAAElFTkSuQmCC
END
for size in 1000 10000 100000 1000000 4000000; do
    map $size >tiles.tmj
    scene tiles $size 60 tiles.tmj
done
for size in 600 6000 60000 600000; do
    ./growth play --headless --hold go --ticks $size --record "$size.cwr" >/dev/null
    command verify $size ./growth verify --limit 0 "$size.cwr"
    command query $size ./growth query "$size.cwr" --list --ticks $size..$size
done
mkdir -p many/assets/levels
for size in 10 100 1000 10000; do
    map 100 >many/one.tmj
    (cd many/assets/levels && for i in $(seq $size); do ln -f ../../one.tmj "level$i.tmj"; done)
    cd many
    command levels $size ../growth levels
    command play $size ../growth play level1 --headless --ticks 1
    cat rows >>../rows
    rm rows
    cd ..
done
mkdir -p player/growth/runs
for size in 10 100 1000 10000; do
    for i in $(seq "$size"); do ln -f 600.cwr "player/growth/runs/run$i.cwr"; done
    command times $size ./growth times
done
[ -n "$plot" ] || exit 0
cat >plot <<'END'
set terminal svg size 900,420 font 'sans-serif,13' background '#ffffff'
set logscale xy
set grid lc rgb '#d8d8d8'
set border 3 lc rgb '#555555'
set tics nomirror textcolor rgb '#555555'
set key outside right textcolor rgb '#333333'
set xlabel 'size' textcolor rgb '#333333'
set ylabel 'microseconds' textcolor rgb '#333333'
kinds = 'awake asleep static joints entities events particles draws'
plot for [kind in kinds] '< grep "^'.kind.' " rows' using 2:4 with linespoints lw 2 title kind, \
     '< grep "^tiles " rows' using 2:($3 * 1000) with linespoints lw 2 dt 2 title 'tiles (start)', \
     x / 20 with lines lc rgb '#999999' dt 3 title 'in proportion'
END
gnuplot plot >"$plot"
