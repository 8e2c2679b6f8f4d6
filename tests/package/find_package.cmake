# SPDX-License-Identifier: MIT
# Builds SOURCE, a user's project, against the package that BUILD installs and that was moved since;
# runs its programs and the installed gateway, with that tree only.
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)

string(RANDOM LENGTH 12 name)
set(ENV{DDC_NAME} test.package.${name})
install_and_move(${BINARY})
set(moved ${BINARY}/moved)

# No installed file contains the build folder.
foreach(path ${BUILD} ${PROJECT})
    execute_process(COMMAND grep -rlF ${path}/ ${moved} OUTPUT_VARIABLE known)
    if(known AND IS_RELEASE)
        message(FATAL_ERROR "${path} is known to ${known}")
    endif()
endforeach()

set(configure ${CMAKE_COMMAND} -S ${SOURCE} -B ${BINARY}/build ${SAME_TOOLS}
    -DCMAKE_BUILD_TYPE=Release -DKEEPER=${PROJECT}/programs/cruise/cruise.cpp
    -DCMAKE_PREFIX_PATH=${moved})
must_fail("compatible with requested version \"2.0\"" ${configure} -Dddc_VERSION_WANTED=2.0)
must_fail("ddc: recording is left out, it needs libdeflate, libzstd" ${configure}
    -Dddc_VERSION_WANTED=1.0 -DCMAKE_FIND_ROOT_PATH=${BINARY}/build
    -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY)
must_fail("its component gateway needs yaml-cpp" ${configure} -UCMAKE_FIND_ROOT_PATH*
    -DCMAKE_DISABLE_FIND_PACKAGE_yaml-cpp=ON)
run(${configure} -Dddc_VERSION_WANTED=1.0 -DCMAKE_DISABLE_FIND_PACKAGE_yaml-cpp=OFF)
run(${CMAKE_COMMAND} --build ${BINARY}/build)
foreach(program table_in_c table_in_cpp description recording vehicle_in_c vehicle_in_cpp peer)
    run(${BINARY}/build/${program})
endforeach()

# The installed gateway finds its guardian and its programs.
file(WRITE ${BINARY}/run.yaml "duration_s: 20
program: {exec: [${BINARY}/build/keeper, \"4000\"]}
")
run(${moved}/bin/ddc-gateway run ${BINARY}/run.yaml --summary ${BINARY}/summary.json)
file(READ ${BINARY}/summary.json summary)
string(JSON cycles GET "${summary}" cycles)
if(NOT cycles EQUAL 2000)
    message(FATAL_ERROR "${cycles} cycles")
endif()
run(${moved}/bin/ddc-gateway run ${moved}/share/ddc-gateway/programs/demo/autopilot_basic.yaml
    --duration 5)
# It exports an FMU, and executes it.
run(${moved}/bin/ddc-gateway fmu export --model seven_dof ${BINARY}/sedan.fmu)
file(WRITE ${BINARY}/fmu.yaml "duration_s: 1
program: {exec: [autopilot_basic, \"4000\"]}
route: {file: ${moved}/share/ddc-gateway/programs/demo/route.csv}
vehicle:
  fmu: sedan.fmu
  map:
    inputs: {throttle: ego.cmd.throttle, brake: ego.cmd.brake, steer_rad: ego.cmd.steeringAngle}
    outputs: {x_m: ego.pose.x, y_m: ego.pose.y, yaw_rad: ego.pose.yaw, vx_mps: ego.vel.longitudinal}
")
run(${moved}/bin/ddc-gateway run ${BINARY}/fmu.yaml)
run(${moved}/bin/ddc remove $ENV{DDC_NAME})
file(REMOVE_RECURSE ${BINARY})
