// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace gateway {

/// A file with a unique name, removed by the destructor.
class TemporaryFile {
  public:
    TemporaryFile() {
        std::string name = (std::filesystem::temp_directory_path() / "replay.XXXXXX").string();
        const int descriptor = ::mkstemp(name.data());
        if (descriptor < 0) throw std::runtime_error("cannot create a temporary file: " + name);
        ::close(descriptor);
        path_ = name;
    }
    ~TemporaryFile() { std::filesystem::remove(path_); }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::filesystem::path& name() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace gateway
