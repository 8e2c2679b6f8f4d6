// SPDX-License-Identifier: MIT
#include "ros2/command_board.hpp"
#include "ros2/autoware_controller.hpp"
#include "ros2/topic/interface_topics.hpp"

#include "fake_participant.hpp"

#include <ddc/recording/cdr.hpp>

#include <doctest/doctest.h>

#include <limits>

namespace command_board_test {

using namespace gateway;
using namespace gateway::ros2;
using ddc::recording::to_cdr;
using tests::FakeParticipant;

namespace {

constexpr const char* control_topic = "rt/control/command/control_cmd";
constexpr const char* actuation_topic = "rt/control/command/actuation_cmd";
constexpr const char* gear_topic = "rt/control/command/gear_cmd";

messages::Control control(float accel_mps2, float steer_rad) {
    messages::Control message;
    message.longitudinal.acceleration = accel_mps2;
    message.longitudinal.velocity = 5;
    message.lateral.steering_tire_angle = steer_rad;
    return message;
}

/// A board, its inputs and its reports.
struct Desk {
    explicit Desk(Ros2Commands given = Ros2Commands::control) : commands(given) {}

    Ros2Commands commands;
    std::shared_ptr<FakeParticipant> peer = std::make_shared<FakeParticipant>();
    std::vector<std::string> reports;
    std::vector<InitialPose> poses;
    std::shared_ptr<CommandBoard> board = std::make_shared<CommandBoard>(
        peer, CommandTopics{commands}, [this](const std::string& text) { reports.push_back(text); },
        [this](const InitialPose& pose) { poses.push_back(pose); });
    AutowareController sut{board};
    Feedback feedback;
    Trajectory trajectory;

