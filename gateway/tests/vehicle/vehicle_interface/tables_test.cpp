// SPDX-License-Identifier: MIT
// The truth tables of the public vehicle interface, which are not part of this project.
#include "reference_table.hpp"

#include "vehicle_interface/dbw_state_machine.hpp"
#include "vehicle_interface/low_pass_filter.hpp"
#include "vehicle_interface/machine/reference_state_machine.hpp"

#include "skip.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

namespace tables_test {

using namespace gateway::vehicle_interface;
using ::tests::TableRow;

std::uint32_t bits(float value) {
    std::uint32_t result = 0;
    std::memcpy(&result, &value, sizeof result);
    return result;
}

template <class Code>
Code code(const TableRow& row, const char* column) {
    return static_cast<Code>(row.whole(column));
}

/// Mismatches are summed and checked once: 3,000 assertions a table would take seconds.
struct Tally {
    void check(bool agrees, const char* what, std::size_t row) {
        if (agrees) return;
        if (wrong++ == 0) first = std::string(what) + " in row " + std::to_string(row + 1);
    }
    int wrong = 0;
    std::string first;
};

void check_reports(Tally& tally, const TableRow& row, Reports reports, std::size_t i) {
    tally.check(reports.mask() == static_cast<std::uint32_t>(row.whole("report_mask")), "reports",
                i);
}

TEST_CASE("reference table: clamp table, bit-identical") {
    const auto table = ::tests::reference_table("clamp_table.csv");
    if (!table) TEST_SKIPPED(::tests::absent("clamp_table.csv"));
    Tally tally;
    for (std::size_t i = 0; i < table->size(); ++i) {
        const TableRow& row = (*table)[i];
        ReferenceStateMachine sut{SafetyConfig{}};
        VehicleControlCommand control;
        control.long_accel_mps2 = row.number("accel");
        control.front_wheel_angle_rad = row.number("front");
        control.rear_wheel_angle_rad = row.number("rear");
        const SafeCommands safe = sut.compute_safe_commands(control);
        const auto agrees = [&](float value, const char* column) {
            tally.check(bits(value) == bits(row.number(column)), column, i);
        };
        agrees(safe.control->long_accel_mps2, "out_accel");
        agrees(safe.control->front_wheel_angle_rad, "out_front");
        agrees(safe.control->rear_wheel_angle_rad, "out_rear");
        check_reports(tally, row, safe.reports, i);
    }
    CHECK_MESSAGE(tally.wrong == 0, tally.first);
}

TEST_CASE("reference table: gear table") {
    const auto table = ::tests::reference_table("gear_truth_table.csv");
    if (!table) TEST_SKIPPED(::tests::absent("gear_truth_table.csv"));
    Tally tally;
    for (std::size_t i = 0; i < table->size(); ++i) {
        const TableRow& row = (*table)[i];
        ReferenceStateMachine sut{SafetyConfig{}};
        VehicleOdometry odometry;
        VehicleStateReport report;
        odometry.velocity_mps = row.number("velocity_mps");
        report.gear = code<Gear>(row, "state_gear");
        sut.update(odometry, report);
        VehicleControlCommand control;
        control.long_accel_mps2 = row.number("accel_cmd");
        std::optional<VehicleStateCommand> state;
        if (row.whole("state_cmd_present") != 0) state.emplace().gear = code<Gear>(row, "gear_cmd");
        const SafeCommands safe = sut.compute_safe_commands(control, state);
        tally.check(bits(safe.control->long_accel_mps2) == bits(row.number("out_accel")), "accel",
                    i);
        const int gear = safe.state ? static_cast<int>(safe.state->gear) : -1;
        tally.check(gear == row.whole("out_gear"), "gear", i);
        tally.check(safe.state.has_value() == (row.whole("out_state_present") != 0), "state", i);
        check_reports(tally, row, safe.reports, i);
    }
    CHECK_MESSAGE(tally.wrong == 0, tally.first);
}

TEST_CASE("reference table: wipers and headlights") {
    const auto table = ::tests::reference_table("wiper_headlight_table.csv");
    if (!table) TEST_SKIPPED(::tests::absent("wiper_headlight_table.csv"));
    Tally tally;
    for (std::size_t i = 0; i < table->size(); ++i) {
        const TableRow& row = (*table)[i];
        ReferenceStateMachine sut{SafetyConfig{}};
        VehicleStateReport report;
        report.wiper = code<Wiper>(row, "state_wiper");
        report.headlight = code<Headlight>(row, "state_headlight");
        sut.update({}, report);
        VehicleStateCommand state;
        state.wiper = code<Wiper>(row, "cmd_wiper");
        state.headlight = code<Headlight>(row, "cmd_headlight");
        const SafeCommands safe = sut.compute_safe_commands({}, state);
        tally.check(safe.state->wiper == code<Wiper>(row, "out_wiper"), "wiper", i);
        tally.check(safe.state->headlight == code<Headlight>(row, "out_headlight"), "headlight", i);
        check_reports(tally, row, safe.reports, i);
    }
    CHECK_MESSAGE(tally.wrong == 0, tally.first);
}

TEST_CASE("reference table: time-out commands, bit-identical") {
    const auto table = ::tests::reference_table("timeout_table.csv");
    if (!table) TEST_SKIPPED(::tests::absent("timeout_table.csv"));
    for (const TableRow& row : *table) {
        ReferenceStateMachine sut{SafetyConfig{}};
        VehicleOdometry odometry;
        odometry.velocity_mps = row.number("velocity_mps");
        sut.update(odometry, {});
        const SafeCommands safe = sut.timeout_commands();
        CHECK(bits(safe.control->long_accel_mps2) == bits(row.number("out_accel")));
        CHECK(bits(safe.control->front_wheel_angle_rad) == bits(row.number("out_front")));
        CHECK(safe.state->blinker == code<Blinker>(row, "out_blinker"));
        CHECK(safe.state->gear == code<Gear>(row, "out_gear"));
        CHECK(safe.state->stamp.count() == 0);
    }
}

/// The command at 100 s, for a vehicle in PARK.
VehicleStateCommand demand_of(const std::string& name) {
    VehicleStateCommand state;
    state.stamp = std::chrono::seconds(100);
    if (name.rfind("gear", 0) == 0) state.gear = Gear::drive;
    state.horn = name.rfind("horn", 0) == 0;
    return state;
}

TEST_CASE("reference table: overdue transitions") {
    const auto table = ::tests::reference_table("transition_timeout_table.csv");
    if (!table) TEST_SKIPPED(::tests::absent("transition_timeout_table.csv"));
    ReferenceStateMachine sut{SafetyConfig{}};
    std::string name;
    for (const TableRow& row : *table) {
        VehicleStateReport report;
        report.gear = Gear::park;
        if (row.text("case") != name) {
            name = row.text("case");
            sut = ReferenceStateMachine{SafetyConfig{}};
            sut.update({}, report);
            sut.compute_safe_commands({}, demand_of(name));
        }
        report.stamp = Stamp{std::llround(std::stod(row.text("t_report_s")) * 1e9)};
        report.gear = code<Gear>(row, "report_gear");
        report.horn = row.whole("report_horn") != 0;
        report.hand_brake = row.whole("report_hand_brake") != 0;
        const Reports reports = sut.update({}, report);
        CHECK(reports.mask() == static_cast<std::uint32_t>(row.whole("report_mask")));
    }
}

void take(DbwStateMachine& sut, char event) {
    switch (event) {
        case 'U':
        case 'u':
            return sut.user(event == 'U');
        case 'F':
        case 'f':
            return sut.feedback(event == 'F');
        case 'C':
            return sut.control_sent();
        default:
            return sut.state_sent();
    }
}

TEST_CASE("reference table: sequences of drive-by-wire") {
    const auto table = ::tests::reference_table("dbw_sequences.csv");
    if (!table) TEST_SKIPPED(::tests::absent("dbw_sequences.csv"));
    Tally tally;
    for (std::size_t i = 0; i < table->size(); ++i) {
        const TableRow& row = (*table)[i];
        DbwStateMachine sut(static_cast<std::uint32_t>(row.whole("debounce")));
        std::string trace;
        for (const char event : row.text("events")) {
            take(sut, event);
            trace += static_cast<char>('0' + static_cast<int>(sut.state()));
            trace += sut.is_enabled() ? 'e' : 'd';
        }
        tally.check(trace == row.text("trace"), "trace", i);
    }
    CHECK_MESSAGE(tally.wrong == 0, tally.first);
}

TEST_CASE("reference table: the first order filter, bit-identical") {
    const auto table = ::tests::reference_table("low_pass_filter.csv");
    if (!table) TEST_SKIPPED(::tests::absent("low_pass_filter.csv"));
    Tally tally;
    LowPassFilter<float> sut(1);
    for (std::size_t i = 0; i < table->size(); ++i) {
        const TableRow& row = (*table)[i];
        if (row.whole("k") == 0) sut = LowPassFilter<float>(row.number("cutoff_hz"));
        const Stamp step{std::stoll(row.text("dt_ns"))};
        const auto input = static_cast<float>(std::stod(row.text("input")));
        tally.check(sut.filter(input, step) == FilterStatus::ok, "status", i);
        tally.check(bits(sut.output()) == bits(row.number("output_f32")), "output", i);
    }
    CHECK_MESSAGE(tally.wrong == 0, tally.first);
}

TEST_CASE("reference table: the first order filter in double precision") {
    const auto table = ::tests::reference_table("low_pass_filter.csv");
    if (!table) TEST_SKIPPED(::tests::absent("low_pass_filter.csv"));
    LowPassFilter<double> sut(1.0);
    double greatest = 0;
    for (const TableRow& row : *table) {
        if (row.whole("k") == 0) sut = LowPassFilter<double>(std::stod(row.text("cutoff_hz")));
        REQUIRE(sut.filter(std::stod(row.text("input")), Stamp{std::stoll(row.text("dt_ns"))}) ==
                FilterStatus::ok);
        greatest = std::max(greatest, std::abs(sut.output() - std::stod(row.text("output_f64"))));
    }
    CHECK(greatest < 1e-12);
}

}  // namespace tables_test
