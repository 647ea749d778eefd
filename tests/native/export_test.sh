#!/bin/sh
# boidforge-cli export, as a person meets it: films with the right tags, clear errors, nothing half-written.
# Usage: export_test.sh PATH_OF_BOIDFORGE_CLI
set -u
cli=$1
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
cd "$here" || exit 1
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect CODE WORDS COMMAND...: the exit code, and one line of errors that holds the words
expect() {
    code=$1
    words=$2
    shift 2
    "$@" >stdout 2>stderr
    got=$?
    [ "$got" -eq "$code" ] || fail "$* ended with $got, not $code: $(cat stderr)"
    grep -q -- "$words" stderr || fail "$* does not say '$words': $(cat stderr)"
    [ "$(wc -l <stderr)" -eq 1 ] || fail "$* says more than one line: $(cat stderr)"
}

left_behind() {
    ls -A | grep -E 'part|^never' && fail "$1 left files behind"
}

# stop SIGNAL WHAT: what runs as $job, which must end as one that was interrupted
stop() {
    kill "-$1" $job
    wait $job
    got=$?
    [ "$got" -eq 130 ] || fail "$2 ended with $got, not 130: $(cat stderr)"
}

# info FILE KEY: one property of the film's only stream
info() {
    ffprobe -v error -select_streams v:0 -count_packets -show_entries "stream=$2" -of default=nw=1:nk=1 "$1"
}

check_info() {
    got=$(info "$1" "$2")
    [ "$got" = "$3" ] || fail "$1: $2 is '$got', not '$3'"
}

"$cli" simulate -n 150 -s 60 --seed 1 -o flock.bfs -q || fail "simulate"

echo "a film of 60 frames has the right tags"
"$cli" export flock.bfs -o film.mp4 --size 1280x720 --quiet || fail "export of a film"
check_info film.mp4 codec_name h264
check_info film.mp4 pix_fmt yuv420p
check_info film.mp4 color_range tv
check_info film.mp4 color_space bt709
check_info film.mp4 color_transfer bt709
check_info film.mp4 color_primaries bt709
check_info film.mp4 nb_read_packets 60
check_info film.mp4 width 1280
check_info film.mp4 height 720
check_info film.mp4 r_frame_rate 20/1

echo "ranges, rates and odd sizes"
"$cli" export flock.bfs -o part.mp4.mp4 --frames 10:19 --fps 40 --size 321x181 --preset ultrafast --quiet ||
    fail "export of a range"
mv part.mp4.mp4 range.mp4
check_info range.mp4 nb_read_packets 19
check_info range.mp4 r_frame_rate 40/1
check_info range.mp4 width 320
check_info range.mp4 height 180
expect 0 "yuv420p needs even sizes" "$cli" export flock.bfs -o even.mp4 --frames 0:1 --size 161x91
"$cli" export flock.bfs -o odd.mp4 --frames 0:1 --size 161x91 --pix-fmt yuv444p --quiet || fail "export at an odd size"
check_info odd.mp4 width 161
check_info odd.mp4 height 91

echo "a pipe gives the film that a file gives"
"$cli" export flock.bfs -o file.mp4 --size 320x180 --world 1920x1080 --speed-low 40 --speed-high 180 --quiet
"$cli" export - -o pipe.mp4 --size 320x180 --world 1920x1080 --speed-low 40 --speed-high 180 --quiet <flock.bfs
cmp file.mp4 pipe.mp4 || fail "a pipe's film differs"

echo "stills"
"$cli" export flock.bfs -o last.png --size 321x181 --quiet || fail "export of the last frame"
"$cli" export flock.bfs -o last2.png --still -1 --size 321x181 --quiet || fail "export of frame -1"
cmp last.png last2.png || fail "the last frame and frame -1 differ"
head -c 8 last.png | od -An -tx1 | grep -q '89 50 4e 47 0d 0a 1a 0a' || fail "last.png is no PNG"

