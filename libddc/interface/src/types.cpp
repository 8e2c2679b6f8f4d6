// SPDX-License-Identifier: MIT
#include <ddc/interface/types.hpp>

#include <algorithm>
#include <tuple>

namespace ddc::interface {
namespace {

DataTypePtr shared(DataType type) {
    return std::make_shared<const DataType>(std::move(type));
}

bool same(BasicType a, BasicType b) {
    return a == b;
}

bool same(const VectorType& a, const VectorType& b) {
    return a.size == b.size && *a.element == *b.element;
}

bool same(const MatrixType& a, const MatrixType& b) {
    return a.rows == b.rows && a.columns == b.columns && *a.element == *b.element;
}

bool same(const StructType& a, const StructType& b) {
    return a.name == b.name && std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(),
                                          b.fields.end(), [](const Field& x, const Field& y) {
                                              return x.name == y.name && *x.type == *y.type;
                                          });
}

bool same(const EnumType& a, const EnumType& b) {
    return a.name == b.name && a.variants == b.variants;
}

bool same(const DynVectorType& a, const DynVectorType& b) {
    return a.max_size == b.max_size && *a.element == *b.element;
}

bool same(const SimplePacketType& a, const SimplePacketType& b) {
    return *a.payload == *b.payload;
}

struct Describe {
    std::string operator()(BasicType type) const { return std::string(to_string(type)); }
    std::string operator()(const VectorType& type) const {
        return "vector of " + std::to_string(type.size) + " " + describe(*type.element);
    }
    std::string operator()(const MatrixType& type) const {
        return "matrix of " + std::to_string(type.rows) + " x " + std::to_string(type.columns) +
               " " + describe(*type.element);
    }
    std::string operator()(const StructType& type) const { return "struct " + type.name; }
    std::string operator()(const EnumType& type) const { return "enum " + type.name; }
    std::string operator()(const DynVectorType& type) const {
        return "dyn_vector of up to " + std::to_string(type.max_size) + " " +
               describe(*type.element);
    }
    std::string operator()(const SimplePacketType& type) const {
        return "simple_packet of " + describe(*type.payload);
    }
};

}  // namespace

bool operator==(const DataType& a, const DataType& b) {
    if (a.of.index() != b.of.index()) return false;
    return std::visit(
        [&b](const auto& alternative) {
            return same(alternative, std::get<std::decay_t<decltype(alternative)>>(b.of));
        },
        a.of);
}

DataType vector_of(DataType element, std::int32_t size) {
    return DataType(VectorType{shared(std::move(element)), size});
}

DataType matrix_of(DataType element, std::int32_t rows, std::int32_t columns) {
    return DataType(MatrixType{shared(std::move(element)), rows, columns});
}

DataType struct_of(std::string name, std::vector<std::pair<std::string, DataType>> fields) {
    StructType type{std::move(name), {}};
    for (auto& [field_name, field_type] : fields) {
        type.fields.push_back({std::move(field_name), shared(std::move(field_type))});
    }
    return DataType(std::move(type));
}

DataType enum_of(std::string name, std::vector<std::string> variants) {
    return DataType(EnumType{std::move(name), std::move(variants)});
}

DataType dyn_vector_of(DataType element, std::int32_t max_size) {
    return DataType(DynVectorType{shared(std::move(element)), max_size});
}

DataType simple_packet_of(DataType payload) {
    return DataType(SimplePacketType{shared(std::move(payload))});
}

std::string_view to_string(BasicType type) {
    switch (type) {
        case BasicType::q:
            return "Q";
        case BasicType::z:
            return "Z";
        case BasicType::n:
            return "N";
        case BasicType::n1:
            return "N1";
        case BasicType::c:
            return "C";
        case BasicType::boolean:
            return "boolean";
        case BasicType::void_:
            return "void";
        case BasicType::vec2:
            return "vec2";
        case BasicType::vec3:
            return "vec3";
    }
    return "?";
}

std::string describe(const DataType& type) {
    return std::visit(Describe{}, type.of);
}

std::string_view to_string(Direction direction) {
    switch (direction) {
        case Direction::input:
            return "INPUT";
        case Direction::output:
            return "OUTPUT";
        case Direction::io:
            return "IO";
    }
    return "?";
}

std::string_view to_string(PortType type) {
    return type == PortType::data ? "DATA" : "SOCKET";
}

bool operator==(const Port& a, const Port& b) {
    return std::tie(a.name, a.direction, a.data_type, a.port_type, a.allows_multiple_inputs,
                    a.optional, a.tags) == std::tie(b.name, b.direction, b.data_type, b.port_type,
                                                    b.allows_multiple_inputs, b.optional, b.tags);
}

const Port* ProgramInterface::find(std::string_view port_name) const {
    const auto found = std::find_if(ports.begin(), ports.end(),
                                    [&](const Port& port) { return port.name == port_name; });
    return found == ports.end() ? nullptr : &*found;
}

bool operator==(const ProgramInterface& a, const ProgramInterface& b) {
    return a.name == b.name && a.version == b.version && a.ports == b.ports;
}

}  // namespace ddc::interface
