// SPDX-License-Identifier: MIT
// A vehicle behind entries of a table; the test plays the vehicle program.
#include "command_parts.hpp"

#include "platform/ddc_vehicle.hpp"

#include <doctest/doctest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <limits>

namespace ddc_vehicle_test {

using namespace gateway;
using namespace gateway::ddc_vehicle;
using namespace std::chrono_literals;

constexpr ddc::Id base = 0x5000;

ddc::TableOptions own_table() {
    ddc::TableOptions options;
    options.name = "test.ddc-vehicle." + std::to_string(::getpid());
    return options;
}

/// The part of a vehicle program.
struct Scene {
    ~Scene() { ::shm_unlink(("/ddc." + own_table().name).c_str()); }

    DdcVehicle create() {
        DdcVehicleOptions options;
        options.reference_id = base;
        return DdcVehicle(options, table, [this] { return now; });
    }
    template <class Value>
    void put(ReportEntry entry, Value value) {
        REQUIRE(table.write(base + entry, value) == ddc::Status::ok);
    }
    void report(std::int32_t count, double vx) {
        for (ddc::Id id = sim_time_s; id <= brake_applied; ++id)
            put(static_cast<ReportEntry>(id), 0.25);
        for (const ReportEntry entry :
             {reported_gear, reported_blinker, reported_headlight, reported_wiper, reported_mode})
            put(entry, std::int32_t{1});
        put(ddc_vehicle::fuel_percent, std::int32_t{60});
        put(reported_hand_brake, false);
        put(reported_horn, true);
        put(vx_mps, vx);
        put(report_count, count);
    }
    template <class Value>
    Value command(CommandEntry entry) const {
        Value value{};
        REQUIRE(table.read(base + entry, value) == ddc::Status::ok);
        return value;
    }

    ddc::Table table = ddc::Table::create(own_table());
    SteadyTime now{50s};
};

TEST_CASE("a vehicle in the table gets pedals, steering and state, and counts its commands") {
    Scene scene;
    DdcVehicle sut = scene.create();
    Command command;
    control_of<PedalCommand>(command).steer_rad = 0.1;
    control_of<PedalCommand>(command).brake = 0.3;
    state_of(command).gear = Gear::reverse;
    state_of(command).horn = true;
    sut.apply(command);
    CHECK(scene.command<std::int32_t>(command_count) == 1);
    CHECK(scene.command<double>(steer_rad) == 0.1);
    CHECK(scene.command<double>(brake) == 0.3);
    CHECK(scene.command<std::int32_t>(gear) == 2);
    CHECK(scene.command<bool>(horn));

    sut.apply({PedalCommand{}, std::nullopt});  // omitted states stay
    CHECK(scene.command<std::int32_t>(command_count) == 2);
    CHECK(scene.command<std::int32_t>(gear) == 2);
}

TEST_CASE("a report whose count has risen is used, and is fresh until its time-out") {
    Scene scene;
    scene.report(7, 99);
    DdcVehicle sut = scene.create();
    REQUIRE(sut.advance());
    CHECK_FALSE(sut.feedback().is_fresh);  // it may be of an earlier run
    scene.report(8, 12.5);
    REQUIRE(sut.advance());
    CHECK(sut.feedback().is_fresh);
    CHECK(sut.feedback().state.velocity_mps.x() == 12.5);
    CHECK(sut.feedback().sim_time == 250ms);
    CHECK(sut.feedback().report.gear == Gear::drive);
    CHECK(sut.feedback().report.fuel_percent == 60);
    CHECK(sut.feedback().report.horn);

    scene.now += 100ms;
    REQUIRE(sut.advance());
    CHECK_FALSE(sut.feedback().is_fresh);
    CHECK(sut.feedback().state.velocity_mps.x() == 12.5);
    CHECK(sut.explain().find("no new report") != std::string::npos);
}

TEST_CASE("a report that is non-finite, incomplete or of another type is ignored") {
    Scene scene;
    DdcVehicle sut = scene.create();
    const auto check_refused = [&] {
        REQUIRE(sut.advance());
        CHECK_FALSE(sut.feedback().is_fresh);
    };
    check_refused();  // the entries do not exist
    scene.report(1, std::numeric_limits<double>::quiet_NaN());
    check_refused();
    CHECK(sut.explain().find("1 rejected for a value that is not finite") != std::string::npos);
    scene.report(2, 5);
    scene.put(sim_time_s, 1e300);
    check_refused();
    scene.report(3, 5);
    scene.put(reported_gear, 1.0);
    check_refused();
}

TEST_CASE(
    "the counts of commands and reports wrap, and commands are counted on from an earlier run") {
    constexpr std::int32_t highest = std::numeric_limits<std::int32_t>::max(),
                           lowest = -highest - 1;
    Scene scene;
    REQUIRE(scene.table.write(base + command_count, highest - 1) == ddc::Status::ok);
    DdcVehicle sut = scene.create();
    for (const std::int32_t expected : {highest, lowest, lowest + 1}) {
        sut.apply(Command{});
        CHECK(scene.command<std::int32_t>(command_count) == expected);
    }
    double speed = 1;
    for (const std::int32_t count : {highest - 1, highest, lowest, -1, 0, 1}) {
        scene.report(count, ++speed);
        REQUIRE(sut.advance());
        CHECK(sut.feedback().state.velocity_mps.x() == speed);
    }
}

TEST_CASE("invalid codes are not known, and so is an invalid fuel level") {
    Scene scene;
    DdcVehicle sut = scene.create();
    scene.report(1, 5);
    for (const std::int32_t nonsense : {77, -1, 256 + 1}) {
        scene.put(reported_gear, nonsense);
        scene.put(ddc_vehicle::fuel_percent, nonsense);
        scene.put(report_count, nonsense);
        REQUIRE(sut.advance());
        CHECK(sut.feedback().is_fresh);
        CHECK(sut.feedback().report.gear == Gear::no_command);
    }
    CHECK_FALSE(sut.feedback().report.fuel_percent);
}

TEST_CASE("entries that are not all in the table are rejected") {
    Scene scene;
    DdcVehicleOptions options;
    options.reference_id = scene.table.capacity() - report_end + 1;
    CHECK_THROWS_WITH_AS(DdcVehicle(options, scene.table),
                         doctest::Contains("not all in the table"), std::invalid_argument);
}

}  // namespace ddc_vehicle_test
