# SPDX-License-Identifier: MIT
# Every header that BUILD installs compiles alone, with installed files only: as C++17, some as
# C++11 as documented, and those of the C interfaces as C99 and C11.
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)

install_and_move(${BINARY})
set(include ${BINARY}/moved/include)
file(GLOB_RECURSE headers RELATIVE ${include} ${include}/*)
set(of_c ddc/ddc.h ddc/version.h plant/plant_c.h)
set(of_cxx11 ddc/cppwrapper/ddcwrapper.h ddc/standard_streams.hpp ${of_c})

# each_compiles(HEADERS COMPILER OPTIONS...): a header that is included twice counts once.
function(each_compiles headers)
    list(JOIN headers "\n" lines)
    file(WRITE ${BINARY}/headers "${lines}\n")
    list(JOIN ARGN " " compile)
    execute_process(
        COMMAND xargs -n 1 -P 2 sh -c "printf '#include <%s>\\n#include <%s>\\nint main(void) { return 0; }\\n' $1 $1 |
            ${compile} -Wall -Wextra -Wpedantic -Werror -I${include} -isystem ${EIGEN} -fsyntax-only - ||
            { echo \"$1 alone: ${compile}\" >&2; exit 255; }" -
        INPUT_FILE ${BINARY}/headers RESULT_VARIABLE result ERROR_VARIABLE words)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${words}")
    endif()
endfunction()
each_compiles("${headers}" ${CXX_COMPILER} -std=c++17 -x c++)
each_compiles("${of_cxx11}" ${CXX_COMPILER} -std=c++11 -x c++)
each_compiles("${of_c}" ${C_COMPILER} -std=c99 -x c)
each_compiles("${of_c}" ${C_COMPILER} -std=c11 -x c)
file(REMOVE_RECURSE ${BINARY})
