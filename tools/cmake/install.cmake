# What `cmake --install` puts where desktops look: the program, its entry in menus, its icon, the types of its
# files, its manual page and the completions of shells.
include(GNUInstallDirs)
include(tools/cmake/package.cmake)
include(tools/cmake/archive.cmake)
set(desktop ${PROJECT_SOURCE_DIR}/assets/desktop)
set(data ${CMAKE_INSTALL_DATADIR})
install(TARGETS lookback)
install(FILES ${desktop}/lookback.desktop DESTINATION ${data}/applications)
install(FILES ${desktop}/lookback.metainfo.xml DESTINATION ${data}/metainfo RENAME org.lookback.Lookback.metainfo.xml)
install(FILES ${desktop}/lookback.mime.xml DESTINATION ${data}/mime/packages RENAME lookback.xml)
install(FILES ${desktop}/lookback.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${desktop}/lookback.bash DESTINATION ${data}/bash-completion/completions RENAME lookback)
install(FILES ${desktop}/_lookback DESTINATION ${data}/zsh/site-functions)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/docs/licences.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${desktop}/lookback.svg DESTINATION ${data}/icons/hicolor/scalable/apps)

# Older desktops ask for pixels.
find_program(RSVG_CONVERT rsvg-convert)
mark_as_advanced(RSVG_CONVERT)
if(RSVG_CONVERT)
    foreach(size 16 24 32 48 64 128 256 512)
        set(icon ${PROJECT_BINARY_DIR}/icons/${size}.png)
        add_custom_command(OUTPUT ${icon} VERBATIM DEPENDS ${desktop}/lookback.svg
            COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/icons
            COMMAND ${RSVG_CONVERT} -w ${size} -h ${size} -o ${icon} ${desktop}/lookback.svg)
        list(APPEND icons ${icon})
        install(FILES ${icon} DESTINATION ${data}/icons/hicolor/${size}x${size}/apps RENAME lookback.png OPTIONAL)
    endforeach()
    add_custom_target(lookback_icons ALL DEPENDS ${icons})
endif()
