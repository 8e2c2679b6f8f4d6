// SPDX-License-Identifier: MIT
#include "command_parts.hpp"

#include <gateway/protocol/vds1/convert.hpp>
#include "binding/signal_functions.hpp"
#include "mcap/vehicle_messages.hpp"
#include "platform/converted_vehicle.hpp"
#include "platform/create_vehicle.hpp"
#include "platform/sim_vehicle.hpp"

#include <plant/angle.hpp>
#include <plant/scenario.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace converted_vehicle_test {

using namespace std::chrono_literals;
using gateway::Command;
using gateway::ConversionOptions;
using gateway::ConvertedVehicle;
using gateway::Feedback;
using gateway::SimTime;
using namespace gateway::tests;

/// Rolls at 10 m/s with any command, and stores its commands.
class Listener : public gateway::Vehicle {
  public:
    explicit Listener(std::vector<Command>& heard) : heard_(heard) {
        feedback_.state.velocity_mps.x() = 10;
        feedback_.actuation_status.steer = 2;
    }
    SimTime step() const override { return 10ms; }
    bool takes(gateway::Level level) const override { return level == gateway::Level::actuation; }
    plant::InputStatus apply(const Command& command) override {
        heard_.push_back(command);
        return plant::InputStatus::accepted;
    }
    bool advance() override { return true; }
    const Feedback& feedback() const override { return feedback_; }
    std::string explain() const override { return {}; }

  private:
    std::vector<Command>& heard_;
    Feedback feedback_;
};

/// Without maps: pedals are accelerations.
ConversionOptions plain_options() {
    ConversionOptions options;
    options.converter.convert_accel_cmd = false;
    options.converter.convert_brake_cmd = false;
    return options;
}

struct Scene {
    explicit Scene(const ConversionOptions& options = plain_options())
        : sut(std::make_unique<Listener>(heard), options) {}
    void run(int steps) {
        for (int i = 0; i < steps; ++i) REQUIRE(sut.advance());
    }
    std::vector<Command> heard;
    ConvertedVehicle sut;
};

Command pedals(double throttle, double brake, double steer_rad = 0) {
    gateway::PedalCommand pedals;
    pedals.throttle = throttle;
    pedals.brake = brake;
    pedals.steer_rad = steer_rad;
    return {pedals, {}};
}

TEST_CASE("a command is converted once a period, at the vehicle's first step at or after it") {
    Scene scene;
    scene.run(1);
    CHECK(scene.heard.size() == 1);  // at 0 ms
    scene.run(3);
    CHECK(scene.heard.size() == 1);
    scene.run(1);
    CHECK(scene.heard.size() == 2);  // at 40 ms, not at 33 ms
    scene.run(95);
    CHECK(scene.heard.size() == 31);  // within 1 s, the last at 990 ms
}

TEST_CASE("a full pedal requests the largest acceleration, a part of it requests that part") {
    Scene scene;
    scene.sut.apply(pedals(0.5, 0));
    scene.run(1);
    CHECK(actuation_of(scene.heard.back()).accel == doctest::Approx(1.5));
    CHECK(actuation_of(scene.heard.back()).brake == 0);
    CHECK(scene.sut.feedback().throttle_applied == 0.5);
    scene.sut.apply(pedals(0, 1));
    scene.run(4);
    CHECK(actuation_of(scene.heard.back()).accel == 0);
    CHECK(actuation_of(scene.heard.back()).brake == doctest::Approx(9));
    CHECK(scene.sut.feedback().throttle_applied == 0);
    CHECK(scene.sut.feedback().brake_applied == 1);
}

TEST_CASE("gear and hand brake pass through the conversion") {
    Scene scene;
    Command command = pedals(0, 0);
    gateway::state_of(command).gear = gateway::Gear::reverse;
    gateway::state_of(command).hand_brake = true;
    scene.sut.apply(command);
    scene.run(1);
    CHECK(state_command_of(scene.heard.back()).gear == gateway::Gear::reverse);
    CHECK(state_command_of(scene.heard.back()).hand_brake);
}

