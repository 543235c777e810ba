# The libraries of the page for a browser. Debian has them for its own processors only: what is all headers is
# taken from there, the rest is compiled from the pinned sources of tools/get_source.sh.

# Links, because nothing else of /usr/include may come along.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(folder eigen3 fribidi nlohmann stb tl)
    file(CREATE_LINK /usr/include/${folder} ${headers}/${folder} SYMBOLIC)
endforeach()

function(lookback_add_headers target folder)
    add_library(${target} INTERFACE IMPORTED)
    target_include_directories(${target} SYSTEM INTERFACE ${folder})
endfunction()

lookback_add_headers(Eigen3::Eigen ${headers}/eigen3)
lookback_add_headers(nlohmann_json::nlohmann_json ${headers})
lookback_add_headers(tl::expected ${headers})
add_library(Threads::Threads INTERFACE IMPORTED) # the page has one thread

# lookback_add_source(NAME FOLDER_OF_HEADERS SOURCE...): a library of third_party/NAME.
function(lookback_add_source name folder)
    set(root ${PROJECT_SOURCE_DIR}/third_party/${name})
    if(NOT EXISTS ${root}/.sha256)
        execute_process(COMMAND_ERROR_IS_FATAL ANY
            COMMAND sh ${PROJECT_SOURCE_DIR}/tools/get_source.sh ${name})
    endif()
    set(sources)
    foreach(pattern ${ARGN})
        file(GLOB found ${root}/${pattern})
        list(APPEND sources ${found})
    endforeach()
    add_library(page_${name} STATIC ${sources})
    target_include_directories(page_${name} SYSTEM PUBLIC ${root}/${folder})
    target_compile_options(page_${name} PRIVATE -w)
    set_target_properties(page_${name} PROPERTIES UNITY_BUILD OFF)
endfunction()

lookback_add_source(fmt include src/format.cc)
target_compile_definitions(page_fmt PUBLIC FMT_USE_LONG_DOUBLE=0) # a browser computes them by software
add_library(fmt::fmt ALIAS page_fmt)
lookback_add_source(muparser include src/muParser.cpp src/muParserBase.cpp src/muParserBytecode.cpp
    src/muParserCallback.cpp src/muParserError.cpp src/muParserTokenReader.cpp)
target_compile_definitions(page_muparser PUBLIC MUPARSER_STATIC)
target_compile_options(page_muparser PRIVATE -frtti -fexceptions) # which tell what is wrong in a typed number
set_property(SOURCE ${PROJECT_SOURCE_DIR}/app/widgets/expression.cpp APPEND PROPERTY
    COMPILE_OPTIONS -frtti -fexceptions)
add_library(muparser::muparser ALIAS page_muparser)
lookback_add_source(zlib . adler32.c crc32.c deflate.c trees.c zutil.c inflate.c inftrees.c inffast.c
    compress.c uncompr.c)
add_library(ZLIB::ZLIB ALIAS page_zlib)
lookback_add_source(giflib . dgif_lib.c egif_lib.c gif_err.c gif_hash.c gifalloc.c openbsd-reallocarray.c
    quantize.c)
add_library(GIF::GIF ALIAS page_giflib)
lookback_add_source(fribidi lib lib/*.c)
target_include_directories(page_fribidi SYSTEM PRIVATE ${headers}/fribidi)
target_compile_definitions(page_fribidi PRIVATE HAVE_STDLIB_H HAVE_STRING_H HAVE_STRINGIZE)
set(FRIBIDI_INCLUDE_DIR ${headers})
set(FRIBIDI_LIBRARY page_fribidi)
# What utf8proc does on a desktop, the browser does itself.
set(UTF8PROC_LIBRARY)
set(STB_INCLUDE_DIR ${headers})
# Without HarfBuzz and Cairo: the page prints, and saves pictures of pixels.
set(LOOKBACK_HAS_VECTOR_PAGES OFF)
