// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gateway {

/// Reads the files of a machine below a root folder: "/" for this machine, or a copy of the files
/// of another one. Every read is bounded, never waits, and returns nothing if it is not possible.
class MachineTree {
  public:
    explicit MachineTree(std::filesystem::path root = "/") : root_(std::move(root)) {}

    /// The first `most` bytes of a regular file. @param name without a leading slash: proc/version
    std::optional<std::string> text(const std::string& name,
                                    std::size_t most = std::size_t{64} << 10) const;
    /// The first line of a file, without blanks at its ends. Nothing if it is empty, longer than
    /// 1024 characters, or not ASCII text.
    std::optional<std::string> line(const std::string& name) const;
    /// The first line as a whole number.
    std::optional<std::int64_t> number(const std::string& name) const;
    /// The names in a folder, sorted, at most 4096.
    std::vector<std::string> names_in(const std::string& folder) const;
    /// Whether the file or folder exists.
    bool has(const std::string& name) const;
    /// Whether this process may open the file for writing.
    bool may_write(const std::string& name) const;
    /// The path with all symbolic links followed. Empty if it does not exist.
    std::filesystem::path followed(const std::string& name) const;

  private:
    std::filesystem::path root_;
};

/// Whether a text has only printable characters of ASCII and tabs.
bool is_ascii_text(std::string_view text);

}  // namespace gateway
