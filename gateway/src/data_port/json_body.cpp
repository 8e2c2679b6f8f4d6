// SPDX-License-Identifier: MIT
#include "json_body.hpp"

#include <plant/number_text.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

using nlohmann::json;

constexpr int deepest = 16;

}  // namespace

json parse_body(const std::string& body) {
    const auto check_depth = [](int depth, json::parse_event_t, json&) {
        if (depth > deepest)
            throw Refusal(400, "the JSON is nested deeper than " + std::to_string(deepest));
        return true;
    };
    json object;
    try {
        object = json::parse(body, check_depth);
    } catch (const json::exception& error) {
        throw Refusal(400, std::string("the body is no JSON: ") + error.what());
    }
    if (!object.is_object()) throw Refusal(400, "the body must be a JSON object");
    return object;
}

void check_keys(const json& object, const std::vector<std::string>& known) {
    std::string names;
    for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
    for (const auto& member : object.items())
        if (std::find(known.begin(), known.end(), member.key()) == known.end())
            throw Refusal(400, "'" + member.key() + "' is none of the keys: " + names);
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