    CycleInput at(SimTime now) const { return {now, SimTime(10'000'000), feedback, trajectory}; }
    Cycle cycle(SimTime now) {
        sut.look(at(now));
        return sut.run_cycle(at(now));
    }
    AccelerationCommand acceleration(SimTime now) {
        return std::get<AccelerationCommand>(cycle(now).command.control);
    }
    bool request_mode(std::uint8_t mode) const {
        const auto request = to_cdr(messages::ControlModeRequest{{1, 2}, mode});
        const auto reply = peer->service(request.data(), request.size());
        return ddc::recording::from_cdr<messages::ControlModeResponse>(reply).success;
    }
};

constexpr SimTime ms(std::int64_t count) {
    return SimTime(count * 1'000'000);
}

}  // namespace

TEST_CASE("topics, types and the service have the names that ROS 2 uses") {
    const Desk scene;
    CHECK(scene.peer->types.at(control_topic) == "autoware_control_msgs::msg::dds_::Control_");
    CHECK(scene.peer->types.at(gear_topic) == "autoware_vehicle_msgs::msg::dds_::GearCommand_");
    CHECK(scene.peer->types.at("rq/control/control_mode_requestRequest") ==
          "autoware_vehicle_msgs::srv::dds_::ControlModeCommand_Request_");
    CHECK(scene.peer->types.at("rr/control/control_mode_requestReply") ==
          "autoware_vehicle_msgs::srv::dds_::ControlModeCommand_Response_");
}

TEST_CASE("a command takes over the vehicle and drives until none arrives for half a second") {
    Desk scene;
    scene.sut.look(scene.at(ms(0)));
    CHECK_FALSE(scene.sut.has_new_command());
    scene.peer->give(control_topic, to_cdr(control(1.5F, 0.25F)));
    scene.sut.look(scene.at(ms(10)));
    CHECK(scene.sut.has_new_command());
    const AccelerationCommand command = scene.acceleration(ms(20));
    CHECK(command.accel_mps2 == 1.5);
    CHECK(command.front_steer_rad == 0.25);
    CHECK(command.velocity_mps == 5);
    CHECK_FALSE(scene.cycle(ms(509)).is_failsafe);
    CHECK(scene.cycle(ms(510)).is_failsafe);
}

TEST_CASE("an acceleration in reverse is in the direction of the gear") {
    Desk scene;
    scene.peer->give(gear_topic, to_cdr(messages::GearCommand{{}, 20}));
    scene.peer->give(control_topic, to_cdr(control(1, 0)));
    const Cycle cycle = scene.cycle(ms(10));
    CHECK(std::get<AccelerationCommand>(cycle.command.control).accel_mps2 == -1);
    CHECK(cycle.command.state->gear == Gear::reverse);
}

TEST_CASE("hazard lights have priority over indicators") {
    Desk scene;
    const auto blinker = [&] { return scene.cycle(ms(10)).command.state->blinker; };
    CHECK(blinker() == Blinker::no_command);
    scene.peer->give("rt/control/command/turn_indicators_cmd",
                     to_cdr(messages::TurnIndicatorsCommand{{}, 3}));
    CHECK(blinker() == Blinker::right);
    scene.peer->give("rt/control/command/hazard_lights_cmd",
                     to_cdr(messages::HazardLightsCommand{{}, 2}));
    CHECK(blinker() == Blinker::hazard);
    scene.peer->give("rt/control/command/hazard_lights_cmd",
                     to_cdr(messages::HazardLightsCommand{{}, 1}));
    CHECK(blinker() == Blinker::right);
}

TEST_CASE("the service and engage select the driver") {
    Desk scene;
    CHECK_FALSE(scene.request_mode(2));
    CHECK(scene.request_mode(4));
    CHECK_FALSE(scene.board->is_autonomous());
    scene.peer->give(control_topic, to_cdr(control(1, 0)));
    scene.sut.look(scene.at(ms(10)));
    CHECK_FALSE(scene.sut.has_new_command());
    CHECK(scene.sut.gives_back());
    CHECK(scene.request_mode(1));
    scene.peer->give("rt/vehicle/engage", to_cdr(messages::Engage{{}, false}));
    scene.sut.look(scene.at(ms(20)));
    CHECK(scene.sut.gives_back());
    scene.peer->give("rt/vehicle/engage", to_cdr(messages::Engage{{}, true}));
    scene.sut.look(scene.at(ms(30)));
    CHECK_FALSE(scene.sut.gives_back());
}

TEST_CASE("samples that are incomplete or not finite are ignored and reported once") {
    Desk scene;
    scene.peer->give(control_topic, to_cdr(control(1, 0)));
    const auto whole = to_cdr(control(2, 0.5F));
    for (std::size_t size = 0; size < whole.size(); ++size)
        scene.peer->give(control_topic, {whole.begin(), whole.begin() + static_cast<long>(size)});
    scene.peer->give(control_topic, to_cdr(control(std::numeric_limits<float>::quiet_NaN(), 0)));
    scene.peer->give(control_topic, to_cdr(control(0, std::numeric_limits<float>::infinity())));
    CHECK(scene.acceleration(ms(10)).accel_mps2 == 1);
    REQUIRE(scene.reports.size() == 1);
    CHECK(scene.reports[0].find("a sample of '/control/command/control_cmd' is refused: byte") !=
          std::string::npos);
}

TEST_CASE("an actuation command drives unchanged, and one that is not finite is rejected") {
    Desk scene(Ros2Commands::actuation);
    CHECK(scene.peer->types.at(actuation_topic) ==
          "tier4_vehicle_msgs::msg::dds_::ActuationCommandStamped_");
    CHECK(scene.peer->types.count(control_topic) == 0);
    const auto give = [&](double accel, double brake, double steer) {
        messages::ActuationCommandStamped message;
        message.actuation = {accel, brake, steer};
        scene.peer->give(actuation_topic, to_cdr(message));
    };
    give(0.25, 0.5, -1.5);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    give(nan, 0, 0);
    give(0, std::numeric_limits<double>::infinity(), 0);
    give(0, 0, nan);
    const Cycle cycle = scene.cycle(ms(10));
    CHECK_FALSE(cycle.is_failsafe);
    const auto& driven = std::get<ActuationCommand>(cycle.command.control);
    CHECK(driven.accel == 0.25);
    CHECK(driven.brake == 0.5);
    CHECK(driven.steer == -1.5);
    REQUIRE(scene.reports.size() == 1);
    CHECK(scene.reports[0].find(
              "'/control/command/actuation_cmd' is refused: it has a value that is not finite") !=
          std::string::npos);
}

TEST_CASE("an unknown gear or lamp code changes nothing") {
    Desk scene;
    scene.peer->give(gear_topic, to_cdr(messages::GearCommand{{}, 22}));
    scene.peer->give(gear_topic, to_cdr(messages::GearCommand{{}, 25}));
    scene.peer->give("rt/control/command/turn_indicators_cmd",
                     to_cdr(messages::TurnIndicatorsCommand{{}, 4}));
    const Cycle cycle = scene.cycle(ms(10));
    CHECK(cycle.command.state->gear == Gear::park);
    CHECK(cycle.command.state->blinker == Blinker::no_command);
    CHECK(scene.reports.size() == 2);
}

TEST_CASE("an initial pose has its position and heading in the map") {
    Desk scene;
    ddc::recording::PoseWithCovarianceStamped message;
    message.header.frame_id = "map";
    message.pose.pose.position = {10, -20, 5};
    message.pose.pose.orientation = {0, 0, 2, 2};  // without a limit of time
    scene.peer->give("rt/initialpose3d", to_cdr(message));
    REQUIRE(scene.poses.size() == 1);
    CHECK(scene.poses[0].x_m == 10);
    CHECK(scene.poses[0].y_m == -20);
    CHECK(scene.poses[0].yaw_rad == doctest::Approx(1.5707963267948966));
    message.pose.pose.orientation = {0, 0, 0, 0};
    scene.peer->give("rt/initialpose3d", to_cdr(message));
    message.pose.pose.orientation = {0, 0, 0, 1};
    message.pose.pose.position.x = std::numeric_limits<double>::infinity();
    scene.peer->give("rt/initialpose3d", to_cdr(message));
    message.pose.pose.position.x = 0;
    message.header.frame_id = "odom";
    scene.peer->give("rt/initialpose3d", to_cdr(message));
    CHECK(scene.poses.size() == 1);
    CHECK(scene.reports.size() == 1);
}

TEST_CASE("a second writer's commands are rejected and reported until the first releases") {
    Desk scene;
    const auto drive = [&](float accel_mps2, std::uint8_t writer) {
        scene.peer->give(control_topic, to_cdr(control(accel_mps2, 0)), writer);
        return scene.acceleration(ms(10)).accel_mps2;
    };
    CHECK(drive(1, 1) == 1);
    CHECK(drive(5, 2) == 1);
    CHECK(drive(6, 2) == 1);
    REQUIRE(scene.reports.size() == 1);
    CHECK(scene.reports[0].find("second writer of '/control/command/control_cmd', 02.00.") !=
          std::string::npos);
    CHECK(drive(5, 3) == 1);
    CHECK(scene.reports.size() == 2);
    scene.peer->give(gear_topic, to_cdr(messages::GearCommand{{}, 2}), 4);  // a separate topic
    scene.peer->give(gear_topic, to_cdr(messages::GearCommand{{}, 20}), 2);
    CHECK(scene.cycle(ms(10)).command.state->gear == Gear::drive);

    SUBCASE("by the service") {
        CHECK(scene.request_mode(4));
        drive(1, 1);  // continues, as in Autoware
        CHECK(scene.request_mode(1));
        CHECK(drive(5, 2) == 5);
        CHECK(drive(1, 1) == 5);
    }
    SUBCASE("by engage") {
        scene.peer->give("rt/vehicle/engage", to_cdr(messages::Engage{{}, false}), 9);
        scene.peer->give("rt/vehicle/engage", to_cdr(messages::Engage{{}, true}), 9);
        CHECK(drive(5, 2) == 5);
    }
    SUBCASE("released by the run") {
        scene.sut.on_change_over(false, scene.feedback);
        CHECK(drive(5, 2) == 5);
    }
    SUBCASE("after it has left") {
        scene.peer->leave(control_topic, 3);
        CHECK(drive(5, 2) == 1);
        scene.peer->leave(control_topic, 1);
        CHECK(drive(5, 2) == 5);
    }
}

TEST_CASE("a writer of rejected samples only does not block others") {
    Desk scene;
    constexpr std::uint8_t stray = 2, real = 1;
    const char* const indicators = "rt/control/command/turn_indicators_cmd";
    const char* const hazard_lights = "rt/control/command/hazard_lights_cmd";
    const auto nowhere = std::numeric_limits<float>::quiet_NaN();
    scene.peer->give(control_topic, to_cdr(control(nowhere, 0)), stray);
    scene.peer->give(gear_topic, to_cdr(messages::GearCommand{{}, 25}), stray);
    scene.peer->give(indicators, to_cdr(messages::TurnIndicatorsCommand{{}, 4}), stray);
    scene.peer->give(hazard_lights, to_cdr(messages::HazardLightsCommand{{}, 3}), stray);
    CHECK(scene.reports.size() == 4);
    scene.peer->give(control_topic, to_cdr(control(1, 0)), real);
    scene.peer->give(gear_topic, to_cdr(messages::GearCommand{{}, 2}), real);
    scene.peer->give(hazard_lights, to_cdr(messages::HazardLightsCommand{{}, 1}), real);
    scene.peer->give(indicators, to_cdr(messages::TurnIndicatorsCommand{{}, 3}), real);
    CHECK(scene.acceleration(ms(10)).accel_mps2 == 1);
    const Cycle cycle = scene.cycle(ms(10));
    CHECK(cycle.command.state->gear == Gear::drive);
    CHECK(cycle.command.state->blinker == Blinker::right);
    CHECK(scene.reports.size() == 4);
}

/// A board of the vehicle interface alone, and the driver by its inputs.
struct InterfaceDesk {
    static constexpr const char* path_topic = "rt/vehicle_interface/high_level_control_command";
    static constexpr const char* state_topic = "rt/vehicle_interface/vehicle_state_command";

