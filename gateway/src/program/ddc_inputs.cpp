// SPDX-License-Identifier: MIT
#include "ddc_inputs.hpp"

#include <array>

namespace gateway {

void DdcInputs::before_turn(SimTime /*now*/, const Feedback& feedback) {
    const Moment moment{feedback, route_.trajectory()};
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
