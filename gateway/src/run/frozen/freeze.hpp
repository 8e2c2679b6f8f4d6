// SPDX-License-Identifier: MIT
#pragma once

#include "frozen_config.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gateway {

/// Reads a run's file, every file that it names, and the files that those name. Programs and the
/// files among their arguments, and FMUs, are not copied; they are named by their absolute paths.
class Freezer {
  public:
    /// @throws std::runtime_error for a file that cannot be read or is not a text
    explicit Freezer(const std::filesystem::path& run);

    /// Reads the files that a value at a path of the run's file names.
    /// @return the value for a frozen configuration
    nlohmann::ordered_json value(const std::string& path, const nlohmann::ordered_json& value);

    const std::vector<FrozenFile>& files() const { return files_; }
    /// Digests of programs, of files among their arguments, and of FMUs.
    const std::map<std::string, std::string>& programs() const { return programs_; }

  private:
    std::string add(const std::filesystem::path& file);
    std::string frozen_text(const std::filesystem::path& file);
    std::string replaced(const std::filesystem::path& by, const std::string& keys,
                         const std::string& word);
    std::string executed(const std::filesystem::path& file);
    std::string program(const std::string& keys, const std::string& word);

    std::filesystem::path run_;
    std::vector<FrozenFile> files_;
    std::map<std::filesystem::path, std::string> names_;
    std::map<std::string, std::string> programs_;
};

}  // namespace gateway
