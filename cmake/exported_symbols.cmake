# SPDX-License-Identifier: MIT
# Fails if LIBRARY exports a symbol that does not begin with PREFIX, or fewer than ATLEAST. VERSION
# begins the names of the symbols' versions.
execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
    OUTPUT_VARIABLE symbols RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${NM} failed on ${LIBRARY}")
endif()
string(REGEX REPLACE "[ @][^\n]*" "" symbols "${symbols}")
string(STRIP "${symbols}" symbols)
string(REPLACE "\n" ";" symbols "${symbols}")
list(FILTER symbols EXCLUDE REGEX "^${VERSION}")
list(LENGTH symbols count)
list(FILTER symbols EXCLUDE REGEX "^${PREFIX}")
if(symbols)
    message(FATAL_ERROR "${LIBRARY} also exports ${symbols}")
endif()
if(count LESS ${ATLEAST})
    message(FATAL_ERROR "${LIBRARY} exports only ${count} functions")
endif()