TEST_CASE("a vehicle with a converter accepts actuations as well, unchanged") {
    Scene scene;
    CHECK(scene.sut.takes(gateway::Level::pedals));
    CHECK(scene.sut.takes(gateway::Level::actuation));
    scene.sut.apply(pedals(0.5, 0));
    scene.run(1);
    scene.sut.apply({gateway::ActuationCommand{0.1, 0.2, 0.3}, {}});
    CHECK(scene.heard.size() == 2);
    CHECK(actuation_of(scene.heard.back()).brake == 0.2);
    scene.run(100);
    CHECK(scene.heard.size() == 2);  // pedals are no longer converted
    CHECK(scene.sut.feedback().throttle_applied == 0);
    scene.sut.apply(pedals(0, 1));
    scene.run(1);
    REQUIRE(scene.heard.size() == 3);
    CHECK(actuation_of(scene.heard.back()).brake == doctest::Approx(9));
    CHECK(scene.sut.feedback().brake_applied == 1);
}

TEST_CASE("in reverse the pedals are read from the reverse maps") {
    ConversionOptions options;
    const std::vector<double> pedal{0.0, 1.0};
    const std::vector<double> speed_mps{0.0, 20.0};
    options.converter.max_throttle = 1.0;
    options.converter.use_reverse_maps = true;
    options.converter.accel_map = plant::CalibrationMap(pedal, speed_mps, {0, 0, 3, 3});
    options.converter.reverse_accel_map = plant::CalibrationMap(pedal, speed_mps, {0, 0, 6, 6});
    options.converter.reverse_brake_map = plant::CalibrationMap(pedal, speed_mps, {0, 0, -6, -6});
    Scene scene(options);
    Command command = pedals(0.5, 0);
    scene.sut.apply(command);
    scene.run(1);
    CHECK(actuation_of(scene.heard.back()).accel == doctest::Approx(0.5));
    gateway::state_of(command).gear = gateway::Gear::reverse;
    scene.sut.apply(command);
    scene.run(4);
    CHECK(actuation_of(scene.heard.back()).accel == doctest::Approx(0.25));
}

TEST_CASE("a command that is not finite keeps the last actuation") {
    Scene scene;
    scene.sut.apply(pedals(1, 0, 0.1));
    scene.run(1);
    scene.sut.apply(pedals(std::numeric_limits<double>::quiet_NaN(), 0));
    scene.run(4);
    REQUIRE(scene.heard.size() == 2);
    CHECK(actuation_of(scene.heard.back()).accel == 3);
    CHECK(actuation_of(scene.heard.back()).steer == 0.1);
}

TEST_CASE("the gear ratio uses the reported hand wheel, if configured") {
    ConversionOptions options = plain_options();
    options.converter.convert_steer_cmd = true;
    options.uses_reported_steering = true;
    Scene scene(options);
    scene.sut.apply(pedals(0, 0, 0.1));
    scene.run(1);
    // 15.713 + 0.053 v^2 - 0.042 |wheel| at 10 m/s and 2 rad
    CHECK(actuation_of(scene.heard.back()).steer == doctest::Approx(0.1 * 20.929));
}

TEST_CASE("the published steering is computed from the actuation status, if configured") {
    ConversionOptions options = plain_options();
    options.converter.convert_steer_cmd = true;
    options.converter.convert_actuation_to_steering_status = true;
    Scene scene(options);
    scene.run(1);
    CHECK(scene.sut.feedback().steer_applied_rad == doctest::Approx(2 / 20.929));
    options.uses_reported_steering = true;  // the reference's status has none
    Scene reference(options);
    reference.run(1);
    CHECK(reference.sut.feedback().steer_applied_rad == 0);
}

double input(const char* name, const Feedback& feedback, std::size_t element = 0) {
    double elements[16]{};
    gateway::find_input_signal(name)->function({feedback, {}, 0ms}, elements);
    return elements[element];
}

/// The tyre angle that programs, recordings and VDS1 peers get.
std::vector<double> shown_steering(const Feedback& feedback) {
    gateway::messages::VehicleState recorded;
    gateway::fill(recorded, 0ms, feedback);
    const auto state = gateway::vds1::to_state(feedback, {});
    return {input("steering", feedback) / plant::deg_per_rad,
            input("vehicle_odometry", feedback, 3), recorded.steer_rad,
            state.steering_tire_angle_applied_rad};
}