# near FILE X WANTED...: the film's first picture at (X, middle), decoded, is within 3 of these red, green, blue
near() {
    film=$1
    x=$2
    shift 2
    got=$(ffmpeg -nostdin -v error -i "$film" -frames:v 1 -vf "crop=2:2:$x:72,scale=1:1:flags=area,format=rgb24" \
        -f rawvideo - | od -An -tu1)
    for level in $got; do
        off=$((level - $1))
        [ "${off#-}" -le 3 ] || fail "$film at $x: $got is not near $*"
        shift
    done
    [ $# -eq 0 ] || fail "$film at $x: no picture"
}

echo "every codec keeps colours within 3/255, and says how it stores them"
encoders=$(ffmpeg -v error -encoders)
while read -r codec extension encoder name; do
    case $encoders in
    *" $encoder "*) ;;
    *)
        echo "($codec is left out: no $encoder here)"
        continue
        ;;
    esac
    film=$codec.$extension
    "$cli" export flock.bfs -o "$film" --codec "$codec" --size 256x144 --frames 0:2 --test-pattern --quiet ||
        fail "export as $codec in .$extension"
    check_info "$film" codec_name "$name"
    check_info "$film" color_range tv
    check_info "$film" color_space bt709
    check_info "$film" color_transfer bt709
    check_info "$film" color_primaries bt709
    check_info "$film" nb_read_packets 3
    near "$film" 32 255 0 0
    near "$film" 96 0 255 0
    near "$film" 160 0 0 255
    near "$film" 224 128 128 128
done <<LIST
h264 mp4 libx264 h264
h264 mkv libx264 h264
hevc mp4 libx265 hevc
av1 mp4 libsvtav1 av1
av1 webm libsvtav1 av1
vp9 webm libvpx-vp9 vp9
prores mov prores_ks prores
ffv1 mkv ffv1 ffv1
LIST

echo "an encoder that this ffmpeg lacks"
mkdir few
cat >few/ffmpeg <<SCRIPT
#!/bin/sh
case "\$*" in *-encoders*) echo " ------"; echo " V....D libx264    H.264"; echo " V..... ffv1    FFV1" ;; esac
SCRIPT
chmod +x few/ffmpeg
expect 1 "no libvpx-vp9); it has h264, ffv1" env PATH="$here/few:$PATH" "$cli" export flock.bfs -o never.webm
left_behind "a missing encoder"

echo "a picture for each frame"
mkdir frames
"$cli" export flock.bfs -o frames/%05d.png --frames 10:14 --size 161x91 --quiet || fail "export of a sequence"
"$cli" export flock.bfs -o still.png --still 13 --size 161x91 --quiet
[ "$(ls frames | tr '\n' ' ')" = "00000.png 00001.png 00002.png 00003.png 00004.png " ] || fail "names: $(ls frames)"
cmp still.png frames/00003.png || fail "a sequence's picture is not the still"

echo "raw bytes"
"$cli" export flock.bfs -o - --raw rgba --frames 13:13 --size 161x91 --quiet >rgba || fail "export of raw bytes"
"$cli" export flock.bfs -o - --raw rgb24 --frames 13:14 --size 161x91 >rgb24 2>stderr || fail "export of raw bytes"
ffmpeg -v error -i still.png -pix_fmt rgba -f rawvideo - | cmp - rgba || fail "raw RGBA is not the still"
[ "$(wc -c <rgb24)" -eq $((161 * 91 * 3 * 2)) ] || fail "raw RGB: $(wc -c <rgb24) bytes"
head -c $((161 * 91 * 3)) rgb24 >first
ffmpeg -v error -i still.png -pix_fmt rgb24 -f rawvideo - | cmp - first || fail "raw RGB is not the still"
"$cli" export flock.bfs -o - --raw rgba --size 640x360 2>stderr | head -c 10 >first
grep -q "cannot write further pictures" stderr || fail "a reader that goes away: $(cat stderr)"

echo "small loops"
"$cli" export flock.bfs -o loop.gif --frames 0:9 --size 161x91 --quiet || fail "export of a GIF"
check_info loop.gif nb_read_packets 10
"$cli" export flock.bfs -o loop.webp --frames 0:9 --size 161x91 --quiet || fail "export of a WebP"
[ "$(grep -c ANMF -a loop.webp)" -ge 1 ] || fail "loop.webp does not move"

