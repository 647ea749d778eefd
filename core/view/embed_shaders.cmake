# Turn shader sources into one C file of zero-terminated byte arrays: head.vert becomes bf_shader_head_vert.
# Comments and indents stay behind: every visitor of the page fetches the rest.
# Called as a script: cmake -DOUT=shaders.c "-DSOURCES=a;b" -P embed_shaders.cmake
set(text "/* Made from shaders_gles by embed_shaders.cmake. */\n#include \"shaders.h\"\n")
foreach(source IN LISTS SOURCES)
  get_filename_component(name "${source}" NAME)
  string(REPLACE "." "_" name "${name}")
  file(READ "${source}" code)
  string(REGEX REPLACE "[ \t]*//[^\n]*" "" code "${code}")
  string(REGEX REPLACE "\n[ \t\n]+" "\n" code "${code}")
  string(HEX "${code}" bytes)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND text "const char bf_shader_${name}[] = {${bytes}0};\n")
endforeach()
file(WRITE "${OUT}" "${text}")
