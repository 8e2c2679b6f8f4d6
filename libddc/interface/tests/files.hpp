// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// The whole of a text file; fails the test if there is none.
std::string read_file(const std::string& path);

/// One of the project's own examples, by file name.
std::string example(const std::string& name);