# pictures FILE: its pictures' hashes, one a line
pictures() {
    ffmpeg -nostdin -v error -i "$1" -f framemd5 - | grep -v '^#' | sed 's/.*, //'
}

# decibels A.png B.png FILTER: how alike two pictures are
decibels() {
    ffmpeg -hide_banner -i "$1" -i "$2" -lavfi "$3" -f null - 2>&1 | sed -n 's/.*average:\([0-9]*\).*/\1/p'
}

echo "a loop's end fades into its beginning"
lossless="--codec ffv1 --pix-fmt bgr0 --size 160x90 --quiet"
"$cli" export flock.bfs -o whole.mkv $lossless || fail "export of a lossless film"
"$cli" export flock.bfs -o loop.mkv --loop 10p $lossless || fail "export of a loop"
"$cli" export flock.bfs -o loop2.mkv --loop 0.5 $lossless || fail "export of a loop by seconds"
pictures whole.mkv >whole.txt
pictures loop.mkv >loop.txt
pictures loop2.mkv | cmp - loop.txt || fail "ten pictures and half a second differ"
[ "$(wc -l <loop.txt)" -eq 50 ] || fail "a loop of $(wc -l <loop.txt) pictures, not 50"
sed -n 11,50p whole.txt >middle.txt
head -n 40 loop.txt | cmp - middle.txt || fail "a loop changes pictures outside its fade"
grep -q "$(tail -n 1 loop.txt)" whole.txt && fail "a loop's last picture is not faded"
expect 1 "give 1 to 30" "$cli" export flock.bfs -o never.mp4 --loop 31p
# Of the last picture ten elevenths are the one before the first.
ffmpeg -v error -i loop.mkv -vf "select=eq(n\,49)" -frames:v 1 last.png -y
ffmpeg -v error -i whole.mkv -vf "select=eq(n\,9)" -frames:v 1 before.png -y
psnr=$(decibels last.png before.png psnr)
[ "${psnr:-0}" -ge 30 ] || fail "a loop's last picture is ${psnr:-no} dB from the one before its first"

echo "supersampling"
"$cli" export flock.bfs -o fine.png --supersample 3 --size 161x91 --quiet || fail "export with supersampling"
psnr=$(decibels fine.png last2.png "[0]scale=320:180[a];[1]scale=320:180[b];[a][b]psnr")
[ "${psnr:-0}" -ge 25 ] || fail "a supersampled picture is ${psnr:-no} dB from the plain one"

echo "a picture in tiles is that in one piece"
for look in "--still 40" "--still 40 --follow --zoom 2 --auto-exposure 1" "--supersample 3 --body bird"; do
    "$cli" export flock.bfs -o piece.png --size 321x181 --quiet $look || fail "export in one piece: $look"
    "$cli" export flock.bfs -o tiles.png --size 321x181 --tile 90 $look >stdout || fail "export in tiles: $look"
    grep -q "drawn in [0-9]* tiles" stdout || fail "export in tiles: $(cat stdout)"
    psnr=$(decibels piece.png tiles.png "psnr" | tail -n 1)
    [ "${psnr:-0}" -ge 60 ] || fail "a picture in tiles is ${psnr:-no} dB from one in one piece: $look"
done
"$cli" export flock.bfs -o wide.png --still 3 --size 17000x40 >stdout || fail "export of a very wide picture"
grep -q "17000x40, drawn in 5 tiles" stdout || fail "a very wide picture: $(cat stdout)"
check_info wide.png width 17000
expect 2 "only a single picture" "$cli" export flock.bfs -o never.mp4 --tile 100
expect 2 "from 64 to 16384" "$cli" export flock.bfs -o never.png --tile 8
for option in "--tile 100" "--size 17000x40"; do
    expect 1 "is a pipe and can be read only once" sh -c 'cat flock.bfs | "$0" export - -o never.png $1' "$cli" "$option"
done
"$cli" export flock.bfs -o never.png --size 12000x9000 --quiet 2>stderr &
job=$!
sleep 2
stop INT "an interrupted picture in tiles"
left_behind "tiles"

