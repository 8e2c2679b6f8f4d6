// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gateway::studio {

/// A file that a person may choose.
struct ListedFile {
    std::string path;  ///< below the folder
    /// Of a YAML file the schema that its first line names ("run", "vehicle", ...), else "run" or
    /// "vdsim_realtime" by its keys; else the end of its name.
    std::string kind;
};

/// The folder that the studio was started in: what it reads and writes for others lies below it.
class Folder {
  public:
    /// @throws std::invalid_argument unless it is one
    explicit Folder(const std::filesystem::path& root);

    /// Without links.
    const std::filesystem::path& root() const { return root_; }
    /// Where a path, relative to the folder, leads by all links; nothing if that is outside. What
    /// does not exist yet must not lie behind a link that leads nowhere.
    std::optional<std::filesystem::path> resolve(const std::filesystem::path& path) const;
    /// Whether a part of a path below it begins with a dot.
    bool is_hidden(const std::filesystem::path& path) const;
    /// As it is called from the folder.
    std::string name_of(const std::filesystem::path& path) const;
    /// The YAML files, tables and routes below it, in the order of their names; a thousand at most.
    /// Hidden folders and those that are built are left out.
    std::vector<ListedFile> files() const;

    /// @param path of a file below the folder @throws data_port::Refusal
    std::string read(const std::string& path) const;
    /// Writes all of it or nothing. @return whether it is a new file
    /// @throws data_port::Refusal for what is no name of a YAML file below the folder
    bool save(const std::string& path, const std::string& yaml) const;
    /// The folder in which a file lies that need not exist: what its text names is relative to it.
    /// @throws data_port::Refusal
    std::filesystem::path place_of(const std::string& path) const;

  private:
    std::filesystem::path root_;
};

}  // namespace gateway::studio
