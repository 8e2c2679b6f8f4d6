// SPDX-License-Identifier: MIT
#pragma once

#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

/// A file with the given text that is removed at the end of the scope.
class TemporaryFile {
  public:
    explicit TemporaryFile(const std::string& text, const std::string& ending = "") {
        std::string name =
            (std::filesystem::temp_directory_path() / ("plant_XXXXXX" + ending)).string();
        const int descriptor = mkstemps(name.data(), static_cast<int>(ending.size()));
        if (descriptor < 0) throw std::runtime_error("no temporary file");
        close(descriptor);
        path_ = name;
        std::ofstream(path_) << text;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};
