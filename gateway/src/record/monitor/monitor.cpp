// SPDX-License-Identifier: MIT
#include "monitor.hpp"

#include "evaluate.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gateway::requirement {
namespace {

constexpr std::size_t most_room = 65'536;

double seconds(std::int64_t time_ns) {
    return static_cast<double>(time_ns) / 1e9;
}

bool is_constant(const Expression& expression) {
    return std::none_of(expression.begin(), expression.end(), [](const Step& step) {
        return step.kind == Step::Kind::column || step.kind == Step::Kind::summary;
    });
}

/// "at 12.3 s: x = 1.5 in `x < 1`"
std::string moment(const Comparison& comparison, const Value& value) {
    const std::string time = comparison.has_summary
                                 ? std::string("at the end")
                                 : fmt::format("at {:.9g} s", seconds(value.time_ns));
    std::string values;
    const auto add = [&](const std::string& name, const Expression& side, double number) {
        if (is_constant(side)) return;
        const auto shown = std::isnan(number) ? "not a number" : fmt::format("{:.6g}", number);
        values += fmt::format("{} {} = {}", values.empty() ? ":" : ",", name, shown);
    };
    add(comparison.left_text, comparison.left, value.left);
    if (comparison.right_text != comparison.left_text)
        add(comparison.right_text, comparison.right, value.right);
    return time + values + " in `" + comparison.text() + "`";
}

std::string sentence(const Comparison& comparison, const Value& value) {
    const double distance = std::abs(value.robustness);
    if (value.holds) return fmt::format("margin {:.6g} ", distance) + moment(comparison, value);
    return (distance > 0 ? fmt::format("fails by {:.6g} ", distance) : "fails ") +
           moment(comparison, value);
}

}  // namespace

Monitor::Monitor(const Requirement& requirement)
    : requirement_(requirement), constants_(requirement.formula.comparisons.size()) {
    std::size_t longest = 1;
    for (const Comparison& comparison : requirement.formula.comparisons)
        longest = std::max({longest, comparison.left.size(), comparison.right.size()});
    stack_.reserve(longest);
    root_ = beginning_of(*requirement.formula.root);
}

Monitor::~Monitor() = default;

std::size_t Monitor::density_of(const Stream& stream) const {
    const auto found = std::find_if(rooms_.begin(), rooms_.end(),
                                    [&](const Room& room) { return room.stream == &stream; });
    return found->density;
}

Stream& Monitor::kept(std::unique_ptr<Stream> stream, std::size_t density, Window* window) {
    rooms_.push_back({stream.get(), window, std::min(density, most_room)});
    streams_.push_back(std::move(stream));
    return *streams_.back();
}

Stream& Monitor::stream_of(const Term& term) {
    if (term.kind == Term::Kind::comparison) {
        leaves_.push_back({term.comparison, std::make_unique<SampleStream>()});
        rooms_.push_back({leaves_.back().stream.get(), nullptr, 1});
        return *leaves_.back().stream;
    }
    Stream& left = stream_of(*term.left);
    const std::size_t density = density_of(left);
    if (term.kind == Term::Kind::negation)
        return kept(std::make_unique<NegationStream>(left), density);
    if (term.kind == Term::Kind::eventually) {
        auto window = std::make_unique<EventuallyWindow>(left, term.from_ns, term.to_ns, begin_ns_);
        Window* place = window.get();
        return kept(std::move(window), 2 * density, place);
    }
    Stream& right = stream_of(*term.right);
    const std::size_t both = density + density_of(right);
    if (term.kind == Term::Kind::until) {
        auto window = std::make_unique<UntilWindow>(left, right, term.to_ns, begin_ns_);
        Window* place = window.get();
        return kept(std::move(window), 2 * both, place);
    }
    const bool is_or = term.kind == Term::Kind::disjunction;
    return kept(std::make_unique<ConnectiveStream>(left, right, is_or), both);
}

std::unique_ptr<Beginning> Monitor::beginning_of(const Term& term) {
    switch (term.kind) {
        case Term::Kind::comparison:
            if (requirement_.formula.comparisons[term.comparison].has_summary)
                return std::make_unique<ConstantBeginning>(constants_[term.comparison]);
            return std::make_unique<FirstBeginning>(stream_of(term));
        case Term::Kind::negation:
            return std::make_unique<NegationBeginning>(beginning_of(*term.left));
        case Term::Kind::eventually:
            return std::make_unique<EventuallyBeginning>(
                stream_of(*term.left), WindowBeginning(term.from_ns, term.to_ns, begin_ns_));
        case Term::Kind::until: {
            Stream& before = stream_of(*term.left);
            return std::make_unique<UntilBeginning>(before, stream_of(*term.right),
                                                    WindowBeginning(0, term.to_ns, begin_ns_));
        }
        default: {
            auto left = beginning_of(*term.left);
            return std::make_unique<ConnectiveBeginning>(std::move(left), beginning_of(*term.right),
                                                         term.kind == Term::Kind::disjunction);
        }
    }
}

