// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <filesystem>
#include <string>

namespace gateway::studio {

/// The text that a person edits, as a file: what it names is relative to its folder. It has a name
/// of its own there, hidden, is locked, and is gone in the end.
class DraftFile {
  public:
    /// @param place a folder @throws data_port::Refusal if nothing can be written there
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

/// Removes those below a folder that a studio which was killed has left.
void remove_left_drafts(const std::filesystem::path& folder);

}  // namespace gateway::studio
