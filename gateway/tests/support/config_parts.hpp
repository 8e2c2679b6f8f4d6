// SPDX-License-Identifier: MIT
#pragma once

#include "scratch_file.hpp"

#include "config/load_run_config.hpp"

#include <string>

namespace gateway::tests {

inline RunConfig read(const std::string& text) {
    const ScratchFile file(".yaml", text);
    return load_run_config(file.path());
}

}  // namespace gateway::tests
