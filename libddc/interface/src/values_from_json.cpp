// SPDX-License-Identifier: MIT
#include "path.hpp"

#include <ddc/interface/chunks.hpp>
#include <ddc/interface/elements.hpp>
#include <ddc/interface/values.hpp>

#include <nlohmann/json.hpp>

#include <limits>

namespace ddc::interface {
namespace {

using Json = nlohmann::json;

[[noreturn]] void fail(const Path& path, const std::string& what) {
    throw InterfaceError(path.text(), what);
}

[[noreturn]] void fail_type(const Path& path, const std::string& wanted, const Json& json) {
    fail(path, "must be " + wanted + ", is " + json.type_name());
}

double real_of(const Json& json, const Path& path) {
    if (json.is_number()) return json.get<double>();
    if (json == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (json == "inf") return std::numeric_limits<double>::infinity();
    if (json == "-inf") return -std::numeric_limits<double>::infinity();
    fail_type(path, "a number", json);
}

std::int32_t integer_of(const Json& json, std::int32_t min, std::int32_t max, const Path& path) {
    if (!json.is_number_integer()) fail_type(path, "a whole number", json);
    // Above int64 a number is unsigned and must not be read as signed.
    const bool is_huge =
        json.is_number_unsigned() && json.get<std::uint64_t>() > static_cast<std::uint64_t>(max);
    const std::int64_t number = is_huge ? 0 : json.get<std::int64_t>();
    if (is_huge || number < min || number > max) {
        fail(path, "must be " + std::to_string(min) + " to " + std::to_string(max) + ", is " +
                       json.dump());
    }
    return static_cast<std::int32_t>(number);
}

std::int32_t min_of(BasicType type) {
    if (type == BasicType::n) return 0;
    return type == BasicType::n1 ? 1 : std::numeric_limits<std::int32_t>::min();
}

/// True if the JSON of such an element can be mistaken for a length before the elements.
bool looks_like_a_number(const DataType& type) {
    const BasicType* const basic = std::get_if<BasicType>(&type.of);
    return basic != nullptr && (*basic == BasicType::q || *basic == BasicType::z ||
                                *basic == BasicType::n || *basic == BasicType::n1);
}

bool has_length_in_front(const Json& array) {
    return !array.empty() && array.front().is_number_integer() && array.front() == array.size() - 1;
}

/// Appends the elements of each part of a value while it walks the type.
class ValueReader {
  public:
    ValueReader(ElementValues& out, Lengths lengths) : out_(out), lengths_(lengths) {}

    void read(const DataType& type, const Json& json, const Path& path) {
        std::visit([&](const auto& alternative) { one(alternative, json, path); }, type.of);
    }

  private:
    void one(BasicType type, const Json& json, const Path& path) {
        switch (type) {
            case BasicType::q:
                out_.emplace_back(real_of(json, path));
                return;
            case BasicType::z:
            case BasicType::n:
            case BasicType::n1:
                integer(json, min_of(type), path);
                return;
            case BasicType::boolean:
                if (!json.is_boolean()) fail_type(path, "a boolean", json);
                out_.emplace_back(json.get<bool>());
                return;
            case BasicType::void_:
                if (!json.is_null()) fail_type(path, "null", json);
                return;
            case BasicType::c:
            case BasicType::vec2:
                array(BasicType::q, 2, json, 0, path);
                return;
            case BasicType::vec3:
                array(BasicType::q, 3, json, 0, path);
                return;
        }
    }

    void one(const VectorType& type, const Json& json, const Path& path) {
        const auto size = static_cast<std::size_t>(type.size);
        const bool with_length =
            requires_length(json, path) ||
            (json.is_array() && json.size() == size + 1 && has_length_in_front(json));
        array(*type.element, size, json, with_length ? 1 : 0, path);
    }

    void one(const MatrixType& type, const Json& json, const Path& path) {
        require_array(json, static_cast<std::size_t>(type.rows), path);
        for (std::size_t row = 0; row < json.size(); ++row) {
            array(*type.element, static_cast<std::size_t>(type.columns), json[row], 0,
                  Path(path, row));
        }
    }

    void one(const StructType& type, const Json& json, const Path& path) {
        require_array(json, type.fields.size(), path);
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            read(*type.fields[i].type, json[i], Path(path, type.fields[i].name));
        }
    }

    void one(const EnumType& type, const Json& json, const Path& path) {
        if (!json.is_string()) fail_type(path, "the name of a variant", json);
        for (std::size_t i = 0; i < type.variants.size(); ++i) {
            if (json != type.variants[i]) continue;
            out_.emplace_back(static_cast<std::int32_t>(i));
            return;
        }
        fail(path, "is not a variant of enum " + type.name);
    }

    void one(const DynVectorType& type, const Json& json, const Path& path) {
        if (!json.is_array()) fail_type(path, "an array", json);
        const auto max_size = static_cast<std::size_t>(type.max_size);
        const bool with_length =
            requires_length(json, path) ||
            (has_length_in_front(json) &&
             (!looks_like_a_number(*type.element) || json.size() == max_size + 1));
        const std::size_t used = json.size() - (with_length ? 1 : 0);
        if (used > max_size) {
            fail(path, "must have " + std::to_string(max_size) + " elements or fewer, has " +
                           std::to_string(used));
        }
        out_.emplace_back(static_cast<std::int32_t>(used));
        array(*type.element, used, json, with_length ? 1 : 0, path);
        const ElementValues unused = default_values(*type.element);
        for (std::size_t i = used; i < max_size; ++i) {
            out_.insert(out_.end(), unused.begin(), unused.end());
        }
    }

    void one(const SimplePacketType& type, const Json& json, const Path& path) {
        require_array(json, 2, path);
        const Path address_path(path, "address");
        if (!json[0].is_string()) fail_type(address_path, "a string", json[0]);
        auto address = json[0].get<std::string>();
        if (address.size() > max_chunk_size) {
            fail(address_path, "must be " + std::to_string(max_chunk_size) +
                                   " bytes or shorter, is " + std::to_string(address.size()));
        }
        out_.emplace_back(std::move(address));
        read(*type.payload, json[1], Path(path, "payload"));
    }

    /// @return true if the array must begin with the length; it does then
    bool requires_length(const Json& json, const Path& path) const {
        if (lengths_ != Lengths::required) return false;
        if (!json.is_array() || !has_length_in_front(json))
            fail(path, "must be an array that begins with the number of its elements");
        return true;
    }

    void integer(const Json& json, std::int32_t min, const Path& path) {
        out_.emplace_back(integer_of(json, min, std::numeric_limits<std::int32_t>::max(), path));
    }

    /// Reads `size` elements of an array, beginning with the index `first`.
    void array(const DataType& type, std::size_t size, const Json& json, std::size_t first,
               const Path& path) {
        require_array(json, size + first, path);
        for (std::size_t i = first; i < json.size(); ++i) {
            read(type, json[i], Path(path, i - first));
        }
    }

    static void require_array(const Json& json, std::size_t size, const Path& path) {
        if (!json.is_array()) fail_type(path, "an array", json);
        if (json.size() != size) {
            fail(path, "must have " + std::to_string(size) + " elements, has " +
                           std::to_string(json.size()));
        }
    }

    ElementValues& out_;
    Lengths lengths_;
};

ElementValue default_of(ElementKind kind) {
    switch (kind) {
        case ElementKind::real64:
            return 0.0;
        case ElementKind::int32:
            return std::int32_t{0};
        case ElementKind::boolean:
            return false;
        case ElementKind::string:
            return std::string();
    }
    return {};
}

}  // namespace

ElementValues value_from_json(const DataType& type, const nlohmann::json& value, Lengths lengths) {
    ElementValues values;
    values.reserve(element_count(type));
    ValueReader(values, lengths).read(type, value, Path());
    return values;
}

ElementValues default_values(const DataType& type) {
    ElementValues values;
    for (const Element& element : elements(type)) values.push_back(default_of(element.kind));
    return values;
}

}  // namespace ddc::interface
