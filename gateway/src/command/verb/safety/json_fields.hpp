// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace gateway {

/// The values of one line of JSON, an object of objects, by their paths
/// ("command.control.stamp_s"). Numbers are kept as text, since a stamp has more digits than a
/// double.
///
/// Missing values are 0. Invalid values cause a std::invalid_argument with the path.
class JsonFields {
  public:
    /// @throws std::invalid_argument for a line that is not an object, or contains a list or
    /// duplicate keys
    explicit JsonFields(const std::string& line);

    /// The only key of the outer object. @throws std::invalid_argument if there is none, or several
    const std::string& only_key() const;

    /// Whether the path has an object. @throws std::invalid_argument for another value than null
    bool has_object(const std::string& path);

    float number(const std::string& path);
    /// Decimal seconds, rounded to whole nanoseconds.
    SimTime seconds(const std::string& path);
    bool flag(const std::string& path);
    std::string text(const std::string& path);
    std::uint64_t count(const std::string& path, std::uint64_t otherwise, std::uint64_t max);
    bool has(const std::string& path) const { return values_.count(path) != 0; }

    /// Checks that all values were read. @throws std::invalid_argument with the first one that was
    /// not
    void finish() const;

  private:
    class Reader;

    enum class Kind { object, number, text, flag, null };
    struct Value {
        Kind kind = Kind::null;
        std::string text;
        bool is_read = false;
    };

    /// The value, or null if it is missing.
    const Value* find(const std::string& path);

    std::map<std::string, Value> values_;
    std::string only_key_;
};

}  // namespace gateway
