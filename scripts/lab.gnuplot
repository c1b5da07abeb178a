# Draws assets/readme/lab.svg from the series of `clockwork lab --headless --csv FILE`; see `make plots`.
# gnuplot -e "series='FILE'" lab.gnuplot >lab.svg
set terminal svg size 1200,320 font 'sans-serif,13' background '#ffffff'
set datafile separator ','
set multiplot layout 1,3
set grid ytics lc rgb '#d8d8d8'
set border 3 lc rgb '#555555'
set tics nomirror textcolor rgb '#555555'
set xlabel 'time, s' textcolor rgb '#333333'
set xrange [0:10]
set key top left Left reverse samplen 2 textcolor rgb '#333333'

# Column c of a scene under one loop and condition.
at(scene, loop, condition, c) = \
    strcol(1) eq scene && strcol(2) eq loop && strcol(3) eq condition ? column(c) : NaN

set title 'frame times that both loops get, ms' textcolor rgb '#333333'
set yrange [0:190]
plot series every 2 using 4:(at('wall', 'naive', 'stall100', 6)) with lines lw 1.5 lc rgb '#d9822b' title '100 ms stalls', \
     series every 2 using 4:(at('wall', 'naive', 'jitter', 6)) with lines lw 1.5 lc rgb '#c0392b' title 'jitter', \
     series every 2 using 4:(at('wall', 'naive', '60fps', 6)) with lines lw 3 lc rgb '#1f6fb2' title '60 fps'

set xlabel 'simulated, s' textcolor rgb '#333333'
set title 'the buggy, from the same loop at 144 fps, m' textcolor rgb '#333333'
set yrange [-0.5:42]
plot series every 2 using 5:(at('bridge', 'naive', '30fps', 9)) with lines lw 2 lc rgb '#c0392b' title 'naive, 30 fps', \
     series every 2 using 5:(at('bridge', 'naive', 'stall100', 9)) with lines lw 2 lc rgb '#d9822b' title 'naive, 100 ms stalls', \
     series every 2 using 5:(at('bridge', 'naive', '60fps', 9)) with lines lw 2 lc rgb '#e0b040' title 'naive, 60 fps', \
     series every 2 using 5:(at('bridge', 'fixed', 'stall100', 9)) with lines lw 3 lc rgb '#1f6fb2' title 'fixed, whatever the frames'

set title 'energy of the pendulum, % of change' textcolor rgb '#333333'
set yrange [-24:3]
set key bottom left
plot series every 2 using 5:(at('pendulum', 'naive', '30fps', 8)) with lines lw 2 lc rgb '#c0392b' title 'naive, 30 fps', \
     series every 2 using 5:(at('pendulum', 'naive', 'stall100', 8)) with lines lw 2 lc rgb '#d9822b' title 'naive, 100 ms stalls', \
     series every 2 using 5:(at('pendulum', 'naive', '144fps', 8)) with lines lw 2 lc rgb '#e0b040' title 'naive, 144 fps', \
     series every 2 using 5:(at('pendulum', 'fixed', 'stall100', 8)) with lines lw 3 lc rgb '#1f6fb2' title 'fixed, whatever the frames'
