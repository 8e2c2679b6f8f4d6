// SPDX-License-Identifier: MIT
#include "diagnostics.hpp"

#include "port_message.hpp"

#include <algorithm>
#include <charconv>

namespace gateway {
namespace {

using messages::DiagnosticStatus;
using namespace vehicle_interface;

constexpr SimTime period = std::chrono::seconds(1);
/// Longest text of a status, so that no cycle allocates.
constexpr std::size_t most_characters = 512;

enum Part : std::size_t { program, vehicle, safety };

DiagnosticStatus status_of(const char* name, std::initializer_list<const char*> keys) {
    DiagnosticStatus status;
    status.name = name;
    status.hardware_id = "ddc-gateway";
    status.message.reserve(most_characters);
    for (const char* key : keys) {
        status.values.push_back({key, {}});
        status.values.back().value.reserve(most_characters);
    }
    return status;
}

void set(DiagnosticStatus& status, DiagnosticStatus::Level level, const char* message) {
    status.level = level;
    status.message = message;
}

/// @param number with its format, as for std::to_chars()
template <class... Number>
void print(std::string& to, Number... number) {
    char digits[64];
    const auto end = std::to_chars(std::begin(digits), std::end(digits), number...).ptr;
    to.assign(digits, static_cast<std::size_t>(end - digits));
}

}  // namespace

Diagnostics::Diagnostics(MessageSink& sink, const SafetyFilter* safety_rules)
    : sink_(sink),
      safety_(safety_rules),
      topic_(sink.add_topic<messages::DiagnosticArray>("/diagnostics")) {
    message_.status.push_back(status_of("program", {"cycles", "fail-safe cycles"}));
    message_.status.push_back(status_of("vehicle", {"speed [m/s]"}));
    if (safety_ != nullptr) message_.status.push_back(status_of("safety", {}));
}

void Diagnostics::see(const CycleRecord& record) {
    ++cycles_;
    if (record.cycle.is_failsafe) ++failsafe_cycles_;
    if (safety_ != nullptr) acted_ |= safety_->acted();
}

void Diagnostics::add_if_due(SimTime now, const CycleRecord& record) {
    if (next_ && now < *next_) return;
    next_ = std::max(next_.value_or(now) + period, now);
    message_.header.stamp = to_message(now);
    fill_program(record);
    fill_vehicle(record.feedback);
    if (safety_ != nullptr) fill_safety();
    sink_.add(topic_, now, message_);
    cycles_ = failsafe_cycles_ = 0;
    acted_ = {};
}

void Diagnostics::fill_program(const CycleRecord& record) {
    DiagnosticStatus& status = message_.status[program];
    if (record.cycle.is_failsafe)
        set(status, DiagnosticStatus::error, "no valid command; fail-safe command active");
    else if (failsafe_cycles_ > 0)
        set(status, DiagnosticStatus::warning, "valid commands again after fail-safe commands");
    else
        set(status, DiagnosticStatus::ok, "valid commands");
    print(status.values[0].value, cycles_);
    print(status.values[1].value, failsafe_cycles_);
}

void Diagnostics::fill_vehicle(const Feedback& feedback) {
    DiagnosticStatus& status = message_.status[vehicle];
    if (feedback.has_rolled_over)
        set(status, DiagnosticStatus::error, "rolled over");
    else if (!feedback.is_fresh)
        set(status, DiagnosticStatus::error, "lost");
    else
        set(status, DiagnosticStatus::ok, "connected");
    print(status.values[0].value, feedback.state.velocity_mps.x(), std::chars_format::general, 6);
}

void Diagnostics::fill_safety() {
    DiagnosticStatus& status = message_.status[safety];
    set(status, DiagnosticStatus::ok, "no rule acted");
    if (acted_.empty()) return;
    set(status, DiagnosticStatus::warning, "acted:");
    for (std::size_t i = 0; i < rule_count; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (acted_.has(rule)) status.message.append(" ").append(name_of(rule));
    }
}

}  // namespace gateway
