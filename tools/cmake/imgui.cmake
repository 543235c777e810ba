# Dear ImGui 1.90.1 as libraries: `imgui` for the program, `imgui_test` with the hooks that let tests
# press its buttons, `imgui_backends` for GLFW and OpenGL.

set(imgui_dir ${PROJECT_SOURCE_DIR}/third_party/imgui)
if(NOT EXISTS ${imgui_dir}/imgui.h AND EXISTS /etc/debian_version)
    execute_process(COMMAND sh ${PROJECT_SOURCE_DIR}/tools/get_imgui.sh)
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

function(lookback_add_imgui target)
    add_library(${target} STATIC ${ARGN})
    target_include_directories(${target} SYSTEM PUBLIC
        ${imgui_dir} ${imgui_dir}/backends ${imgui_dir}/misc/cpp)
    target_compile_definitions(${target} PUBLIC IMGUI_USE_WCHAR32)
    target_compile_options(${target} PRIVATE -w)
endfunction()

lookback_add_imgui(imgui ${imgui_sources} ${imgui_dir}/imgui_demo.cpp)

if(LOOKBACK_ONE_UI)
    target_compile_definitions(imgui PUBLIC IMGUI_ENABLE_TEST_ENGINE)
    target_link_libraries(imgui PUBLIC ui_driver) # what the hooks call
    add_library(imgui_test ALIAS imgui)
else()
    lookback_add_imgui(imgui_test EXCLUDE_FROM_ALL ${imgui_sources})
    target_compile_definitions(imgui_test PUBLIC IMGUI_ENABLE_TEST_ENGINE)
endif()

if(LOOKBACK_HAS_WINDOW)
    lookback_add_imgui(imgui_backends
        ${imgui_dir}/backends/imgui_impl_glfw.cpp
        ${imgui_dir}/backends/imgui_impl_opengl3.cpp)
    target_link_libraries(imgui_backends PUBLIC imgui glfw PRIVATE ${CMAKE_DL_LIBS})
endif()
