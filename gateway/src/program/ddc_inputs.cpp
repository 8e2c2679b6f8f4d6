// SPDX-License-Identifier: MIT
#include "ddc_inputs.hpp"

#include <array>

namespace gateway {

DdcInputs::DdcInputs(DdcProgram& program, const Route* route) : program_(program), route_(route) {}

void DdcInputs::before_turn(SimTime /*now*/, const Feedback& feedback) {
    if (route_ != nullptr) {
        const auto& position = feedback.state.position_m;
        trajectory_ =
            trajectory_ahead(*route_, route_->nearest(position.x(), position.y()).segment);
    }
    const Moment moment{feedback, trajectory_};
    std::array<double, 32> values;
    InputBindings& inputs = program_.inputs();
    for (const auto& port : inputs.ports) {
        port.function(moment, values.data());
        for (std::size_t i = 0; i < port.count; ++i)
            store_number(inputs.group, port.first + i, values[i]);
    }
    if (program_.write_inputs() != ddc::Status::ok) ++missed_;
}

}  // namespace gateway
