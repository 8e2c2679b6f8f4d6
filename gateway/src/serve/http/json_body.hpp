// SPDX-License-Identifier: MIT
#pragma once

#include "http.hpp"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <stdexcept>

namespace gateway::data_port {

/// Thrown by what answers a call; the router makes a problem of it.
struct Refusal : std::runtime_error {
    Refusal(int its_status, const std::string& detail, std::string its_more = {})
        : std::runtime_error(detail), status(its_status), more(std::move(its_more)) {}
    int status;
    std::string more;  ///< see problem()
};

/// A text as JSON; what is no UTF-8 in it is replaced.
std::string json_string(const std::string& text);

/// The object that a body holds. @throws Refusal for what is no object, or is nested too deep
nlohmann::json parse_body(const std::string& body);

/// @throws Refusal for a key that is none of `known`
void check_keys(const nlohmann::json& object, std::initializer_list<const char*> known);

/// Reads a number if it is there. @throws Refusal unless it is one in the range
void read_number(const nlohmann::json& object, const char* key, double min, double max,
                 double& value);

}  // namespace gateway::data_port
