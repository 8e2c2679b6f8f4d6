// SPDX-License-Identifier: MIT
#include "type_reader.hpp"

#include <ddc/interface/elements.hpp>

#include <algorithm>
#include <set>

namespace ddc::interface {
namespace {

SizedType read_type(const Node& node, Notes& notes, std::size_t depth);

constexpr BasicType basic_types[] = {BasicType::q,     BasicType::z,    BasicType::n,
                                     BasicType::n1,    BasicType::c,    BasicType::boolean,
                                     BasicType::void_, BasicType::vec2, BasicType::vec3};

std::size_t counted(std::size_t elements) {
    return std::max<std::size_t>(elements, 1);
}

SizedType checked(const Node& node, DataType type, std::size_t elements) {
    if (elements > Limits::elements) {
        node.fail("has " + std::to_string(elements) + " elements, more than " +
                  std::to_string(Limits::elements));
    }
    return {std::move(type), elements};
}

SizedType read_basic(const Node& node, Notes& notes) {
    notes.unknown_keys(node, {"type", "base_type"});
    const Node base = node.at("base_type");
    const std::string name = base.string();
    for (const BasicType type : basic_types) {
        if (name == to_string(type)) return {type, counted(element_count(type))};
    }
    if (name == "double" || name == "int") {
        const BasicType type = name == "int" ? BasicType::z : BasicType::q;
        notes.add(base, in_quotes(name) + " is an older spelling of " + in_quotes(to_string(type)));
        return {type, 1};
    }
    base.fail(in_quotes(name) + " is not a basic type");
}

/// Reads the element type of a vector, matrix or dyn_vector. An existing program uses the key
/// `data_type` for it, which is accepted with a note.
/// @param sizes the other keys of the object, one or two
SizedType read_element(const Node& node, std::initializer_list<std::string_view> sizes,
                       Notes& notes, std::size_t depth) {
    const bool is_misspelt = node.find("base_type") == nullptr && node.find("data_type") != nullptr;
    const char* const key = is_misspelt ? "data_type" : "base_type";
    const Node element = node.at(key);
    if (is_misspelt) notes.add(element, "is a misspelling of base_type");
    const std::string_view second = sizes.size() > 1 ? sizes.begin()[1] : sizes.begin()[0];
    notes.unknown_keys(node, {"type", key, sizes.begin()[0], second});
    return read_type(element, notes, depth + 1);
}

SizedType read_vector(const Node& node, Notes& notes, std::size_t depth) {
    SizedType element = read_element(node, {"size"}, notes, depth);
    const std::int32_t size = node.at("size").size();
    const std::size_t elements = static_cast<std::size_t>(size) * element.elements;
    return checked(node, vector_of(std::move(element.type), size), elements);
}

SizedType read_matrix(const Node& node, Notes& notes, std::size_t depth) {
    SizedType element = read_element(node, {"rows", "columns"}, notes, depth);
    const std::int32_t rows = node.at("rows").size();
    const std::int32_t columns = node.at("columns").size();
    const std::size_t elements =
        static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * element.elements;
    return checked(node, matrix_of(std::move(element.type), rows, columns), elements);
}

SizedType read_dyn_vector(const Node& node, Notes& notes, std::size_t depth) {
    SizedType element = read_element(node, {"max_size"}, notes, depth);
    const std::int32_t max_size = node.at("max_size").size();
    const std::size_t elements = 1 + static_cast<std::size_t>(max_size) * element.elements;
    return checked(node, dyn_vector_of(std::move(element.type), max_size), elements);
}

SizedType read_simple_packet(const Node& node, Notes& notes, std::size_t depth) {
    notes.unknown_keys(node, {"type", "payloadType"});
    SizedType payload = read_type(node.at("payloadType"), notes, depth + 1);
    const std::size_t elements = 1 + payload.elements;
    return checked(node, simple_packet_of(std::move(payload.type)), elements);
}

using Fields = std::vector<std::pair<std::string, DataType>>;

/// The older form of a struct's fields: two arrays of the same length.
std::size_t read_old_fields(const Node& node, Fields& fields, Notes& notes, std::size_t depth) {
    const Node names = node.at("field_names");
    const Node types = node.at("field_types");
    notes.add(names, "with field_types is an older spelling of fields");
    names.require_array(Limits::keys);
    types.require_array(Limits::keys);
    if (names.json().size() != types.json().size()) {
        types.fail("must have as many elements as field_names, " +
                   std::to_string(names.json().size()) + ", has " +
                   std::to_string(types.json().size()));
    }
    std::size_t elements = 0;
    std::set<std::string> known;
    for (std::size_t i = 0; i < names.json().size(); ++i) {
        const Node name = names.at(i);
        if (!known.insert(name.name()).second) name.fail(in_quotes(name.name()) + " appears twice");
        SizedType type = read_type(types.at(i), notes, depth + 1);
        fields.emplace_back(name.name(), std::move(type.type));
        elements += type.elements;
    }
    return elements;
}

std::size_t read_fields(const Node& node, Fields& fields, Notes& notes, std::size_t depth) {
    node.require_object();
    std::size_t elements = 0;
    for (auto member = node.json().begin(); member != node.json().end(); ++member) {
        SizedType type = read_type(node.at(member.key()), notes, depth + 1);
        fields.emplace_back(member.key(), std::move(type.type));
        elements += type.elements;
    }
    return elements;
}

SizedType read_struct(const Node& node, Notes& notes, std::size_t depth) {
    Fields fields;
    std::size_t elements = 0;
    if (node.find("fields") == nullptr && node.find("field_names") != nullptr) {
        notes.unknown_keys(node, {"type", "name", "field_names", "field_types"});
        elements = read_old_fields(node, fields, notes, depth);
    } else {
        notes.unknown_keys(node, {"type", "name", "fields"});
        elements = read_fields(node.at("fields"), fields, notes, depth);
    }
    return checked(node, struct_of(node.at("name").name(), std::move(fields)), counted(elements));
}

SizedType read_enum(const Node& node, Notes& notes) {
    notes.unknown_keys(node, {"type", "name", "variants", "size"});
    const Node variants = node.at("variants");
    std::vector<std::string> names = variants.strings(Limits::enum_variants);
    if (names.empty()) variants.fail("must not be empty");
    std::set<std::string> known;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (known.insert(names[i]).second) continue;
        variants.at(i).fail(in_quotes(names[i]) + " appears twice");
    }
    // The size of a value in other encodings, in bytes. It is checked, but not used.
    if (node.find("size")) node.at("size").size();
    return {enum_of(node.at("name").name(), std::move(names)), 1};
}

SizedType read_type(const Node& node, Notes& notes, std::size_t depth) {
    if (depth == Limits::type_depth) {
        node.fail("is nested more than " + std::to_string(Limits::type_depth) + " types deep");
    }
    node.require_object();
    const Node type = node.at("type");
    if (node.json().begin().key() != "type") {
        notes.add(type, "is not the first key; some readers require that");
    }
    const std::string name = type.string();
    if (name == "basic") return read_basic(node, notes);
    if (name == "vector") return read_vector(node, notes, depth);
    if (name == "matrix") return read_matrix(node, notes, depth);
    if (name == "struct") return read_struct(node, notes, depth);
    if (name == "enum") return read_enum(node, notes);
    if (name == "dyn_vector") return read_dyn_vector(node, notes, depth);
    if (name == "simple_packet") return read_simple_packet(node, notes, depth);
    type.fail(in_quotes(name) + " is not a data type");
}

}  // namespace

SizedType read_type(const Node& node, Notes& notes) {
    return read_type(node, notes, 0);
}

}  // namespace ddc::interface
