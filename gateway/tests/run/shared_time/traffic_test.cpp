// SPDX-License-Identifier: MIT
#include "shared_time/traffic.hpp"

#include "loop/loop.hpp"
#include "shared_time/shared_pacer.hpp"
#include "time/measured_pacer.hpp"

#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <thread>

namespace traffic_test {

using namespace std::chrono_literals;
using gateway::Participant;
using gateway::SharedTime;
using gateway::SimTime;
using gateway::Traffic;

const gateway::Log no_log = [](const std::string&) {};

/// Moves a metre to the right in each of its steps.
struct MovingVehicle : gateway::Vehicle {
    MovingVehicle(SimTime step, double x_m) : step_(step) { shown_.state.position_m.x() = x_m; }
    SimTime step() const override { return step_; }
    bool takes(gateway::Level) const override { return true; }
    plant::InputStatus apply(const gateway::Command&) override {
        return plant::InputStatus::accepted;
    }
    bool advance() override {
        shown_.state.position_m.x() += 1;
        return true;
    }
    const gateway::Feedback& feedback() const override { return shown_; }
    std::string explain() const override { return {}; }

  private:
    SimTime step_;
    gateway::Feedback shown_;
};

struct Looking : gateway::Controller {
    gateway::Cycle run_cycle(const gateway::CycleInput& input) override {
        gateway::Cycle cycle;
        if (input.now >= fails_at) cycle.status = gateway::CycleStatus::peer_lost;
        seen.push_back(input.around.ahead ? input.around.ahead->distance_m : -1);
        return cycle;
    }
    std::string explain() const override { return {}; }
    std::vector<double> seen;
    SimTime fails_at = SimTime::max();
};

/// One program of a shared world with its vehicle.
struct Driver {
    SimTime cycle, step{1ms};
    double x_m = 0;
    bool looks = true;
    Looking controller{};
};

struct Scene {
    Driver first, second;
    std::atomic<bool> stop{false};

    void run(SimTime duration) {
        SharedTime time({"first", "second"}, stop);
        Traffic sut(time, 2);
        std::thread thread([&] { drive(time, sut, 1, second, duration); });
        drive(time, sut, 0, first, duration);
        thread.join();
    }

    void drive(SharedTime& time, Traffic& sut, std::size_t index, Driver& driver,
               SimTime duration) {
        Participant participant{time, index, duration, no_log};
        gateway::MeasuredTiming timing;
        timing.cycle_duration = driver.cycle;
        timing.constant_execution_time = driver.cycle;
        gateway::RunParts parts;
        auto controller = std::make_unique<Looking>(driver.controller);
        const Looking& looking = *controller;
        parts.controller = std::move(controller);
        parts.vehicle =
            sut.show(std::make_unique<MovingVehicle>(driver.step, driver.x_m), participant);
        parts.pacer = std::make_unique<gateway::SharedPacer>(
            std::make_unique<gateway::MeasuredPacer>(timing), participant);
        if (driver.looks) {
            sut.add_viewer(index);
            parts.look_around = [&](SimTime now, const plant::State& own,
                                    const gateway::RoutePlace& place) {
                std::vector<gateway::OtherVehicle> others;
                sut.look(participant, index, now, others);
                return surroundings(own, place, others);
            };
        }
        sut.enter(index);
        time.announce(index, 0ms);
        time.await_others(index, 0ms, no_log);
        static_cast<void>(gateway::Loop(parts).run(duration, stop));
        driver.controller = looking;
        time.leave(index);
    }
};

TEST_CASE("another vehicle has its position at the time of the cycle, with any cycles") {
    const tests::Watchdog watchdog;
    for (const SimTime other_cycle : {4ms, 15ms, 100ms}) {
        Scene scene{{10ms}, {other_cycle}};
        scene.second.x_m = 50;
        scene.run(40ms);
        CHECK(scene.first.controller.seen == std::vector<double>{50, 50, 50, 50});
        CHECK(scene.second.controller.seen.front() == -1);  // none is ahead of it
    }
}

TEST_CASE("a vehicle of longer steps has its position at the end of the current step") {
    const tests::Watchdog watchdog;
    Scene scene{{3ms}, {4ms, 2ms, 50, false}};
    scene.run(12ms);
    // its position is 0, 3, 6, 9; the other's after 0, 2, 3 and 5 steps
    CHECK(scene.first.controller.seen == std::vector<double>{50, 49, 47, 46});
}

TEST_CASE("a vehicle whose program has ended is removed") {
    const tests::Watchdog watchdog;
    Scene scene{{10ms}, {10ms, 1ms, 50, false}};
    scene.second.controller.fails_at = 20ms;
    scene.run(50ms);
    CHECK(scene.first.controller.seen == std::vector<double>{50, 50, 50, -1, -1});
}

}  // namespace traffic_test
