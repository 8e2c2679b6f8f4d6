// SPDX-License-Identifier: MIT
#include "count_allocations.hpp"

#include "driver/driver.hpp"
#include "platform/create_vehicle.hpp"
#include "route/route_tracker.hpp"

#include <doctest/doctest.h>

namespace driver_allocation_test {

using ::tests::allocations;
using namespace gateway;
using namespace std::chrono_literals;

TEST_CASE("a driver model allocates nothing in a cycle") {
    plant::Scenario scenario;
    scenario.course.kind = plant::CourseKind::circle;
    scenario.initial_speed_mps = 10;
    const Route route = course_route(scenario);
    const VehicleConfig config;
    Driver sut({{}, route, nullptr, level_conversion_of(config), grip_of(config)});
    const auto vehicle = create_vehicle(config);
    RouteTracker tracker(&route);
    const std::size_t before = allocations();
    for (SimTime now{0}; now < 5s; now += 10ms) {
        tracker.follow(vehicle->feedback());
        const Cycle cycle = sut.run_cycle({now, 10ms, vehicle->feedback(), tracker.trajectory()});
        static_cast<void>(vehicle->apply(cycle.command));
        for (int step = 0; step < 10; ++step) REQUIRE(vehicle->advance());
    }
    CHECK(allocations() == before);
    CHECK(vehicle->feedback().state.velocity_mps.x() > 4);
}

}  // namespace driver_allocation_test
