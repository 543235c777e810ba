# Compiles the sources of each target in batches, as CMake's UNITY_BUILD does, but names them from the
# root of the tree ("core/base/text.cpp"): a copy of the tree in another folder writes the same batches,
# and the compiler's cache answers for all of them.
#
# UNITY_BUILD, UNITY_BUILD_BATCH_SIZE and SKIP_UNITY_BUILD_INCLUSION are read as CMake reads them. A source
# that is generated, or has compile options of its own, is compiled alone.

# Replaces the sources of one target by batches of them.
function(lookback_batch_target target)
    get_target_property(folder ${target} SOURCE_DIR)
    get_target_property(size ${target} UNITY_BUILD_BATCH_SIZE)
    get_target_property(sources ${target} SOURCES)
    set(alone "")
    set(joined "")
    foreach(source IN LISTS sources)
        get_filename_component(path "${source}" ABSOLUTE BASE_DIR ${folder})
        file(RELATIVE_PATH rooted ${PROJECT_SOURCE_DIR} "${path}")
        get_source_file_property(skipped ${path} SKIP_UNITY_BUILD_INCLUSION)
        get_source_file_property(options ${path} COMPILE_OPTIONS)
        get_source_file_property(generated ${path} GENERATED)
        if(source MATCHES "^\\$<" OR NOT rooted MATCHES "^(app|core|tests|tools)/.*\\.cpp$"
                OR skipped OR options OR generated)
            list(APPEND alone ${source})
        else()
            list(APPEND joined ${rooted})
        endif()
    endforeach()
    list(LENGTH joined left)
    set(number 0)
    while(left GREATER 0)
        list(SUBLIST joined 0 ${size} batch)
        list(REMOVE_ITEM joined ${batch})
        list(TRANSFORM batch REPLACE "(.+)" "#include \"\\1\"\n")
        string(JOIN "" text ${batch})
        set(file ${PROJECT_BINARY_DIR}/batches/${target}_${number}.cpp)
        file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY) # which writes only what differs
        list(APPEND alone ${file})
        math(EXPR number "${number} + 1")
        list(LENGTH joined left)
    endwhile()
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF SOURCES "${alone}")
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
endfunction()

# Does so for each target of this directory. Called when the directory's file ends, so that all properties
# are set.
function(lookback_batch_targets)
    get_property(targets DIRECTORY PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(joins ${target} UNITY_BUILD)
        if(joins)
            lookback_batch_target(${target})
        endif()
    endforeach()
endfunction()
