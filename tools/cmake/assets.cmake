# Lessons, experiments and manuals become part of the program, so that it works from any folder.

# Adds a source that holds all files of a pattern, such as docs/manual.*.md. `function` gives them.
function(lookback_embed name function pattern)
    file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${pattern})
    list(SORT files)
    set(source ${PROJECT_BINARY_DIR}/generated/embedded_${name}.cpp)
    add_custom_command(
        OUTPUT ${source}
        COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/tools/cmake/embed_files.cmake
                ${source} ${function} ${files}
        DEPENDS ${PROJECT_SOURCE_DIR}/tools/cmake/embed_files.cmake ${files}
        COMMENT "Embedding the ${name}"
        VERBATIM)
    set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    set(LOOKBACK_EMBEDDED_SOURCES ${LOOKBACK_EMBEDDED_SOURCES} ${source} PARENT_SCOPE)
endfunction()

lookback_embed(lessons embeddedLessons assets/lessons/*.json)
lookback_embed(experiments embeddedExperiments assets/experiments/*.json)
lookback_embed(manuals embeddedManuals docs/manual.*.md)
lookback_embed(pages embeddedPages assets/pages/*.html)
lookback_embed(translations embeddedTranslations assets/locale/*.lessons.json)

# The message catalogue: one header for each room of assets/locale/en.json, and a source with the
# texts of all languages.
set(LOOKBACK_MESSAGE_ROOMS author bars checks cli code commands common compare course draws edit expected experiment
    explain faults files formula generate glossary help imports lab leak lesson mask masking matrix narrator notices
    platform player positions reports settings sheets stages train training variant walk worksheet)
set(messages_folder ${PROJECT_BINARY_DIR}/generated)
list(TRANSFORM LOOKBACK_MESSAGE_ROOMS PREPEND ${messages_folder}/messages/
     OUTPUT_VARIABLE message_headers)
list(TRANSFORM message_headers APPEND .h)
file(GLOB locales CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/locale/*.json)
list(FILTER locales EXCLUDE REGEX "(en|\\.lessons)\\.json$")
list(PREPEND locales ${PROJECT_SOURCE_DIR}/assets/locale/en.json)
lookback_add_host_program(messages SOURCES tools/messages.cpp core/words/pattern.cpp
    LIBRARIES nlohmann_json::nlohmann_json tl::expected)
add_custom_command(
    OUTPUT ${messages_folder}/catalogue.cpp ${message_headers}
    COMMAND ${messages_program} ${messages_folder} ${locales}
    DEPENDS ${messages_program} ${locales}
    COMMENT "Making the message catalogue"
    VERBATIM)
set_source_files_properties(${messages_folder}/catalogue.cpp PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON)
list(APPEND LOOKBACK_EMBEDDED_SOURCES ${messages_folder}/catalogue.cpp ${message_headers})
