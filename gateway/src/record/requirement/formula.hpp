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

/// A formula that cannot be used. what() tells the place in it, counted in characters from 1.
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
    std::size_t index = 0;  ///< of Formula::columns or Formula::summary_keys
};

using Expression = std::vector<Step>;

enum class Relation { less, at_most, greater, at_least, equal, unequal };

/// Two expressions in one unit.
struct Comparison {
    std::string left_text, right_text;  ///< as they stand in the formula
    Relation relation = Relation::at_least;
    Expression left{}, right{};
    bool has_column = false;
    bool has_summary = false;

    std::string text() const;
};

constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

/// Node of a formula in signal temporal logic. `always` and `implies` are written with the others.
struct Term {
    enum class Kind { comparison, negation, conjunction, disjunction, eventually, until };
    Kind kind = Kind::comparison;
    std::size_t comparison = 0;    ///< of Formula::comparisons
    std::int64_t from_ns = 0;      ///< of the window, which begins at 0 in `until`
    std::int64_t to_ns = 0;        ///< or `unbounded`
    std::unique_ptr<Term> left{};  ///< what stands before `until`, or the only operand
    std::unique_ptr<Term> right{};
};

struct Formula {
    std::shared_ptr<const Term> root;
    std::vector<Comparison> comparisons;
    std::vector<std::string> columns;       ///< used, each once
    std::vector<std::string> summary_keys;  ///< used, each once

    /// How long a run must be at least: beyond the first instant, up to where the formula looks.
    std::int64_t horizon_ns() const;
};

}  // namespace gateway::requirement
