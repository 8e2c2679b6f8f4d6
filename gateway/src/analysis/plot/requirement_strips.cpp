// SPDX-License-Identifier: MIT
#include "requirement_strips.hpp"

#include "columns/trace.hpp"
#include "monitor/evaluate.hpp"
#include "requirement/column_unit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

namespace gateway {
namespace {

using requirement::Comparison;
using requirement::Expression;
using requirement::Formula;
using requirement::Outcome;
using requirement::Requirement;
using requirement::Step;

bool is_constant(const Expression& expression) {
    return std::none_of(expression.begin(), expression.end(), [](const Step& step) {
        return step.kind == Step::Kind::column || step.kind == Step::Kind::summary;
    });
}

/// Whether it changes over time, unlike a value of a summary.
bool is_over_time(const Expression& expression) {
    return std::any_of(expression.begin(), expression.end(),
                       [](const Step& step) { return step.kind == Step::Kind::column; });
}

/// Whether it multiplies and divides only by numbers, so that its unit is that of its columns.
bool keeps_unit(const Expression& expression) {
    for (std::size_t i = 0; i < expression.size(); ++i) {
        const bool is_product =
            expression[i].kind == Step::Kind::multiply || expression[i].kind == Step::Kind::divide;
        if (is_product && expression[i - 1].kind != Step::Kind::number) return false;
    }
    return true;
}

/// The common unit of all compared columns, or an empty text if they differ.
std::string unit_of(const Formula& formula, const Comparison& comparison) {
    std::optional<std::string> unit;
    for (const Expression* side : {&comparison.left, &comparison.right}) {
        if (!keeps_unit(*side)) return {};
        for (const Step& step : *side) {
            if (step.kind != Step::Kind::column) continue;
            const std::string own = requirement::column_unit(formula.columns[step.index]);
            if (unit && *unit != own) return {};
            unit = own;
        }
    }
    return unit.value_or("") == "1" ? std::string() : unit.value_or("");
}

/// Adds comparisons to the strip of their unit; if the unit is unknown, to a strip of their left
/// side.
class StripMaker {
  public:
    StripMaker(const Trace& trace, RequirementStrips& into)
        : trace_(trace), into_(into), formula_(into.requirement->formula) {}

    /// A side of a comparison that has a value in each row of the trace.
    struct Side {
        const Expression* expression;
        std::size_t strip, curve;
    };

    std::vector<Side> make() {
        for (const Comparison& comparison : formula_.comparisons) add(comparison);
        for (const std::string& column : formula_.columns)
            if (!trace_.find(column)) into_.missing.push_back(column);
        return std::move(sides_);
    }

  private:
    void add(const Comparison& comparison) {
        const Outcome& outcome = *into_.outcome;
        const bool has_decided = has_moment(outcome) && comparison.text() == outcome.comparison;
        const std::size_t strip = strip_for(comparison);
        add_side(comparison.left_text, comparison.left, strip, has_decided);
        add_side(comparison.right_text, comparison.right, strip, has_decided);
        if (!has_decided) return;
        std::vector<double>& decided = into_.strips[strip].decided;
        if (!is_constant(comparison.left)) decided.push_back(outcome.left);
        if (!is_constant(comparison.right)) decided.push_back(outcome.right);
    }

    std::size_t strip_for(const Comparison& comparison) {
        const std::string unit = unit_of(formula_, comparison);
        const std::string key = unit.empty() ? "of " + comparison.left_text : unit;
        const auto found = std::find(keys_.begin(), keys_.end(), key);
        if (found != keys_.end()) return static_cast<std::size_t>(found - keys_.begin());
        keys_.push_back(key);
        into_.strips.push_back({unit, {}, {}, {}});
        return keys_.size() - 1;
    }

    void add_side(const std::string& text, const Expression& side, std::size_t strip,
                  bool has_decided) {
        if (is_constant(side))
            add_limit(text, side, into_.strips[strip]);
        else if (is_over_time(side))
            add_curve(text, side, strip, has_decided);
    }

