#!/bin/sh
# pacing.sh CLOCKWORK >pacing.svg: plays a trace of a 60 Hz display and a loop that wakes up unevenly
# (0.5 ms, and 5 % of the frames later by 2 ms on average), with display.pacing raw and grid, and
# plots the second from 8 s on: time shown less time displayed, over the time displayed.
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
for mode in raw grid; do
    sed 1d "$work/$mode" | cut -d, -f7 | paste -d, "$work/displayed" - |
        awk -F, -v mode=$mode 'NR > 480 && NR <= 541 { print mode, ($1 - 1e9) / 1e9, ($2 - $1) / 1e6 }'
done | awk '
    { at[NR] = $2; off[NR] = $3; mode[NR] = $1; sum[$1] += $3; count[$1]++ }
    function x(t) { return 60 + (t - first) * 720 }
    function y(ms) { return 130 - ms * 36 }
    function line(which, colour,    i, points) {
        for (i = 1; i <= NR; i++)
            if (mode[i] == which)
                points = points sprintf("%.1f,%.2f ", x(at[i]), y(off[i] - sum[which] / count[which]))
        printf "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\" points=\"%s\"/>\n", colour, points
    }
    function text(left, top, anchor, colour, words) {
        printf "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", left, top, anchor, colour, words
    }
    END {
        first = at[1]
        print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 270\" font-family=\"sans-serif\" font-size=\"13\">"
        print "<rect width=\"800\" height=\"270\" fill=\"#ffffff\"/>"
        for (ms = -2; ms <= 2; ms++) {
            printf "<path stroke=\"#d8d8d8\" d=\"M60 %dH780\"/>\n", y(ms)
            text(52, y(ms) + 4, "end", "#555555", ms > 0 ? "+" ms : ms)
        }
        for (tenths = 0; tenths <= 10; tenths += 2)
            text(60 + tenths * 72, 232, "middle", "#555555", sprintf("%.1f", first + tenths / 10))
        line("raw", "#d9822b")
        line("grid", "#1f6fb2")
        text(420, 256, "middle", "#333333", "displayed, s")
        text(60, 24, "start", "#333333", "shown less displayed, ms")
        text(640, 24, "end", "#d9822b", "pacing = raw")
        text(780, 24, "end", "#1f6fb2", "pacing = grid")
        print "</svg>"
    }'
