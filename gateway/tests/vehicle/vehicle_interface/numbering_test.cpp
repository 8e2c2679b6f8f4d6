// SPDX-License-Identifier: MIT
#include "vehicle_interface/numbering.hpp"
#include "vehicle_interface/rule/codes.hpp"

#include <doctest/doctest.h>

namespace numbering_test {

using namespace gateway::vehicle_interface;

TEST_CASE("every code of the specification is converted to its later code and back") {
    for (std::uint8_t i = 0; i < 5; ++i) {
        spec::StateReport report;
        report.gear = i;
        report.blinker = report.wiper = report.mode = i < 4 ? i : std::uint8_t{0};
        report.headlight = i < 3 ? i : std::uint8_t{0};
        report.fuel = 80;
        report.horn = true;
        report.stamp = std::chrono::seconds(3);
        const VehicleStateReport later = spec::to_later(report);
        CHECK(static_cast<int>(later.gear) == i + 1);
        const auto back = spec::from_later(later);
        REQUIRE(back);
        CHECK(back->gear == report.gear);
        CHECK(back->blinker == report.blinker);
        CHECK(back->wiper == report.wiper);
        CHECK(back->mode == report.mode);
        CHECK(back->headlight == report.headlight);
        CHECK(back->fuel == 80);
        report.fuel = 255;
        CHECK_FALSE(spec::to_later(report).fuel_percent);
        CHECK(spec::from_later(spec::to_later(report))->fuel == 255);
        CHECK(back->horn);
        CHECK_FALSE(back->hand_brake);
        CHECK(back->stamp == report.stamp);
    }
}

TEST_CASE("each number of the specification has the meaning that it gives it") {
    const auto later = [](std::uint8_t code) {
        spec::StateReport report;
        report.blinker = report.headlight = report.wiper = report.gear = report.mode = code;
        return spec::to_later(report);
    };
    CHECK((later(0).blinker == Blinker::off && later(1).blinker == Blinker::left));
    CHECK((later(2).blinker == Blinker::right && later(3).blinker == Blinker::hazard));
    CHECK((later(0).headlight == Headlight::off && later(1).headlight == Headlight::on));
    CHECK(later(2).headlight == Headlight::high);
    CHECK((later(0).wiper == Wiper::off && later(1).wiper == Wiper::low));
    CHECK((later(2).wiper == Wiper::high && later(3).wiper == Wiper::clean));
    CHECK((later(0).gear == Gear::drive && later(1).gear == Gear::reverse));
    CHECK((later(2).gear == Gear::park && later(3).gear == Gear::low));
    CHECK(later(4).gear == Gear::neutral);
    CHECK((later(0).mode == DrivingMode::manual && later(1).mode == DrivingMode::not_ready));
    CHECK(later(2).mode == DrivingMode::autonomous);
    CHECK(later(3).mode == DrivingMode::disengaged);
}

TEST_CASE("codes that did not just increase by one are converted") {
    spec::StateReport report;
    report.wiper = 3;
    CHECK(spec::to_later(report).wiper == Wiper::clean);
    CHECK(static_cast<int>(Wiper::clean) == 14);
    const DrivingMode modes[] = {DrivingMode::manual, DrivingMode::not_ready,
                                 DrivingMode::autonomous, DrivingMode::disengaged};
    for (std::uint8_t i = 0; i < 4; ++i) {
        report.mode = i;
        CHECK(spec::to_later(report).mode == modes[i]);
    }
}

TEST_CASE("automation can be requested in two ways") {
    spec::StateCommand command;
    CHECK(spec::to_later(command).mode == DrivingMode::no_command);  // nothing was set
    command.autonomous = true;
    CHECK(spec::to_later(command).mode == DrivingMode::autonomous);
    command.autonomous = false;
    command.mode = 2;
    CHECK(spec::to_later(command).mode == DrivingMode::autonomous);
    const auto back = spec::from_later(spec::to_later(command));
    REQUIRE(back);
    CHECK(back->autonomous);
}

TEST_CASE("an invalid code stays invalid, and the rule about codes finds it") {
    spec::StateCommand command;
    command.blinker = 4;
    VehicleStateCommand later = spec::to_later(command);
    CHECK_FALSE(is_known(later.blinker));
    CHECK(remove_unknown_codes(later));
    CHECK(later.blinker == Blinker::no_command);
}

TEST_CASE("the specification has no code for no request") {
    VehicleStateCommand command;
    command.blinker = Blinker::off;
    command.headlight = Headlight::off;
    command.wiper = Wiper::off;
    command.mode = DrivingMode::manual;
    CHECK_FALSE(spec::from_later(command));
    command.gear = Gear::drive;
    REQUIRE(spec::from_later(command));
    CHECK(spec::from_later(command)->gear == 0);
}

}  // namespace numbering_test
