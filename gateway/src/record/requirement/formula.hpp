// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace gateway::requirement {

/// An invalid formula. what() contains the position in the formula, in characters from 1.
class FormulaError : public std::invalid_argument {
  public:
    FormulaError(std::size_t place, const std::string& reason)
        : std::invalid_argument("character " + std::to_string(place + 1) + ": " + reason) {}
};

/// One step of an expression in postfix order.
struct Step {
    enum class Kind { number, column, summary, add, subtract, multiply, divide, negate, absolute };
    Kind kind;
    double number = 0;
    std::size_t index = 0;  ///< index in Formula::columns or Formula::summary_keys
};

using Expression = std::vector<Step>;

enum class Relation { less, at_most, greater, at_least, equal, unequal };

/// A comparison of two expressions in the same unit.
struct Comparison {
    std::string left_text, right_text;  ///< as in the formula
    Relation relation = Relation::at_least;
    Expression left{}, right{};
    bool has_column = false;
    bool has_summary = false;

    std::string text() const;
};

constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

/// A node of a formula in signal temporal logic. `always` and `implies` are expressed by the other
/// kinds.
struct Term {
    enum class Kind { comparison, negation, conjunction, disjunction, eventually, until };
    Kind kind = Kind::comparison;
    std::size_t comparison = 0;    ///< index in Formula::comparisons
    std::int64_t from_ns = 0;      ///< start of the window; 0 for `until`
    std::int64_t to_ns = 0;        ///< end of the window, or `unbounded`
    std::unique_ptr<Term> left{};  ///< the left operand, or the only one
    std::unique_ptr<Term> right{};
};

struct Formula {
    std::shared_ptr<const Term> root;
    std::vector<Comparison> comparisons;
    std::vector<std::string> columns;       ///< without duplicates
    std::vector<std::string> summary_keys;  ///< without duplicates

    /// The shortest duration of a run for this formula: the time that it looks ahead from the first
    /// instant.
    std::int64_t horizon_ns() const;
};

}  // namespace gateway::requirement
