// SPDX-License-Identifier: MIT
#pragma once

#include "../control/descriptor.hpp"

#include <filesystem>
#include <vector>

namespace gateway::studio {

/// Where one run leaves its files: `.ddc-studio/7` below the studio's folder. A studio that lives
/// holds it by a lock, so that another one in the same folder leaves it alone.
class RunFolder {
  public:
    /// A new one with the next number. @throws std::runtime_error if none can be made
    static RunFolder make(const std::filesystem::path& root);
    /// Those that no living studio holds, in the order of their numbers.
    static std::vector<RunFolder> take_left(const std::filesystem::path& root);

    int id() const { return id_; }
    const std::filesystem::path& path() const { return path_; }
    std::uintmax_t bytes() const;
    void remove() const;

  private:
    RunFolder(int id, std::filesystem::path path, Descriptor lock)
        : id_(id), path_(std::move(path)), lock_(std::move(lock)) {}

    int id_;
    std::filesystem::path path_;
    Descriptor lock_;
};

}  // namespace gateway::studio