/// The tyre angle of a steering sensor.
std::vector<double> measured_steering(const Feedback& feedback) {
    return {input("steering_measured", feedback),
            gateway::vds1::to_state(feedback, {}).measured_steer_rad};
}

TEST_CASE("a vehicle that does not report its tyre angle has it only through a converter") {
    enum class Converter { none, silent, publishing };
    for (const plant::Model model : {plant::Model::actuation_cmd, plant::Model::actuation_cmd_vgr,
                                     plant::Model::actuation_cmd_mechanical})
        for (const Converter converter :
             {Converter::none, Converter::silent, Converter::publishing}) {
            CAPTURE(plant::info(model).name);
            CAPTURE(static_cast<int>(converter));
            gateway::VehicleConfig config;
            config.model = model;
            config.vx_mps = 5;
            config.session.actuation.enable_pub_steer = false;
            if (converter != Converter::none) {
                config.converter.emplace();
                config.converter->converter =
                    gateway::converter_for(model, config.session.actuation);
                config.converter->converter.convert_actuation_to_steering_status =
                    converter == Converter::publishing;
            }
            const auto sut = gateway::create_vehicle(config);
            if (converter == Converter::none)
                sut->apply({gateway::ActuationCommand{0, 0, 0.1}, {}});
            else
                sut->apply(pedals(0, 0, 0.1));
            for (const int steps : {0, 5000}) {
                for (int i = 0; i < steps; ++i) REQUIRE(sut->advance());
                for (const double steer_rad : shown_steering(sut->feedback())) {
                    if (converter != Converter::publishing)
                        CHECK(std::isnan(steer_rad));
                    else if (steps > 0)
                        CHECK(steer_rad == doctest::Approx(0.1).epsilon(0.02));
                }
                for (const double steer_rad : measured_steering(sut->feedback()))
                    CHECK(std::isnan(steer_rad));
            }
            CHECK(sut->feedback().state.yaw_rad > 0.01);
        }
}

TEST_CASE("converter and model together follow pedals and tyre angle") {
    for (const plant::Model model :
         {plant::Model::actuation_cmd, plant::Model::actuation_cmd_steer_map,
          plant::Model::actuation_cmd_vgr, plant::Model::actuation_cmd_mechanical}) {
        CAPTURE(plant::info(model).name);
        plant::SessionConfig config;
        config.actuation.steer = {0.02,
                                  0.05};  // the steer map's feedback oscillates with dead time
        ConversionOptions options;
        options.converter = gateway::converter_for(model, config.actuation);
        auto session = std::make_unique<plant::SimSession>(
            plant::create_model(model, config.actuation),
            plant::create_ground(plant::GroundParams()), config);
        session->reset(plant::rolling_state(config.vehicle, 0, 0, 0, 5));
        ConvertedVehicle sut(std::make_unique<gateway::SimVehicle>(std::move(session), 1ms,
                                                                   gateway::Level::actuation),
                             options);
        const auto run = [&](std::chrono::seconds time) {
            for (auto t = 0ms; t < time; t += 1ms) REQUIRE(sut.advance());
        };
        sut.apply(pedals(0.5, 0));
        run(4s);
        CHECK(sut.feedback().ax_mps2 == doctest::Approx(1.5).epsilon(0.01));
        sut.apply(pedals(0, 0, 0.03));
        run(1s);
        const double vx_mps = sut.feedback().state.velocity_mps.x();
        run(4s);
        CHECK(sut.feedback().state.velocity_mps.x() == doctest::Approx(vx_mps).epsilon(0.001));
        CHECK(sut.feedback().steer_applied_rad == doctest::Approx(0.03).epsilon(0.05));
        sut.apply(pedals(0, 0.25));
        run(3s);
        CHECK(sut.feedback().ax_mps2 == doctest::Approx(-2.25).epsilon(0.01));
        run(6s);
        CHECK(sut.feedback().state.velocity_mps.x() == 0);
    }
}

}  // namespace converted_vehicle_test
