# Run after a doctest program was built: writes a file for ctest with a test for each source that has test
# cases. One process runs all cases of a source, for much of what they need is made once per process: the
# fonts alone take longer than most cases of the user interface.
#   -D program=PATH -D prefix=NAME -D sources=FOLDER -D properties=LIST -D long_tests=REGEX -D result=FILE
execute_process(COMMAND ${program} --list-test-cases --reporters=xml
    OUTPUT_VARIABLE listed RESULT_VARIABLE code)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "${program} does not list its test cases: ${code}")
endif()
string(REGEX MATCHALL "filename=\"[^\"]*\"" files "${listed}")
list(REMOVE_DUPLICATES files)
set(text "")
foreach(file IN LISTS files)
    string(REGEX REPLACE "^filename=\"(.*)\"$" "\\1" file "${file}")
    # An object from the compiler's cache names the folder in which it was compiled first.
    string(REGEX REPLACE "^(.*/)?tests/${prefix}/" "" name ${file})
    string(REGEX REPLACE "\\.cpp$" "" name ${name})
    if(NOT EXISTS ${sources}/${name}.cpp)
        message(FATAL_ERROR "${program} was compiled from ${file}, which is not among ${sources}")
    endif()
    string(APPEND text "add_test([[${prefix}:${name}]] [[${program}]] [[--source-file=*/${prefix}/${name}.cpp]]"
        " --reporters=console,case_names)\n"
        "set_tests_properties([[${prefix}:${name}]] PROPERTIES ${properties})\n")
    if(name MATCHES "${long_tests}")
        string(APPEND text "set_tests_properties([[${prefix}:${name}]] PROPERTIES COST 500)\n")
    endif()
endforeach()
file(WRITE ${result} "${text}")
