// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace gateway::studio {

/// The JSON Schemas of schemas/ by name, such as "run".
const std::vector<std::pair<std::string_view, std::string_view>>& schema_texts();

}  // namespace gateway::studio
