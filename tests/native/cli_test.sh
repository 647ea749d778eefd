#!/usr/bin/env bash
# boidforge-cli as a person uses and misuses it: what it prints, its exit codes, what it leaves behind.
# Arguments: the program, the golden folder.
set -uo pipefail
program=$1 golden=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0 checks=0

# expect CODE PATTERN COMMAND...: the exit code, and a pattern that the one line of complaint (or the output) matches
expect() {
    local code=$1 pattern=$2 output status
    shift 2
    output=$("$@" 2>&1 </dev/null)
    status=$?
    checks=$((checks + 1))
    if [ "$status" -ne "$code" ] || ! grep -qE -- "$pattern" <<<"$output"; then
        echo "FAILED: $* -> exit $status (wanted $code), output not like '$pattern':"
        echo "$output" | head -5
        failures=$((failures + 1))
    elif [ "$code" -ne 0 ] && [ "$(wc -l <<<"$output")" -ne 1 ]; then
        echo "FAILED: $* -> more than one line: $output"
        failures=$((failures + 1))
    fi
}

# expect_first_line CODE PATTERN COMMAND...: the exit code, and a pattern for the first line on standard output
expect_first_line() {
    local code=$1 pattern=$2 output status
    shift 2
    output=$("$@" 2>/dev/null </dev/null)
    status=$?
    checks=$((checks + 1))
    if [ "$status" -ne "$code" ] || ! head -n 1 <<<"$output" | grep -qE -- "$pattern"; then
        echo "FAILED: $* -> exit $status (wanted $code), first line: $output"
        failures=$((failures + 1))
    fi
}

# expect_files NAMES...: exactly these are in the folder
expect_files() {
    local found
    checks=$((checks + 1))
    found=$(ls -A)
    if [ "$found" != "$(printf '%s\n' "$@")" ]; then
        echo "FAILED: expected the files '$*', found: $found"
        failures=$((failures + 1))
    fi
}

cli=("$program")

# Getting to know it
expect 0 'simulate' "${cli[@]}" --help
expect 0 '^boidforge-cli [0-9]+\.[0-9]+\.[0-9]+$' "${cli[@]}" --version
for command in simulate export info hash stats verify convert bench scenes; do
    expect 0 'usage: boidforge-cli' "${cli[@]}" $command --help
done
expect 0 '^murmuration ' "${cli[@]}" scenes
expect 0 '"boidforge_scene": 1' "${cli[@]}" scenes show murmuration
expect 0 'r-sep .*separation radius' "${cli[@]}" simulate --help

