# Lessons and experiments become part of the program, so that it works from any folder.

# Adds a source that holds all JSON files of a folder of assets. `function` gives them.
function(lookback_embed folder function)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/${folder}/*.json)
    list(SORT files)
    set(source ${PROJECT_BINARY_DIR}/generated/embedded_${folder}.cpp)
    add_custom_command(
        OUTPUT ${source}
        COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/tools/cmake/embed_files.cmake
                ${source} ${function} ${files}
        DEPENDS ${PROJECT_SOURCE_DIR}/tools/cmake/embed_files.cmake ${files}
        COMMENT "Embedding the ${folder}"
        VERBATIM)
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set(LOOKBACK_EMBEDDED_SOURCES ${LOOKBACK_EMBEDDED_SOURCES} ${source} PARENT_SCOPE)
endfunction()

lookback_embed(lessons embeddedLessons)
lookback_embed(experiments embeddedExperiments)
