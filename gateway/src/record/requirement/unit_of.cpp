// SPDX-License-Identifier: MIT
#include "unit_of.hpp"

#include "number/units.hpp"

#include <optional>
#include <utility>

namespace gateway::requirement {
namespace {

std::string described(const std::string& unit) {
    return unit.empty() ? "a quantity without a unit" : unit;
}

void multiply(Measured& expression, double factor) {
    if (factor == 1) return;
    expression.steps.push_back({Step::Kind::number, factor});
    expression.steps.push_back({Step::Kind::multiply});
}

std::optional<double> factor_between(const std::string& from, const std::string& to) {
    if (from == to) return 1.0;
    return unit_factor(from, to);
}

void convert(Measured& expression, const Measured& to) {
    const auto factor = factor_between(expression.unit, to.unit);
    if (!factor) {
        const std::string others = units_like(to.unit);
        throw FormulaError(expression.place,
                           "is in " + described(expression.unit) +
                               ", but the other operand is in " + described(to.unit) +
                               (others.empty() ? "" : " (as are " + others + ")"));
    }
    multiply(expression, *factor);
    expression.unit = to.unit;
}

void refuse_mixture(const Measured& left, const Measured& right) {
    if ((left.has_column && right.has_summary) || (left.has_summary && right.has_column))
        throw FormulaError(left.place,
                           "combines a column, which changes over time, with a key of the summary, "
                           "which is known only at the end of the run");
}

Measured appended(Step::Kind kind, Measured left, const Measured& right) {
    refuse_mixture(left, right);
    left.steps.insert(left.steps.end(), right.steps.begin(), right.steps.end());
    left.steps.push_back({kind});
    left.has_column |= right.has_column;
    left.has_summary |= right.has_summary;
    left.is_plain &= right.is_plain;
    left.end = right.end;
    return left;
}

bool is_number_alone(const Measured& expression) {
    return expression.is_plain || expression.unit == "1";
}

Measured product(Measured left, const Measured& right) {
    std::string unit = is_number_alone(left)    ? right.unit
                       : is_number_alone(right) ? left.unit
                                                : std::string();
    left = appended(Step::Kind::multiply, std::move(left), right);
    left.unit = std::move(unit);
    return left;
}

Measured quotient(Measured left, Measured right) {
    std::string unit;
    if (is_number_alone(right)) {
        unit = left.unit;
    } else if (!left.is_plain && !left.unit.empty() && unit_factor(right.unit, left.unit)) {
        convert(right, left);
        unit = "1";
    }
    left = appended(Step::Kind::divide, std::move(left), right);
    left.unit = std::move(unit);
    return left;
}

}  // namespace

void bring_together(Measured& left, Measured& right) {
    refuse_mixture(left, right);
    if (left.is_plain && !right.is_plain) left.unit = right.unit;
    if (right.is_plain && !left.is_plain) right.unit = left.unit;
    if (left.is_plain || right.is_plain) return;
    if (right.has_column && !left.has_column)
        convert(left, right);
    else
        convert(right, left);
}

Measured combined(Step::Kind kind, Measured left, Measured right) {
    if (kind == Step::Kind::multiply) return product(std::move(left), right);
    if (kind == Step::Kind::divide) return quotient(std::move(left), std::move(right));
    bring_together(left, right);
    std::string unit = left.unit;
    left = appended(kind, std::move(left), right);
    left.unit = std::move(unit);
    return left;
}

}  // namespace gateway::requirement
