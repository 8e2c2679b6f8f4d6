# SPDX-License-Identifier: MIT
# What every target of the project is compiled with, as one interface target.
add_library(project_options INTERFACE)
target_compile_options(project_options INTERFACE
    -Wall -Wextra -Wpedantic $<IF:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>,-Wshadow=local,-Wshadow>
    $<$<COMPILE_LANGUAGE:CXX>:-Wconversion -Wnon-virtual-dtor -Woverloaded-virtual>)

# GCC 12 takes a move of std::string for a copy that overlaps or overruns (its bug 105651). It is
# silent about the system's headers, but not where they are precompiled.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(project_options INTERFACE
        $<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow>)
endif()

set(DDC_SANITIZE "" CACHE STRING "Sanitizers to build with, such as address,undefined or thread")
if(DDC_SANITIZE)
    target_compile_options(project_options INTERFACE
        -fsanitize=${DDC_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(project_options INTERFACE -fsanitize=${DDC_SANITIZE})
endif()

# project_precompile(TARGET [<header>...])
# Compiles the standard headers that most sources read, and those of libraries, once for the whole
# target. A source includes what it needs all the same: the preset debug precompiles nothing. The
# project's own headers are never among them, so that a change compiles only what it concerns; nor is
# nlohmann/json, which costs a source half a second even where it is precompiled and not used.
function(project_precompile target)
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <fstream> <functional> <map>
        <memory> <optional> <ostream> <sstream> <stdexcept> <string> <string_view> <utility>
        <variant> <vector>
        ${ARGN})
endfunction()

option(DDC_SOURCES_BY_FOLDER "Compile the sources of a folder as one" ON)

# project_sources_by_folder(TARGET)
# Compiles the sources of a folder as one: headers are read once for all of them, which makes a whole
# build two to three times as fast. So a folder, which is one concept, uses each name for one thing.
function(project_sources_by_folder target)
    if(NOT DDC_SOURCES_BY_FOLDER)
        return()
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # it takes sources for headers
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        get_filename_component(folder ${source} DIRECTORY)
        string(REPLACE "${PROJECT_BINARY_DIR}/" "" folder "${folder}")  # the same name in any folder
        string(MAKE_C_IDENTIFIER ${folder} group)
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endforeach()
endfunction()
