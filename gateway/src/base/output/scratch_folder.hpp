// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <filesystem>
#include <string>

namespace gateway {

/// A temporary folder of this process, removed at its end. The folders of processes that were
/// killed are removed by the next constructor. A folder in use is locked, so that this is known
/// also if the process belongs to another container with the same temporary files.
class ScratchFolder {
  public:
    /// @param front begin of its name, the same for folders of one purpose
    /// @throws std::runtime_error if it cannot be created
    explicit ScratchFolder(const std::string& front = "ddc-campaign.");
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    Descriptor lock_{-1};
};

}  // namespace gateway
