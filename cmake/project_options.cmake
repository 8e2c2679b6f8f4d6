# SPDX-License-Identifier: MIT
# The compile options of all targets of the project, as one interface target.
add_library(project_options INTERFACE)
target_compile_options(project_options INTERFACE
    -Wall -Wextra -Wpedantic $<IF:$<BOOL:$<TARGET_PROPERTY:DDC_BY_FOLDER>>,-Wshadow=local,-Wshadow>
    $<$<COMPILE_LANGUAGE:CXX>:-Wconversion -Wnon-virtual-dtor -Woverloaded-virtual>)

# GCC 12 reports a move of std::string as a copy that overlaps or overruns (its bug 105651): not in
# system headers, but in precompiled ones.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    target_compile_options(project_options INTERFACE
        $<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds -Wno-restrict -Wno-stringop-overflow>)
endif()

# Instrumented programs are large: mold links them in a fifth of the time.
if(BUILD_TESTING)
    find_program(MOLD mold)
endif()

set(DDC_SANITIZE "" CACHE STRING "Sanitizers to build with, such as address,undefined or thread")
if(DDC_SANITIZE)
    target_compile_options(project_options INTERFACE
        -fsanitize=${DDC_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(project_options INTERFACE -fsanitize=${DDC_SANITIZE})
    if(MOLD)
        target_link_options(project_options INTERFACE -fuse-ld=mold)
    endif()
endif()

# project_precompile(TARGET [<header>...])
# Compiles the standard headers that most sources include, and those of libraries, once for the whole
# target. A source must still include all headers that it uses: the preset debug precompiles nothing. The
# project's headers are not precompiled, so that a change compiles only the sources that depend on it.
# Neither is nlohmann/json, which costs a source half a second even if it is precompiled and not used.
function(project_precompile target)
    target_precompile_headers(${target} PRIVATE
        <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <fstream> <functional> <map>
        <memory> <optional> <ostream> <sstream> <stdexcept> <string> <string_view> <utility>
        <variant> <vector>
        ${ARGN})
endfunction()

# project_compile_quickly(TARGET)
# For code that no cycle runs: omits optimisations that take a third of the compile time and have no
# noticeable effect there.
function(project_compile_quickly target)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# project_optimise_instrumented(TARGET)
# For code that computes much in tests. With a sanitizer or counters all other code is compiled without
# optimisation, in two thirds of the time.
function(project_optimise_instrumented target)
    if(DDC_SANITIZE OR CMAKE_CXX_FLAGS MATCHES "--coverage")
        target_compile_options(${target} PRIVATE -O1)
    endif()
endfunction()

option(DDC_SOURCES_BY_FOLDER "Compile the sources of a folder as one" ON)

# project_sources_by_folder(TARGET [MOST <count>] [LEAST <count>] [JSON_TOGETHER])
# Compiles the sources of a folder as one: headers are read once for all of them, which makes a whole
# build two to three times as fast. So each name in a folder must have one meaning.
# Sources with separate options or definitions are compiled alone. MOST limits how many are joined;
# folders with fewer than LEAST sources are joined with the next such ones.
# JSON_TOGETHER: the sources that include nlohmann/json are joined over all folders, since its templates
# cost each translation unit four seconds.
function(project_sources_by_folder target)
    cmake_parse_arguments(arg "JSON_TOGETHER" "MOST;LEAST" "" ${ARGN})
    if(DDC_SOURCES_BY_FOLDER)
        set_target_properties(${target} PROPERTIES DDC_BY_FOLDER ON)
        target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # sources are included here
        # Deferred until the sources have their properties.
        cmake_language(EVAL CODE "cmake_language(DEFER CALL project_join_folders ${target} \"${arg_MOST}\" \"${arg_LEAST}\" ${arg_JSON_TOGETHER})")
    endif()
endfunction()

# project_join_folders(TARGET <most, or empty> <least, or empty> <JSON_TOGETHER as true or false>)
# CMake's own unity builds include sources by absolute paths, so that a compiler cache would have no
# hits for another clone of the same sources.
function(project_join_folders target most least json_together)
    get_target_property(sources ${target} SOURCES)
    set(folders)
    foreach(source IN LISTS sources)
        set(properties)
        foreach(property COMPILE_OPTIONS COMPILE_DEFINITIONS)
            get_source_file_property(value ${source} ${property})
            if(value)
                list(APPEND properties ${value})
            endif()
        endforeach()
        if(NOT source MATCHES "\\.cpp$" OR properties)
            continue()
        endif()
        get_filename_component(folder ${source} DIRECTORY)
        string(REPLACE "${PROJECT_BINARY_DIR}/" "" folder "${folder}")  # the same name in any clone
        string(MAKE_C_IDENTIFIER "${folder}" folder)
        if(json_together)
            file(STRINGS ${source} uses_json REGEX "nlohmann/json.hpp|json_depth.hpp" LIMIT_COUNT 1)
            if(uses_json)
                set(folder with_json)
            endif()
        endif()
        if(most)
            list(LENGTH sources_in_${folder} before)
            list(APPEND sources_in_${folder} ${source})
            math(EXPR part "${before} / ${most}")
            string(APPEND folder _${part})
        endif()
        list(APPEND folders ${folder})
        list(APPEND sources_of_${folder} ${source})
    endforeach()
    list(REMOVE_DUPLICATES folders)
    if(least)
        set(together 0)
        foreach(folder IN LISTS folders)
            list(LENGTH sources_of_${folder} count)
            if(count GREATER_EQUAL least)
                continue()
            endif()
            list(REMOVE_ITEM folders ${folder})
            list(APPEND folders together_${together})
            list(APPEND sources_of_together_${together} ${sources_of_${folder}})
            list(LENGTH sources_of_together_${together} count)
            if(count GREATER_EQUAL least)
                math(EXPR together "${together} + 1")
            endif()
        endforeach()
        list(REMOVE_DUPLICATES folders)
    endif()
    foreach(folder IN LISTS folders)
        set(joined ${CMAKE_CURRENT_BINARY_DIR}/by_folder/${target}/${folder}.cpp)
        set(text)
        foreach(source IN LISTS sources_of_${folder})
            get_filename_component(path ${source} ABSOLUTE)
            file(RELATIVE_PATH path ${CMAKE_CURRENT_BINARY_DIR}/by_folder/${target} ${path})
            string(APPEND text "#include \"${path}\"\n")
        endforeach()
        file(CONFIGURE OUTPUT ${joined} CONTENT "${text}" @ONLY)
        list(REMOVE_ITEM sources ${sources_of_${folder}})
        list(APPEND sources ${joined})
    endforeach()
    set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()

# Uses a compiler cache if installed. It has hits for objects that another clone or folder has compiled.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    foreach(language C CXX)
        set(CMAKE_${language}_COMPILER_LAUNCHER env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}
            CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
    endforeach()
endif()
