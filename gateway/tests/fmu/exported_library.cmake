# SPDX-License-Identifier: MIT
# Fails unless LIBRARY, which other programs load, needs only libraries of glibc, and exports all
# functions of FMI and nothing else.
execute_process(COMMAND ${READELF} --dynamic --wide ${LIBRARY}
    OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "NEEDED[^\n]*\\[[^]]*\\]" needed "${dynamic}")
string(REGEX REPLACE "NEEDED[^;]*\\[([^];]*)\\]" "\\1" needed "${needed}")
list(FILTER needed EXCLUDE REGEX "^(lib(c|m)\\.so\\.6|ld-linux-.*)$")
if(needed)
    message(FATAL_ERROR "${LIBRARY} needs ${needed}, which an importer may not have")
endif()
if(dynamic MATCHES "(RPATH|RUNPATH)[^\n]*\\[([^]]*)\\]")
    message(FATAL_ERROR "${LIBRARY} searches libraries in ${CMAKE_MATCH_2}")
endif()

execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
    OUTPUT_VARIABLE exported COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " [^\n]*" "" exported "${exported}")
string(REGEX MATCHALL "[^\n]+" exported "${exported}")
foreach(version_count 2:34 3:75)
    string(REPLACE ":" ";" version_count ${version_count})
    list(GET version_count 0 version)
    list(GET version_count 1 wanted)
    set(functions ${exported})
    list(FILTER functions INCLUDE REGEX "^fmi${version}[A-Z]")
    list(LENGTH functions count)
    if(NOT count EQUAL wanted)
        message(FATAL_ERROR "${LIBRARY} exports ${count} functions of FMI ${version}, not ${wanted}")
    endif()
endforeach()
list(FILTER exported EXCLUDE REGEX "^fmi[23][A-Z]")
if(exported)
    message(FATAL_ERROR "${LIBRARY} also exports ${exported}")
endif()
