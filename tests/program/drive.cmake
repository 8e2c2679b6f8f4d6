# SPDX-License-Identifier: MIT
# Builds the project in SOURCE from scratch in BINARY against LIBDDC, and lets GATEWAY run it along
# ROUTE: it must stay within 1 m.
include(${CMAKE_CURRENT_LIST_DIR}/../support/run.cmake)

string(RANDOM LENGTH 12 name)
set(ENV{LIBDDC_PATH} ${LIBDDC})
file(REMOVE_RECURSE ${BINARY})
run(${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY} ${SAME_TOOLS}
    -DCMAKE_BUILD_TYPE=Release -DAUTOPILOT=${AUTOPILOT})
run(${CMAKE_COMMAND} --build ${BINARY})
file(WRITE ${BINARY}/run.yaml "duration_s: 100
ddc: {name: test.alone.${name}}
program: {exec: [${BINARY}/autopilot_alone, ddc, \"4000\"]}
route: {file: ${ROUTE}}
")
run(${GATEWAY} run ${BINARY}/run.yaml --summary ${BINARY}/summary.json)
file(READ ${BINARY}/summary.json summary)
string(JSON cycles GET "${summary}" cycles)
string(JSON distance_m GET "${summary}" route max_m)
file(REMOVE_RECURSE ${BINARY})
if(NOT cycles EQUAL 10000 OR distance_m GREATER 1.0)
    message(FATAL_ERROR "${cycles} cycles, ${distance_m} m from the route at most")
endif()
