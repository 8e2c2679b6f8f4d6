// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <filesystem>
#include <memory>
#include <vector>

namespace gateway::studio {

/// Where one run leaves its files: `.ddc-studio/7` below the studio's folder. A studio that lives
/// holds it by a lock, so that another one in the same folder leaves it alone. It and `.ddc-studio`
/// are folders that no other user has made or may write in.
class RunFolder {
  public:
    /// A new one with the next number. @throws std::runtime_error if none can be made
    static RunFolder make(const std::filesystem::path& root);
    /// Those that no living studio holds, in the order of their numbers.
    /// @throws std::runtime_error if `.ddc-studio` is not ours alone
    static std::vector<RunFolder> take_left(const std::filesystem::path& root);

    int id() const { return id_; }
    /// For the processes that write there.
    const std::filesystem::path& path() const { return path_; }
    /// For this process, as long as this object is there: it leads to this folder, even if its name
    /// is given to another one.
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
