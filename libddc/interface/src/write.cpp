// SPDX-License-Identifier: MIT
#include <ddc/interface/parse.hpp>

#include <nlohmann/json.hpp>

namespace ddc::interface {
namespace {

using nlohmann::ordered_json;

ordered_json json_of(const DataType& type);

struct TypeWriter {
    ordered_json operator()(BasicType type) const {
        return {{"type", "basic"}, {"base_type", to_string(type)}};
    }
    ordered_json operator()(const VectorType& type) const {
        return {{"type", "vector"}, {"base_type", json_of(*type.element)}, {"size", type.size}};
    }
    ordered_json operator()(const MatrixType& type) const {
        return {{"type", "matrix"},
                {"base_type", json_of(*type.element)},
                {"rows", type.rows},
                {"columns", type.columns}};
    }
    ordered_json operator()(const StructType& type) const {
        ordered_json fields = ordered_json::object();
        for (const Field& field : type.fields) fields[field.name] = json_of(*field.type);
        return {{"type", "struct"}, {"name", type.name}, {"fields", std::move(fields)}};
    }
    ordered_json operator()(const EnumType& type) const {
        // One byte can hold any index: Limits::enum_variants is 256.
        return {{"type", "enum"}, {"name", type.name}, {"variants", type.variants}, {"size", 1}};
    }
    ordered_json operator()(const DynVectorType& type) const {
        return {{"type", "dyn_vector"},
                {"base_type", json_of(*type.element)},
                {"max_size", type.max_size}};
    }
    ordered_json operator()(const SimplePacketType& type) const {
        return {{"type", "simple_packet"}, {"payloadType", json_of(*type.payload)}};
    }
};

ordered_json json_of(const DataType& type) {
    return std::visit(TypeWriter{}, type.of);
}

ordered_json json_of(const Port& port) {
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
    ordered_json ports = ordered_json::array();
    for (const Port& port : program_interface.ports) ports.push_back(json_of(port));
    const ordered_json document = {{"name", program_interface.name},
                                   {"version", program_interface.version},
                                   {"ports", std::move(ports)}};
    return document.dump();
}

}  // namespace ddc::interface