# Wrong usage: exit 2, one line, no file
expect 2 'simulat: no such command' "${cli[@]}" simulat
expect 2 'did you mean --seed' "${cli[@]}" simulate --sed 3 -o x.bfs
expect 2 'see boidforge-cli simulate --help' "${cli[@]}" simulate --zzzzzzzzz -o x.bfs
expect 2 '--seed: needs a value' "${cli[@]}" simulate -o x.bfs --seed
expect 2 '--quiet=3: takes no value' "${cli[@]}" simulate --quiet=3 -o x.bfs
expect 2 'seed: 4294967296 is out of range' "${cli[@]}" simulate --seed 4294967296 -o x.bfs
expect 2 "agents: 'many' is not a number" "${cli[@]}" simulate -n many -o x.bfs
expect 2 'agents: 1.5 has a fraction' "${cli[@]}" simulate -n 1.5 -o x.bfs
expect 2 'dt: .nan. is not a number' "${cli[@]}" simulate --dt nan -o x.bfs
expect 2 'min_speed: 500 is above max_speed' "${cli[@]}" simulate --min-speed 500 -o x.bfs
expect 2 'torus goes with boundary wrap' "${cli[@]}" simulate --metric torus --boundary reflect -o x.bfs
expect 2 'classic numerics see no neighbours' "${cli[@]}" simulate --metric torus --numerics classic -o x.bfs
expect 2 'classic numerics have levels naive and native' "${cli[@]}" simulate --numerics classic --level grid -o x.bfs
expect 2 'too small for radius' "${cli[@]}" simulate --world-width 50 -o x.bfs
expect 2 "no scene named 'starling'" "${cli[@]}" simulate --scene starling -o x.bfs
expect 2 'what is this for' "${cli[@]}" simulate flock.bfs
expect 2 'which recording' "${cli[@]}" info
expect 2 'which recording' "${cli[@]}" hash
expect 2 'one recording at a time' "${cli[@]}" info a.bfs b.bfs
expect 2 'name no recording' "${cli[@]}" info --gpu a.bfs
expect 2 'no built-in scene' "${cli[@]}" scenes show starling
# Links: wherever a scene goes
flock='#1;murmuration;agents=60;seed=9;w_coh=2;look.palette=ice'
expect 0 '^#1;murmuration$' "${cli[@]}" scenes --link murmuration
expect 0 '^#1;murmuration;agents=60;seed=9;w_coh=2;look.palette=ice$' "${cli[@]}" scenes --link "https://example.org/x?y#1;murmuration;look.palette=ice;w_coh=2;seed=9;agents=60"
expect 0 '"agents":60,"seed":9,' "${cli[@]}" scenes show "$flock"
expect 0 'linked.bfs: 5 frames of 60 agents' "${cli[@]}" simulate --scene "$flock" -s 5 -o linked.bfs
expect 0 'equal: 5 frames' "${cli[@]}" verify linked.bfs --scene "$flock"
expect_first_line 1 '^frame 0, agent 0, ' "${cli[@]}" verify linked.bfs --scene "$flock;max_speed=170"
expect 0 'linked2.bfs: 5 frames' "${cli[@]}" convert linked.bfs --format 2 --scene "$flock" -o linked2.bfs
expect 0 'equal: 5 frames' "${cli[@]}" verify linked2.bfs
echo '{"boidforge_scene": 1, "name": "mine", "params": {"agents": 60, "dt": 0.1}, "look": {"glow": 0}, "events": [{"step": 3, "name": "w_ali", "value": 2}]}' >mine.json
expect 0 '^#1;;agents=60;dt=0.1;look.glow=0;3.w_ali=2$' "${cli[@]}" scenes --link ./mine.json
for command in "simulate -o x.bfs" "verify linked.bfs" "convert linked.bfs --format 2 -o x.bfs" "export linked.bfs -o x.png" "bench" "scenes" "scenes --link"; do
    scene=--scene
    [[ $command = scenes* ]] && scene=
    # shellcheck disable=SC2086
    expect 2 'link: there is no setting named .pace.' "${cli[@]}" $command $scene '#1;murmuration;pace=2'
    # shellcheck disable=SC2086
    expect 2 'link: version 2 of links is not known' "${cli[@]}" $command $scene 'https://example.org/#2;murmuration'
done
expect 2 'of which scene' "${cli[@]}" scenes --link
expect 2 "min_speed: 500 is above max_speed" "${cli[@]}" scenes --link '#1;murmuration;min_speed=500'
rm -f linked.bfs linked2.bfs mine.json
expect_files

expect 2 "simd: 'mmx' is not a choice" env BOIDFORGE_SIMD=mmx "$program" simulate -o x.bfs
expect_files

expect 2 'writes a .bfs recording' "${cli[@]}" simulate -o x.png
expect 2 'out: needs a file name' "${cli[@]}" simulate -o ''
expect 1 'standard output: cannot write' bash -c "'$program' --help >/dev/full"
expect 1 'standard output: cannot write' bash -c "'$program' hash '$golden/default_wrap_n100_s60_seed1.bfs' >/dev/full"
echo '{"boidforge_scene": 1, "look": {"palette": "zz"}}' >look.json
expect 2 "look.json: palette: 'zz' is not a choice" "${cli[@]}" simulate --scene ./look.json -o x.bfs
expect_files look.json
rm -f look.json

