// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <string>

/// Checks of option values. Their messages say what is valid.
namespace ddc::command {

/// A number above 0, fractions allowed.
inline std::string check_positive(const std::string& text) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str(), &end);
    const bool is_right = !text.empty() && *end == '\0' && number > 0 && number <= 1e9;
    return is_right ? "" : "'" + text + "' is not a number above 0, such as 0.5";
}

/// A whole number of 1 or more.
inline std::string check_count(const std::string& text) {
    const bool digits = !text.empty() && text.size() <= 9 &&
                        text.find_first_not_of("0123456789") == std::string::npos;
    return digits && std::stol(text) > 0 ? "" : "'" + text + "' is not a whole number of 1 or more";
}

}  // namespace ddc::command