    void add_curve(const std::string& text, const Expression& side, std::size_t strip,
                   bool has_decided) {
        std::vector<Curve>& curves = into_.strips[strip].curves;
        const auto found = std::find_if(curves.begin(), curves.end(),
                                        [&](const Curve& curve) { return curve.text == text; });
        if (found != curves.end()) {
            found->has_decided |= has_decided;
            return;
        }
        const bool is_there = std::all_of(side.begin(), side.end(), [&](const Step& step) {
            return step.kind != Step::Kind::column || trace_.find(formula_.columns[step.index]);
        });
        if (!is_there) return;
        sides_.push_back({&side, strip, curves.size()});
        curves.push_back({text, {}, has_decided});
    }

    void add_limit(const std::string& text, const Expression& side, Strip& strip) {
        std::vector<double> stack;
        const double value = requirement::evaluate(side, nullptr, nullptr, stack);
        const std::string shown = text.empty() ? "0.5" : text;  // a flag, compared with one half
        const bool is_there = std::any_of(strip.limits.begin(), strip.limits.end(),
                                          [&](const Limit& limit) { return limit.text == shown; });
        if (std::isfinite(value) && !is_there) strip.limits.push_back({shown, value});
    }

    const Trace& trace_;
    RequirementStrips& into_;
    const Formula& formula_;
    std::vector<std::string> keys_;  ///< keys of the strips
    std::vector<Side> sides_;
};

/// The evaluation of one requirement along the trace.
class Evaluation {
  public:
    Evaluation(const Trace& trace, RequirementStrips& into)
        : into_(into), sides_(StripMaker(trace, into).make()) {
        for (const std::string& column : into.requirement->formula.columns)
            columns_.push_back(trace.find(column));
        values_.resize(columns_.size());
    }

    void take(const Trace& trace, double time_s) {
        constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
        for (std::size_t i = 0; i < columns_.size(); ++i)
            values_[i] = columns_[i] ? trace.finite(*columns_[i]).value_or(no_number) : no_number;
        for (const StripMaker::Side& side : sides_) {
            const double value =
                requirement::evaluate(*side.expression, values_.data(), nullptr, stack_);
            if (std::isfinite(value))
                into_.strips[side.strip].curves[side.curve].points.add(time_s, value);
        }
    }

  private:
    RequirementStrips& into_;
    std::vector<StripMaker::Side> sides_;
    std::vector<std::optional<std::size_t>> columns_;  ///< nothing: missing in the trace
    std::vector<double> values_, stack_;
};

}  // namespace

bool has_moment(const Outcome& outcome) {
    return outcome.verdict != requirement::Verdict::error && std::isfinite(outcome.robustness);
}

TraceStrips read_strips(const std::filesystem::path& file,
                        const std::vector<Requirement>& requirements,
                        const std::vector<Outcome>& outcomes) {
    const auto opened = open_trace(file);
    Trace& trace = *opened;
    const auto time = trace.time();
    if (!time) throw std::invalid_argument("the trace has no column t_s");
    TraceStrips strips;
    for (std::size_t i = 0; i < requirements.size(); ++i)
        strips.requirements.push_back({&requirements[i], &outcomes[i], {}, {}});
    std::vector<Evaluation> evaluations;
    for (RequirementStrips& each : strips.requirements) evaluations.emplace_back(trace, each);
    FaultBands bands(trace);
    for (bool is_first = true; trace.next_row(); is_first = false) {
        strips.end_s = trace.number(*time, {});
        if (is_first) strips.begin_s = strips.end_s;
        for (Evaluation& each : evaluations) each.take(trace, strips.end_s);
        bands.take(trace, strips.end_s);
    }
    strips.bands = bands.bands();
    return strips;
}

}  // namespace gateway
