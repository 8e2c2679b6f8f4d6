// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A file with its contents at the time the campaign was planned.
struct FrozenFile {
    std::string name;    ///< in references of other frozen files, without a folder
    std::string source;  ///< its path; empty for a built-in default
    std::string digest;  ///< of the source
    std::string text;    ///< refers to other files by their frozen names
};

/// The value that a text has in YAML; nothing if it is invalid, a map, or a
/// list that contains one.
std::optional<nlohmann::ordered_json> value_of_yaml(const std::string& text);

/// A configuration of a run with all files that it names. It needs no other files except programs.
/// Values are set by their paths. Copies are cheap and independent.
class FrozenConfig {
  public:
    using Value = nlohmann::ordered_json;

    /// @param files the first is the run's
    /// @throws std::runtime_error if a YAML file is invalid
    explicit FrozenConfig(std::vector<FrozenFile> files);
    FrozenConfig(const FrozenConfig& other);
    FrozenConfig& operator=(const FrozenConfig&) = delete;
    ~FrozenConfig();

    /// If a path continues in a file of the vehicle that the configuration does not name, adds the
    /// file of the built-in default: `vehicle.parameters.body.mass_kg`.
    /// @throws std::invalid_argument for an invalid path
    void add_default(const std::string& path);

    /// Sets a value. A path continues inside a file that a value names. Missing maps are created.
    /// The last key may also be in a single section of the last map (`vehicle.parameters.mass_kg`).
    /// An index one past the end of a list appends.
    /// @throws std::invalid_argument "PATH: reason" for an invalid path
    void set(const std::string& path, const Value& value);

    /// The value at a path in the format of set(), or nothing if it does not exist, is a map, or a
    /// list that contains one.
    /// @throws std::invalid_argument for an invalid path
    std::optional<Value> value(const std::string& path) const;

    /// All files, with the values that were set.
    std::vector<FrozenFile> files() const;
    /// Writes the files that were changed since this object was copied, or all files.
    /// @throws std::runtime_error if one cannot be written
    void write_changed(const std::filesystem::path& folder) const;
    void write_all(const std::filesystem::path& folder) const;
    const std::string& main_file() const { return main_; }

  private:
    class Documents;

    std::string main_;
    std::shared_ptr<const std::vector<FrozenFile>> files_;
    std::unique_ptr<Documents> documents_;
};

}  // namespace gateway