# Files that are not there, not recordings, not whole
echo '{"boidforge_scene": 1, "params": {"agents": -5}}' >bad.json
echo 'hello' >text.bfs
expect 2 'bad.json: agents: -5 is out of range' "${cli[@]}" simulate --scene ./bad.json -o x.bfs
expect 1 './none.json: cannot open the scene: No such file' "${cli[@]}" simulate --scene ./none.json -o x.bfs
expect 1 'none.bfs: cannot open: No such file' "${cli[@]}" info none.bfs
expect 1 'none.bfs: cannot open: No such file' "${cli[@]}" hash none.bfs
expect 1 'text.bfs: this is not a .bfs recording' "${cli[@]}" info text.bfs
expect 1 'is a folder' "${cli[@]}" info .
expect 1 '/nowhere/x.bfs: cannot create' "${cli[@]}" simulate -n 5 -s 2 -o /nowhere/x.bfs
expect 1 '/dev/full: cannot write: No space left' "${cli[@]}" simulate -n 500 -s 500 -q -o /dev/full
# Frames are written behind the steps: of any size, the recording is the same as one through a pipe, and none is lost.
for agents in 0 1 3000 17000; do
    expect 0 "^w.bfs: 7 frames of $agents agents" "${cli[@]}" simulate -n $agents -s 7 --density 0.01 -o w.bfs
    # The header (32 bytes) differs: a pipe cannot be given the frame count afterwards.
    expect 0 'same' bash -c "'$program' simulate -n $agents -s 7 --density 0.01 -q -o - >p.bfs &&
        cmp <(tail -c +33 w.bfs) <(tail -c +33 p.bfs) && echo same"
done
rm -f w.bfs p.bfs
expect 1 'cannot write: Broken pipe' bash -c "set -o pipefail; '$program' simulate -n 20000 -s 40 -q -o - | head -c 99 >/dev/null"
expect 1 '/dev/full: cannot write: No space left' "${cli[@]}" simulate -n 40000 -s 3 -q -o /dev/full
expect_files bad.json text.bfs
rm -f bad.json text.bfs
# A disk that fills up half-way, played by a limit on file sizes (in blocks of 1024 bytes)
expect 1 'x.bfs: cannot write: File too large' \
    bash -c "ulimit -f 100; trap '' XFSZ; exec '$program' simulate -q -n 1000 -s 1000 -o x.bfs"
expect_files

# The original's spellings; what is recorded
expect 0 'one.bfs: 7 frames of 20 agents in a world of 300 x 200, seed 3' "${cli[@]}" simulate -n 20 -s 7 --seed 3 \
    --world-width 300 --world_height=200 --boundary reflect --dt 0.1 -o one.bfs
expect 0 '"frames":7,"agents_least":20' "${cli[@]}" info --json one.bfs
expect 0 'frames   7' "${cli[@]}" info one.bfs
expect 0 '^[0-9a-f]{16}  whole, 7 frames$' "${cli[@]}" hash one.bfs
expect 0 '^\{"whole":"[0-9a-f]{16}","count":7\}$' "${cli[@]}" hash --whole --json one.bfs
expect 0 'agents   0' bash -c "'$program' simulate -q -n 0 -s 3 -o - | '$program' info -"
expect 0 'frames   0' bash -c "'$program' simulate -q -n 10 -s 0 -o - | '$program' info -"

# A pipe and a file hold the same frames; a reader that goes away is told, not crashed on
expect 0 "$("$program" hash -w one.bfs | cut -c1-16)" bash -c "'$program' simulate -q -n 20 -s 7 --seed 3 \
    --world-width 300 --world-height 200 --boundary reflect --dt 0.1 -o - | '$program' hash -w -"
expect 1 'standard output: cannot write: Broken pipe' \
    bash -c "set -o pipefail; '$program' simulate -q -n 1000 -s 1000 -o - | head -c 100 >/dev/null"

