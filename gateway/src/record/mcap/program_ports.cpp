// SPDX-License-Identifier: MIT
#include "program_ports.hpp"

namespace gateway {

ProgramPorts::ProgramPorts(MessageSink& sink, const BoundEntries& inputs,
                           const BoundEntries& outputs)
    : inputs_("ddc_msgs/msg/Inputs", inputs), outputs_("ddc_msgs/msg/Outputs", outputs) {
    if (!inputs_.is_empty())
        input_topic_ = sink.add_topic("/program/inputs", inputs_.type(), inputs_.columns());
    if (!outputs_.is_empty())
        output_topic_ = sink.add_topic("/program/outputs", outputs_.type(), outputs_.columns());
}

void ProgramPorts::add_to(MessageSink& sink, SimTime now) const {
    if (!inputs_.is_empty()) inputs_.add_to(sink, input_topic_, now);
    if (!outputs_.is_empty()) outputs_.add_to(sink, output_topic_, now);
}

}  // namespace gateway
