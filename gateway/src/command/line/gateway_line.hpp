// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

namespace gateway {

/// The command line of ddc-gateway without its verbs.
class GatewayLine : public ddc::command::CommandLine {
  public:
    GatewayLine();
};

/// Adds one of known_verbs. @throws std::logic_error for another name
ddc::command::Verb add_known_verb(ddc::command::CommandLine& line, const char* name);

}  // namespace gateway
