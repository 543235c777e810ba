# Run by CPack on the files to pack: makes of them what Debian asks for, a compressed manual page and
# changelog, and the licence as the file `copyright`.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}${CPACK_PACKAGING_INSTALL_PREFIX}/share)
set(sources ${CMAKE_CURRENT_LIST_DIR}/../..)
file(RENAME ${share}/doc/lookback/LICENSE ${share}/doc/lookback/copyright)
file(READ ${sources}/CHANGELOG.md changes)
file(WRITE ${share}/doc/lookback/changelog "${changes}")
execute_process(COMMAND date -R OUTPUT_VARIABLE date)
file(WRITE ${share}/doc/lookback/changelog.Debian "lookback (${CPACK_PACKAGE_VERSION}-1) unstable; urgency=medium

  * See changelog.gz.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}")
execute_process(COMMAND_ERROR_IS_FATAL ANY COMMAND gzip -9n ${share}/man/man1/lookback.1
    ${share}/doc/lookback/changelog ${share}/doc/lookback/changelog.Debian)
file(CHMOD ${share}/doc/lookback/changelog.gz ${share}/doc/lookback/changelog.Debian.gz
    PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
