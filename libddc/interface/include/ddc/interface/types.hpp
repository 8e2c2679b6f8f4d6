// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// The interface of VCG programs: its description as JSON, its place in the table, and a program's
/// side of the protocol.
namespace ddc::interface {

/// The types without parameters. Q is a double; Z, N and N1 are 32-bit integers (N from 0, N1 from
/// 1).
enum class BasicType { q, z, n, n1, c, boolean, void_, vec2, vec3 };

struct DataType;

/// Shared and immutable, so that copying an interface is cheap. Never null.
using DataTypePtr = std::shared_ptr<const DataType>;

/// A fixed number of elements.
struct VectorType {
    DataTypePtr element;
    std::int32_t size;  ///< number of elements, 1 or more
};

/// A fixed number of elements in rows and columns, row after row in the table.
struct MatrixType {
    DataTypePtr element;
    std::int32_t rows;     ///< 1 or more
    std::int32_t columns;  ///< 1 or more
};

/// A field of a struct. Names are unique within the struct.
struct Field {
    std::string name;
    DataTypePtr type;
};

/// Fields in declaration order, which is also their order in the table.
struct StructType {
    std::string name;
    std::vector<Field> fields;
};

/// One of several names. The entry contains the index of the variant, from 0.
struct EnumType {
    std::string name;
    std::vector<std::string> variants;  ///< unique, in the order of their indices
};

/// Between 0 and max_size elements.
struct DynVectorType {
    DataTypePtr element;
    std::int32_t max_size;  ///< 1 or more
};

/// An address and a payload, transferred by a SOCKET port.
struct SimplePacketType {
    DataTypePtr payload;
};

/// The type of a port: one of the alternatives, which std::visit or std::get_if on `of`
/// distinguishes. A BasicType converts to it.
struct DataType {
    /// BasicType, and one struct for each kind of type with parameters.
    using Alternatives = std::variant<BasicType, VectorType, MatrixType, StructType, EnumType,
                                      DynVectorType, SimplePacketType>;

    DataType() = default;
    /// A type without parameters.
    DataType(BasicType type) : of(type) {}
    /// A type of any kind. Precondition: no DataTypePtr in it is null.
    explicit DataType(Alternatives alternative) : of(std::move(alternative)) {}

    Alternatives of = BasicType::void_;
};

/// Compares types with all their parts, names included.
bool operator==(const DataType& a, const DataType& b);
/// The inverse of ==.
inline bool operator!=(const DataType& a, const DataType& b) {
    return !(a == b);
}

/// A vector of `size` elements. Precondition of this function, matrix_of and dyn_vector_of: sizes
/// are 1 or more.
DataType vector_of(DataType element, std::int32_t size);
/// A matrix with that number of rows and columns.
DataType matrix_of(DataType element, std::int32_t rows, std::int32_t columns);
/// A struct with these fields (name and type), in this order.
DataType struct_of(std::string name, std::vector<std::pair<std::string, DataType>> fields);
/// An enum whose first variant has the index 0.
DataType enum_of(std::string name, std::vector<std::string> variants);
/// A vector of 0 to `max_size` elements.
DataType dyn_vector_of(DataType element, std::int32_t max_size);
/// The type of a SOCKET port whose packets have this payload.
DataType simple_packet_of(DataType payload);

/// The JSON name of a basic type: `Q`, `Z`, `N`, `N1`, `C`, `boolean`, `void`, `vec2`, `vec3`.
std::string_view to_string(BasicType type);

/// One line for a message: `Q`, `vector of 10 Q`, `matrix of 2 x 3 Q`, `struct Pose`, ...
std::string describe(const DataType& type);

/// As seen from the program. IO is both an input and an output.
enum class Direction { input, output, io };

/// DATA ports hold one value that is overwritten, SOCKET ports a queue of packets.
enum class PortType { data, socket };

/// The JSON name: `INPUT`, `OUTPUT` or `IO`.
std::string_view to_string(Direction direction);
/// The JSON name: `DATA` or `SOCKET`.
std::string_view to_string(PortType type);

/// One named value, or one pair of queues, that a program shares with the other side.
struct Port {
    std::string name;  ///< unique in the interface, 1 to Limits::name_length bytes
    Direction direction = Direction::input;
    DataType data_type;
    PortType port_type = PortType::data;
    bool allows_multiple_inputs = false;  ///< for simulators; not evaluated here
    bool optional = false;                ///< the program also runs without this port
    std::vector<std::string> tags;        ///< words for simulators; not evaluated here

    /// True for INPUT and IO.
    bool is_input() const { return direction != Direction::output; }
    /// True for OUTPUT and IO.
    bool is_output() const { return direction != Direction::input; }
};

/// Compares all members.
bool operator==(const Port& a, const Port& b);
/// The inverse of ==.
inline bool operator!=(const Port& a, const Port& b) {
    return !(a == b);
}

/// The version that `to_json` writes by default, and the newest supported one.
inline constexpr std::string_view current_version = "2.0";

/// The ports that a program offers in the table. A port is identified by its index in `ports`.
struct ProgramInterface {
    std::string name;
    std::string version{current_version};  ///< `0.0`, `1.0` or `2.0`
    std::vector<Port> ports;

    /// The port of that name, or null. Valid until `ports` changes.
    const Port* find(std::string_view port_name) const;
};

/// Compares name, version and ports with their order.
bool operator==(const ProgramInterface& a, const ProgramInterface& b);
/// The inverse of ==.
inline bool operator!=(const ProgramInterface& a, const ProgramInterface& b) {
    return !(a == b);
}

}  // namespace ddc::interface
