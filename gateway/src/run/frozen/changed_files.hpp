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

/// Copies of a YAML file and of all files that it names, with values set by their paths, as in a
/// campaign. They are removed by the destructor.
class ChangedFiles {
  public:
    /// @throws std::invalid_argument "--set PATH: reason" for an invalid path or value,
    /// std::runtime_error for a file that cannot be read or written
    ChangedFiles(const std::filesystem::path& file, const std::vector<Setting>& settings);

    /// The copy of the file.
    std::filesystem::path file() const;
    /// The copy of the file that a key names, such as "vehicle.tyre"; empty if it does not name
    /// one.
    std::filesystem::path file_at(const std::string& path) const;
    /// The path relative to the original file, for one written relative to the copy.
    std::filesystem::path beside_original(const std::filesystem::path& output) const;
    /// Calls a function that reads copies. @throws plant::FileError with the names of the originals
    void read(const std::function<void()>& work) const;

  private:
    std::filesystem::path original_;
    ScratchFolder folder_;
    FrozenConfig config_;
};

}  // namespace gateway