echo "wrong usage"
expect 2 "which recording" "$cli" export -o never.png
expect 2 "where to" "$cli" export flock.bfs
expect 2 "end in .png" "$cli" export flock.bfs -o never.jpg
expect 2 "does not go into" "$cli" export flock.bfs -o never.mp4 --codec prores
expect 2 "is not a choice" "$cli" export flock.bfs -o never.mp4 --codec divx
expect 2 "has none" "$cli" export flock.bfs -o never.mov --codec prores --crf 3
expect 2 "from 1 to 63" "$cli" export flock.bfs -o never.mp4 --codec av1 --crf 0
expect 2 "give one of yuv420p" "$cli" export flock.bfs -o never.mp4 --pix-fmt rgb24
expect 2 "takes --raw" "$cli" export flock.bfs -o -
expect 2 "give -o -" "$cli" export flock.bfs -o never.mp4 --raw rgba
expect 2 "are for films" "$cli" export flock.bfs -o never.png --crf 3
expect 2 "8k" "$cli" export flock.bfs -o never.png --size 5k
expect 2 "needs a recording in a file" "$cli" export - -o never.mp4 --loop 1
expect 2 "pixels a side" "$cli" export flock.bfs -o never.mp4 --size 8k --supersample 4
expect 2 "only a single picture" "$cli" export flock.bfs -o never.mp4 --size 20000x100
expect 2 "from 1 to 65536" "$cli" export flock.bfs -o never.png --size 70000x100
expect 2 "no such option" "$cli" export flock.bfs -o never.png --colour red
expect 2 "is not a choice" "$cli" export flock.bfs -o never.png --palette mud
expect 2 "out of range" "$cli" export flock.bfs -o never.png --size 0x100
expect 2 "runs backwards" "$cli" export flock.bfs -o never.mp4 --frames 9:3
expect 2 "is not a number" "$cli" export flock.bfs -o never.png --glow much

echo "unusable input"
expect 1 "missing.bfs" "$cli" export missing.bfs -o never.png
echo "no recording at all, only words" >words.bfs
expect 1 "not a .bfs" "$cli" export words.bfs -o never.png
expect 1 "no frame 60" "$cli" export flock.bfs -o never.png --still 60
expect 1 "no-such-scene" "$cli" export flock.bfs -o never.png --scene no-such-scene
expect 1 "cannot create" "$cli" export flock.bfs -o no/such/folder/never.mp4
expect 1 "cannot create" "$cli" export flock.bfs -o no/such/folder/never.png
mkdir taken.mp4 taken.png
expect 1 "is a folder" "$cli" export flock.bfs -o taken.mp4
expect 1 "is a folder" "$cli" export flock.bfs -o taken.png
expect 1 "no/%d.png: cannot create" "$cli" export flock.bfs -o no/%d.png
expect 1 "no/never.mp4: cannot create" "$cli" export flock.bfs -o no/never.mp4 --jobs 2
expect 1 "smaller than 64x64" "$cli" export flock.bfs -o never.mp4 --codec av1 --size 62x90
expect 1 "smaller than 16x16" "$cli" export flock.bfs -o never.mp4 --codec hevc --size 32x15
expect 1 "at most 100 pictures a second" "$cli" export flock.bfs -o never.gif --fps 101 --size 64x48
expect 1 "nothing to fade" "$cli" export flock.bfs -o never.mp4 --frames 3:3 --loop 1p
mkfifo pipe
cat flock.bfs >pipe &
expect 1 "no frame 80, it had 60" "$cli" export pipe -o short.mp4 --frames 50:80 --size 64x48 --quiet
check_info short.mp4 nb_read_packets 10
left_behind "unusable input"

echo "names that ffmpeg would take for something else"
mkdir "100% sure"
for name in "-dash.mp4" "a:b.mp4" "100% sure/it's %d.mp4"; do
    for jobs in 1 2; do
        "$cli" export flock.bfs -o "$name" --frames 0:9 --size 64x48 --quiet --jobs $jobs || fail "$name, $jobs jobs"
        check_info "./$name" nb_read_packets 10
    done
done
"$cli" export flock.bfs -o "100% sure/%d.png" --frames 0:1 --size 64x48 --quiet || fail "a sequence there"
[ -e "100% sure/1.png" ] || fail "a sequence there: $(ls "100% sure")"

