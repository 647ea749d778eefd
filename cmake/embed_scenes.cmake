# Turn scene files into one C file: an array of {name, json} that ends with {0, 0}.
# Called as a script: cmake -DOUT=scenes.c "-DSOURCES=a.json;b.json" -P embed_scenes.cmake
set(text "/* Made from scenes/ by embed_scenes.cmake. */\n#include \"scene_file.h\"\n")
set(entries "")
foreach(source IN LISTS SOURCES)
  get_filename_component(name "${source}" NAME_WE)
  string(MAKE_C_IDENTIFIER "${name}" identifier)
  file(READ "${source}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(APPEND text "static const char scene_${identifier}[] = {${bytes}0};\n")
  string(APPEND entries "    {\"${name}\", scene_${identifier}},\n")
endforeach()
file(WRITE "${OUT}" "${text}const EmbeddedScene embedded_scenes[] = {\n${entries}    {NULL, NULL},\n};\n")
