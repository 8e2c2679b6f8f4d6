// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    REQUIRE_MESSAGE(file.is_open(), "cannot open " << path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string example(const std::string& name) {
    return read_file(std::string(SCHEMA_EXAMPLES) + "/" + name);
}
