#!/usr/bin/env bash
# The wall: core/sim and core/view share nothing but frames. Fails when either includes the other's headers, when the
# build links one to the other, or when a built library asks for a symbol of the other.
# Arguments: the project's folder, libbf_sim.a, libbf_view.a
set -euo pipefail
project=$1 sim_library=$2 view_library=$3
failures=0

fail() {
    echo "wall: $1"
    failures=$((failures + 1))
}

# $1 folder, $2 what it may not include, $3 the other side's name
check_includes() {
    local files found
    files=$(find "$project/$1" -name '*.c' -o -name '*.h')
    [ -n "$files" ] || fail "$1 has no source files"
    # shellcheck disable=SC2086
    found=$(grep -nE "^[[:space:]]*#[[:space:]]*include[[:space:]]*[<\"]($2)" $files || true)
    [ -z "$found" ] || fail "$1 includes a header of $3: $found"
}
check_includes core/sim '(boidforge/view\.h|.*view/|GL|EGL)' 'core/view or OpenGL'
check_includes core/view '(boidforge/(sim|scene)\.h|.*sim/|internal\.h)' core/sim
check_includes core/bfs '(boidforge/(sim|scene|view)\.h|.*(sim|view)/|GL|EGL)' 'core/sim or core/view'
check_includes core/base '(boidforge/(sim|scene|view|bfs)\.h|.*(sim|view|bfs)/|GL|EGL)' 'a layer above it'

# $1 library, $2 what it may not link
check_links() {
    local found
    found=$(tr '\n' ' ' <"$3" | grep -oE "target_link_libraries\($1 [^)]*\)" | grep -wE "$2" || true)
    [ -z "$found" ] || fail "$1 links $2: $found"
}
check_links bf_sim bf_view "$project/core/CMakeLists.txt"
check_links bf_bfs 'bf_view|bf_sim' "$project/core/CMakeLists.txt"
check_links bf_base 'bf_view|bf_sim|bf_bfs' "$project/core/CMakeLists.txt"
check_links bf_view bf_sim "$project/core/view/CMakeLists.txt"

undefined() {
    nm --undefined-only "$1" | awk 'NF == 2 {print $2}' | sort -u
}
found=$(undefined "$sim_library" | grep -E '^(gl[A-Z]|egl[A-Z]|bfView|bfLook|bfCreateView)' || true)
[ -z "$found" ] || fail "the simulation's library needs $found"
found=$(undefined "$view_library" | grep -E '^(bfWorld|bfParams|bfScene|bfCreateWorld|bfGrid|bfSeed)' || true)
[ -z "$found" ] || fail "the renderer's library needs $found"

[ "$failures" -eq 0 ] && echo "wall: whole"
exit "$((failures > 0))"
