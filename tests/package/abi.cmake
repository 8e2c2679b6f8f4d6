# SPDX-License-Identifier: MIT
# The ABI of the oldest libddc.so.1 and libplant_c.so.1 (tests/data/abi) still holds, types
# included, and abidiff does detect a removed function and a struct of another shape. Structs with a
# size as their first member may grow at their end.
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)

file(REMOVE_RECURSE ${BINARY})
file(MAKE_DIRECTORY ${BINARY})
run(${CMAKE_COMMAND} -S ${PROJECT}/libddc -B ${BINARY} ${SAME_TOOLS} -DCMAKE_BUILD_TYPE=Release
    -DCMAKE_C_FLAGS=-g -DCMAKE_CXX_FLAGS=-g)
run(${CMAKE_COMMAND} --build ${BINARY} --target ddc_c)
# Only the simulator's functions are declared: building it takes long, and they may stay undefined
# here.
set(plant ${PROJECT}/plant)
run(${CXX_COMPILER} -std=c++17 -g -shared -fPIC -fvisibility=hidden -I${plant}/include -I${plant}/src
    -I${EIGEN} -Wl,-soname,libplant_c.so.1 -Wl,--version-script=${plant}/src/plant_c.map
    ${plant}/src/c_api.cpp ${plant}/src/c_api_batch.cpp -o ${BINARY}/libplant_c.so.1)

# keeps_abi(LIBRARY REMOVED <function> AS <name> TYPE <its type> BITS <of a struct> SMALLER <bits>):
# the library has its old ABI; with another name or size in the old ABI, abidiff reports it.
function(keeps_abi library)
    cmake_parse_arguments(arg "" "REMOVED;AS;TYPE;BITS;SMALLER" "" ${ARGN})
    set(compare abidiff --no-added-syms --exported-interfaces-only
        --suppressions ${PROJECT}/tests/data/abi/appended.suppr)
    set(promised ${PROJECT}/tests/data/abi/${library}.abi)
    set(built ${BINARY}/${library}.so.1)
    run(${compare} ${promised} ${built})

    file(READ ${promised} text)
    string(REPLACE "${arg_REMOVED}" "${arg_AS}" other_name "${text}")
    string(REPLACE "size-in-bits='${arg_BITS}'" "size-in-bits='${arg_SMALLER}'" smaller "${text}")
    foreach(wrong other_name smaller)
        if("${${wrong}}" STREQUAL "${text}")
            message(FATAL_ERROR "${promised} is no longer what this test changes")
        endif()
        file(WRITE ${BINARY}/${wrong}.abi "${${wrong}}")
    endforeach()
    must_fail("1 Removed function: [D] 'function void ${arg_AS}(${arg_TYPE}*)'"
        ${compare} ${BINARY}/other_name.abi ${built})
    must_fail("type size changed from ${arg_SMALLER} to ${arg_BITS}"
        ${compare} ${BINARY}/smaller.abi ${built})
endfunction()
keeps_abi(libddc REMOVED ddc_close AS ddc_shut TYPE ddc_table BITS 512 SMALLER 448)
keeps_abi(libplant_c REMOVED plant_destroy AS plant_release TYPE plant_session BITS 576 SMALLER 512)
file(REMOVE_RECURSE ${BINARY})
