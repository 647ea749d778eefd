# Plots of results.csv: time against agents on log axes, and speed-up over level naive.
#   gnuplot -e "folder='build/bench'" bench/plots.gp
set datafile separator ','
set terminal svg size 900,560 font 'sans-serif,14' background '#ffffff'
csv = folder.'/results.csv'

# Rows of one set, program, numerics and level. Column 7 is the agents, 12 milliseconds per step, 16 the speed-up.
only(s, p, n, l) = sprintf("< awk -F, '$1==\"%s\" && $2==\"%s\" && $3==\"%s\" && $4==\"%s\"' %s", s, p, n, l, csv)

set output folder.'/time.svg'
set title 'Time of one step, one thread'
set xlabel 'agents'
set ylabel 'milliseconds'
set logscale xy
set key outside right top reverse Left
set grid
plot only('levels', 'native', 'cell', 'naive')  using 7:12 with linespoints lw 2 title 'naive', \
     only('levels', 'native', 'cell', 'vector') using 7:12 with linespoints lw 2 title 'vector', \
     only('levels', 'native', 'cell', 'grid')   using 7:12 with linespoints lw 2 title 'grid', \
     only('levels', 'native', 'cell', 'native') using 7:12 with linespoints lw 2 title 'native', \
     only('original', 'native', 'cell', 'native') using 7:12 with linespoints lw 2 title 'native, to 100,000', \
     only('original', 'native', 'classic', 'native') using 7:12 with linespoints lw 2 title 'classic', \
     only('scale', 'native', 'cell', 'native') using 7:12 with linespoints lw 2 title 'native, 14 neighbours'

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
bars = sprintf("< awk -F, '$1==\"levels\" && $7==2000' %s", csv)
plot bars using 16:xtic(4) linecolor rgb '#2f7fb5', \
     bars using 0:16:(sprintf('%.0f', $16)) with labels offset 0,0.7
