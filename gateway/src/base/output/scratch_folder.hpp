// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

namespace gateway {

/// A temporary folder of this process, removed at its end. The folders of processes that were
/// killed are removed by the next constructor.
class ScratchFolder {
  public:
    /// @throws std::runtime_error if it cannot be created
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace gateway
