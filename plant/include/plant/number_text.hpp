// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace plant {

/// Smallest and greatest value of a number that a person gives, in its own unit; both finite.
struct Range {
    double min = std::numeric_limits<double>::lowest();
    double max = std::numeric_limits<double>::max();
};

enum class NumberKind { real, whole };

/// Reads a number as every configuration and every option has it: decimal, finite, within its
/// range, without a zero in front: 010 is 10 to some and, as an octal number, 8 to others, YAML
/// among them.
/// @return what is wrong ("must be 0.01 to 100, is 1e3"), and then `value` is as before; else an
/// empty text
std::string read_number(const std::string& text, const Range& range, NumberKind kind,
                        double& value);

/// The same as data have it, such as the cells of a table: there 010 is padded and always 10.
std::string read_data_number(const std::string& text, const Range& range, NumberKind kind,
                             double& value);

/// The same for a double or for an integer, which must be whole. The range must fit its type.
template <class Number>
std::string read_number(const std::string& text, const Range& range, Number& value) {
    double read = 0;
    constexpr auto kind = std::is_integral_v<Number> ? NumberKind::whole : NumberKind::real;
    std::string complaint = read_number(text, range, kind, read);
    if (complaint.empty()) value = static_cast<Number>(read);
    return complaint;
}
template <class Number>
std::string read_data_number(const std::string& text, const Range& range, Number& value) {
    double read = 0;
    constexpr auto kind = std::is_integral_v<Number> ? NumberKind::whole : NumberKind::real;
    std::string complaint = read_data_number(text, range, kind, read);
    if (complaint.empty()) value = static_cast<Number>(read);
    return complaint;
}

/// Any whole number of 64 bits, from 0.
/// @return what is wrong, and then `value` is as before; else an empty text
std::string read_count(const std::string& text, std::uint64_t& value);

/// What is wrong with a value that comes from elsewhere, or an empty text.
std::string range_complaint(double value, const Range& range);

/// In as few digits as read back the same number, with an exponent only where that is shorter.
std::string plain(double value);

}  // namespace plant
