// SPDX-License-Identifier: MIT
#include "json_body.hpp"

#include "text/text.hpp"

#include <ddc/interface/json_depth.hpp>

#include <plant/number_text.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

using nlohmann::json;

constexpr int deepest = 16;

}  // namespace

std::string json_string(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

json parse_body(const std::string& body) {
    const auto refuse = [] {
        throw Refusal(400, "the JSON is nested deeper than " + std::to_string(deepest) + " levels");
    };
    json object;
    try {
        object = json::parse(body, ddc::interface::limit_depth(deepest, refuse));
    } catch (const json::exception& error) {
        throw Refusal(400, std::string("the body is not valid JSON: ") + error.what());
    }
    if (!object.is_object()) throw Refusal(400, "the body must be a JSON object");
    return object;
}

void check_keys(const json& object, std::initializer_list<const char*> known) {
    for (const auto& member : object.items()) {
        if (std::find(known.begin(), known.end(), member.key()) != known.end()) continue;
        throw Refusal(400, "unknown key '" + member.key() + "'; known keys: " + joined(known));
    }
}

void read_number(const json& object, const char* key, double min, double max, double& value) {
    const auto found = object.find(key);
    if (found == object.end()) return;
    const double read = found->is_number() ? found->get<double>() : max + 1;
    if (!(read >= min && read <= max))
        throw Refusal(400, std::string(key) + ": must be a number from " + plant::plain(min) +
                               " to " + plant::plain(max));
    value = read;
}

}  // namespace gateway::data_port
