# Dear ImGui 1.90.1 as libraries: `imgui` for the program, `imgui_test` with the hooks that let tests
# press its buttons, `imgui_glfw` for its window. What draws it is ours: app/platform/screen/opengl.cpp.

set(imgui_dir ${PROJECT_SOURCE_DIR}/third_party/imgui)
if(NOT EXISTS ${imgui_dir}/imgui.h AND EXISTS /etc/debian_version)
    execute_process(COMMAND sh ${PROJECT_SOURCE_DIR}/tools/get_source.sh imgui)
endif()
if(NOT EXISTS ${imgui_dir}/imgui.h)
    message(STATUS "imgui: fetching the pinned commit from upstream")
    include(FetchContent)
    FetchContent_Declare(imgui_upstream
        GIT_REPOSITORY https://github.com/ocornut/imgui.git
        GIT_TAG d6cb3c923d28dcebb2d8d9605ccc7229ccef19eb)
    FetchContent_MakeAvailable(imgui_upstream)
    set(imgui_dir ${imgui_upstream_SOURCE_DIR})
endif()

set(imgui_sources
    ${imgui_dir}/imgui.cpp
    ${imgui_dir}/imgui_draw.cpp
    ${imgui_dir}/imgui_tables.cpp
    ${imgui_dir}/imgui_widgets.cpp
    ${imgui_dir}/misc/cpp/imgui_stdlib.cpp)

# What the user interface is compiled with; which of the two it is linked with, a program decides.
add_library(imgui_headers INTERFACE)
target_include_directories(imgui_headers SYSTEM INTERFACE
    ${imgui_dir} ${imgui_dir}/backends ${imgui_dir}/misc/cpp)
target_compile_definitions(imgui_headers INTERFACE IMGUI_USE_WCHAR32)
if(EMSCRIPTEN)
    # WebGL 2 draws no part of a list from a vertex on: the numbers of vertices are long instead.
    target_compile_definitions(imgui_headers INTERFACE "ImDrawIdx=unsigned int"
        IMGUI_DISABLE_DEBUG_TOOLS)
endif()

function(lookback_add_imgui target)
    add_library(${target} STATIC ${ARGN})
    target_link_libraries(${target} PUBLIC imgui_headers)
    target_compile_options(${target} PRIVATE -w)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
endfunction()

lookback_add_imgui(imgui ${imgui_sources})

lookback_add_imgui(imgui_test EXCLUDE_FROM_ALL ${imgui_sources})
target_compile_definitions(imgui_test
    PUBLIC IMGUI_ENABLE_TEST_ENGINE
    PRIVATE IMGUI_STB_TRUETYPE_FILENAME="tests/ui_driver/font_places.h")
target_include_directories(imgui_test PRIVATE ${PROJECT_SOURCE_DIR})

if(LOOKBACK_HAS_WINDOW)
    lookback_add_imgui(imgui_glfw ${imgui_dir}/backends/imgui_impl_glfw.cpp)
    target_link_libraries(imgui_glfw PUBLIC imgui glfw PRIVATE ${CMAKE_DL_LIBS})
endif()
