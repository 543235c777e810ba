# The lessons become part of the program, so that it works from any folder.

file(GLOB lesson_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/assets/lessons/*.json)
list(SORT lesson_files)
set(LOOKBACK_LESSONS_SOURCE ${PROJECT_BINARY_DIR}/generated/embedded_lessons.cpp)
add_custom_command(
    OUTPUT ${LOOKBACK_LESSONS_SOURCE}
    COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/tools/cmake/embed_lessons.cmake
            ${LOOKBACK_LESSONS_SOURCE} ${lesson_files}
    DEPENDS ${PROJECT_SOURCE_DIR}/tools/cmake/embed_lessons.cmake ${lesson_files}
    COMMENT "Embedding the lessons"
    VERBATIM)
