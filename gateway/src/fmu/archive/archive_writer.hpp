// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gateway::fmu {

/// Writes an archive (ZIP, deflated). Equal entries, added in the same order, make equal bytes on
/// every machine: each entry has the same fixed date.
class ArchiveWriter {
  public:
    enum class Mode { plain, executable };

    /// Adds a file. @param name path in the archive, with slashes
    /// @throws std::invalid_argument if an importer would refuse the name (name_complaint()), or
    /// the archive has it already
    void add(const std::string& name, std::string bytes, Mode mode = Mode::plain);
    /// Adds a copy of a file of this machine, which is read at once.
    /// @throws as add(), and std::runtime_error if the file cannot be read
    void add_file(const std::string& name, const std::filesystem::path& file,
                  Mode mode = Mode::plain);

    /// The archive with all files that were added.
    std::string bytes() const;
    /// Writes the archive to a file, by OutputFile.
    /// @throws std::runtime_error if it cannot be written
    void write(const std::filesystem::path& file) const;

  private:
    struct Entry {
        std::string name;
        std::string bytes;
        Mode mode;
    };
    std::vector<Entry> entries_;
};

}  // namespace gateway::fmu
