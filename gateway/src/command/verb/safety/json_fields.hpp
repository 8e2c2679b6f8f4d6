// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace gateway {

/// The values of one line of JSON, an object of objects, by their paths
/// ("command.control.stamp_s"). Numbers keep their text: a stamp has more digits than a double.
///
/// What is left out is 0. All that is wrong is thrown as std::invalid_argument, with the path.
class JsonFields {
  public:
    /// @throws std::invalid_argument for a line that is no object, holds a list, or a key twice
    explicit JsonFields(const std::string& line);

    /// The one key of the line itself. @throws std::invalid_argument if there is none, or several
    const std::string& only_key() const;

    /// Whether there is an object; it may also be left out, or null.
    bool has_object(const std::string& path);

    float number(const std::string& path);
    /// Decimal seconds, rounded to whole nanoseconds.
    SimTime seconds(const std::string& path);
    bool flag(const std::string& path);
    std::string text(const std::string& path);
    std::uint64_t count(const std::string& path, std::uint64_t otherwise, std::uint64_t max);
    bool has(const std::string& path) const { return values_.count(path) != 0; }

    /// @throws std::invalid_argument for the first path that was not asked for
    void finish() const;

  private:
    class Reader;

    enum class Kind { object, number, text, flag, null };
    struct Value {
        Kind kind = Kind::null;
        std::string text;
        bool is_read = false;
    };

    /// The value, or null if it is left out.
    const Value* find(const std::string& path);

    std::map<std::string, Value> values_;
    std::string only_key_;
};

}  // namespace gateway
