// SPDX-License-Identifier: MIT
#pragma once

#include "frozen_config.hpp"
#include "output/scratch_folder.hpp"

#include "summary/setting.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace gateway {

/// Copies of a YAML file and of all files that it names, in which values are set by their paths as
/// a campaign sets them. They are removed with the object.
class ChangedFiles {
  public:
    /// @throws std::invalid_argument "--set PATH: reason" for a path that leads nowhere or a value
    /// that is none, std::runtime_error for a file that cannot be read or written
    ChangedFiles(const std::filesystem::path& file, const std::vector<Setting>& settings);

    /// The copy of the file.
    std::filesystem::path file() const;
    /// The copy of the file that a key names, such as "vehicle.tyre"; empty if it names none.
    std::filesystem::path file_at(const std::string& path) const;
    /// What is written relative to the copy, relative to the file itself.
    std::filesystem::path beside_original(const std::filesystem::path& output) const;
    /// Reads copies. @throws plant::FileError with the names of the files themselves
    void read(const std::function<void()>& work) const;

  private:
    std::filesystem::path original_;
    ScratchFolder folder_;
    FrozenConfig config_;
};

}  // namespace gateway
