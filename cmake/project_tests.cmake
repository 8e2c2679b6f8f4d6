# SPDX-License-Identifier: MIT
find_package(doctest REQUIRED)
include(doctest)

# Debian's Python, since packages.txt installs modules for it.
set(Python3_ROOT_DIR /usr)
set(Python3_FIND_STRATEGY LOCATION)
find_package(Python3 COMPONENTS Interpreter)
if(NOT Python3_FOUND)
    message(STATUS "There is no Python 3: tests that need it are left out")
endif()

# The main function of every test executable, and the headers of every test, compiled once.
add_library(project_test_main OBJECT ${CMAKE_CURRENT_LIST_DIR}/doctest_main.cpp)
target_link_libraries(project_test_main PRIVATE project_options doctest::doctest)
# Assertions are calls instead of inline code: a test file compiles in half the time.
target_compile_definitions(project_test_main PRIVATE DOCTEST_CONFIG_SUPER_FAST_ASSERTS)
# Less optimisation is sufficient for tests; they compile in two thirds of the time.
set(project_test_options $<$<CONFIG:Release>:-O1>)
target_compile_options(project_test_main PRIVATE ${project_test_options})
project_precompile(project_test_main <doctest/doctest.h>)

# Targets that ./check builds for one of its steps. They are not in the default target: each step runs in
# one build folder, and no other folder compiles its tests.
add_custom_target(unit_tests)       # label unit: under the address sanitizer, in ./check quick in release
add_custom_target(exact_tests)      # label exact: in release
add_custom_target(threads_tests)    # label threads: under the thread sanitizer
add_custom_target(fuzz_targets)     # label fuzz: under the address sanitizer
add_custom_target(sanitized_tests)
add_dependencies(sanitized_tests unit_tests fuzz_targets)

# project_add_tests(NAME LABEL <ctest label> SOURCES <files...> LIBRARIES <targets...> [SERIAL] [THREADS])
# Adds one doctest executable, whose sources each have a namespace with the name of the file; each of its
# test cases becomes a CTest test with that label. A test that prints "SKIPPED:" (tests/support/skip.hpp) is
# reported as skipped. SERIAL: other processes would disturb the tests, so they run alone. THREADS: the tests
# also have the label threads.
function(project_add_tests name)
    cmake_parse_arguments(arg "SERIAL;THREADS" "LABEL;TIMEOUT" "SOURCES;LIBRARIES" ${ARGN})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 60)
    endif()
    set(label ${arg_LABEL})
    if(arg_THREADS)
        string(APPEND label " threads")  # one label, since doctest's functions split lists
    endif()
    set(properties LABELS "${label}" TIMEOUT ${arg_TIMEOUT} SKIP_REGULAR_EXPRESSION "SKIPPED:")
    if(arg_SERIAL)
        list(APPEND properties RUN_SERIAL TRUE)
    endif()
    add_executable(${name} $<TARGET_OBJECTS:project_test_main> ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE project_options doctest::doctest ${arg_LIBRARIES})
    target_compile_definitions(${name} PRIVATE DOCTEST_CONFIG_SUPER_FAST_ASSERTS)
    target_compile_options(${name} PRIVATE ${project_test_options})
    target_precompile_headers(${name} REUSE_FROM project_test_main)
    project_sources_by_folder(${name} MOST 12 LEAST 6)
    if(arg_LABEL MATCHES "^(unit|exact)$")
        set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
        add_dependencies(${arg_LABEL}_tests ${name})
    endif()
    if(arg_THREADS)
        add_dependencies(threads_tests ${name})
    endif()
    doctest_discover_tests(${name} TEST_PREFIX "${name}: "
        PROPERTIES ${properties})
endfunction()

