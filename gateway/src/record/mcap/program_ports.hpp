// SPDX-License-Identifier: MIT
#pragma once

#include "port_message.hpp"

namespace gateway {

/// Records the inputs and outputs of a program in each cycle: the topics `/program/inputs` and
/// `/program/outputs`, each if it has numbers.
class ProgramPorts {
  public:
    /// @param inputs, outputs outlive this
    ProgramPorts(MessageSink& sink, const BoundEntries& inputs, const BoundEntries& outputs);

    /// Adds messages with the current values of the table. Does not allocate.
    /// @param sink the sink of the constructor
    void add_to(MessageSink& sink, SimTime now) const;

  private:
    PortMessage inputs_, outputs_;
    ddc::recording::McapId input_topic_ = 0, output_topic_ = 0;
};

}  // namespace gateway
