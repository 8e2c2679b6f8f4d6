// SPDX-License-Identifier: MIT
#pragma once

#include "path.hpp"

#include <ddc/interface/parse.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace ddc::interface {

/// Keeps the order of an object's keys: a struct's fields depend on it.
using OrderedJson = nlohmann::ordered_json;

/// The text in double quotes, shortened for a message.
std::string in_quotes(std::string_view text);

/// One JSON value and its path. The readers throw InterfaceError with that path if the value is not
/// of the requested kind. A Node must not outlive its parent Node.
class Node {
  public:
    explicit Node(const OrderedJson& json) : json_(&json) {}

    const OrderedJson& json() const { return *json_; }
    std::string path() const { return path_.text(); }
    [[noreturn]] void fail(const std::string& what) const;

    /// The member with that key; fails if there is none. Precondition: an object.
    Node at(std::string_view key) const;
    /// The element with that index. Precondition: an array that has it.
    Node at(std::size_t index) const;
    /// The member with that key, or null. Precondition: an object.
    const OrderedJson* find(std::string_view key) const;

    void require_object() const;
    void require_array(std::size_t max_size) const;
    bool boolean() const;
    /// Any string within Limits.
    std::string string() const;
    /// A string that is a valid name: not empty, no control characters.
    std::string name() const;
    /// An array of names.
    std::vector<std::string> strings(std::size_t max_size) const;
    /// A whole number from 1 to Limits::elements.
    std::int32_t size() const;

  private:
    Node(const OrderedJson& json, Path path) : json_(&json), path_(path) {}

    const OrderedJson* json_;
    Path path_;
};

/// Collects warnings, and stops at Limits::warnings.
class Notes {
  public:
    explicit Notes(Warnings& warnings) : warnings_(warnings), room_(Limits::warnings) {}

    void add(const Node& node, const std::string& what);
    /// Warns of every key of an object that is not a known one.
    void unknown_keys(const Node& node, std::initializer_list<std::string_view> known);

  private:
    Warnings& warnings_;
    std::size_t room_;
};

}  // namespace ddc::interface
