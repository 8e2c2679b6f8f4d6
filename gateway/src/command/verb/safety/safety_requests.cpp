// SPDX-License-Identifier: MIT
#include "safety_requests.hpp"

#include "json_fields.hpp"

#include <spdlog/fmt/fmt.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace gateway {
namespace {

using namespace vehicle_interface;

constexpr std::uint32_t default_debounce = 3;
constexpr float default_cutoff_hz = 1;

template <class Code>
void read_code(JsonFields& fields, const std::string& path, Code& code) {
    code = static_cast<Code>(fields.count(path, 0, 255));
}

/// Reads the fields that command and report share.
template <class State>
State read_state(JsonFields& fields, const std::string& path) {
    State state;
    state.stamp = fields.seconds(path + ".stamp_s");
    read_code(fields, path + ".gear", state.gear);
    read_code(fields, path + ".blinker", state.blinker);
    read_code(fields, path + ".headlight", state.headlight);
    read_code(fields, path + ".wiper", state.wiper);
    read_code(fields, path + ".mode", state.mode);
    state.horn = fields.flag(path + ".horn");
    state.hand_brake = fields.flag(path + ".hand_brake");
    return state;
}

VehicleControlCommand read_control(JsonFields& fields, const std::string& path) {
    VehicleControlCommand control;
    control.stamp = fields.seconds(path + ".stamp_s");
    control.long_accel_mps2 = fields.number(path + ".accel_mps2");
    control.velocity_mps = fields.number(path + ".velocity_mps");
    control.front_wheel_angle_rad = fields.number(path + ".front_wheel_rad");
    control.rear_wheel_angle_rad = fields.number(path + ".rear_wheel_rad");
    return control;
}

/// The shortest text that is parsed to the same bits.
std::string text_of(float value) {
    if (std::isnan(value)) return "\"nan\"";
    if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    std::string text(buffer.data(), end);
    // Many parsers lose the sign of an integer -0.
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text;
}

std::string text_of(Stamp stamp) {
    constexpr std::int64_t second = 1'000'000'000;
    const std::int64_t ns = std::abs(stamp.count());
    return fmt::format("{}{}.{:09}", stamp.count() < 0 ? "-" : "", ns / second, ns % second);
}

std::string text_of(const VehicleControlCommand& control) {
    return fmt::format(
        R"({{"stamp_s":{},"accel_mps2":{},"velocity_mps":{},"front_wheel_rad":{},"rear_wheel_rad":{}}})",
        text_of(control.stamp), text_of(control.long_accel_mps2), text_of(control.velocity_mps),
        text_of(control.front_wheel_angle_rad), text_of(control.rear_wheel_angle_rad));
}

std::string text_of(const vehicle_interface::VehicleStateCommand& state) {
    const auto number = [](auto code) { return static_cast<unsigned>(code); };
    return fmt::format(
        R"({{"stamp_s":{},"gear":{},"blinker":{},"headlight":{},"wiper":{},"mode":{},"horn":{},"hand_brake":{}}})",
        text_of(state.stamp), number(state.gear), number(state.blinker), number(state.headlight),
        number(state.wiper), number(state.mode), state.horn, state.hand_brake);
}

template <class Message>
std::string text_of(const std::optional<Message>& message) {
    return message ? text_of(*message) : "null";
}

std::string text_of(Reports reports) {
    std::string list;
    for (std::size_t i = 0; i < report_count; ++i) {
        const auto report = static_cast<Report>(i);
        if (!reports.has(report)) continue;
        list += fmt::format("{}\"{}\"", list.empty() ? "" : ",", name_of(report));
    }
    return "[" + list + "]";
}

std::string text_of(const SafeCommands& safe) {
    return fmt::format(R"({{"control":{},"state":{},"reports":{}}})", text_of(safe.control),
                       text_of(safe.state), text_of(safe.reports));
}

SafeCommands stop(SafetyStateMachine& machine) {
    return machine.timeout_commands(Stamp{0});
}
SafeCommands stop(ReferenceStateMachine& machine) {
    return machine.timeout_commands();
}

}  // namespace

SafetyRequests::SafetyRequests(const SafetyOptions& safety)
    : safety_(safety),
      machine_(make_machine()),
      dbw_(default_debounce),
      filter_(default_cutoff_hz) {}