    std::shared_ptr<FakeParticipant> peer = std::make_shared<FakeParticipant>();
    std::vector<std::string> reports;
    std::shared_ptr<CommandBoard> board = std::make_shared<CommandBoard>(
        peer, CommandTopics{Ros2Commands::none, true, true},
        [this](const std::string& text) { reports.push_back(text); }, [](const InitialPose&) {});
    AutowareController sut{board};
    Feedback feedback;
    Trajectory trajectory;

    Command command() {
        const CycleInput input{ms(10), ms(10), feedback, trajectory};
        sut.look(input);
        return sut.run_cycle(input).command;
    }
};

TEST_CASE("commands of the vehicle interface have its definitions and its codes") {
    InterfaceDesk scene;
    CHECK(scene.peer->types.at(InterfaceDesk::path_topic) ==
          "vehicle_interface_msgs::msg::dds_::HighLevelControlCommand_");
    CHECK(scene.sut.levels() ==
          std::vector<Level>{Level::acceleration, Level::curvature, Level::raw});
    SUBCASE("an acceleration is along the body, with any gear") {
        scene.peer->give(InterfaceDesk::state_topic,
                         to_cdr(messages::VehicleStateCommand{{}, 0, 0, 0, 1}));
        scene.peer->give("rt/vehicle_interface/vehicle_control_command",
                         to_cdr(messages::VehicleControlCommand{{}, -1.5F, 0.25F, 0.125F}));
        const Command command = scene.command();
        const auto control = std::get<AccelerationCommand>(command.control);
        CHECK(control.accel_mps2 == -1.5);
        CHECK(control.front_steer_rad == 0.25);
        CHECK(control.rear_steer_rad == 0.125);
        CHECK(command.state->gear == Gear::reverse);
    }
    SUBCASE("a path, with a state of the specification's numbers") {
        scene.peer->give(InterfaceDesk::path_topic,
                         to_cdr(messages::HighLevelControlCommand{{}, 8, 0.5F}));
        CHECK_FALSE(scene.command().state);
        scene.peer->give(InterfaceDesk::state_topic, to_cdr(messages::VehicleStateCommand{
                                                         {}, 3, 2, 3, 2, 0, true, false, true}));
        const Command command = scene.command();
        const auto control = std::get<CurvatureCommand>(command.control);
        CHECK(control.velocity_mps == 8);
        CHECK(control.curvature_1pm == 0.5);
        CHECK(command.state->blinker == Blinker::hazard);
        CHECK(command.state->headlight == Headlight::high);
        CHECK(command.state->wiper == Wiper::clean);
        CHECK(command.state->gear == Gear::park);
        CHECK(command.state->mode == DrivingMode::autonomous);
        CHECK(command.state->hand_brake);
    }
    SUBCASE("a raw command, bit for bit") {
        scene.peer->give("rt/vehicle_interface/raw_control_command",
                         to_cdr(messages::RawControlCommand{{}, 4'000'000'000U, 2, -3, 4}));
        const auto control = std::get<RawCommand>(scene.command().control);
        CHECK(control.throttle == 4'000'000'000U);
        CHECK(control.brake == 2);
        CHECK(control.front_steer == -3);
        CHECK(control.rear_steer == 4);
    }
}

TEST_CASE("codes and numbers that the vehicle interface does not define change nothing") {
    InterfaceDesk scene;
    const auto nowhere = std::numeric_limits<float>::quiet_NaN();
    scene.peer->give(InterfaceDesk::path_topic,
                     to_cdr(messages::HighLevelControlCommand{{}, 1, nowhere}));
    for (const auto& wrong :
         {messages::VehicleStateCommand{{}, 4}, messages::VehicleStateCommand{{}, 0, 3},
          messages::VehicleStateCommand{{}, 0, 0, 4}, messages::VehicleStateCommand{{}, 0, 0, 0, 5},
          messages::VehicleStateCommand{{}, 0, 0, 0, 0, 1}})
        scene.peer->give(InterfaceDesk::state_topic, to_cdr(wrong));
    CHECK(scene.reports.size() == 2);
    CHECK_FALSE(scene.board->try_get()->of_interface.state);
    CHECK(scene.board->try_get()->commands == 0);
}

TEST_CASE("one writer drives, by one kind of message of the vehicle interface") {
    InterfaceDesk scene;
    scene.peer->give(InterfaceDesk::path_topic, to_cdr(messages::HighLevelControlCommand{{}, 8, 0}),
                     1);
    scene.peer->give("rt/vehicle_interface/vehicle_control_command",
                     to_cdr(messages::VehicleControlCommand{{}, 1}), 2);
    CHECK(level_of(scene.command()) == Level::curvature);
    CHECK(scene.reports.size() == 1);
    scene.peer->leave(InterfaceDesk::path_topic, 1);
    scene.peer->give("rt/vehicle_interface/vehicle_control_command",
                     to_cdr(messages::VehicleControlCommand{{}, 1}), 2);
    CHECK(level_of(scene.command()) == Level::acceleration);
}

TEST_CASE("a report of the vehicle interface has its codes, and 255 if not known") {
    VehicleStateReport report;
    report.blinker = Blinker::right;
    report.headlight = Headlight::on;
    report.wiper = Wiper::clean;
    report.gear = Gear::neutral;
    report.mode = DrivingMode::disengaged;
    report.fuel_percent = 70;
    report.horn = true;
    const messages::VehicleStateReport message = report_of({1, 2}, report);
    CHECK(message.stamp.nanosec == 2);
    CHECK(message.fuel == 70);
    CHECK(message.blinker == 2);
    CHECK(message.headlight == 1);
    CHECK(message.wiper == 3);
    CHECK(message.gear == 4);
    CHECK(message.mode == 3);
    CHECK(message.horn);
    CHECK(report_of({}, VehicleStateReport{}).fuel == 255);
    CHECK(report_of({}, VehicleStateReport{}).gear == 255);
    CHECK(report_of({}, VehicleStateReport{}).mode == 255);
}

TEST_CASE("an unlimited number of writers does not fill the log") {
    Desk scene;
    for (std::uint8_t writer = 1; writer < 200; ++writer)
        scene.peer->give(control_topic, to_cdr(control(writer, 0)), writer);
    CHECK(scene.acceleration(ms(10)).accel_mps2 == 1);
    CHECK(scene.reports.size() == 16);
}

TEST_CASE("second writers are reported again after a release, up to a limit") {
    Desk scene;
    const auto drive_all = [&] {
        for (std::uint8_t writer = 1; writer < 200; ++writer)
            scene.peer->give(control_topic, to_cdr(control(writer, 0)), writer);
        return scene.reports.size();
    };
    CHECK(drive_all() == 16);
    CHECK(scene.request_mode(4));
    CHECK(scene.request_mode(1));
    CHECK(drive_all() == 32);
    scene.peer->leave(control_topic, 1);  // which is not reported
    CHECK(drive_all() == 32);
}

}  // namespace command_board_test
