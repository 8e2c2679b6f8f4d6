// SPDX-License-Identifier: MIT
#include "ddc_inputs.hpp"

#include <array>

namespace gateway {

DdcInputs::DdcInputs(ddc::Table& table, InputBindings& inputs, const Route* route)
    : table_(table), inputs_(inputs), route_(route) {}

void DdcInputs::before_turn(SimTime /*now*/, const Feedback& feedback) {
    if (route_ != nullptr) {
        const auto& position = feedback.state.position_m;
        trajectory_ =
            trajectory_ahead(*route_, route_->nearest(position.x(), position.y()).segment);
    }
    const Moment moment{feedback, trajectory_};
    std::array<double, 32> values;
    for (const auto& port : inputs_.ports) {
        port.function(moment, values.data());
        for (std::size_t i = 0; i < port.count; ++i)
            store_number(inputs_.group, port.first + i, values[i]);
    }
    if (table_.write(inputs_.group) != ddc::Status::ok) ++missed_;
}

}  // namespace gateway