# Fuzz targets: a function with a parameter of bytes, built in one of two ways.
# - With DDC_SANITIZE=address (preset asan): the driver tests/support/fuzz_driver.cpp calls
#   it with the seeds and a fixed number of deterministic mutations of them, as a test with the label fuzz.
# - With DDC_LIBFUZZER=ON and clang: libFuzzer, for long runs by hand:
#   CXX=clang++ cmake -B build/libfuzzer -DDDC_LIBFUZZER=ON -DDDC_SANITIZE=address,undefined
#   build/libfuzzer/bin/fuzz_program_interface -max_total_time=3600 CORPUS_DIR SEED_DIR
option(DDC_LIBFUZZER "Build the fuzz targets with clang's libFuzzer" OFF)
if(DDC_LIBFUZZER AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "DDC_LIBFUZZER needs clang: configure with CXX=clang++ CC=clang")
endif()

# add_fuzz_target(NAME SOURCE <file> RUNS <count> LIBRARY <target> SEEDS <patterns of files...>)
# Builds a source that defines LLVMFuzzerTestOneInput. It is in the folder of the unit tests of its
# subject, and its seeds are in the folder seeds/ there.
function(add_fuzz_target name)
    if(NOT DDC_LIBFUZZER AND NOT DDC_SANITIZE MATCHES "address")
        return()
    endif()
    cmake_parse_arguments(arg "" "SOURCE;RUNS;LIBRARY" "SEEDS" ${ARGN})
    add_executable(${name} ${arg_SOURCE})
    add_dependencies(fuzz_targets ${name})
    target_link_libraries(${name} PRIVATE project_options ${arg_LIBRARY})
    target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../tests/support
        ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../libddc/command/src)
    if(DDC_LIBFUZZER)
        get_target_property(original ${arg_LIBRARY} ALIASED_TARGET)
        target_compile_options(${original} PRIVATE -fsanitize=fuzzer-no-link)
        target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        return()
    endif()
    target_sources(${name} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/../tests/support/fuzz_driver.cpp)
    file(GLOB seeds CONFIGURE_DEPENDS ${arg_SEEDS})
    if(NOT seeds)
        message(FATAL_ERROR "${name} has no seeds in ${arg_SEEDS}")
    endif()
    add_test(NAME "${name}: ${arg_RUNS} runs" COMMAND ${name} ${arg_RUNS} ${seeds})
    set_tests_properties("${name}: ${arg_RUNS} runs" PROPERTIES LABELS fuzz TIMEOUT 600)
endfunction()

# project_add_python_test(NAME <name> LABEL <ctest label> COMMAND <script> <arguments...>
#                         [TIMEOUT <s>] [ENVIRONMENT <NAME=value...>])
# Adds a Python script as a CTest test, if Python is installed.
function(project_add_python_test)
    cmake_parse_arguments(arg "" "NAME;LABEL;TIMEOUT" "COMMAND;ENVIRONMENT" ${ARGN})
    if(NOT Python3_FOUND)
        return()
    endif()
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 60)
    endif()
    add_test(NAME ${arg_NAME} COMMAND Python3::Interpreter -B ${arg_COMMAND})
    set_tests_properties(${arg_NAME} PROPERTIES LABELS "${arg_LABEL}" TIMEOUT ${arg_TIMEOUT}
        ENVIRONMENT "${arg_ENVIRONMENT}" SKIP_REGULAR_EXPRESSION "SKIPPED:")
endfunction()

# project_add_pytest(NAME <name> LABEL <ctest label> FILE <*_test.py> [TIMEOUT <s>]
#                    [ENVIRONMENT <NAME=value...>])
# Adds the tests of a file, run by pytest.
function(project_add_pytest)
    cmake_parse_arguments(arg "" "NAME;LABEL;TIMEOUT;FILE" "ENVIRONMENT" ${ARGN})
    project_add_python_test(NAME ${arg_NAME} LABEL ${arg_LABEL} TIMEOUT ${arg_TIMEOUT}
        COMMAND -m pytest -q -p no:cacheprovider ${arg_FILE}
        ENVIRONMENT ${arg_ENVIRONMENT})
endfunction()