# A cut file: its whole frames, and a note
head -c 1500 one.bfs >cut.bfs
expect 0 'ends inside a frame, .* the 4 frames before are whole' "${cli[@]}" info cut.bfs
expect 0 'whole, 4 frames' "${cli[@]}" hash cut.bfs
# A damaged one: what came before, then the place
cp one.bfs damaged.bfs
printf '\xff\xff\xff\xff' | dd of=damaged.bfs bs=1 seek=$((32 + 2 * 328 + 4)) conv=notrunc 2>/dev/null
checks=$((checks + 1))
"$program" info damaged.bfs >out.txt 2>err.txt
if [ $? -ne 1 ] || ! grep -q 'damaged at byte 688: .* 2 frames before' err.txt || ! grep -q 'frames   2' out.txt; then
    echo "FAILED: info of a damaged recording:"
    cat out.txt err.txt
    failures=$((failures + 1))
fi
rm -f cut.bfs damaged.bfs out.txt err.txt

# What a flock is like: by the recording's own scene, by another radius, without a scene
"$program" simulate -q --scene murmuration -n 60 -s 7 --format 2 -o figures.bfs
expect_first_line 0 '^frame,seconds,agents,bad,polarization,mean_speed,mean_neighbours$' "${cli[@]}" stats figures.bfs
expect 0 '^6,0\.35,60,0,0\.[0-9]+,[0-9.]+,[0-9.]+$' "${cli[@]}" stats figures.bfs
expect 0 '^6,0\.35,60,0,0\.[0-9]+,[0-9.]+,0$' "${cli[@]}" stats figures.bfs --radius 0
expect 0 '^6,0\.35,60,0,0\.[0-9]+,[0-9.]+,59$' "${cli[@]}" stats figures.bfs --radius 1e6 --every 3
expect 0 '^5,0\.6,20,0,' bash -c "'$program' stats - --scene murmuration <one.bfs"
expect 1 'none.bfs: cannot open' "${cli[@]}" stats none.bfs
expect 2 'which recording' "${cli[@]}" stats
expect 2 'one recording at a time' "${cli[@]}" stats figures.bfs one.bfs
expect 2 'radius: -1 is out of range' "${cli[@]}" stats figures.bfs --radius=-1
expect 2 'no scene named' "${cli[@]}" stats figures.bfs --scene nosuch
head -c 1500 one.bfs >cut.bfs
expect 0 'ends inside a frame' bash -c "'$program' stats cut.bfs"
rm figures.bfs

# Version 2 carries its scene: verified from itself, thinned, converted there and back
expect 0 'two.bfs: 30 frames' "${cli[@]}" simulate --scene fish-school -n 200 -s 30 --format 2 -o two.bfs
expect 0 '"version":2,.*"frames":30,"agents_least":200' "${cli[@]}" info --json two.bfs
expect 0 'equal: 30 frames, every byte' "${cli[@]}" verify two.bfs
expect 0 'equal: 30 frames' "${cli[@]}" verify --level naive two.bfs
expect 1 'they differ, see above' bash -c "'$program' verify --w-sep 1201 two.bfs >/dev/null"
expect 0 'thin.bfs: 8 frames' "${cli[@]}" convert two.bfs -o thin.bfs --every 4 --agents 50
expect 0 'equal: 8 frames' "${cli[@]}" verify thin.bfs
expect 0 'back.bfs: 30 frames' "${cli[@]}" convert two.bfs -o back.bfs --format 1
expect 0 'equal: 30 frames' "${cli[@]}" verify two.bfs back.bfs
expect 2 'version 1 recording carries no scene' "${cli[@]}" verify back.bfs
expect 0 'equal: 30 frames' "${cli[@]}" verify back.bfs --scene fish-school
expect 2 'version 2 needs a scene' "${cli[@]}" convert back.bfs -o x.bfs --format 2
expect 0 'again.bfs: 30 frames' "${cli[@]}" convert back.bfs -o again.bfs --format 2 --scene fish-school
expect 0 'equal: 30 frames' "${cli[@]}" verify again.bfs
# flip FILE BYTE: one bit of a file
flip() {
    printf '%b' "\\x$(printf '%02x' $((0x$(od -An -tx1 -j $2 -N 1 $1 | tr -d ' ') ^ 1)))" |
        dd of=$1 bs=1 seek=$2 conv=notrunc 2>/dev/null
}
# One bit off, found by frame, agent and field: frame 3, agent 7
field=0
for name in px py vx vy; do
    cp back.bfs off.bfs
    flip off.bfs $((32 + 3 * 3208 + 8 + field * 800 + 7 * 4))
    expect_first_line 1 "^frame 3, agent 7, $name: .* recorded, .* computed\$" "${cli[@]}" verify off.bfs --scene fish-school
    expect_first_line 1 "^frame 3, agent 7, $name: .* in the other\$" "${cli[@]}" verify off.bfs two.bfs
    field=$((field + 1))
