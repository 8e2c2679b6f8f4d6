// SPDX-License-Identifier: MIT
#include "brute_force.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace brute_force {
namespace {

using Pair = std::pair<double, bool>;

int number(std::mt19937& random, int from, int to) {
    return std::uniform_int_distribution<int>(from, to)(random);
}

Pair negated(const Pair& value) {
    return {0 - value.first, !value.second};
}

double operand(const Tree& tree, const Trace& trace, std::int64_t time_ns) {
    return tree.column < columns ? trace.at(time_ns)[static_cast<std::size_t>(tree.column)]
                                 : trace.summary[static_cast<std::size_t>(tree.column - columns)];
}

std::string name_of(int column) {
    const bool is_column = column < columns;
    const int letter = is_column ? 'x' + column : 'a' + column - columns;
    return (is_column ? "" : "summary.") + std::string(1, static_cast<char>(letter));
}

Pair compared(const Tree& tree, double x) {
    const double c = tree.number;
    if (tree.operation == "<") return {c - x, x < c};
    if (tree.operation == "<=") return {c - x, x <= c};
    if (tree.operation == ">") return {x - c, x > c};
    if (tree.operation == ">=") return {x - c, x >= c};
    if (tree.operation == "==") return {0 - std::abs(x - c), x == c};
    return {std::abs(x - c), x != c};
}

std::int64_t last_instant(const Tree& tree, const Trace& trace, std::int64_t time_ns) {
    if (tree.is_bounded) return time_ns + tree.to_ns;
    std::int64_t inner = tree.left->horizon_ns();
    if (tree.right) inner = std::max(inner, tree.right->horizon_ns());
    return trace.end_ns - inner;
}

Pair of_until(const Tree& tree, const Trace& trace, std::int64_t time_ns) {
    Pair best{-std::numeric_limits<double>::infinity(), false};
    Pair guard{std::numeric_limits<double>::infinity(), true};
    for (std::int64_t t = time_ns; t <= last_instant(tree, trace, time_ns); ++t) {
        guard = std::min(guard, value_of(*tree.left, trace, t));
        if (t < time_ns + tree.from_ns) continue;
        best = std::max(best, std::min(guard, value_of(*tree.right, trace, t)));
    }
    return best;
}

Pair of_window(const Tree& tree, const Trace& trace, std::int64_t time_ns, bool is_always) {
    const double infinity = std::numeric_limits<double>::infinity();
    Pair result{is_always ? infinity : -infinity, is_always};
    for (auto t = time_ns + tree.from_ns; t <= last_instant(tree, trace, time_ns); ++t) {
        const Pair value = value_of(*tree.left, trace, t);
        result = is_always ? std::min(result, value) : std::max(result, value);
    }
    return result;
}

std::string window(const Tree& tree) {
    if (!tree.is_bounded) return "";
    return "[" + std::to_string(tree.from_ns) + "e-9," + std::to_string(tree.to_ns) + "e-9]";
}

}  // namespace

const std::vector<double>& Trace::at(std::int64_t time_ns) const {
    std::size_t i = times_ns.size() - 1;
    while (i > 0 && times_ns[i] > time_ns) --i;
    return rows[i];
}

std::string Tree::text() const {
    if (!left)
        return name_of(column) + " " + operation + " " + std::to_string(static_cast<int>(number));
    const std::string first = "(" + left->text() + ")";
    const std::string word = operation + window(*this);
    return right ? first + " " + word + " (" + right->text() + ")" : word + " " + first;
}

std::int64_t Tree::horizon_ns() const {
    if (!left) return 0;
    std::int64_t inner = left->horizon_ns();
    if (right) inner = std::max(inner, right->horizon_ns());
    return inner + (is_bounded ? to_ns : 0);
}

int Tree::constants() const {
    if (!left) return column < columns ? 0 : 1;
    return left->constants() + (right ? right->constants() : 0);
}

std::pair<double, bool> value_of(const Tree& tree, const Trace& trace, std::int64_t time_ns) {
    const auto left = [&] { return value_of(*tree.left, trace, time_ns); };
    const auto right = [&] { return value_of(*tree.right, trace, time_ns); };
    if (!tree.left) return compared(tree, operand(tree, trace, time_ns));
    if (tree.operation == "not") return negated(left());
    if (tree.operation == "and") return std::min(left(), right());
    if (tree.operation == "or") return std::max(left(), right());
    if (tree.operation == "implies") return std::max(negated(left()), right());
    if (tree.operation == "until") return of_until(tree, trace, time_ns);
    return of_window(tree, trace, time_ns, tree.operation == "always");
}

Trace random_trace(std::mt19937& random) {
    Trace trace;
    std::int64_t time_ns = number(random, 0, 5);
    for (int i = number(random, 1, 12); i > 0; --i) {
        trace.times_ns.push_back(time_ns);
        std::vector<double> row;
        for (int k = 0; k < columns; ++k) row.push_back(number(random, -4, 4));
        trace.rows.push_back(row);
        time_ns += number(random, 0, 3) == 0 ? number(random, 1, 9) : number(random, 1, 2);
    }
    trace.end_ns = trace.times_ns.back() + number(random, 0, 4);
    for (int k = 0; k < 2; ++k) trace.summary.push_back(number(random, -4, 4));
    return trace;
}

std::unique_ptr<Tree> random_tree(std::mt19937& random, int depth) {
    static const char* const relations[] = {"<", "<=", ">", ">=", "==", "!="};
    static const char* const operations[] = {"not",    "and",        "or",    "implies",
                                             "always", "eventually", "until", "until"};
    auto tree = std::make_unique<Tree>();
    if (depth == 0 || number(random, 0, 5) == 0) {
        tree->operation = relations[number(random, 0, 5)];
        tree->column = number(random, 0, columns + 1);
        tree->number = number(random, 0, 3);
        return tree;
    }
    tree->operation = operations[number(random, 0, 7)];
    tree->left = random_tree(random, depth - 1);
    const std::string& word = tree->operation;
    if (word != "not" && word != "always" && word != "eventually")
        tree->right = random_tree(random, depth - 1);
    const bool is_temporal = word == "always" || word == "eventually" || word == "until";
    if (is_temporal && number(random, 0, 3) > 0) {
        tree->is_bounded = true;
        tree->from_ns = number(random, 0, 1) * number(random, 0, 4);
        tree->to_ns = tree->from_ns + number(random, 0, 5);
    }
    return tree;
}

}  // namespace brute_force
