# Whether the program with its window can be built here, and its pictures without a display. Without
# it there are still the core, the user interface, and their tests.

if(EMSCRIPTEN)
    return() # a page has its canvas
endif()
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

# Dialogs of the system stay before the window where GLFW tells its X11 id.
if(LOOKBACK_HAS_WINDOW)
    include(CheckLibraryExists)
    check_library_exists(glfw glfwGetX11Window "" LOOKBACK_GLFW_X11)
endif()

# The desktop portal is asked for files over the session bus.
find_library(DBUS_LIBRARY dbus-1)
find_path(DBUS_INCLUDE_DIR dbus/dbus.h PATH_SUFFIXES dbus-1.0)
cmake_path(GET DBUS_LIBRARY PARENT_PATH dbus_folder)
find_path(DBUS_ARCH_INCLUDE_DIR dbus/dbus-arch-deps.h HINTS ${dbus_folder}
    PATH_SUFFIXES dbus-1.0/include)
set(LOOKBACK_HAS_DBUS OFF)
if(DBUS_LIBRARY AND DBUS_INCLUDE_DIR AND DBUS_ARCH_INCLUDE_DIR)
    set(LOOKBACK_HAS_DBUS ON)
else()
    message(STATUS "file dialogs: libdbus-1 is not installed, the desktop portal is not asked")
endif()

set(LOOKBACK_HAS_EGL ${LOOKBACK_EGL})
if(LOOKBACK_EGL AND NOT TARGET OpenGL::EGL)
    message(STATUS "pictures: EGL is not installed, the commands that draw them will say so")
    set(LOOKBACK_HAS_EGL OFF)
endif()
