// SPDX-License-Identifier: MIT
#pragma once

#include "frozen_config.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace gateway {

/// Takes a run's file and every file that it names, and what those name in turn. Programs and the
/// files among their arguments stay where they are and are named by their whole paths.
class Freezer {
  public:
    /// @throws std::runtime_error for a file that cannot be read, or is no text
    explicit Freezer(const std::filesystem::path& run);

    /// Takes what a value names that a parameter may have at a path of the run's file.
    /// @return the value as a frozen configuration has it
    nlohmann::ordered_json value(const std::string& path, const nlohmann::ordered_json& value);

    const std::vector<FrozenFile>& files() const { return files_; }
    /// Digests of programs and of files among their arguments.
    const std::map<std::string, std::string>& programs() const { return programs_; }

  private:
    std::string add(const std::filesystem::path& file);
    std::string frozen_text(const std::filesystem::path& file);
    std::string replaced(const std::filesystem::path& by, const std::string& keys,
                         const std::string& word);
    std::string program(const std::string& keys, const std::string& word);

    std::filesystem::path run_;
    std::vector<FrozenFile> files_;
    std::map<std::filesystem::path, std::string> names_;
    std::map<std::string, std::string> programs_;
};

}  // namespace gateway
