// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace gateway::fmu {

/// A new file, for the user alone.
class UnpackedFile {
  public:
    /// @throws std::runtime_error if it exists or cannot be created
    UnpackedFile(const std::filesystem::path& file, bool is_executable);
    /// @throws std::runtime_error if the disk is full, for example
    void write(const char* bytes, std::size_t size);

  private:
    std::string name_;
    Descriptor descriptor_;
};

/// Creates a folder and those between it and `root`, for the user alone.
/// @param folder `root` or inside it
/// @throws std::runtime_error
void make_private_folder(const std::filesystem::path& root, const std::filesystem::path& folder);

/// Removes what is in a folder, and keeps the folder.
void remove_content(const std::filesystem::path& folder) noexcept;

}  // namespace gateway::fmu
