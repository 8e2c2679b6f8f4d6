// SPDX-License-Identifier: MIT
#pragma once

#include "../number/number_text.hpp"

#include <yaml-cpp/yaml.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway {

/// A configuration that cannot be used. what() is "file:line:column: key: reason".
class ConfigError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// One map of a YAML file. Every key may be left out; those nobody asked for are refused.
class ConfigReader {
  public:
    /// @throws ConfigError if the file cannot be read, is not YAML or not a map
    static ConfigReader from_file(const std::filesystem::path& file);

    /// Each leaves `value` as it is where the key is missing. @throws ConfigError

    /// A double, or an integer, which must be whole. @return whether the key is there
    template <class Number>
    bool number(const char* key, Number& value, const Limits& limits) {
        const auto text = number_text(key);
        if (!text) return false;
        const std::string complaint = read_number(*text, limits, value);
        if (!complaint.empty()) fail(key, complaint);
        return true;
    }
    /// A time, in the file in seconds. @return whether the key is there
    template <class Rep, class Period>
    bool time(const char* key, std::chrono::duration<Rep, Period>& value, const Limits& limits_s) {
        double seconds = 0;
        if (!number(key, seconds, limits_s)) return false;
        value = std::chrono::round<std::chrono::duration<Rep, Period>>(
            std::chrono::duration<double>(seconds));
        return true;
    }
    void text(const char* key, std::string& value);
    void texts(const char* key, std::vector<std::string>& value);
    /// A file that is there and may be read; relative to the file that names it.
    void input_file(const char* key, std::optional<std::filesystem::path>& value);
    /// A file to write, relative to the file that names it.
    void output_file(const char* key, std::optional<std::filesystem::path>& value);
    /// Index of the value among `names`.
    std::optional<std::size_t> choice(const char* key, const std::vector<std::string>& names);
    /// The map under `key`, if it is there.
    std::optional<ConfigReader> section(const char* key);
    /// The maps of the list under `key`, if it is there.
    std::vector<ConfigReader> sections(const char* key);

    /// Scalar text and place of a key for what needs its own rules.
    std::optional<std::string> scalar(const char* key);
    /// "file:line:column: key: " + reason, at that key or, where it is missing, at the map.
    [[noreturn]] void fail(const std::string& key, const std::string& reason) const;

    /// @throws ConfigError for the first key that nobody asked for
    void finish() const;

  private:
    ConfigReader(std::filesystem::path file, std::string prefix, YAML::Node map)
        : file_(std::move(file)), prefix_(std::move(prefix)), map_(std::move(map)) {}

    YAML::Node take(const char* key);
    std::optional<std::string> number_text(const char* key);
    [[noreturn]] void fail_at(const YAML::Mark& mark, const std::string& key,
                              const std::string& reason) const;

    std::filesystem::path file_;
    std::string prefix_;
    YAML::Node map_;
    std::vector<std::string> known_;
};

}  // namespace gateway
