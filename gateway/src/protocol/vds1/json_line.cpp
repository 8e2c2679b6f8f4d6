// SPDX-License-Identifier: MIT
#include <gateway/protocol/vds1/codec.hpp>

#include <nlohmann/json.hpp>

namespace gateway::vds1 {

namespace {

using Json = nlohmann::ordered_json;  // writes null for a number that is not finite

Json header_of(const Header& header, int type) {
    Json json;
    json["version"] = header.version;
    json["msg_type"] = type;
    json["seq"] = header.sequence;
    if (header.version >= vehicle_id_since) json["vehicle_id"] = header.vehicle_id;
    json["timestamp"] = header.timestamp_s;
    return json;
}

}  // namespace

std::string to_json_line(const Cmd& cmd) {
    Json json = header_of(cmd.header, 1);
    auto add = [&](std::size_t, const char* name, const auto& value) { json[name] = value; };
    visit_payload(cmd, add);
    return json.dump();
}

std::string to_json_line(const State& state) {
    Json json = header_of(state.header, 2);
    auto add = [&](std::size_t, const char* name, const auto& value) { json[name] = value; };
    visit_payload(state, state.header.version, add);
    return json.dump();
}

}  // namespace gateway::vds1
