# SPDX-License-Identifier: MIT
# What the oldest libddc.so.1 promised (tests/data/abi) still holds, types included, and abidiff is
# not blind: it sees a function that is gone and a struct of another shape.
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)

file(REMOVE_RECURSE ${BINARY})
run(${CMAKE_COMMAND} -S ${PROJECT}/libddc -B ${BINARY} ${SAME_TOOLS} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_C_FLAGS=-g -DCMAKE_CXX_FLAGS=-g)
run(${CMAKE_COMMAND} --build ${BINARY} --target ddc_c)
set(compare abidiff --no-added-syms --exported-interfaces-only)
set(promised ${PROJECT}/tests/data/abi/libddc.abi)
run(${compare} ${promised} ${BINARY}/libddc.so.1)

file(READ ${promised} text)
string(REPLACE "ddc_close" "ddc_shut" no_close "${text}")
string(REPLACE "size-in-bits='512'" "size-in-bits='448'" smaller "${text}")
foreach(wrong no_close smaller)
    if("${${wrong}}" STREQUAL "${text}")
        message(FATAL_ERROR "${promised} is no longer what this test changes")
    endif()
    file(WRITE ${BINARY}/${wrong}.abi "${${wrong}}")
endforeach()
must_fail("1 Removed function: [D] 'function void ddc_shut(ddc_table*)'"
    ${compare} ${BINARY}/no_close.abi ${BINARY}/libddc.so.1)
must_fail("type size changed from 448 to 512"
    ${compare} ${BINARY}/smaller.abi ${BINARY}/libddc.so.1)
file(REMOVE_RECURSE ${BINARY})