done
# So is a header that its frames belie: max_agents, dt, seed, frame_count
for at in 12:max_agents 18:dt 20:seed 24:frame_count; do
    cp two.bfs off.bfs
    flip off.bfs ${at%:*}
    expect_first_line 1 "^header, ${at#*:}: " "${cli[@]}" verify off.bfs
    expect_first_line 1 "^header, ${at#*:}: " "${cli[@]}" verify off.bfs two.bfs
done
# And a cut one, also by convert, whose copy is whole
head -c 20000 two.bfs >cut.bfs
expect_first_line 1 '^cut.bfs: ends inside a frame, [0-9]+ bytes are missing$' "${cli[@]}" verify cut.bfs
expect 1 'they differ' bash -c "'$program' verify cut.bfs >/dev/null"
expect_first_line 0 '^x.bfs: 6 frames$' "${cli[@]}" convert cut.bfs -o x.bfs
expect 0 'cut.bfs: ends inside a frame' bash -c "'$program' convert cut.bfs -o x.bfs 2>&1 >/dev/null"
expect 2 'carries its own scene' "${cli[@]}" convert two.bfs -o x.bfs --scene plasma
# A scene that can't be used is the file's fault, not the command line's
sed 's/"params"/"parems"/' two.bfs >foreign.bfs
expect 1 '^boidforge-cli verify: foreign.bfs: its scene cannot be used: ' "${cli[@]}" verify foreign.bfs
expect 0 'its scene is copied as it is' bash -c "'$program' convert foreign.bfs -o x.bfs 2>&1 >/dev/null"
# Events: simulated, told, carried, verified, thinned; one of them altered shows in the frame in which it takes place
cat >events.json <<'EOF'
{"boidforge_scene": 1, "name": "pull", "params": {"agents": 200, "world_width": 400, "world_height": 300,
  "pointer_x": 100, "pointer_y": 80, "pointer_strength": 900, "steps": 50},
 "events": [{"step": 0, "name": "pointer_radius", "value": 120}, {"step": 10, "name": "pointer_x", "value": 390},
  {"step": 20, "name": "agents", "value": 450}, {"step": 25, "name": "w_sep", "value": "60"},
  {"step": 30, "name": "r_coh", "value": 70}, {"step": 40, "name": "agents", "value": 33}]}
