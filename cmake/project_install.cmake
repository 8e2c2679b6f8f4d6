# SPDX-License-Identifier: MIT
# The files and folders of `cmake --install`. Each file has a component, and each component is a package:
# libddc1 and libplant-c1 (the shared libraries), libddc-dev (headers, archives, CMake and
# pkg-config files), ddc-gateway (the commands, with their examples and data).
include(GNUInstallDirs)

# Programs that ddc-gateway starts by name, and its guardian.
set(PROJECT_INSTALL_PROGRAMSDIR ${CMAKE_INSTALL_LIBEXECDIR}/ddc-gateway)
# Configurations, data and schemas; the folders are those of the source tree, so that relative paths are valid.
set(PROJECT_INSTALL_SHAREDIR ${CMAKE_INSTALL_DATADIR}/ddc-gateway)

# Builds only the installed targets, no tests.
add_custom_target(installed)

# project_install_library(TARGET NAME <name after ::> EXPORT <set> [RUNTIME <component>])
# RUNTIME is for a shared library.
function(project_install_library target)
    cmake_parse_arguments(arg "" "NAME;EXPORT;RUNTIME" "" ${ARGN})
    if(NOT arg_RUNTIME)
        set(arg_RUNTIME libddc-dev)
    endif()
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${arg_NAME})
    add_dependencies(installed ${target})
    install(TARGETS ${target} EXPORT ${arg_EXPORT}
        LIBRARY COMPONENT ${arg_RUNTIME} NAMELINK_COMPONENT libddc-dev
        ARCHIVE COMPONENT libddc-dev
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endfunction()

# project_install_headers([EXCEPT <names...>])
# Installs the folder's include/, without the headers that only the project uses.
function(project_install_headers)
    cmake_parse_arguments(arg "" "" "EXCEPT" ${ARGN})
    set(except)
    foreach(name IN LISTS arg_EXCEPT)
        list(APPEND except PATTERN ${name} EXCLUDE)
    endforeach()
    install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libddc-dev
        FILES_MATCHING PATTERN *.h PATTERN *.hpp ${except})
endfunction()

# project_install_commands(TARGETS...): commands for users.
function(project_install_commands)
    install(TARGETS ${ARGN} RUNTIME COMPONENT ddc-gateway)
    add_dependencies(installed ${ARGN})
endfunction()

# project_install_programs(TARGETS...): programs that ddc-gateway starts.
function(project_install_programs)
    install(TARGETS ${ARGN} RUNTIME DESTINATION ${PROJECT_INSTALL_PROGRAMSDIR}
        COMPONENT ddc-gateway)
    add_dependencies(installed ${ARGN})
endfunction()

# project_install_data(FOLDERS...): whole folders of the source tree, under share/.
function(project_install_data)
    foreach(folder IN LISTS ARGN)
        get_filename_component(parent ${folder} DIRECTORY)
        install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder}
            DESTINATION ${PROJECT_INSTALL_SHAREDIR}/${parent} COMPONENT ddc-gateway
            PATTERN __pycache__ EXCLUDE)
    endforeach()
endfunction()
