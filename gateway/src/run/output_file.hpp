// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace gateway {

/// A text file that is complete or an error. Missing directories are made.
class OutputFile {
  public:
    explicit OutputFile(const std::filesystem::path& file) : name_(file.string()) {
        if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path());
        stream_.open(file);
        if (!stream_) throw std::runtime_error(name_ + ": cannot be written");
    }
    std::ostream& stream() { return stream_; }
    void close() {
        stream_.close();
        if (!stream_) throw std::runtime_error(name_ + ": could not be written in full");
    }

  private:
    std::string name_;
    std::ofstream stream_;
};

}  // namespace gateway
