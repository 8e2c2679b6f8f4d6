// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

namespace plant {

/// Smallest and largest permitted value of a number, in its unit; both finite.
struct Range {
    double min = std::numeric_limits<double>::lowest();  ///< smallest permitted value
    double max = std::numeric_limits<double>::max();     ///< largest permitted value
};

/// Whether a number may have a fraction.
enum class NumberKind { real, whole };

/// Reads a number of a configuration or option: decimal, finite, within its range, without a
/// leading zero. 010 is rejected because other programs, among them YAML parsers, read it as
/// octal.
/// @return the error ("must be 0.01 to 100, is 1e3"), and `value` is unchanged; empty if there is
/// none
std::string read_number(const std::string& text, const Range& range, NumberKind kind,
                        double& value);

/// As read_number, but accepts leading zeros. For numbers in data, such as cells of a table.
std::string read_data_number(const std::string& text, const Range& range, NumberKind kind,
                             double& value);

/// As above for a double or an integer; an integer must be whole. The range must fit the type.
template <class Number>
std::string read_number(const std::string& text, const Range& range, Number& value) {
    double read = 0;
    constexpr auto kind = std::is_integral_v<Number> ? NumberKind::whole : NumberKind::real;
    std::string complaint = read_number(text, range, kind, read);
    if (complaint.empty()) value = static_cast<Number>(read);
    return complaint;
}
/// As read_number above, but accepts leading zeros.
template <class Number>
std::string read_data_number(const std::string& text, const Range& range, Number& value) {
    double read = 0;
    constexpr auto kind = std::is_integral_v<Number> ? NumberKind::whole : NumberKind::real;
    std::string complaint = read_data_number(text, range, kind, read);
    if (complaint.empty()) value = static_cast<Number>(read);
    return complaint;
}

/// Reads an unsigned integer of up to 64 bits.
/// @return the error, and `value` is unchanged; empty if there is none
std::string read_count(const std::string& text, std::uint64_t& value);

/// The error of a value outside the range; empty if it is inside.
std::string range_complaint(double value, const Range& range);

/// The shortest text that reads back as the same number, with an exponent only where it is shorter.
std::string plain(double value);

}  // namespace plant