EOF
expect 0 'e.bfs: 50 frames of 33 to 450 agents' "${cli[@]}" simulate --scene ./events.json --format 2 -o e.bfs
expect 0 'naive.bfs: 20 frames of 200 agents' "${cli[@]}" simulate --scene ./events.json --level naive -s 20 -o naive.bfs
expect 0 '"agents":200,"events":6,' "${cli[@]}" simulate --scene ./events.json --json -o naive.bfs --level naive
expect 0 "$("$program" hash -w e.bfs | cut -c1-16)" "${cli[@]}" hash -w naive.bfs
expect 0 '"max_agents":0,.*"agents_least":33,"agents_most":450,.*"scene":"pull","events":6' "${cli[@]}" info --json e.bfs
expect 0 'agents   33 to 450' "${cli[@]}" info e.bfs
expect 0 'scene    pull, 6 events from step 0 to 40' "${cli[@]}" info e.bfs
expect 0 'equal: 50 frames' "${cli[@]}" verify e.bfs
expect 0 'equal: 50 frames' "${cli[@]}" verify --level vector --threads 3 e.bfs
expect 0 'plain.bfs: 50 frames' "${cli[@]}" convert e.bfs -o plain.bfs --format 1
expect 0 'equal: 50 frames' "${cli[@]}" verify plain.bfs --scene ./events.json
expect 0 'again.bfs: 50 frames' "${cli[@]}" convert plain.bfs -o again.bfs --format 2 --scene ./events.json
expect 0 'equal: 50 frames' "${cli[@]}" verify again.bfs
expect 0 'equal: 50 frames' "${cli[@]}" verify again.bfs e.bfs
expect 0 'thin.bfs: 8 frames' "${cli[@]}" convert e.bfs -o thin.bfs --every 7 --agents 100
expect 0 'equal: 8 frames' "${cli[@]}" verify thin.bfs
expect_altered() {
    sed "s/$1/$2/" e.bfs >off.bfs
    expect_first_line 1 "$3" "${cli[@]}" verify off.bfs
}
expect_altered '"value":390' '"value":380' '^frame 10, agent [0-9]+, p[xy]: .* computed$'
expect_altered '"value":450' '"value":449' '^frame 20: 450 agents at step 20 recorded, 449 computed$'
expect_altered '"value":450' '"value":451' '^frame 20: 450 agents at step 20 recorded, 451 computed$'
expect_altered '"step":25' '"step":24' '^frame 24, agent [0-9]+, p[xy]: .* computed$'
expect_altered '"w_sep","value":60' '"w_sep","value":61' '^frame 25, agent [0-9]+, p[xy]: .* computed$'
expect_altered '"value":33}' '"value":34}' '^frame 40: 33 agents at step 40 recorded, 34 computed$'
sed -i 's/"value": 70}/"value": 700}/' events.json
expect 2 'event 5 .step 30.: world: 400 x 300 is too small for radius 700' "${cli[@]}" simulate --scene ./events.json -o x2.bfs
sed -i 's/"r_coh"/"seed"/' events.json
expect 2 'events.json: event 5: seed: cannot change in a running world' "${cli[@]}" simulate --scene ./events.json -o x2.bfs
rm -f events.json e.bfs naive.bfs plain.bfs thin.bfs
# The environment variable, wherever steps are computed
expect 2 "BOIDFORGE_SIMD, simd: 'junk' is not a choice" env BOIDFORGE_SIMD=junk "${cli[@]}" verify two.bfs
expect 2 "BOIDFORGE_SIMD, simd: 'junk' is not a choice" env BOIDFORGE_SIMD=junk "${cli[@]}" simulate -o x.bfs
expect 0 'native on scalar' env BOIDFORGE_SIMD=scalar "${cli[@]}" bench -n 100 --steps 1
# A far timestep (frame 0's, made 2^24): one interrupt is enough
cp two.bfs far.bfs
flip far.bfs $(($(stat -c %s two.bfs) - 30 * 3208 + 3))
"${cli[@]}" verify far.bfs >/dev/null 2>err.txt &
verification=$!
sleep 1
kill -INT $verification
wait $verification
status=$?
checks=$((checks + 1))
if [ $status -ne 130 ] || ! grep -q 'interrupted; what was compared is equal' err.txt; then
    echo "FAILED: interrupted verify: exit $status, said: $(cat err.txt)"
    failures=$((failures + 1))
fi
head -c 300 two.bfs >stub.bfs
expect 1 'it ends inside its scene' "${cli[@]}" info stub.bfs
expect 2 'from what to what' "${cli[@]}" convert two.bfs
expect 2 "format: 3 is out of range" "${cli[@]}" convert two.bfs -o x.bfs --format 3
expect 2 "format: '3' is not a choice" "${cli[@]}" simulate --format 3 -o x.bfs
rm -f two.bfs thin.bfs back.bfs again.bfs off.bfs stub.bfs cut.bfs x.bfs foreign.bfs far.bfs err.txt

