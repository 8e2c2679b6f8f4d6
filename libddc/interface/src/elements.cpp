// SPDX-License-Identifier: MIT
#include <ddc/interface/elements.hpp>

namespace ddc::interface {
namespace {

std::size_t count_of(BasicType type) {
    switch (type) {
        case BasicType::void_:
            return 0;
        case BasicType::c:
        case BasicType::vec2:
            return 2;
        case BasicType::vec3:
            return 3;
        default:
            return 1;
    }
}

struct Count {
    std::size_t operator()(BasicType type) const { return count_of(type); }
    std::size_t operator()(const VectorType& type) const {
        return static_cast<std::size_t>(type.size) * element_count(*type.element);
    }
    std::size_t operator()(const MatrixType& type) const {
        return static_cast<std::size_t>(type.rows) * static_cast<std::size_t>(type.columns) *
               element_count(*type.element);
    }
    std::size_t operator()(const StructType& type) const {
        std::size_t count = 0;
        for (const Field& field : type.fields) count += element_count(*field.type);
        return count;
    }
    std::size_t operator()(const EnumType&) const { return 1; }
    std::size_t operator()(const DynVectorType& type) const {
        return 1 + static_cast<std::size_t>(type.max_size) * element_count(*type.element);
    }
    std::size_t operator()(const SimplePacketType& type) const {
        return 1 + element_count(*type.payload);
    }
};

/// Appends the elements of a type, whose names all start with `prefix`.
class Flattener {
  public:
    explicit Flattener(std::vector<Element>& out) : out_(out) {}

    void add(const DataType& type, const std::string& prefix) {
        std::visit([&](const auto& alternative) { flatten(alternative, prefix); }, type.of);
    }

  private:
    void flatten(BasicType type, const std::string& prefix) {
        switch (type) {
            case BasicType::q:
                return push(prefix, ElementKind::real64);
            case BasicType::z:
            case BasicType::n:
            case BasicType::n1:
                return push(prefix, ElementKind::int32);
            case BasicType::boolean:
                return push(prefix, ElementKind::boolean);
            case BasicType::void_:
                return;
            case BasicType::c:
                return push_reals(prefix, {".re", ".im"});
            case BasicType::vec2:
                return push_reals(prefix, {".x", ".y"});
            case BasicType::vec3:
                return push_reals(prefix, {".x", ".y", ".z"});
        }
    }
    void flatten(const VectorType& type, const std::string& prefix) {
        repeat(*type.element, type.size, prefix);
    }
    void flatten(const MatrixType& type, const std::string& prefix) {
        for (std::int32_t row = 0; row < type.rows; ++row) {
            repeat(*type.element, type.columns, prefix + "[" + std::to_string(row) + "]");
        }
    }
    void flatten(const StructType& type, const std::string& prefix) {
        for (const Field& field : type.fields) add(*field.type, prefix + "." + field.name);
    }
    void flatten(const EnumType&, const std::string& prefix) { push(prefix, ElementKind::int32); }
    void flatten(const DynVectorType& type, const std::string& prefix) {
        push(prefix + ".length", ElementKind::int32);
        repeat(*type.element, type.max_size, prefix);
    }
    void flatten(const SimplePacketType& type, const std::string& prefix) {
        push(prefix + ".address", ElementKind::string);
        add(*type.payload, prefix + ".payload");
    }

    void repeat(const DataType& element, std::int32_t count, const std::string& prefix) {
        for (std::int32_t i = 0; i < count; ++i) {
            add(element, prefix + "[" + std::to_string(i) + "]");
        }
    }
    void push_reals(const std::string& prefix, std::initializer_list<const char*> suffixes) {
        for (const char* suffix : suffixes) push(prefix + suffix, ElementKind::real64);
    }
    void push(std::string name, ElementKind kind) { out_.push_back({std::move(name), kind}); }

    std::vector<Element>& out_;
};

}  // namespace

std::string_view to_string(ElementKind kind) {
    switch (kind) {
        case ElementKind::real64:
            return "real64";
        case ElementKind::int32:
            return "int32";
        case ElementKind::boolean:
            return "boolean";
        case ElementKind::string:
            return "string";
    }
    return "?";
}

std::size_t element_count(const DataType& type) {
    return std::visit(Count{}, type.of);
}

std::vector<Element> elements(const DataType& type) {
    std::vector<Element> result;
    result.reserve(element_count(type));
    Flattener(result).add(type, "");
    return result;
}

}  // namespace ddc::interface
