// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/run_control.hpp>

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A command, as run() is one. It may return nothing: then ddc-gateway-full is to do it.
using GatewayCommand =
    std::function<std::optional<int>(const std::vector<std::string>& arguments, std::ostream& out,
                                     std::ostream& err, RunControl& control)>;

/// The process of ddc-gateway or ddc-gateway-full: signals, standard streams, starting anew.
/// @param arguments of main()
/// @return the exit code
int gateway_process(char** arguments, const GatewayCommand& command);

}  // namespace gateway
