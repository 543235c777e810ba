# cmake -P embed_lessons.cmake OUTPUT.cpp FILE...
# Writes a C++ source that holds the files byte for byte: the table of core/io/embedded_lessons.h.

set(output ${CMAKE_ARGV3})
set(texts "")
set(rows "")
set(count 0)
math(EXPR last "${CMAKE_ARGC} - 1")
if(last GREATER_EQUAL 4)
    foreach(argument RANGE 4 ${last})
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

file(WRITE ${output} "// Made by tools/embed_lessons.cmake.
#include \"core/io/embedded_lessons.h\"

#include <array>

namespace {
${texts}
constexpr std::array<lookback::EmbeddedFile, ${count}> kFiles{
${rows}};
}  // namespace

namespace lookback {
std::span<const EmbeddedFile> embeddedLessons() { return kFiles; }
}  // namespace lookback
")
