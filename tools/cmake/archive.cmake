# The program of `tools/package.sh --archive`, for systems other than Debian: what they lack or have in other
# versions is linked statically, or lies in lib/lookback beside it. Linked of what was compiled for `lookback`.
file(GLOB fmt_sources CONFIGURE_DEPENDS third_party/fmt/src/format.cc)
file(GLOB muparser_sources CONFIGURE_DEPENDS third_party/muparser/src/*.cpp)
if(fmt_sources AND muparser_sources)
    list(FILTER muparser_sources EXCLUDE REGEX "DLL|Test")
    add_library(archive_fmt STATIC EXCLUDE_FROM_ALL ${fmt_sources})
    target_include_directories(archive_fmt PRIVATE third_party/fmt/include)
    add_library(archive_muparser STATIC EXCLUDE_FROM_ALL ${muparser_sources})
    target_include_directories(archive_muparser PRIVATE third_party/muparser/include)
    set_target_properties(archive_fmt archive_muparser PROPERTIES UNITY_BUILD OFF)
    find_library(GIF_STATIC libgif.a)
    find_library(UTF8PROC_STATIC libutf8proc.a)
    mark_as_advanced(GIF_STATIC UTF8PROC_STATIC)

    add_executable(lookback_archive EXCLUDE_FROM_ALL $<TARGET_OBJECTS:lookback>)
    target_link_libraries(lookback_archive PRIVATE lookback_screen)
    add_dependencies(lookback_archive archive_fmt archive_muparser)
    # They come first, so that nothing is left to ask the shared ones for. RPATH instead of RUNPATH, for what
    # those of lib/lookback need of each other.
    target_link_options(lookback_archive PRIVATE -static-libstdc++ -static-libgcc
        LINKER:--as-needed,--disable-new-dtags,--push-state,--whole-archive
        $<TARGET_FILE:archive_fmt> $<TARGET_FILE:archive_muparser>
        ${GIF_STATIC} ${UTF8PROC_STATIC} LINKER:--pop-state)
    set_target_properties(lookback_archive PROPERTIES LINKER_LANGUAGE CXX
        BUILD_RPATH "$ORIGIN/../lib/lookback" BUILD_RPATH_USE_ORIGIN ON)
endif()
