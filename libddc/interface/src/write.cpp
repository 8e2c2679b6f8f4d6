// SPDX-License-Identifier: MIT
#include <ddc/interface/parse.hpp>

#include <nlohmann/json.hpp>

namespace ddc::interface {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const DataType& type);

struct TypeWriter {
    Json operator()(BasicType type) const {
        return {{"type", "basic"}, {"base_type", to_string(type)}};
    }
    Json operator()(const VectorType& type) const {
        return {{"type", "vector"}, {"base_type", json_of(*type.element)}, {"size", type.size}};
    }
    Json operator()(const MatrixType& type) const {
        return {{"type", "matrix"},
                {"base_type", json_of(*type.element)},
                {"rows", type.rows},
                {"columns", type.columns}};
    }
    Json operator()(const StructType& type) const {
        Json fields = Json::object();
        for (const Field& field : type.fields) fields[field.name] = json_of(*field.type);
        return {{"type", "struct"}, {"name", type.name}, {"fields", std::move(fields)}};
    }
    Json operator()(const EnumType& type) const {
        // One byte holds any index: Limits::enum_variants is 256.
        return {{"type", "enum"}, {"name", type.name}, {"variants", type.variants}, {"size", 1}};
    }
    Json operator()(const DynVectorType& type) const {
        return {{"type", "dyn_vector"},
                {"base_type", json_of(*type.element)},
                {"max_size", type.max_size}};
    }
    Json operator()(const SimplePacketType& type) const {
        return {{"type", "simple_packet"}, {"payloadType", json_of(*type.payload)}};
    }
};

Json json_of(const DataType& type) {
    return std::visit(TypeWriter{}, type.of);
}

Json json_of(const Port& port) {
    return {{"name", port.name},
            {"direction", to_string(port.direction)},
            {"data_type", json_of(port.data_type)},
            {"port_type", to_string(port.port_type)},
            {"allows_multiple_inputs", port.allows_multiple_inputs},
            {"optional", port.optional},
            {"tags", port.tags}};
}

}  // namespace

std::string to_json(const ProgramInterface& program_interface) {
    Json ports = Json::array();
    for (const Port& port : program_interface.ports) ports.push_back(json_of(port));
    const Json document = {{"name", program_interface.name},
                           {"version", program_interface.version},
                           {"ports", std::move(ports)}};
    return document.dump();
}

}  // namespace ddc::interface
