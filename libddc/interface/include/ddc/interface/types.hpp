// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ddc::interface {

/// The types without parameters. Q is a double; Z, N and N1 are 32-bit integers (N from 0, N1 from
/// 1).
enum class BasicType { q, z, n, n1, c, boolean, void_, vec2, vec3 };

struct DataType;

/// Shared and immutable, so that copying an interface is cheap. Never null.
using DataTypePtr = std::shared_ptr<const DataType>;

struct VectorType {
    DataTypePtr element;
    std::int32_t size;
};

struct MatrixType {
    DataTypePtr element;
    std::int32_t rows;
    std::int32_t columns;
};

struct Field {
    std::string name;
    DataTypePtr type;
};

/// Fields in declaration order, which is also their order in the table.
struct StructType {
    std::string name;
    std::vector<Field> fields;
};

struct EnumType {
    std::string name;
    std::vector<std::string> variants;
};

/// Between 0 and max_size elements.
struct DynVectorType {
    DataTypePtr element;
    std::int32_t max_size;
};

/// An address and a payload, transferred by a SOCKET port.
struct SimplePacketType {
    DataTypePtr payload;
};

/// The type of a port: one of the alternatives, which std::visit or std::get_if on `of`
/// distinguishes. A BasicType converts to it.
struct DataType {
    using Alternatives = std::variant<BasicType, VectorType, MatrixType, StructType, EnumType,
                                      DynVectorType, SimplePacketType>;

    DataType() = default;
    DataType(BasicType type) : of(type) {}
    explicit DataType(Alternatives alternative) : of(std::move(alternative)) {}

    Alternatives of = BasicType::void_;
};

/// Deep comparison.
bool operator==(const DataType& a, const DataType& b);
inline bool operator!=(const DataType& a, const DataType& b) {
    return !(a == b);
}

DataType vector_of(DataType element, std::int32_t size);
DataType matrix_of(DataType element, std::int32_t rows, std::int32_t columns);
DataType struct_of(std::string name, std::vector<std::pair<std::string, DataType>> fields);
DataType enum_of(std::string name, std::vector<std::string> variants);
DataType dyn_vector_of(DataType element, std::int32_t max_size);
DataType simple_packet_of(DataType payload);

/// The JSON name of a basic type: `Q`, `Z`, `N`, `N1`, `C`, `boolean`, `void`, `vec2`, `vec3`.
std::string_view to_string(BasicType type);

/// One line for a message: `Q`, `vector of 10 Q`, `matrix of 2 x 3 Q`, `struct Pose`, ...
std::string describe(const DataType& type);

/// As seen from the program. IO is both an input and an output.
enum class Direction { input, output, io };

/// DATA ports hold one value that is overwritten, SOCKET ports a queue of packets.
enum class PortType { data, socket };

std::string_view to_string(Direction direction);
std::string_view to_string(PortType type);

struct Port {
    std::string name;
    Direction direction = Direction::input;
    DataType data_type;
    PortType port_type = PortType::data;
    bool allows_multiple_inputs = false;
    bool optional = false;
    std::vector<std::string> tags;

    bool is_input() const { return direction != Direction::output; }
    bool is_output() const { return direction != Direction::input; }
};

bool operator==(const Port& a, const Port& b);
inline bool operator!=(const Port& a, const Port& b) {
    return !(a == b);
}

/// The version that `to_json` writes by default, and the newest supported one.
inline constexpr std::string_view current_version = "2.0";

/// The ports that a program offers in the table. A port is identified by its index in `ports`.
struct ProgramInterface {
    std::string name;
    std::string version{current_version};
    std::vector<Port> ports;

    /// The port of that name, or null.
    const Port* find(std::string_view port_name) const;
};

bool operator==(const ProgramInterface& a, const ProgramInterface& b);
inline bool operator!=(const ProgramInterface& a, const ProgramInterface& b) {
    return !(a == b);
}

}  // namespace ddc::interface
