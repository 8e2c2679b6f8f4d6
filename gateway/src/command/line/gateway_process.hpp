// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A command such as run(). If it returns nothing, ddc-gateway-full must execute the arguments.
using GatewayCommand =
    std::function<std::optional<int>(const std::vector<std::string>& arguments, std::ostream& out,
                                     std::ostream& err, RunControl& control)>;

/// Executes ddc-gateway or ddc-gateway-full: signals, standard streams, restart of the process.
/// @param arguments of main()
/// @return the exit code
int gateway_process(char** arguments, const GatewayCommand& command);

}  // namespace gateway
