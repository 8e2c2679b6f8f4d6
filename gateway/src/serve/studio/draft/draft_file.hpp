// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <filesystem>
#include <string>

namespace gateway::studio {

/// An edited text as a hidden, locked file with a unique name. File names in the text are relative
/// to its folder. Its destructor removes the file.
class DraftFile {
  public:
    /// @param place the folder
    /// @throws data_port::Refusal if the folder is not writable
    DraftFile(const std::filesystem::path& place, const std::string& yaml);
    ~DraftFile();
    DraftFile(const DraftFile&) = delete;
    DraftFile& operator=(const DraftFile&) = delete;

    const std::filesystem::path& file() const { return file_; }
    /// @throws std::runtime_error
    void write(const std::string& yaml) const;

  private:
    std::filesystem::path file_;
    Descriptor lock_{-1};
};

/// Removes the drafts below a folder whose studio was killed.
void remove_left_drafts(const std::filesystem::path& folder);

}  // namespace gateway::studio
