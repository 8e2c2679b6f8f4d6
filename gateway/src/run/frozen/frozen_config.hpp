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

/// A file as it was when the campaign was planned.
struct FrozenFile {
    std::string name;    ///< by which the others refer to it, without a folder
    std::string source;  ///< where it was; empty for a default that was written out
    std::string digest;  ///< of the source
    std::string text;    ///< its references are to the names of other frozen files
};

/// What a text means as the value of a key, or nothing if it is no YAML, or a map.
std::optional<nlohmann::ordered_json> value_of_yaml(const std::string& text);

/// A configuration of a run with all files that it names, which needs no other file but programs,
/// and in which values are set by their paths. A copy is cheap and may be changed for itself.
class FrozenConfig {
  public:
    using Value = nlohmann::ordered_json;

    /// @param files the first is the run's
    /// @throws std::runtime_error if the text of one that is YAML is none
    explicit FrozenConfig(std::vector<FrozenFile> files);
    FrozenConfig(const FrozenConfig& other);
    FrozenConfig& operator=(const FrozenConfig&) = delete;
    ~FrozenConfig();

    /// Where a path goes into a file of the vehicle that the configuration does not name, adds that
    /// of the built-in default: `vehicle.parameters.body.mass_kg`.
    /// @throws std::invalid_argument for what is no path
    void add_default(const std::string& path);

    /// Sets a value. A path goes on inside a file that is referred to; maps on the way that are
    /// missing are made; in the last map a key may also be one of a single section of it
    /// (`vehicle.parameters.mass_kg`); an index one past the end of a list appends.
    /// @throws std::invalid_argument "PATH: reason" for a path that leads nowhere
    void set(const std::string& path, const Value& value);

    /// The value at a path, which set() takes, or nothing if there is none or it is a map.
    /// @throws std::invalid_argument for what is no path
    std::optional<Value> value(const std::string& path) const;

    /// All files, with what was set.
    std::vector<FrozenFile> files() const;
    /// Writes those that were changed since this was copied, or all.
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
