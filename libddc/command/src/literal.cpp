// SPDX-License-Identifier: MIT
#include "literal.hpp"

#include "context.hpp"

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace ddc::command {
namespace {

std::optional<bool> to_bool(const std::string& text) {
    if (text == "true" || text == "1") return true;
    if (text == "false" || text == "0") return false;
    return std::nullopt;
}

std::optional<std::int32_t> to_int32(const std::string& text) {
    using Limits = std::numeric_limits<std::int32_t>;
    const bool hex = text.find('x') != std::string::npos || text.find('X') != std::string::npos;
    char* end = nullptr;
    errno = 0;
    const long long number = std::strtoll(text.c_str(), &end, hex ? 16 : 10);
    const bool whole = !text.empty() && *end == '\0' && errno == 0;
    if (!whole || number < Limits::min() || number > Limits::max()) return std::nullopt;
    return static_cast<std::int32_t>(number);
}

/// The value of digits; infinite if it exceeds a double.
std::optional<double> to_number(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool has_digits = text.find_first_of("0123456789") != std::string::npos;
    return has_digits && *end == '\0' ? std::optional(number) : std::nullopt;
}

/// The values without digits.
std::optional<double> to_special(const std::string& text) {
    using Limits = std::numeric_limits<double>;
    if (text == "nan") return Limits::quiet_NaN();
    if (text == "inf") return Limits::infinity();
    if (text == "-inf") return -Limits::infinity();
    return std::nullopt;
}

std::optional<double> to_double(const std::string& text) {
    const auto number = to_number(text);
    return number && std::isfinite(*number) ? number : to_special(text);
}

template <class T>
Value require(const std::optional<T>& value, const std::string& text, const char* right) {
    if (value) return *value;
    throw UsageError("'" + text + "' is not a valid " + right);
}

}  // namespace

Type parse_type(const std::string& name) {
    if (name == "none") return Type::no_data;
    for (const Type type : {Type::boolean, Type::int32, Type::real64, Type::string})
        if (name == to_string(type)) return type;
    throw UsageError("'" + name + "' is not a type: use bool, int32, double, string or none");
}

Value parse_literal(const std::string& text, Type type) {
    switch (type) {
        case Type::no_data:
            return std::monostate();
        case Type::boolean:
            return require(to_bool(text), text, "bool: write true or false");
        case Type::int32:
            return require(to_int32(text), text,
                           "int32: write a whole number from -2147483648 to 2147483647");
        case Type::real64:
            return require(to_double(text), text,
                           "double: write a number of at most 1.79e308, or nan, inf or -inf");
        case Type::string:
            break;
    }
    if (text.size() > max_string_length)
        throw UsageError("a string entry holds at most 199 bytes, this text has " +
                         std::to_string(text.size()));
    return text;
}

Type guess_type(const std::string& text) {
    if (text == "true" || text == "false") return Type::boolean;
    if (to_int32(text)) return Type::int32;
    return to_number(text) || to_special(text) ? Type::real64 : Type::string;
}

Status write(Table& table, Id id, const Value& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return table.write(id, *flag);
    if (const auto* number = std::get_if<std::int32_t>(&value)) return table.write(id, *number);
    if (const auto* number = std::get_if<double>(&value)) return table.write(id, *number);
    if (const auto* text = std::get_if<std::string>(&value)) return table.write(id, *text);
    return table.write_no_data(id);
}

}  // namespace ddc::command
