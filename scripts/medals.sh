#!/bin/sh
# scripts/medals.sh CLOCKWORK SECONDS [LEVEL...]: solves each level (all by default) for SECONDS from each of SEEDS (1 2 3 4), starting
# from its recording. What a seed found is kept beside CLOCKWORK, so an interrupted call resumes with the next seed.
# It writes the three medal times into the map by the best time (bronze is for finishing), records the best run (LEVEL.cwr),
# and searches GHOST_SECONDS for a run worth each lesser medal (LEVEL-MEDAL.cwr): these are the game's ghosts.
# Recordings that are still as good are kept. All of them are verified. An unsolved level is not changed; it is an error.
set -u
program=$1 seconds=$2
shift 2
limit="--seconds $seconds" ghost_limit="--seconds ${GHOST_SECONDS:-60}"
[ -z "${TICKS:-}" ] || limit="--ticks $TICKS" ghost_limit="--ticks $TICKS" # the same on any machine
levels=assets/levels replays=assets/replays found=$(dirname "$program")/medals
[ $# -gt 0 ] || set -- $(cat $levels/order.txt)
new=$(mktemp -d) || exit 1
trap 'rm -rf "$new"' EXIT
trap 'exit 130' INT TERM

fail() {
    echo "medals.sh: $*" >&2
    exit 1
}

# Prints the seconds of a clean recording.
time_of() {
    "$program" verify --times "$1" 2>/dev/null | sed -n "s/^time .* seconds=\([0-9.]*\) clean=yes .*/\1/p"
}

# limit FACTOR: prints a factor of the best time, rounded up to a tenth.
limit() {
    awk -v best="$best" -v factor="$1" 'BEGIN { printf "%.1f", int(10 * best * factor + 0.999) / 10 }'
}

# Whether $new/ghost.cwr is slower than $1 and no slower than $2, to half a tick.
fits() {
    time=$(time_of "$new/ghost.cwr")
    [ -n "$time" ] && awk -v t="$time" -v over="$1" -v to="$2" 'BEGIN { exit !(t > over + 0.009 && t < to + 0.009) }'
}

# solve_seed SEED [OPTION...]: leaves a run in $run, unless an earlier call did.
solve_seed() {
    run=$found/$(cksum <"$levels/$level.tmj" | tr ' ' -)-$level-$1.cwr
    [ -e "$run" ] || {
        "$program" solve "$level" $limit --seed "$@" --record "$new/found.cwr" >"$new/said" &&
            mv "$new/found.cwr" "$run"
    }
}

# Leaves the fastest run in $new/$level.cwr.
solve_best() {
    best= old=$replays/$level.cwr
    mkdir -p "$found"
    for seed in ${SEEDS:-1 2 3 4}; do
        { [ -e "$old" ] && solve_seed "$seed" --from "$old"; } || solve_seed "$seed" || continue
        time=$(time_of "$run")
        if [ -n "$time" ] && awk -v t="$time" -v best="${best:-9999}" 'BEGIN { exit !(t < best) }'; then
            best=$time
            cp "$run" "$new/$level.cwr"
        fi
    done
    [ -n "$best" ] || echo "medals.sh: $level: no run was found: its medals stay" >&2
}

# find_ghost MEDAL OVER LIMIT: keeps the existing recording, or makes a slower run faster until it fits.
find_ghost() {
    rm -f "$new/ghost.cwr"
    old=$replays/$level-$1.cwr
    [ ! -e "$old" ] || "$program" replay "$old" --record "$new/ghost.cwr" >"$new/said" 2>&1
    if ! fits "$2" "$3"; then
        rm -f "$new/ghost.cwr"
        "$program" solve "$level" $ghost_limit --target "$3" --from "$slower" \
            --record "$new/ghost.cwr" >"$new/said" 2>&1
    fi
    if fits "$2" "$3"; then
        slower=$new/$level-$1.cwr
        mv "$new/ghost.cwr" "$slower"
        ghosts="$1 $time s $ghosts"
    fi
}

# set_number NAME SECONDS: changes a property of the map, wherever its lines break.
set_number() {
    [ -n "$2" ] || fail "$level: there is no number for $1"
    sed -z -E "s/(\"name\" *: *\"$1\"[^}]*\"value\" *: *)[-+.0-9eE]+/\\1$2/" "$new/map" >"$new/changed"
    grep -q "\"$1\"" "$new/map" || fail "$level: its map has no property $1: add it in Tiled"
    mv "$new/changed" "$new/map"
}

write_map() {
    cp "$levels/$level.tmj" "$new/map"
    set_number clockmaker_s "$clockmaker"
    set_number gold_s "$gold"
    set_number silver_s "$silver"
    cat "$new/map" >"$levels/$level.tmj"
}

# Ends the runs of this level 1.5 s after their finish.
cut_runs() {
    for run in "$new/$level"*.cwr; do
        end=$("$program" verify --times "$run" 2>/dev/null | sed -n 's/^time .* ticks=\([0-9]*\) .*/\1/p')
        "$program" replay "$run" --headless --ticks $((end + 90)) --record "$new/cut" >"$new/said" 2>&1 && mv "$new/cut" "$run"
    done
}

# A recording contains its map, so it is recorded again on the changed one.
write_replay() {
    file=$replays/$1.cwr
    rm -f "$file"
    if [ -e "$new/$1.cwr" ]; then
        "$program" replay "$new/$1.cwr" --record "$file" >"$new/said" 2>&1
        "$program" verify --times "$file" | grep -q " clean=yes medal=$2 " || fail "$file: it is not worth $2"
    fi
}

missed=
for level; do
    [ -e "$levels/$level.tmj" ] || fail "there is no $levels/$level.tmj"
    ghosts=
    solve_best
    [ -n "$best" ] || { missed="$missed $level"; continue; }
    clockmaker=$(limit 1.003) gold=$(limit 1.15) silver=$(limit 2.2) slower=$new/$level.cwr
    find_ghost bronze "$silver" "$(limit 2.7)"
    find_ghost silver "$gold" "$silver"
    find_ghost gold "$clockmaker" "$gold"
    cut_runs
    write_map
    write_replay "$level" clockmaker
    write_replay "$level-gold" gold
    write_replay "$level-silver" silver
    write_replay "$level-bronze" bronze
    rm -f "$new"/*.cwr
    echo "$level: best $best s; clockmaker $clockmaker, gold $gold, silver $silver s; ghosts: ${ghosts:-none}"
done
[ -z "$missed" ] || fail "not solved:$missed"
