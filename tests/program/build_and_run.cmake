# SPDX-License-Identifier: MIT
# Configures, builds and runs the project in SOURCE from scratch in BINARY, against LIBDDC.
include(${CMAKE_CURRENT_LIST_DIR}/../support/run.cmake)

string(RANDOM LENGTH 12 name)
set(ENV{LIBDDC_PATH} ${LIBDDC})
set(ENV{DDC_NAME} test.cxx11.${name})
file(REMOVE_RECURSE ${BINARY})
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} ${SAME_TOOLS}
    -DCMAKE_BUILD_TYPE=Release -Wno-dev)
run(${CMAKE_COMMAND} --build ${BINARY})
execute_process(COMMAND ${BINARY}/cxx11_program RESULT_VARIABLE result)
file(REMOVE /dev/shm/ddc.test.cxx11.${name})
file(REMOVE_RECURSE ${BINARY})
if(NOT result EQUAL 0)
    message(FATAL_ERROR "the program failed: ${result}")
endif()
