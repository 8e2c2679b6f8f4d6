// SPDX-License-Identifier: MIT
#pragma once

#include "loop/failsafe.hpp"

#include <plant/actuation_params.hpp>
#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads `failsafe`, which a run and vdsim_realtime share.
/// @param actuation of the vehicle, if it takes actuation
void read_failsafe(plant::YamlReader& reader, const plant::ActuationParams& actuation,
                   Failsafe& failsafe);

/// What slows an actuation vehicle down by so much from 10 m/s.
ActuationCommand actuation_that_brakes(const plant::ActuationParams& params,
                                       double deceleration_mps2);

}  // namespace gateway
