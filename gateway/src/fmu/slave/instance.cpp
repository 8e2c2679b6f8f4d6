// SPDX-License-Identifier: MIT
#include "instance.hpp"

#include "description/words.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace gateway::fmu {
namespace {

/// Longer communication steps are refused, as are later times.
constexpr double most_ticks = 1e15;

/// The whole number of ticks that a number is but for rounding; nothing if it is none.
std::optional<std::int64_t> whole(double ticks) {
    if (!(std::abs(ticks) <= most_ticks)) throw std::invalid_argument("the step is too long");
    const double tolerance = std::min(0.4, 1e-6 + 1e-9 * std::abs(ticks));
    const double nearest = std::round(ticks);
    if (std::abs(ticks - nearest) > tolerance) return std::nullopt;
    return std::llround(nearest);
}

Modes settable_in(const Variable& variable) {
    if (variable.causality == Causality::input)
        return Mode::instantiated | Mode::initialisation | Mode::stepping;
    if (variable.causality != Causality::parameter) return 0;
    const Modes before = Mode::instantiated | Mode::initialisation;
    return variable.variability == Variability::tunable ? before | Mode::stepping : before;
}

std::string quoted(const Variable& variable) {
    return "variable " + variable.name;
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", value);
    return text;
}

}  // namespace

Instance::Instance(std::unique_ptr<Slave> slave, LogLine log)
    : slave_(std::move(slave)), log_(std::move(log)), values_(slave_->info().variables) {
    for (const Variable& variable : slave_->info().variables) {
        const bool is_parameter = variable.causality == Causality::parameter;
        types_.push_back(variable.type);
        settable_.push_back(settable_in(variable));
        is_fixed_.push_back(is_parameter && variable.variability != Variability::tunable);
        constexpr double largest = std::numeric_limits<double>::max();
        // Inputs out of range are limited by the slave.
        ranges_.push_back({is_parameter ? variable.min.value_or(-largest) : -largest,
                           is_parameter ? variable.max.value_or(largest) : largest});
    }
}

void Instance::set_experiment(double start_s, std::optional<double> stop_s) {
    if (!std::isfinite(start_s) || (stop_s && !std::isfinite(*stop_s)))
        throw std::invalid_argument("start and stop must be finite");
    if (stop_s && *stop_s < start_s) throw std::invalid_argument("the stop is before the start");
    progress_.start_s = progress_.communicated_s = start_s;
    progress_.stop_s = stop_s;
    progress_.is_ready = false;
}

void Instance::initialise_slave() {
    slave_->initialise(values_, progress_.start_s);
    initialised_with_ = values_;
    initialised_at_s_ = progress_.start_s;
    progress_.is_ready = true;
    are_outputs_current_ = false;
}

void Instance::make_ready() {
    if (progress_.is_ready) return;
    guarded([&] { initialise_slave(); });
}

void Instance::exit_initialisation() {
    make_ready();
    progress_.mode = Mode::stepping;
}

void Instance::reset() {
    values_ = Values(info().variables);
    progress_ = Progress{};
    are_outputs_current_ = wants_end_ = false;
}

void Instance::write_outputs() {
    if (progress_.mode == Mode::initialisation) make_ready();
    if (!progress_.is_ready || progress_.mode == Mode::failed) return;
    guarded([&] { slave_->write_outputs(values_); });
    are_outputs_current_ = true;
}

double Instance::time_s() const {
    return progress_.start_s + static_cast<double>(progress_.ticks) * info().tick_s;
}

void Instance::check_point(double point_s) const {
    const double tolerance_s = 0.5 * info().tick_s;
    if (std::abs(point_s - progress_.communicated_s) <= tolerance_s) return;
    if (std::abs(point_s - time_s()) <= tolerance_s) return;
    throw std::invalid_argument("begins at " + number(point_s) + " s, but the instance is at " +
                                number(time_s()) + " s");
}

/// Number of ticks of a communication step; nothing if it is discarded.
std::optional<std::int64_t> Instance::ticks_of(double point_s, double step_s,
                                               PartialTick partial) const {
    const double tick_s = info().tick_s;
    if (partial == PartialTick::discard) return whole(step_s / tick_s);
    const double until_end = (point_s + step_s - progress_.start_s) / tick_s;
    const auto target = whole(until_end);
    return target.value_or(std::llround(std::floor(until_end))) - progress_.ticks;
}

Status Instance::step(double point_s, double step_s, PartialTick partial) {
    if (!(step_s > 0)) throw std::invalid_argument("the step must be longer than 0");
    check_point(point_s);
    const double tick_s = info().tick_s;
    if (progress_.stop_s && point_s + step_s > *progress_.stop_s + 0.5 * tick_s)
        throw std::invalid_argument("the step ends after the stop time");
    const auto ticks = ticks_of(point_s, step_s, partial);
    if (!ticks) {
        log(Status::discard, "a communication step of " + number(step_s) +
                                 " s is no multiple of the internal step of " + number(tick_s) +
                                 " s");
        return Status::discard;
    }
    const Status status = advance(*ticks);
    progress_.communicated_s = status == Status::ok ? point_s + step_s : time_s();
    return status;
}

Status Instance::advance(std::int64_t ticks) {
    if (ticks <= 0) return Status::ok;
    const StepResult result = guarded([&] { return slave_->step(values_, ticks); });
    progress_.ticks += result.ticks;
    are_outputs_current_ = false;
    wants_end_ = result.wants_end;
    if (!wants_end_) return Status::ok;
    log(Status::discard, result.reason);
    return Status::discard;
}

void Instance::get_texts(const Reference* references, std::size_t count, const char** values) {
    prepare_outputs();
    for (std::size_t i = 0; i < count; ++i) {
        check_reference(references[i], Type::string);
        values[i] = values_.text(references[i]).c_str();
    }
}

void Instance::set_texts(const Reference* references, std::size_t count,
                         const char* const* values) {
    constexpr std::size_t longest = 1u << 16;
    for (std::size_t i = 0; i < count; ++i) {
        check_reference(references[i], Type::string);
        check_settable(references[i]);
        if (values[i] == nullptr) throw std::invalid_argument("a text is NULL");
        std::string text(values[i]);
        if (text.size() > longest) throw std::invalid_argument("a text is longer than 64 KiB");
        values_.set_text(references[i], std::move(text));
        note_set(references[i]);
    }
}

void Instance::refuse_reference(Reference reference, Type type) const {
    const std::string wanted = word_of(type, type_words);
    if (reference >= types_.size())
        throw std::invalid_argument("no variable has the reference " + std::to_string(reference));
    throw std::invalid_argument(quoted(info().variables[reference]) + " is not of type " + wanted);
}

void Instance::refuse_setting(Reference reference) const {
    const Variable& variable = info().variables[reference];
    const char* const reason =
        variable.causality == Causality::parameter ? "is a fixed parameter" : "cannot be set";
    throw std::invalid_argument(quoted(variable) + " " + reason + ", and the instance " +
                                to_text(progress_.mode));
}

void Instance::refuse_value(Reference reference, double value) const {
    const Limits& range = ranges_[reference];
    throw std::invalid_argument(quoted(info().variables[reference]) + " must be " +
                                number(range.min) + " to " + number(range.max) + ", is " +
                                number(value));
}

}  // namespace gateway::fmu
