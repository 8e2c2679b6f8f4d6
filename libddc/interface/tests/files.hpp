// SPDX-License-Identifier: MIT
#pragma once

#include <string>

/// The contents of a text file; fails the test if it does not exist.
std::string read_file(const std::string& path);

/// Contents of one of the project's examples, by file name.
std::string example(const std::string& name);
