// SPDX-License-Identifier: MIT
// The input is a formula of a requirement. A rejected formula names a position; an accepted one
// judges a short run, and its verdict has the sign of its robustness.
#include "expect.hpp"

#include "monitor/monitor.hpp"
#include "requirement/parser.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace gateway::requirement;

namespace {

constexpr std::int64_t step_ns = 10'000'000, samples = 50;

using fuzz::expect;

const Vocabulary& vocabulary() {
    static const Vocabulary words =
        vocabulary_of({"speed_mps", "x_m", "yaw_rate_radps", "throttle"}, {"cycles", "mean"});
    return words;
}

/// Each column is a different wave.
double value_at(std::size_t column, std::int64_t sample) {
    return 3 * std::sin(0.1 * static_cast<double>(sample) * static_cast<double>(column + 1));
}

void judge_run(const Requirement& requirement) {
    Monitor monitor(requirement);
    monitor.reserve(step_ns);
    std::vector<double> values(requirement.formula.columns.size());
    for (std::int64_t sample = 0; sample < samples; ++sample) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = value_at(i, sample);
        monitor.take(sample * step_ns, values.data());
    }
    const Outcome outcome = monitor.finish(samples * step_ns, [](const std::string& key) {
        return std::optional(double(key.size()));
    });
    if (outcome.verdict == Verdict::error) {
        expect(!outcome.reason.empty(), "an error has a reason");
        return;
    }
    expect(!std::isnan(outcome.robustness), "a robustness is a number");
    if (outcome.robustness > 0) expect(outcome.verdict == Verdict::pass, "above 0 it is met");
    if (outcome.robustness < 0) expect(outcome.verdict == Verdict::fail, "below 0 it is not met");
    expect(std::isfinite(outcome.time_s), "the worst moment has a time");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    try {
        judge_run({"r", text, parse_formula(text, vocabulary()), 1});
    } catch (const FormulaError& error) {
        expect(std::string(error.what()).rfind("character ", 0) == 0, "an error names its place");
    }
    return 0;
}
