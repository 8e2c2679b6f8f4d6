// SPDX-License-Identifier: MIT
#include "evaluate.hpp"

#include <cmath>

namespace gateway::requirement {
namespace {

double result_of(Step::Kind kind, double a, double b) noexcept {
    switch (kind) {
        case Step::Kind::add:
            return a + b;
        case Step::Kind::subtract:
            return a - b;
        case Step::Kind::multiply:
            return a * b;
        default:
            return a / b;
    }
}

bool holds(Relation relation, double a, double b) noexcept {
    switch (relation) {
        case Relation::less:
            return a < b;
        case Relation::at_most:
            return a <= b;
        case Relation::greater:
            return a > b;
        case Relation::at_least:
            return a >= b;
        case Relation::equal:
            return a <= b && a >= b;
        default:
            return a < b || a > b;
    }
}

double margin(Relation relation, double a, double b) noexcept {
    if (a <= b && a >= b) return 0;  // also for two infinite values
    switch (relation) {
        case Relation::less:
        case Relation::at_most:
            return b - a;
        case Relation::greater:
        case Relation::at_least:
            return a - b;
        case Relation::equal:
            return -std::abs(a - b);
        default:
            return std::abs(a - b);
    }
}

}  // namespace

double evaluate(const Expression& expression, const double* columns, const double* summary,
                std::vector<double>& stack) {
    stack.clear();
    for (const Step& step : expression) {
        switch (step.kind) {
            case Step::Kind::number:
                stack.push_back(step.number);
                break;
            case Step::Kind::column:
                stack.push_back(columns[step.index]);
                break;
            case Step::Kind::summary:
                stack.push_back(summary[step.index]);
                break;
            case Step::Kind::negate:
                stack.back() = -stack.back();
                break;
            case Step::Kind::absolute:
                stack.back() = std::abs(stack.back());
                break;
            default: {
                const double right = stack.back();
                stack.pop_back();
                stack.back() = result_of(step.kind, stack.back(), right);
            }
        }
    }
    return stack.back();
}

Value compared(Relation relation, double left, double right, double scale) noexcept {
    Value value;
    value.robustness = margin(relation, left, right) / scale;
    value.holds = holds(relation, left, right);
    value.left = left;
    value.right = right;
    return value;
}

}  // namespace gateway::requirement
