# Turn shader sources into one C file of zero-terminated byte arrays: head.vert becomes bf_shader_head_vert.
# Called as a script: cmake -DOUT=shaders.c "-DSOURCES=a;b" -P embed_shaders.cmake
set(text "/* Made from shaders_gles by embed_shaders.cmake. */\n#include \"shaders.h\"\n")
foreach(source IN LISTS SOURCES)
  get_filename_component(name "${source}" NAME)
  string(REPLACE "." "_" name "${name}")
  file(READ "${source}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND text "const char bf_shader_${name}[] = {${bytes}0};\n")
endforeach()
file(WRITE "${OUT}" "${text}")
