# SPDX-License-Identifier: MIT
# install_and_move(FOLDER): installs BUILD in FOLDER/first, as its packages would, and moves it to
# FOLDER/moved. Sets PKGCONFIG_FOLDER.
include(${CMAKE_CURRENT_LIST_DIR}/../support/run.cmake)

function(install_and_move folder)
    file(REMOVE_RECURSE ${folder})
    foreach(component libddc1 libplant-c1 libddc-dev ddc-gateway)
        run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${folder}/first --component ${component}
            --strip)
    endforeach()
    file(RENAME ${folder}/first ${folder}/moved)
    file(GLOB_RECURSE found ${folder}/moved/ddc.pc)
    cmake_path(GET found PARENT_PATH found)
    set(PKGCONFIG_FOLDER ${found} PARENT_SCOPE)
endfunction()

# must_fail(WORDS COMMAND...): the command fails, and prints these words.
function(must_fail words)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output
        ERROR_VARIABLE output)
    string(REGEX REPLACE "[ \n]+" " " output "${output}")
    string(FIND "${output}" "${words}" place)
    if(result EQUAL 0 OR place EQUAL -1)
        message(FATAL_ERROR "${ARGN}: ${result}, without \"${words}\":\n${output}")
    endif()
endfunction()
