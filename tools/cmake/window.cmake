# Whether the program with its window can be built here, and its pictures without a display. Without
# it there are still the core, the user interface, and their tests.

find_package(glfw3 3.3 QUIET)
find_package(OpenGL QUIET COMPONENTS OpenGL OPTIONAL_COMPONENTS EGL)
find_package(CLI11 QUIET)

set(LOOKBACK_HAS_WINDOW ${LOOKBACK_WINDOW})
foreach(package glfw3 OpenGL CLI11)
    if(LOOKBACK_WINDOW AND NOT ${package}_FOUND)
        message(STATUS "window: ${package} is not installed, the program is left out")
        set(LOOKBACK_HAS_WINDOW OFF)
    endif()
endforeach()

set(LOOKBACK_HAS_EGL ${LOOKBACK_EGL})
if(LOOKBACK_EGL AND NOT TARGET OpenGL::EGL)
    message(STATUS "pictures: EGL is not installed, the commands that draw them will say so")
    set(LOOKBACK_HAS_EGL OFF)
endif()
