// SPDX-License-Identifier: MIT
#pragma once

#include "../route/route.hpp"

#include <gateway/autohyu/pedal_map.hpp>
#include <gateway/seams.hpp>

#include <string_view>

namespace gateway {

/// What inputs are computed from at one instant.
struct Moment {
    const Feedback& feedback;
    const Trajectory& trajectory;
};

/// What outputs are converted with at one instant.
struct OutputContext {
    double vx_mps;
    const autohyu::PedalMap& pedals;
};

/// Writes all elements of one input signal, in the unit of the catalogue.
using InputFunction = void (*)(const Moment&, double* elements);

/// Takes all elements of one output signal, in the unit of the catalogue, into a command.
using OutputFunction = void (*)(const OutputContext&, const double* elements, Command&);

/// The function behind a signal of ddc/interface/signals.hpp; null if the gateway has none.
InputFunction find_input_function(std::string_view signal);
OutputFunction find_output_function(std::string_view signal);

}  // namespace gateway
