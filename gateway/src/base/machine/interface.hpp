// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway {

/// The network interface through which this machine sends to an IPv4 address, such as "eth0" or
/// "lo". Sends nothing. @return empty if there is none
std::string interface_to(const std::string& address);

}  // namespace gateway
