// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace gateway::requirement {

struct Token {
    enum class Kind { number, name, word, sign, end };
    Kind kind = Kind::end;
    std::string text;    ///< for a number, without its unit
    std::string unit{};  ///< the unit of a number, or empty
    double number = 0;
    std::size_t place = 0;  ///< position of the first character
    std::size_t end = 0;    ///< position after the last character
};

/// Splits a formula into tokens; the last one is `end`. A column may have an index or a field
/// (`wheel_speed[0]`, `summary.route.max_m`).
/// @throws FormulaError
std::vector<Token> tokens_of(const std::string& formula);

}  // namespace gateway::requirement
