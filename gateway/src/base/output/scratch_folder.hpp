// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace gateway {

/// A folder of this process, removed at the end. Those of processes that were killed are removed by
/// the next one.
class ScratchFolder {
  public:
    /// @throws std::runtime_error if none can be made
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace gateway
