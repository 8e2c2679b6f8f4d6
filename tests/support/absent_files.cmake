# SPDX-License-Identifier: MIT
# Runs the tests of existing programs' interfaces without their files: each must report that it is
# skipped, which CTest shows (SKIP_REGULAR_EXPRESSION). TESTS are the executables that have some.
foreach(test IN LISTS TESTS)
    execute_process(
        COMMAND ${CMAKE_COMMAND} -E env DDC_REFERENCE_INTERFACES=/nonexistent
            ${test} "--test-case=real file:*,real interface:*,reference table:*"
        OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE result)
    string(REGEX MATCHALL "SKIPPED: [^\n]+ is not in /nonexistent" skipped "${output}")
    list(LENGTH skipped skipped)
    string(REGEX MATCH "test cases: +([0-9]+)" found "${output}")
    set(cases ${CMAKE_MATCH_1})
    if(NOT result EQUAL 0 OR NOT skipped EQUAL cases OR cases LESS 5)
        message(FATAL_ERROR "${test}: ${skipped} of ${cases} skipped\n${output}")
    endif()
endforeach()
