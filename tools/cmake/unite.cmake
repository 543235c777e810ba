# Compiles sources in groups where all of them are compiled anyway, as ./check does: most of the time
# goes into the headers of libraries and their templates, which a group reads and makes once. What
# people run is compiled source by source: each has to include all that it uses.

# Of these sources, some that give none of their names to different things are compiled as one. What
# has options of its own stays alone.
function(lookback_unite target)
    list(TRANSFORM ARGN PREPEND "${target} " OUTPUT_VARIABLE lines)
    list(JOIN lines "\n" lines)
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${target}.sources "${lines}\n")
    execute_process(
        COMMAND awk -v most=12 -f ${PROJECT_SOURCE_DIR}/tools/groups.awk
                ${CMAKE_CURRENT_BINARY_DIR}/${target}.sources
        OUTPUT_VARIABLE groups
        COMMAND_ERROR_IS_FATAL ANY)
    string(STRIP "${groups}" groups)
    string(REPLACE "\n" ";" groups "${groups}")
    # Who gives a source another name may have to find it another group.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(group IN LISTS groups)
        separate_arguments(sources UNIX_COMMAND "${group}")
        list(POP_FRONT sources name)
        set_source_files_properties(${sources} PROPERTIES UNITY_GROUP ${name})
    endforeach()
endfunction()
