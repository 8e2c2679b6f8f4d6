// SPDX-License-Identifier: MIT
#include "result_json.hpp"

#include <nlohmann/json.hpp>

namespace gateway {

nlohmann::ordered_json to_json(const std::vector<ProgramResult>& results, bool is_list) {
    auto list = nlohmann::ordered_json::array();
    for (const ProgramResult& result : results)
        list.push_back(result.summary ? to_json(*result.summary)
                                      : nlohmann::ordered_json{{"name", result.name},
                                                               {"exit_reason", "not_started"},
                                                               {"error", result.error}});
    return is_list ? nlohmann::ordered_json{{"programs", list}} : list[0];
}

}  // namespace gateway
