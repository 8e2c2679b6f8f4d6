# SPDX-License-Identifier: MIT
# What every target of the project is compiled with, as one interface target.
add_library(project_options INTERFACE)
target_compile_options(project_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow
    $<$<COMPILE_LANGUAGE:CXX>:-Wconversion -Wnon-virtual-dtor -Woverloaded-virtual>)

set(DDC_SANITIZE "" CACHE STRING "Sanitizers to build with, such as address,undefined or thread")
if(DDC_SANITIZE)
    target_compile_options(project_options INTERFACE
        -fsanitize=${DDC_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(project_options INTERFACE -fsanitize=${DDC_SANITIZE})
endif()
