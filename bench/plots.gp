# Plots of results.csv: time against agents on log axes, and speed-up over level naive.
#   gnuplot -e "folder='bench/results'" bench/plots.gp
set datafile separator ','
set terminal svg size 900,560 font 'sans-serif,14' background '#ffffff'
csv = folder.'/results.csv'

# Rows of one set and level: column 10 is ms per step, column 6 the agents.
only(s, l) = sprintf("< awk -F, '$1==\"%s\" && $3==\"%s\"' %s", s, l, csv)

set output folder.'/time.svg'
set title 'Time of one step'
set xlabel 'agents'
set ylabel 'milliseconds'
set logscale xy
set key top left
set grid
plot only('levels', 'naive')  using 6:10 with linespoints lw 2 title 'naive', \
     only('levels', 'vector') using 6:10 with linespoints lw 2 title 'vector', \
     only('levels', 'grid')   using 6:10 with linespoints lw 2 title 'grid', \
     only('levels', 'native') using 6:10 with linespoints lw 2 title 'native', \
     only('scale', 'native')  using 6:10 with linespoints lw 2 title 'native, larger'

set output folder.'/speed_up.svg'
unset logscale
set title 'Speed-up over level naive, 2,000 agents'
set style data histogram
set style fill solid 0.8 border -1
set boxwidth 0.7
set yrange [0:*]
set ylabel 'times'
set xlabel ''
unset key
plot sprintf("< awk -F, '$1==\"levels\" && $6==2000' %s", csv) using 13:xtic(3) linecolor rgb '#2f7fb5'
