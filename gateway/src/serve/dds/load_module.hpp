// SPDX-License-Identifier: MIT
#pragma once

#include "participant.hpp"

#include <filesystem>

namespace gateway::dds {

/// Loads the module, which stays loaded then.
/// @param directory of the gateway's own executable, beside which it is looked for
/// @throws std::runtime_error that says what to install
const Module& load_module(const std::filesystem::path& directory);

}  // namespace gateway::dds
