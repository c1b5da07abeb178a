# Draws assets/readme/pacing.svg from what pacing_plot.sh makes; see there.
set terminal svg size 800,270 font 'sans-serif,13' background '#ffffff'
set grid ytics lc rgb '#d8d8d8'
set border 3 lc rgb '#555555'
set tics nomirror textcolor rgb '#555555'
set xlabel 'displayed, s' textcolor rgb '#333333'
set title 'shown less displayed, ms' textcolor rgb '#333333'
set yrange [-2:2.6]
set key top right horizontal textcolor rgb '#333333'
plot raw with lines lw 2 lc rgb '#d9822b' title 'pacing = raw', \
     grid with lines lw 3 lc rgb '#1f6fb2' title 'pacing = grid'
