# SPDX-License-Identifier: MIT
# Fails unless LIBRARY exports the symbols that LIST names, one a line with its version, and no
# others.
execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
    OUTPUT_VARIABLE exported COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " [^\n]*" "" exported "${exported}")
string(REGEX MATCHALL "[^\n]+" exported "${exported}")
list(FILTER exported EXCLUDE REGEX "^([A-Z]+_[0-9.]+)(@@[A-Z]+_[0-9.]+)?$")  # the versions themselves
file(STRINGS ${LIST} listed REGEX "^[^#]")

set(missing ${listed})
list(REMOVE_ITEM missing ${exported})
if(missing)
    message(FATAL_ERROR "${LIBRARY} no longer exports ${missing}: programs that use them do not start")
endif()
list(REMOVE_ITEM exported ${listed})
if(exported)
    message(FATAL_ERROR "${LIBRARY} also exports ${exported}: if they are meant, list them in ${LIST}")
endif()