echo "a speed beyond what a film's rate can tell is kept by the pictures' moments"
"$cli" export flock.bfs -o slow.mp4 --frames 0:2 --speed 0.005 --size 64x48 --quiet || fail "export in slow motion"
check_info slow.mp4 nb_read_packets 21

echo "a cut recording is used as far as it goes"
head -c 100000 flock.bfs >cut.bfs
expect 0 "cut off" "$cli" export cut.bfs -o cut.mp4 --size 320x180 --preset ultrafast
check_info cut.mp4 nb_read_packets 41

echo "no ffmpeg"
mkdir empty
expect 1 "ffmpeg: not found" env PATH="$here/empty" "$cli" export flock.bfs -o never.mp4
left_behind "no ffmpeg"

echo "an encoder that dies"
mkdir dying
printf '#!/bin/sh\nhead -c 1000 >/dev/null\necho "the encoder is unwell" >&2\nexit 3\n' >dying/ffmpeg
chmod +x dying/ffmpeg
expect 1 "the encoder is unwell" env PATH="$here/dying:$PATH" "$cli" export flock.bfs -o never.mp4 --size 320x180

echo "an encoder that does nothing"
mkdir -p idle
printf '#!/bin/sh\ncat >/dev/null\n' >idle/ffmpeg
chmod +x idle/ffmpeg
expect 1 "wrote nothing" env PATH="$here/idle:$PATH" "$cli" export flock.bfs -o never.mp4 --size 320x180
left_behind "a dying encoder"

echo "a full disk"
for output in never.mp4 never.png "never.png --tile 200"; do
    expect 1 "never" sh -c 'ulimit -f 8; exec "$0" export flock.bfs -o $1 --size 640x360 --skip-space-check' \
        "$cli" "$output"
    left_behind "a full disk"
done

echo "a shortage of space is said at once"
for output in never.mp4 never.png; do
    expect 1 "will take about" sh -c 'ulimit -f 8; exec "$0" export flock.bfs -o "$1" --size 640x360' "$cli" "$output"
done
left_behind "a shortage of space"

echo "Ctrl-C ends in a valid shorter film"
"$cli" simulate -n 150 -s 3000 --seed 1 -o long.bfs -q
"$cli" export long.bfs -o stopped.mp4 --size 640x360 2>stderr >stdout &
job=$!
sleep 3
stop INT "an interrupted export"
said=$(sed -n 's/.*first \([0-9]*\) pictures.*/\1/p' stderr)
check_info stopped.mp4 nb_read_packets "$said"
left_behind "an interrupted film"

echo "several jobs make the pictures of one"
lossless="--codec ffv1 --pix-fmt bgr0 --size 160x90 --trail-decay 0.7 --quiet"
for range in "0:599" "100:499 --fps 48" "0:199 --loop 50p" "20:99 --follow"; do
    "$cli" export long.bfs -o one.mkv --frames $range $lossless || fail "export by one job"
    "$cli" export long.bfs -o four.mkv --frames $range $lossless --jobs 4 || fail "export by four jobs"
    pictures one.mkv >one.txt
    pictures four.mkv >four.txt
    [ -s one.txt ] && cmp one.txt four.txt || fail "four jobs make other pictures than one, of frames $range"
done
"$cli" export long.bfs -o four.mp4 --frames 0:99 --size 160x90 --jobs 4 --quiet || fail "export of an MP4 by jobs"
check_info four.mp4 nb_read_packets 100
check_info four.mp4 color_space bt709
check_info four.mp4 r_frame_rate 20/1
check_info four.mp4 duration 5.000000
"$cli" export flock.bfs -o frames/%d.png --size 161x91 --frames 10:14 --jobs 2 --quiet || fail "a sequence by jobs"
cmp frames/4.png frames/00004.png || fail "a sequence by jobs differs"
expect 2 "--jobs: a pipe can be read only once" "$cli" export - -o never.mp4 --jobs 2
expect 2 "--jobs: a single picture" "$cli" export flock.bfs -o never.png --jobs 2
expect 2 "--jobs: --raw" "$cli" export flock.bfs -o - --raw rgba --jobs 2
expect 2 "--jobs: parts of a gif" "$cli" export flock.bfs -o never.gif --jobs 2
for option in "--jobs 2" "--loop 1"; do
    cat flock.bfs >pipe &
    expect 1 "is a pipe and can be read only once" "$cli" export pipe -o never.mp4 $option
