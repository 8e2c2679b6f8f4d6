// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

/// The frame of ddc-bench. A suite is one function in one source file, listed in main.cpp.
///
/// The machine that runs this is shared and noisy, so a number is meaningful only with another one
/// from the same seconds: every result has a baseline, both are measured alternately, and the best
/// of several rounds counts.
namespace bench {

/// One line of a suite. Ratio is value / baseline, both in `unit`.
struct Result {
    std::string name;
    double value = 0;
    std::string unit;
    std::string baseline_name;
    double baseline = 0;

    double ratio() const noexcept { return baseline != 0 ? value / baseline : 0; }
};

struct Suite {
    const char* name;
    const char* about;
    std::vector<Result> (*run)();
};

/// The round that counts: the lowest for times, the highest for rates; the median if the spread is
/// part of the measurement.
enum class Pick { lowest, median, highest };

inline double pick(std::vector<double> rounds, Pick which) {
    std::sort(rounds.begin(), rounds.end());
    switch (which) {
        case Pick::lowest:
            return rounds.front();
        case Pick::highest:
            return rounds.back();
        case Pick::median:
            break;
    }
    return rounds[rounds.size() / 2];
}

/// A measurement: its name, and a callable that measures once and returns the number.
template <class F>
struct Measured {
    const char* name;
    F measure;
};
template <class F>
Measured(const char*, F) -> Measured<F>;

struct Rounds {
    int count = 7;
    Pick pick = Pick::lowest;
};

/// Measures value and baseline alternately.
template <class F, class G>
Result compare(Measured<F> value, Measured<G> baseline, const char* unit, Rounds rounds = {}) {
    std::vector<double> values, baselines;
    for (int i = 0; i < rounds.count; ++i) {
        values.push_back(value.measure());
        baselines.push_back(baseline.measure());
    }
    return {value.name, pick(values, rounds.pick), unit, baseline.name,
            pick(baselines, rounds.pick)};
}

/// Mean time of one call of `operation` in ns over `calls` calls.
template <class F>
double ns_per_call(int calls, F&& operation) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) operation();
    const auto end = std::chrono::steady_clock::now();
    return std::chrono::duration<double, std::nano>(end - start).count() / calls;
}

/// Keeps the compiler from removing the computation of `value`.
template <class T>
inline void keep(const T& value) noexcept {
    asm volatile("" : : "r,m"(value) : "memory");
}

}  // namespace bench
