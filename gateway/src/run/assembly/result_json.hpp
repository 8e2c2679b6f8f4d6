// SPDX-License-Identifier: MIT
#pragma once

#include "run_programs.hpp"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace gateway {

/// The summary of one program as an object; those of a list as an object with a list `programs`.
nlohmann::ordered_json to_json(const std::vector<ProgramResult>& results, bool is_list);

}  // namespace gateway