done
wait
left_behind "jobs"

echo "when one job's encoder dies, all end at once, with its words"
mkdir fragile
cat >fragile/ffmpeg <<SCRIPT
#!/bin/sh
case "\$*" in
*-1.job.part*)
    head -c 2000000 >/dev/null
    echo "the encoder is unwell" >&2
    exit 3
    ;;
esac
exec $(command -v ffmpeg) "\$@"
SCRIPT
chmod +x fragile/ffmpeg
expect 1 "the encoder is unwell" env PATH="$here/dying:$PATH" \
    "$cli" export flock.bfs -o never.mp4 --size 320x180 --jobs 3
expect 1 "the encoder is unwell" env PATH="$here/fragile:$PATH" \
    "$cli" export flock.bfs -o never.mp4 --size 1280x720 --preset veryslow --jobs 2
left_behind "a dying encoder of a job"

echo "a damaged recording gives the film of what is before the damage, by one job or by three"
cp flock.bfs damaged.bfs
printf '\377\377\377\377' | dd of=damaged.bfs bs=1 seek=$((32 + 25 * 2408 + 4)) conv=notrunc status=none
for jobs in 1 3; do
    expect 1 "damaged at byte" "$cli" export damaged.bfs -o damaged.mkv $lossless --jobs $jobs
    got=$(pictures damaged.mkv | wc -l)
    [ "$got" -eq 25 ] || fail "$got pictures by $jobs jobs, not 25"
done

echo "the last whole frame before garbage is a picture, and the garbage is told of"
{
    head -c $((32 + 25 * 2408)) flock.bfs
    head -c 100 /dev/zero | tr '\0' '\377'
} >garbage.bfs
expect 1 "damaged at byte" "$cli" export garbage.bfs -o garbage.png --size 160x90
"$cli" export garbage.bfs -o whole.png --size 160x90 --still 24 --quiet || fail "a still"
cmp -s garbage.png whole.png || fail "the last whole frame before garbage is not its picture"

echo "Ctrl-C in a sequence by jobs says which pictures there are"
mkdir halted
"$cli" export long.bfs -o halted/%d.png --frames 0:599 --size 320x180 --jobs 2 --json 2>stderr >stdout &
job=$!
until [ -e halted/3.png ] && [ -e halted/303.png ] || ! kill -0 $job; do
    sleep 0.2
done
stop INT "an interrupted sequence by jobs"
spans='s/.*pictures \([0-9]* to [0-9]*\), \([0-9]* to [0-9]*\).*/\1 \2/p'
sed -n "$spans" stderr | {
    read -r first _ last next _ end
    { seq "$first" "$last" && seq "$next" "$end"; } >wanted
    grep -q "\"made\":\[\[$first,$last\],\[$next,$end\]\]" stdout || echo "JSON: $(cat stdout)" >>wanted
}
ls halted | sed 's/.png//' | sort -n | cmp - wanted || fail "other pictures than it says: $(cat stderr)"

echo "Ctrl-C ends several jobs in a valid shorter film"
"$cli" export long.bfs -o halted.mp4 --size 640x360 --jobs 2 2>stderr >stdout &
job=$!
sleep 4
stop INT "interrupted jobs"
said=$(sed -n 's/.*first \([0-9]*\) pictures.*/\1/p' stderr)
check_info halted.mp4 nb_read_packets "$said"
left_behind "interrupted jobs"

echo "Ctrl-C before the first picture leaves nothing"
{ head -c 32 flock.bfs; sleep 2; } >pipe &
"$cli" export - -o never.mp4 <pipe 2>stderr >stdout &
job=$!
sleep 1
stop TERM "an export interrupted at once"
left_behind "an export interrupted at once"

[ "$failures" -eq 0 ] && echo "all is well"
exit "$failures"