SafetyRequests::Machine SafetyRequests::make_machine() const {
    if (safety_.compatibility == SafetyCompatibility::reference)
        return ReferenceStateMachine(safety_.config);
    return SafetyStateMachine(safety_.config);
}

std::string SafetyRequests::answer(const std::string& line) {
    struct Action {
        const char* key;
        std::string (SafetyRequests::*take)(JsonFields&);
    };
    static constexpr Action actions[] = {
        {"reset", &SafetyRequests::reset},     {"update", &SafetyRequests::update},
        {"command", &SafetyRequests::command}, {"timeout", &SafetyRequests::timeout},
        {"dbw", &SafetyRequests::dbw},         {"filter", &SafetyRequests::filter}};
    JsonFields fields(line);
    for (const Action& action : actions)
        if (fields.only_key() == action.key) return (this->*action.take)(fields);
    throw std::invalid_argument(fields.only_key() +
                                ": must be reset, update, command, timeout, dbw or filter");
}

std::string SafetyRequests::reset(JsonFields& fields) {
    fields.has_object("reset");
    const auto debounce = fields.count("reset.debounce", default_debounce, 1'000'000);
    const float cutoff_hz =
        fields.has("reset.cutoff_hz") ? fields.number("reset.cutoff_hz") : default_cutoff_hz;
    fields.finish();
    if (!(cutoff_hz > 0) || !std::isfinite(cutoff_hz))
        throw std::invalid_argument("reset.cutoff_hz: must be greater than 0 and finite");
    machine_ = make_machine();
    dbw_ = DbwStateMachine(static_cast<std::uint32_t>(debounce));
    filter_ = LowPassFilter<float>(cutoff_hz);
    return "{}";
}

std::string SafetyRequests::update(JsonFields& fields) {
    VehicleOdometry odometry;
    vehicle_interface::VehicleStateReport report;
    fields.has_object("update");
    if (fields.has_object("update.odometry")) {
        odometry.stamp = fields.seconds("update.odometry.stamp_s");
        odometry.velocity_mps = fields.number("update.odometry.velocity_mps");
    }
    if (fields.has_object("update.report"))
        report = read_state<vehicle_interface::VehicleStateReport>(fields, "update.report");
    fields.finish();
    const Reports reports =
        std::visit([&](auto& machine) { return machine.update(odometry, report); }, machine_);
    return fmt::format(R"({{"reports":{}}})", text_of(reports));
}

std::string SafetyRequests::command(JsonFields& fields) {
    VehicleControlCommand control;
    std::optional<vehicle_interface::VehicleStateCommand> state;
    fields.has_object("command");
    if (fields.has_object("command.control")) control = read_control(fields, "command.control");
    if (fields.has_object("command.state"))
        state = read_state<vehicle_interface::VehicleStateCommand>(fields, "command.state");
    fields.finish();
    return text_of(std::visit(
        [&](auto& machine) { return machine.compute_safe_commands(control, state); }, machine_));
}

std::string SafetyRequests::timeout(JsonFields& fields) {
    fields.has_object("timeout");
    fields.finish();
    return text_of(std::visit([](auto& machine) { return stop(machine); }, machine_));
}

std::string SafetyRequests::dbw(JsonFields& fields) {
    const std::string event = fields.text("dbw");
    if (event == "U" || event == "u")
        dbw_.user(event == "U");
    else if (event == "F" || event == "f")
        dbw_.feedback(event == "F");
    else if (event == "C")
        dbw_.control_sent();
    else if (event == "S")
        dbw_.state_sent();
    else
        throw std::invalid_argument(
            "dbw: must be U or u (user on, off), F or f (feedback on, off), C (control sent) or S "
            "(state sent)");
    return fmt::format(R"({{"state":"{}","enabled":{}}})", name_of(dbw_.state()),
                       dbw_.is_enabled());
}

std::string SafetyRequests::filter(JsonFields& fields) {
    fields.has_object("filter");
    const Stamp step = fields.seconds("filter.dt_s");
    const float value = fields.number("filter.x");
    fields.finish();
    const FilterStatus status = filter_.filter(value, step);
    if (status != FilterStatus::ok) return fmt::format(R"({{"error":"{}"}})", explain(status));
    return fmt::format(R"({{"y":{}}})", text_of(filter_.output()));
}

}  // namespace gateway
