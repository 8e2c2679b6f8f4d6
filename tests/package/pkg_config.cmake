# SPDX-License-Identifier: MIT
# Builds programs of SOURCE with the flags of pkg-config, against the package that BUILD installs
# and that was moved since.
include(${CMAKE_CURRENT_LIST_DIR}/installed.cmake)

string(RANDOM LENGTH 12 name)
set(ENV{DDC_NAME} test.package.${name})
install_and_move(${BINARY})
set(ENV{PKG_CONFIG_PATH} ${PKGCONFIG_FOLDER})
cmake_path(GET PKGCONFIG_FOLDER PARENT_PATH libraries)
set(ENV{LD_LIBRARY_PATH} ${libraries})

# build_and_run(MODULE COMPILER SOURCES...)
function(build_and_run module compiler)
    run(pkg-config --exact-version=${VERSION} ${module})
    execute_process(COMMAND pkg-config --cflags --libs ${module} OUTPUT_VARIABLE flags
        COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    run(${compiler} ${ARGN} ${flags} -o ${BINARY}/${module})
    run(${BINARY}/${module})
endfunction()
build_and_run(ddc ${C_COMPILER} ${SOURCE}/table.c)
build_and_run(ddc-cpp ${CXX_COMPILER} ${SOURCE}/table.cpp)
build_and_run(ddc-program ${CXX_COMPILER} ${SOURCE}/description.cpp)
build_and_run(ddc-recording ${CXX_COMPILER} ${SOURCE}/recording.cpp)
build_and_run(plant-c ${C_COMPILER} ${SOURCE}/vehicle.c)
build_and_run(plant ${CXX_COMPILER} ${SOURCE}/vehicle.cpp)

run(${BINARY}/moved/bin/ddc remove $ENV{DDC_NAME})
file(REMOVE_RECURSE ${BINARY})
