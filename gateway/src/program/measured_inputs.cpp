// SPDX-License-Identifier: MIT
#include "measured_inputs.hpp"

namespace gateway {

void MeasuredInputs::before_turn(SimTime /*now*/, const Feedback& feedback) {
    program_.set_inputs({feedback, route_.trajectory()});
    if (program_.write_inputs() != ddc::Status::ok) ++missed_;
}

}  // namespace gateway
