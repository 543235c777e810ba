# lookback_add_host_program(NAME SOURCES ... LIBRARIES ...): a program that runs while the rest is built. The
# page is compiled for a browser, such a program for this machine all the same.
function(lookback_add_host_program target)
    cmake_parse_arguments(arg "" "" "SOURCES;LIBRARIES" ${ARGN})
    if(NOT EMSCRIPTEN)
        list(TRANSFORM arg_SOURCES PREPEND ${PROJECT_SOURCE_DIR}/)
        add_executable(${target} ${arg_SOURCES})
        target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
        target_compile_options(${target} PRIVATE -O0)
        target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
        set(${target}_program ${target} PARENT_SCOPE)
        return()
    endif()
    set(program ${PROJECT_BINARY_DIR}/${target})
    set(libraries ${arg_LIBRARIES})
    list(FILTER libraries EXCLUDE REGEX "::") # of headers alone
    list(TRANSFORM libraries PREPEND -l)
    add_custom_command(OUTPUT ${program} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} VERBATIM
        COMMAND ${LOOKBACK_HOST_CXX} -std=c++20 -O0 -I. -I/usr/include/harfbuzz ${arg_SOURCES} -o ${program} ${libraries}
        DEPENDS ${arg_SOURCES})
    set(${target}_program ${program} PARENT_SCOPE)
endfunction()
if(EMSCRIPTEN)
    find_program(LOOKBACK_HOST_CXX NAMES g++ clang++ REQUIRED NO_CMAKE_FIND_ROOT_PATH)
endif()
