// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace gateway::tests {

/// A file for one test, removed when the test ends.
class ScratchFile {
  public:
    ScratchFile(const std::string& ending, const std::string& text) {
        static int count = 0;
        path_ =
            std::filesystem::temp_directory_path() /
            ("gateway-test." + std::to_string(::getpid()) + "." + std::to_string(++count) + ending);
        std::ofstream(path_) << text;
    }
    ~ScratchFile() { std::filesystem::remove(path_); }
    ScratchFile(const ScratchFile&) = delete;
    ScratchFile& operator=(const ScratchFile&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace gateway::tests
