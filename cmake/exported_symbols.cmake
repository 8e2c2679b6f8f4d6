# SPDX-License-Identifier: MIT
# Fails unless LIBRARY exports exactly the symbols of LIST, which has one symbol and its version per line.
execute_process(COMMAND ${NM} --dynamic --defined-only --format=posix ${LIBRARY}
    OUTPUT_VARIABLE exported COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " [^\n]*" "" exported "${exported}")
string(REGEX MATCHALL "[^\n]+" exported "${exported}")
list(FILTER exported EXCLUDE REGEX "^([A-Z]+_[0-9.]+)(@@[A-Z]+_[0-9.]+)?$")  # the versions themselves
file(STRINGS ${LIST} listed REGEX "^[^#]")

set(missing ${listed})
list(REMOVE_ITEM missing ${exported})
if(missing)
    message(FATAL_ERROR "${LIBRARY} no longer exports ${missing}: existing programs that use them would not start")
endif()
list(REMOVE_ITEM exported ${listed})
if(exported)
    message(FATAL_ERROR "${LIBRARY} also exports ${exported}: list the intended ones in ${LIST}")
endif()
