// SPDX-License-Identifier: MIT
#pragma once

#include "port_rules.hpp"

#include <ddc/interface/types.hpp>

#include <string>
#include <vector>

namespace gateway {

/// "; did you mean true_compass?", of the signals that such a port could carry, or nothing.
std::string similar_signals(const ddc::interface::Port& port,
                            const std::vector<ddc::interface::Signal>& catalogue);

/// The lines for the configuration that say what becomes of ports without a signal.
std::string lines_for(const std::vector<const ddc::interface::Port*>& ports,
                      const PortRules& rules);

}  // namespace gateway