void Monitor::reserve(std::int64_t step_ns) {
    const auto samples = static_cast<std::size_t>(requirement_.formula.horizon_ns() /
                                                  std::max<std::int64_t>(step_ns, 1));
    for (const Room& room : rooms_) {
        const std::size_t count =
            std::min(most_room, (std::min(samples, most_room) + 4) * room.density);
        room.stream->reserve(count);
        if (room.window != nullptr) room.window->reserve_stretches(count);
    }
}

Value Monitor::value_of(std::size_t comparison, const double* columns, const double* summary,
                        std::int64_t time_ns) {
    const Comparison& what = requirement_.formula.comparisons[comparison];
    const double left = evaluate(what.left, columns, summary, stack_);
    const double right = evaluate(what.right, columns, summary, stack_);
    Value value = compared(what.relation, left, right, requirement_.scale);
    value.comparison = static_cast<std::uint32_t>(comparison);
    value.time_ns = time_ns;
    if (std::isnan(value.robustness)) {
        if (!undefined_) undefined_ = value;
        value.robustness = 0;
    }
    return value;
}

void Monitor::take(std::int64_t time_ns, const double* columns) {
    if (begin_ns_ == never) begin_ns_ = time_ns;
    last_ns_ = time_ns;
    for (Leaf& leaf : leaves_)
        leaf.stream->add(time_ns, value_of(leaf.comparison, columns, nullptr, time_ns));
    for (const auto& stream : streams_) stream->advance(false);
    root_->advance();
}

bool Monitor::take_summary(const SummaryValue& summary, Outcome& outcome) {
    std::vector<double> values;
    for (const std::string& key : requirement_.formula.summary_keys) {
        const auto value = summary ? summary(key) : std::nullopt;
        if (!value) {
            outcome.reason = "the summary of this run has no number '" + key + "'";
            return false;
        }
        values.push_back(*value);
    }
    for (std::size_t i = 0; i < constants_.size(); ++i)
        if (requirement_.formula.comparisons[i].has_summary)
            constants_[i] = value_of(i, nullptr, values.data(), last_ns_);
    return true;
}

namespace {

/// An outcome without a verdict.
Outcome outcome_of(const Requirement& requirement) {
    Outcome outcome;
    outcome.name = requirement.name;
    outcome.id = requirement.id;
    outcome.source = requirement.source;
    return outcome;
}

}  // namespace

Outcome Monitor::finish(std::int64_t end_ns, const SummaryValue& summary) {
    Outcome outcome = outcome_of(requirement_);
    if (begin_ns_ == never) return ended_early(requirement_, "the run has no samples");
    last_ns_ = std::max(last_ns_, end_ns);
    outcome.reason = horizon_problem(requirement_.formula, last_ns_ - begin_ns_);
    if (!outcome.reason.empty() || !take_summary(summary, outcome)) return outcome;
    for (Leaf& leaf : leaves_) leaf.stream->end(last_ns_);
    for (const auto& stream : streams_) stream->advance(true);
    root_->advance();
    if (undefined_) {
        const Comparison& what = requirement_.formula.comparisons[undefined_->comparison];
        outcome.reason = "no value " + moment(what, *undefined_);
        return outcome;
    }
    return judged(std::move(outcome), root_->value());
}

Outcome Monitor::judged(Outcome outcome, const Value& value) const {
    const Comparison& what = requirement_.formula.comparisons[value.comparison];
    outcome.verdict = value.holds ? Verdict::pass : Verdict::fail;
    outcome.robustness = value.robustness;
    outcome.time_s = seconds(value.time_ns);
    outcome.comparison = what.text();
    outcome.left = value.left;
    outcome.right = value.right;
    outcome.reason = sentence(what, value);
    return outcome;
}

Outcome ended_early(const Requirement& requirement, const std::string& reason) {
    Outcome outcome = outcome_of(requirement);
    outcome.reason = reason;
    return outcome;
}

}  // namespace gateway::requirement
