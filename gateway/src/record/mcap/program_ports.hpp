// SPDX-License-Identifier: MIT
#pragma once

#include "port_message.hpp"

namespace gateway {

/// What a program is shown and gives, turn by turn: the topics `/program/inputs` and
/// `/program/outputs`, each if there are numbers for it.
class ProgramPorts {
  public:
    /// @param inputs, outputs outlive it
    ProgramPorts(MessageSink& sink, const BoundEntries& inputs, const BoundEntries& outputs);

    /// What the table holds of them now. Allocates nothing.
    /// @param sink that of before
    void add_to(MessageSink& sink, SimTime now) const;

  private:
    PortMessage inputs_, outputs_;
    ddc::recording::McapId input_topic_ = 0, output_topic_ = 0;
};

}  // namespace gateway
