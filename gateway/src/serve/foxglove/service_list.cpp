// SPDX-License-Identifier: MIT
#include "service_list.hpp"

#include "http/json_body.hpp"

#include <nlohmann/json.hpp>

namespace gateway::foxglove {
namespace {

using nlohmann::json;

json schema_of(const std::string& name, const std::string& properties) {
    return {{"encoding", "json"},
            {"schemaName", name},
            {"schemaEncoding", "jsonschema"},
            {"schema", R"({"type":"object","properties":{)" + properties + "}}"}};
}

}  // namespace

std::string ServiceList::advertisement() const {
    json services = json::array();
    for (const Service& each : services_)
        services.push_back(
            {{"id", services.size() + 1},
             {"name", std::string("/") + each.name},
             {"type", std::string("ddc/") + each.name},
             {"request", schema_of(each.request, each.properties)},
             {"response", schema_of("ddc/Response", R"("text":{"type":"string"})")}});
    return json{{"op", "advertiseServices"}, {"services", services}}.dump();
}

std::string ServiceList::name_of(std::uint32_t id) const {
    if (id == 0 || id > services_.size()) throw data_port::Refusal(400, "there is no such service");
    return services_[id - 1].name;
}

}  // namespace gateway::foxglove
