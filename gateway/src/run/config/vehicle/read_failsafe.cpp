// SPDX-License-Identifier: MIT
#include "read_vehicle.hpp"

namespace gateway {
namespace {

/// Initial values of a section `failsafe`, named after the public document that defines them.
enum class Preset { vds1, kernel };
enum class GearChoice { hold, drive, neutral };
enum class HandBrakeChoice { hold, applied, released };

/// The contract of VDS1 does not define gear and hand brake; the configuration sets the brake.
void start_from(Preset preset, Failsafe& failsafe) {
    if (preset == Preset::vds1) return;
    failsafe.centre_steering = true;
    failsafe.brake = failsafe_brake_of_kernel;
    failsafe.gear = Gear::drive;
    failsafe.hand_brake = false;
}

std::optional<Gear> gear_of(GearChoice choice) {
    if (choice == GearChoice::hold) return std::nullopt;
    return choice == GearChoice::drive ? Gear::drive : Gear::neutral;
}

std::optional<bool> hand_brake_of(HandBrakeChoice choice) {
    if (choice == HandBrakeChoice::hold) return std::nullopt;
    return choice == HandBrakeChoice::applied;
}

void read_state(plant::YamlReader& section, Failsafe& failsafe) {
    GearChoice gear{};
    if (section.choice("gear", gear, {"hold", "drive", "neutral"})) failsafe.gear = gear_of(gear);
    HandBrakeChoice hand_brake{};
    if (section.choice("hand_brake", hand_brake, {"hold", "applied", "released"}))
        failsafe.hand_brake = hand_brake_of(hand_brake);
}

}  // namespace

void read_failsafe(plant::YamlReader& reader, const plant::ActuationParams& actuation,
                   Failsafe& failsafe) {
    double deceleration_mps2 = failsafe_deceleration_mps2;
    if (auto section = reader.section("failsafe")) {
        Preset preset = Preset::vds1;
        section->choice("preset", preset, {"vds1", "kernel"});
        start_from(preset, failsafe);
        section->choice("steering", failsafe.centre_steering, {"hold", "center"});
        section->number("brake", failsafe.brake, {0, 1});
        section->number("deceleration_mps2", deceleration_mps2, {0, 20});
        read_state(*section, failsafe);
    }
    failsafe.actuation = actuation_that_brakes(actuation, deceleration_mps2);
}

ActuationCommand actuation_that_brakes(const plant::ActuationParams& params,
                                       double deceleration_mps2) {
    constexpr double speed_mps = 10;
    if (params.convert_brake_cmd)
        return {0, params.brake_map.row_for(-deceleration_mps2, speed_mps), 0};
    // The reference implementation ignores a brake without a converter.
    if (params.compatibility == plant::Compatibility::reference) return {-deceleration_mps2, 0, 0};
    return {0, deceleration_mps2, 0};
}

}  // namespace gateway
