# SPDX-License-Identifier: MIT
# Sets DDC_VERSION from the header that defines the project's version.
file(STRINGS ${CMAKE_CURRENT_LIST_DIR}/include/ddc/version.h DDC_VERSION REGEX "define DDC_VERSION ")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" DDC_VERSION "${DDC_VERSION}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
             ${CMAKE_CURRENT_LIST_DIR}/include/ddc/version.h)
