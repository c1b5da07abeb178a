#!/bin/sh
# plots.sh OUT: draws the plots of the manual again (simulated: the same on any machine).
set -eu
out=$1 here=$(dirname "$0")
"$here/pacing_plot.sh" "$out/clockwork" >"$out/pacing.svg"
mv "$out/pacing.svg" assets/readme/pacing.svg
"$out/clockwork" lab --headless --csv "$out/lab.csv"
gnuplot -e "series='$out/lab.csv'" "$here/lab.gnuplot" >"$out/lab.svg"
mv "$out/lab.svg" assets/readme/lab.svg
