// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway::fmu_host {

/// "file:///tmp/a%20b/resources" for an absolute path.
std::string resource_uri(const std::string& path);

}  // namespace gateway::fmu_host
