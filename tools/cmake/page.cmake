# The page for a browser: build/page/page/, a folder of static files, and build/page/lookback.html, the same
# in one file.

set(font_folder /usr/share/fonts)
set(page_fonts
    ${font_folder}/opentype/inter/Inter-Regular.otf
    ${font_folder}/opentype/inter/Inter-SemiBold.otf
    ${font_folder}/opentype/inter/Inter-Bold.otf
    ${font_folder}/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf
    ${font_folder}/truetype/jetbrains-mono/JetBrainsMono-Bold.ttf
    ${font_folder}/truetype/dejavu/DejaVuSans.ttf)
lookback_add_host_program(page_fonts SOURCES tools/page_fonts.cpp LIBRARIES harfbuzz-subset harfbuzz)
file(GLOB_RECURSE page_texts CONFIGURE_DEPENDS app/*.cpp app/*.h core/*.cpp core/*.h
    assets/experiments/*.json assets/lessons/*.json assets/locale/*.json docs/manual.*.md)
set(fonts_source ${PROJECT_BINARY_DIR}/generated/page_fonts.cpp)
add_custom_command(OUTPUT ${fonts_source} VERBATIM
    COMMAND ${page_fonts_program} ${fonts_source} ${page_texts} -- ${page_fonts}
    DEPENDS ${page_fonts_program} ${page_texts} ${page_fonts}
    COMMENT "Reducing the fonts of the page")
set_source_files_properties(${fonts_source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)

file(GLOB page_sources CONFIGURE_DEPENDS app/platform/web/*.cpp)
add_executable(lookback_page ${page_sources} ${fonts_source}
    app/platform/folder_files.cpp app/platform/kept_file.cpp app/platform/settings_file.cpp
    app/platform/system_language.cpp app/platform/screen/opengl.cpp)
target_link_libraries(lookback_page PRIVATE lookback_ui imgui)
set(page_script ${PROJECT_SOURCE_DIR}/app/platform/web/page.js)
set(LOOKBACK_PAGE_ADDRESS "" CACHE STRING
    "The page's address, with / at its end: services that show links want it before the picture's name")
set(page_shell ${PROJECT_BINARY_DIR}/generated/page.html)
configure_file(app/platform/web/page.html ${page_shell} @ONLY)
set(page_files ${PROJECT_SOURCE_DIR}/tools/page_files.js)
set(page_worker ${PROJECT_SOURCE_DIR}/app/platform/web/worker.js)
set(page_icon ${PROJECT_SOURCE_DIR}/assets/desktop/lookback.svg)
set(page_picture ${PROJECT_SOURCE_DIR}/docs/pictures/lab-small.png) # of a link to the page
set(page_folder ${PROJECT_BINARY_DIR}/page)
target_link_options(lookback_page PRIVATE
    -sALLOW_MEMORY_GROWTH=1 -sMAXIMUM_MEMORY=2GB -sMIN_WEBGL_VERSION=2 -sMAX_WEBGL_VERSION=2
    -fexceptions -sENVIRONMENT=web -sMINIFY_HTML=0 -sFILESYSTEM=0 -sMALLOC=emmalloc
    -sEXPORTED_FUNCTIONS=_main,_malloc,_free
    --js-library ${page_script} --shell-file ${page_shell})
set_target_properties(lookback_page PROPERTIES
    SUFFIX .html OUTPUT_NAME index RUNTIME_OUTPUT_DIRECTORY ${page_folder}
    LINK_DEPENDS "${page_script};${page_shell};${page_files};${page_worker};${page_icon};${page_picture}"
    # Debian's modules for Node.js, also for a Node.js that is not Debian's.
    RULE_LAUNCH_LINK "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
add_custom_command(TARGET lookback_page POST_BUILD VERBATIM
    COMMAND ${CMAKE_COMMAND} -E copy ${page_worker} ${page_folder}/worker.js
    COMMAND ${CMAKE_COMMAND} -E copy ${page_icon} ${page_folder}/icon.svg
    COMMAND ${CMAKE_COMMAND} -E copy ${page_picture} ${page_folder}/picture.png
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${page_files} ${page_folder}
        ${PROJECT_BINARY_DIR}/lookback.html)
