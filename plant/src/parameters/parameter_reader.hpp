// SPDX-License-Identifier: MIT
#pragma once

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plant {

/// Closed range of a value in its own unit.
struct Range {
    double min = -std::numeric_limits<double>::infinity();
    double max = std::numeric_limits<double>::infinity();
};

/// Name of each value of an enumeration, in the order of the enumeration.
using Names = std::vector<std::string_view>;

/// Reads one YAML map into a struct. Each set of parameters lists its keys once, in a function
/// visit(params, visitor); this visitor fills them from a file, RangeChecker checks them.
/// Every key listed must be there; finish() refuses those that are not listed.
class ParameterReader {
  public:
    /// Throws ParameterError when the file cannot be read, is not YAML or not a map.
    explicit ParameterReader(const std::filesystem::path& file);

    /// Whether an optional key is there.
    bool has(const char* key) const { return static_cast<bool>(map_[key]); }

    void number(const char* key, double& value, Range range);
    void whole(const char* key, double& value, Range range);
    void flag(const char* key, bool& value);
    void text(const char* key, std::string& value);
    void count(const char* key, std::uint64_t& value);

    template <class Enum>
    void choice(const char* key, Enum& value, const Names& names) {
        value = static_cast<Enum>(index_of(key, names));
    }

    template <class Params>
    void section(const char* key, Params& params) {
        ParameterReader child(*this, key);
        visit(params, child);
        child.finish();
    }

    /// A list of maps under `key`.
    template <class Params>
    void list(const char* key, std::vector<Params>& items) {
        const YAML::Node sequence = take(key);
        if (!sequence.IsSequence()) fail(sequence, key, "must be a list");
        items.clear();
        for (std::size_t i = 0; i < sequence.size(); ++i) {
            ParameterReader child(*this, sequence[i],
                                  std::string(key) + "[" + std::to_string(i) + "]");
            visit(items.emplace_back(), child);
            child.finish();
        }
    }

    /// Throws ParameterError for the first key that nobody asked for.
    void finish() const;

    /// Throws ParameterError for a key of a section whose value does not fit the other values.
    [[noreturn]] void refuse(const char* section, const char* key, const char* reason) const;
    [[noreturn]] void refuse(const char* key, const std::string& reason) const;

  private:
    ParameterReader(ParameterReader& parent, const char* key);
    ParameterReader(const ParameterReader& parent, YAML::Node map, const std::string& name);

    YAML::Node take(const char* key);
    int index_of(const char* key, const Names& names);
    void refuse_duplicates() const;
    [[noreturn]] void fail(const YAML::Node& at, const std::string& key,
                           const std::string& reason) const;

    std::string file_;
    std::string prefix_;
    YAML::Node map_;
    std::vector<std::string> known_;
};

/// Throws std::invalid_argument "key: reason" for the first number out of its range.
class RangeChecker {
  public:
    explicit RangeChecker(std::string prefix = {}) : prefix_(std::move(prefix)) {}

    bool has(const char*) const { return true; }
    void number(const char* key, const double& value, Range range) const;
    void whole(const char* key, const double& value, Range range) const {
        number(key, value, range);
    }
    void flag(const char*, const bool&) const {}
    void text(const char*, const std::string&) const {}
    void count(const char*, const std::uint64_t&) const {}

    template <class Enum>
    void choice(const char*, const Enum&, const Names&) const {}

    template <class Params>
    void section(const char* key, Params& params) const {
        RangeChecker child(prefix_ + key + ".");
        visit(params, child);
    }

    template <class Params>
    void list(const char* key, std::vector<Params>& items) const {
        for (std::size_t i = 0; i < items.size(); ++i) {
            RangeChecker child(prefix_ + key + "[" + std::to_string(i) + "].");
            visit(items[i], child);
        }
    }

  private:
    std::string prefix_;
};

/// What is wrong with a value, or an empty string.
std::string range_complaint(double value, Range range);

/// Reads a whole file into `Params`. Throws ParameterError.
template <class Params>
Params load_parameters(const std::filesystem::path& file) {
    ParameterReader reader(file);
    Params params;
    visit(params, reader);
    reader.finish();
    return params;
}

/// Throws std::invalid_argument "key: reason" for the first value out of range.
template <class Params>
void check_ranges(Params params) {
    RangeChecker checker;
    visit(params, checker);
}

}  // namespace plant
