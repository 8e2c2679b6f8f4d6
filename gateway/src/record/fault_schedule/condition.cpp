// SPDX-License-Identifier: MIT
#include "condition.hpp"

#include "monitor/evaluate.hpp"
#include "observer/column_reader.hpp"

#include <algorithm>

namespace gateway {
namespace {

using requirement::Comparison;
using requirement::Term;

bool is_temporal(const Term& term) {
    if (term.kind == Term::Kind::eventually || term.kind == Term::Kind::until) return true;
    return (term.left && is_temporal(*term.left)) || (term.right && is_temporal(*term.right));
}

std::size_t longest_expression(const requirement::Formula& formula) {
    std::size_t most = 0;
    for (const Comparison& comparison : formula.comparisons)
        most = std::max({most, comparison.left.size(), comparison.right.size()});
    return most;
}

}  // namespace

bool is_temporal(const requirement::Formula& formula) {
    return is_temporal(*formula.root);
}

Condition::Condition(const requirement::Formula& formula, ColumnReader& columns,
                     const std::string& user)
    : formula_(&formula), columns_(columns.add(formula.columns, user)), values_(columns_.size()) {
    stack_.reserve(longest_expression(formula));
}

bool Condition::holds(const std::vector<double>& values) {
    for (std::size_t i = 0; i < columns_.size(); ++i) values_[i] = values[columns_[i]];
    return holds(*formula_->root);
}

bool Condition::holds(const Term& term) {
    switch (term.kind) {
        case Term::Kind::negation:
            return !holds(*term.left);
        case Term::Kind::conjunction:
            return holds(*term.left) && holds(*term.right);
        case Term::Kind::disjunction:
            return holds(*term.left) || holds(*term.right);
        default:
            break;
    }
    const Comparison& comparison = formula_->comparisons[term.comparison];
    const double left = requirement::evaluate(comparison.left, values_.data(), nullptr, stack_);
    const double right = requirement::evaluate(comparison.right, values_.data(), nullptr, stack_);
    return requirement::compared(comparison.relation, left, right, 1).holds;
}

}  // namespace gateway
