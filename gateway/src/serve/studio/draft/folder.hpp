// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gateway::studio {

/// A file for the page's list of files.
struct ListedFile {
    std::string path;  ///< below the folder
    /// For YAML the schema in its first line ("run", "vehicle", ...), else "run" or
    /// "vdsim_realtime" by its keys; otherwise the file name's extension.
    std::string kind;
};

/// The studio's folder. Calls read and write files only below it.
class Folder {
  public:
    /// @throws std::invalid_argument if it is not a folder
    explicit Folder(const std::filesystem::path& root);

    /// Absolute path without symbolic links.
    const std::filesystem::path& root() const { return root_; }
    /// Resolves all symbolic links of a path that is relative to the folder. @return nothing if the
    /// result is outside the folder, or if a part of it is a link to a missing target
    std::optional<std::filesystem::path> resolve(const std::filesystem::path& path) const;
    /// Whether a part of a path below it begins with a dot.
    bool is_hidden(const std::filesystem::path& path) const;
    /// The path relative to the folder, for display.
    std::string name_of(const std::filesystem::path& path) const;
    /// The YAML files, tables and routes below it, sorted by name; at most a thousand. Hidden
    /// folders and build folders are left out.
    std::vector<ListedFile> files() const;

    /// @param path of a file below the folder
    /// @throws data_port::Refusal
    std::string read(const std::string& path) const;
    /// Writes the whole file or leaves it unchanged. @return whether the file is new
    /// @throws data_port::Refusal if the path is not that of a YAML file below the folder
    bool save(const std::string& path, const std::string& yaml) const;
    /// The folder of a file, which may not exist. File names in the text are relative to it.
    /// @throws data_port::Refusal
    std::filesystem::path place_of(const std::string& path) const;

  private:
    std::filesystem::path root_;
};

}  // namespace gateway::studio
