// SPDX-License-Identifier: MIT
#pragma once

#include "http.hpp"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <stdexcept>

namespace gateway::data_port {

/// Thrown by the handler of a call. The router replies with a problem.
struct Refusal : std::runtime_error {
    Refusal(int its_status, const std::string& detail, std::string its_more = {})
        : std::runtime_error(detail), status(its_status), more(std::move(its_more)) {}
    int status;
    std::string more;  ///< see problem()
};

/// A text as JSON. Bytes that are not UTF-8 are replaced.
std::string json_string(const std::string& text);

/// Parses a body. @throws Refusal if it is not a JSON object, or is nested too deeply
nlohmann::json parse_body(const std::string& body);

/// @throws Refusal for a key that is not in `known`
void check_keys(const nlohmann::json& object, std::initializer_list<const char*> known);

/// Reads a number if the key exists. @throws Refusal if it is not a number in the range
void read_number(const nlohmann::json& object, const char* key, double min, double max,
                 double& value);

}  // namespace gateway::data_port