# Benchmark: one case, the figures that reports are made from; and a ratio that no noise can reach
expect 0 '^\{"level":"native","numerics":"cell","simd":"[a-z0-9]+","threads":2,"agents":3000,"scene":null,.*"ns_per_agent_step":\{"min":[0-9.]+,"median":[0-9.]+\},.*"mean_neighbours":1[345]\.[0-9]+,"candidates_per_second":[0-9.e+]+,"clock_ghz":(null|[0-9]+\.[0-9]+),"peak_bytes":[0-9]+\}$' \
    "${cli[@]}" bench --json -n 3000 --neighbours 14 --steps 5 --threads 2
expect 0 '"agents":700,"scene":"murmuration",.*"warm_up":30,"steps":2,' \
    "${cli[@]}" bench --json -n 700 --scene murmuration --warm-up 30 --steps 2
expect 0 '"world_width":1920,"world_height":500,.*"mean_neighbours":(5\.[5-9]|6\.[0-4])' \
    "${cli[@]}" bench --json -n 2000 --world-height 500 --steps 2
expect 0 'naive,scalar,1,500,' "${cli[@]}" bench --csv -n 500 --level naive --steps 2
expect 2 '--neighbours: a scene has its own density' "${cli[@]}" bench --scene murmuration --neighbours 3
expect 2 '--neighbours: it sizes the world' "${cli[@]}" bench --world-width 500 --neighbours 3
expect 2 "no scene named 'starling'" "${cli[@]}" bench --scene starling
expect 2 'nothing to time' "${cli[@]}" bench -n 0
expect 2 'too small for radius' "${cli[@]}" bench -n 5 --neighbours 100
fastest() {
    "$program" bench --csv -n 2000 --steps 20 --level "$1" | tail -n 1 | cut -d, -f7
}
checks=$((checks + 1))
awk -v naive="$(fastest naive)" -v native="$(fastest native)" 'BEGIN {exit !(naive > 5 * native)}' ||
    { echo "FAILED: level native is not 5 times as fast as naive" && failures=$((failures + 1)); }

# An existing file is kept when the new one fails
before=$(cksum <one.bfs)
expect 1 'cannot write' bash -c "ulimit -f 100; trap '' XFSZ; exec '$program' simulate -q -n 1000 -s 1000 -o one.bfs"
checks=$((checks + 1))
[ "$before" = "$(cksum <one.bfs)" ] || { echo "FAILED: a failed run changed one.bfs" && failures=$((failures + 1)); }
rm -f one.bfs

# Ctrl-C: a valid shorter file, its frame count, exit 130
"$program" simulate -n 300 -s 100000000 -o stopped.bfs 2>err.txt &
simulation=$!
sleep 1
kill -INT $simulation
wait $simulation
status=$?
frames=$(grep -oE 'holds [0-9]+ of 100000000 frames' err.txt | grep -oE '[0-9]+' | head -1)
checks=$((checks + 1))
if [ $status -ne 130 ] || [ -z "$frames" ] || ! "$program" info --json stopped.bfs | grep -q "\"frames\":$frames,.*\"cut\":false"; then
    echo "FAILED: interrupted simulate: exit $status, said: $(cat err.txt)"
    failures=$((failures + 1))
fi
rm -f err.txt
expect_files stopped.bfs
rm -f stopped.bfs

# Seeds and levels: the same bytes from each level of cell
hash_at() {
    "$program" simulate -q -n 700 -s 40 --seed 9 --level "$1" -o - | "$program" hash -w - | cut -c1-16
}
checks=$((checks + 1))
[ "$(hash_at naive) $(hash_at vector)" = "$(hash_at grid) $(hash_at native)" ] || { echo "FAILED: levels differ" && failures=$((failures + 1)); }

# A golden file passes through info unharmed
expect 0 '"seed":42.*"frames":60,"agents_least":100' "${cli[@]}" info --json "$golden/default_reflect_n100_s60_seed42.bfs"

echo "$((checks - failures)) passed, $failures failed"
exit "$((failures > 0))"
