// SPDX-License-Identifier: MIT
#include "read_failsafe.hpp"

namespace gateway {

void read_failsafe(plant::YamlReader& reader, const plant::ActuationParams& actuation,
                   Failsafe& failsafe) {
    double deceleration_mps2 = failsafe_deceleration_mps2;
    if (auto section = reader.section("failsafe")) {
        section->choice("steering", failsafe.centre_steering, {"hold", "center"});
        section->number("brake", failsafe.brake, {0, 1});
        section->number("deceleration_mps2", deceleration_mps2, {0, 20});
    }
    failsafe.actuation = actuation_that_brakes(actuation, deceleration_mps2);
}

ActuationCommand actuation_that_brakes(const plant::ActuationParams& params,
                                       double deceleration_mps2) {
    constexpr double speed_mps = 10;
    if (params.convert_brake_cmd)
        return {0, params.brake_map.row_for(-deceleration_mps2, speed_mps), 0};
    // The reference ignores a brake that is not converted.
    if (params.compatibility == plant::Compatibility::reference) return {-deceleration_mps2, 0, 0};
    return {0, deceleration_mps2, 0};
}

}  // namespace gateway
