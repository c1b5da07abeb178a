#!/bin/sh
# scripts/pacing_plot.sh CLOCKWORK >assets/readme/pacing.svg: plays a trace of a 60 Hz display and a loop that wakes up unevenly (by 0.5 ms, and in
# 5 % of the frames by 2 ms more on average), with display.pacing raw and grid. It plots one second from 8 s on: the error of
# the shown time over the displayed time.
set -eu
program=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk 'function uniform() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
     BEGIN {
         seed = 1; period = 1e9 / 60
         print "# reported_hz: 60"
         for (n = 0; n < 600; n++) {
             late = 5e5 * sqrt(-2 * log(uniform())) * cos(6.283185307 * uniform())
             if (uniform() < 0.05) late -= 2e6 * log(uniform())
             printf "%.0f,%.0f\n", 1e9 + n * period + late, 1e9 + (n + 1) * period
         }
     }' >"$work/trace"
for mode in raw grid; do
    "$program" play --headless --frames "$work/trace" --frame-log "$work/$mode" --set display.pacing=$mode
done

grep -v '^#' "$work/trace" | cut -d, -f2 >"$work/displayed"
# Each less its mean: a constant lag is no unevenness.
for mode in raw grid; do
    sed 1d "$work/$mode" | cut -d, -f7 | paste -d, "$work/displayed" - |
        awk -F, 'NR > 480 && NR <= 541 { at[++n] = ($1 - 1e9) / 1e9; off[n] = ($2 - $1) / 1e6; sum += off[n] }
                 END { for (i = 1; i <= n; i++) print at[i], off[i] - sum / n }' >"$work/$mode.dat"
done
gnuplot -e "raw='$work/raw.dat'; grid='$work/grid.dat'" "$(dirname "$0")/pacing.gnuplot"
