// SPDX-License-Identifier: MIT
#pragma once

#include <plant/yaml_reader.hpp>
#include "fingerprint.hpp"

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace plant {

/// Each parameter struct lists its keys once, in a function visit(params, visitor). This visitor
/// reads them from a map of a file, where all of them are required; RangeChecker checks them.
class RequiredKeys {
  public:
    /// @param has_base whether a missing key keeps its value
    explicit RequiredKeys(YamlReader& reader, bool has_base = false)
        : reader_(reader), has_base_(has_base) {}

    /// Whether an optional key exists.
    bool has(const char* key) {
        reader_.allow(key);
        return reader_.has(key);
    }

    template <class Number>
    void number(const char* key, Number& value, const Range& range) {
        if (find(key)) reader_.number(key, value, range);
    }
    void flag(const char* key, bool& value) {
        if (find(key)) reader_.flag(key, value);
    }
    void text(const char* key, std::string& value) {
        if (find(key)) reader_.text(key, value);
    }
    void count(const char* key, std::uint64_t& value) {
        if (find(key)) reader_.count(key, value);
    }
    template <class Enum>
    void choice(const char* key, Enum& value, const Names& names) {
        if (find(key)) reader_.choice(key, value, names);
    }
    template <class Params>
    void section(const char* key, Params& params) {
        if (!find(key)) return;
        if (auto map = reader_.section(key)) visit_map(*map, params);
    }
    /// Reads a list of maps.
    template <class Params>
    void list(const char* key, std::vector<Params>& items) {
        if (!find(key)) return;
        items.clear();
        for (YamlReader& map : reader_.sections(key)) visit_map(map, items.emplace_back());
    }

  private:
    template <class Params>
    void visit_map(YamlReader& map, Params& params) const {
        RequiredKeys keys(map, has_base_);
        visit(params, keys);
    }
    /// Whether a key exists that is optional only with a base.
    bool find(const char* key) { return has_base_ ? has(key) : reader_.require(key); }

    YamlReader& reader_;
    bool has_base_;
};

/// @throws std::invalid_argument "key: reason" for the first number out of its range.
class RangeChecker {
  public:
    explicit RangeChecker(std::string prefix = {}) : prefix_(std::move(prefix)) {}

    bool has(const char*) const { return true; }
    template <class Number>
    void number(const char* key, const Number& value, const Range& range) const {
        const std::string complaint = range_complaint(static_cast<double>(value), range);
        if (!complaint.empty()) throw std::invalid_argument(prefix_ + key + ": " + complaint);
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

/// Adds all values to a fingerprint.
class FingerprintTaker {
  public:
    explicit FingerprintTaker(Fingerprint& print) : print_(print) {}

    bool has(const char*) const { return true; }
    template <class Number>
    void number(const char*, const Number& value, const Range&) const {
        print_.add(static_cast<double>(value));
    }
    void flag(const char*, const bool& value) const { print_.add(std::uint64_t{value}); }
    void text(const char*, const std::string& value) const { print_.add(value); }
    void count(const char*, const std::uint64_t& value) const { print_.add(value); }
    template <class Enum>
    void choice(const char*, const Enum& value, const Names&) const {
        print_.add(static_cast<std::uint64_t>(value));
    }
    template <class Params>
    void section(const char*, Params& params) const {
        visit(params, *this);
    }
    template <class Params>
    void list(const char*, std::vector<Params>& items) const {
        for (Params& item : items) visit(item, *this);
    }

  private:
    Fingerprint& print_;
};

template <class Params>
void add_values(Fingerprint& print, Params params) {
    FingerprintTaker taker(print);
    visit(params, taker);
}

/// Reads the keys of `params`; the caller must call finish() of the reader.
/// @param has_base whether missing keys keep their values
template <class Params>
void read_required(YamlReader& reader, Params& params, bool has_base = false) {
    RequiredKeys keys(reader, has_base);
    visit(params, keys);
}

/// Reads a file. @throws FileError.
template <class Params>
Params load_parameters(const std::filesystem::path& file) {
    YamlReader reader(file);
    Params params;
    read_required(reader, params);
    reader.finish();
    return params;
}

/// @throws std::invalid_argument "key: reason" for the first value out of range.
template <class Params>
void check_ranges(Params params) {
    RangeChecker checker;
    visit(params, checker);
}

}  // namespace plant
