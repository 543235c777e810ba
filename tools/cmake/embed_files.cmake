# cmake -P embed_files.cmake OUTPUT.cpp FUNCTION FILE...
# Writes a C++ source that holds the files byte for byte, and a function of core/io/shipped.h
# that gives them.

set(output ${CMAKE_ARGV3})
set(function ${CMAKE_ARGV4})
set(texts "")
set(rows "")
set(count 0)
math(EXPR last "${CMAKE_ARGC} - 1")
if(last GREATER_EQUAL 5)
    foreach(argument RANGE 5 ${last})
        set(file ${CMAKE_ARGV${argument}})
        get_filename_component(name ${file} NAME_WLE)
        file(SIZE ${file} size)
        # Every byte as \xNN, 40 a line: no quoting rule and no line ending can change it.
        file(READ ${file} bytes HEX)
        string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${bytes}")
        string(REPEAT "." 160 line)
        string(REGEX REPLACE "(${line})" "\\1\"\n    \"" bytes "${bytes}")
        string(APPEND texts "constexpr char kText${count}[] =\n    \"${bytes}\";\n")
        string(APPEND rows "    lookback::EmbeddedFile{\"${name}\", {kText${count}, ${size}}},\n")
        math(EXPR count "${count} + 1")
    endforeach()
endif()

file(WRITE ${output} "// Made by tools/cmake/embed_files.cmake.
#include \"core/io/shipped.h\"

#include <array>

namespace {
${texts}
constexpr std::array<lookback::EmbeddedFile, ${count}> kFiles{
${rows}};
}  // namespace

namespace lookback {
std::span<const EmbeddedFile> ${function}() { return kFiles; }
}  // namespace lookback
")
