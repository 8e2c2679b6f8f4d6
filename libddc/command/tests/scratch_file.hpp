// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

namespace ddc::tests {

/// A separate file for one test, removed at its end.
struct ScratchFile {
    explicit ScratchFile(const std::string& end)
        : path("/tmp/ddc_command_test." + std::to_string(::getpid()) + end) {}
    ~ScratchFile() { std::remove(path.c_str()); }
    std::string content() const {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }
    void write(const std::string& text) const { std::ofstream(path) << text; }
    std::string path;
};

}  // namespace ddc::tests
