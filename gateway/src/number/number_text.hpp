// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <type_traits>

namespace gateway {

/// Smallest and greatest value of a number that a person gives, both finite.
struct Limits {
    double min;
    double max;
};

/// What a file and the command line both can say has the same limits in both.
namespace limits {
constexpr Limits duration_s{1e-3, 1e9};  ///< simulated time of a run; 31 years fit its nanoseconds
constexpr Limits time_scale{0.01, 100};  ///< simulated seconds in a second
constexpr Limits tick_rate_hz{1, 10'000};
constexpr Limits cmd_timeout_s{1e-3, 1e3};
constexpr Limits speed_mps{-100, 100};
constexpr Limits place_m{-1e9, 1e9};
constexpr Limits port{1, 65535};
constexpr Limits own_port{0, 65535};  ///< to listen at; 0 is any that is free
}  // namespace limits

enum class NumberKind { real, whole };

/// Reads a number as every file and every option of the gateway has it: decimal, finite, within
/// its limits. @return what is wrong ("must be 0.01 to 100, is 1e3"), and then `value` is as
/// before; else an empty text
std::string read_number(const std::string& text, const Limits& limits, NumberKind kind,
                        double& value);

/// The same for a double or for an integer, which must be whole. The limits must fit its type.
template <class Number>
std::string read_number(const std::string& text, const Limits& limits, Number& value) {
    double read = 0;
    constexpr auto kind = std::is_integral_v<Number> ? NumberKind::whole : NumberKind::real;
    std::string complaint = read_number(text, limits, kind, read);
    if (complaint.empty()) value = static_cast<Number>(read);
    return complaint;
}

/// In as few digits as read back the same number, with an exponent only where that is shorter.
std::string plain(double value);

}  // namespace gateway
