// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <filesystem>
#include <memory>
#include <vector>

namespace gateway::studio {

/// The folder of a run's files: `.ddc-studio/7` below the studio's folder. A running studio locks
/// it against other studios in the same folder. Only the user has access to it and to
/// `.ddc-studio`.
class RunFolder {
  public:
    /// Creates the folder with the next number. @throws std::runtime_error if it cannot be created
    static RunFolder make(const std::filesystem::path& root);
    /// Locks all folders that no running studio has locked. @return them sorted by number
    /// @throws std::runtime_error if other users have access to `.ddc-studio`
    static std::vector<RunFolder> lock_left(const std::filesystem::path& root);

    int id() const { return id_; }
    /// Path for other processes that write to it.
    const std::filesystem::path& path() const { return path_; }
    /// Path for this process while this object exists. It remains valid if the folder is renamed.
    std::filesystem::path inside() const;
    std::uintmax_t bytes() const;
    void remove() const;

  private:
    RunFolder(int id, std::filesystem::path path, std::shared_ptr<const Descriptor> place,
              Descriptor lock);

    int id_;
    std::filesystem::path path_;
    std::shared_ptr<const Descriptor> place_;  ///< `.ddc-studio`
    Descriptor lock_;
};

}  // namespace gateway::studio
