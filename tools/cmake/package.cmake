# What tools/package.sh packs with CPack: the files that `cmake --install` writes, as a Debian package.
set(CPACK_PACKAGE_NAME lookback)
set(CPACK_PACKAGE_VENDOR "the authors of Lookback")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/tools/cmake/debian_files.cmake)

set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION education)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The fonts of the window, and the OpenGL that GLFW loads: no linker knows of them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libgl1, fonts-inter, fonts-jetbrains-mono, fonts-dejavu-core")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libgl1-mesa-dri, xdg-desktop-portal")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Type a sentence, change embeddings, weights and the mask, and every score,
weight and output follows at once. Each number is explained, and equals that
of PyTorch and NumPy.

Lessons ask for numbers before they show them. A leak test says which token
can change which output, and small language models are trained with and
without the mask.")
include(CPack)
