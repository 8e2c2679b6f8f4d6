// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

/// Signal temporal logic evaluated by its definition, instant by instant in whole nanoseconds, for
/// tests. It shares no code with the implementation.
namespace brute_force {

/// Values of columns x, y and z; each holds until the next sample, the last until `end_ns`. Values
/// of the summary's keys a and b hold throughout.
struct Trace {
    std::vector<std::int64_t> times_ns;
    std::vector<std::vector<double>> rows;
    std::int64_t end_ns = 0;
    std::vector<double> summary{};

    const std::vector<double>& at(std::int64_t time_ns) const;
};

struct Tree {
    std::string operation;  ///< "and", "always", "<", ...
    int column = 0;         ///< of a comparison; the keys of the summary follow the columns
    double number = 0;      ///< the other side of the comparison
    bool is_bounded = false;
    std::int64_t from_ns = 0, to_ns = 0;
    std::unique_ptr<Tree> left, right;

    std::string text() const;
    std::int64_t horizon_ns() const;
    int constants() const;
};

constexpr int columns = 3;

Trace random_trace(std::mt19937& random);
std::unique_ptr<Tree> random_tree(std::mt19937& random, int depth);

/// Robustness and verdict.
std::pair<double, bool> value_of(const Tree& tree, const Trace& trace, std::int64_t time_ns);

}  // namespace brute_force
