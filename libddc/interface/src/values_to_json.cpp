// SPDX-License-Identifier: MIT
#include "path.hpp"

#include <ddc/interface/elements.hpp>
#include <ddc/interface/values.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ddc::interface {
namespace {

using Json = nlohmann::json;

Json json_of_real(double value) {
    if (std::isfinite(value)) return value;
    if (std::isnan(value)) return "nan";
    return value > 0 ? "inf" : "-inf";
}

/// Takes the next values from the list while it walks the type.
class ValueWriter {
  public:
    ValueWriter(const ElementValues& values, Lengths lengths)
        : values_(values), lengths_(lengths) {}

    Json write(const DataType& type, const Path& path) {
        return std::visit([&](const auto& alternative) { return one(alternative, path); }, type.of);
    }

  private:
    Json one(BasicType type, const Path& path) {
        switch (type) {
            case BasicType::q:
                return real(path);
            case BasicType::z:
            case BasicType::n:
            case BasicType::n1:
                return element<std::int32_t>(path);
            case BasicType::boolean:
                return element<bool>(path);
            case BasicType::void_:
                return nullptr;
            case BasicType::c:
            case BasicType::vec2:
                return reals(2, path);
            case BasicType::vec3:
                return reals(3, path);
        }
        return nullptr;
    }

    Json one(const VectorType& type, const Path& path) {
        return vector(*type.element, type.size, path);
    }

    Json one(const MatrixType& type, const Path& path) {
        Json rows = Json::array();
        for (std::int32_t row = 0; row < type.rows; ++row) {
            rows.push_back(
                array(*type.element, type.columns, Path(path, static_cast<std::size_t>(row))));
        }
        return rows;
    }

    Json one(const StructType& type, const Path& path) {
        Json fields = Json::array();
        for (const Field& field : type.fields) {
            fields.push_back(write(*field.type, Path(path, field.name)));
        }
        return fields;
    }

    Json one(const EnumType& type, const Path& path) {
        const Json index = element<std::int32_t>(path);
        if (index.is_null()) return nullptr;
        const auto variants = static_cast<std::int32_t>(type.variants.size());
        const auto number = index.get<std::int32_t>();
        if (number < 0 || number >= variants) {
            throw InterfaceError(path.text(), "must be the index of a variant, 0 to " +
                                                  std::to_string(variants - 1) + ", is " +
                                                  std::to_string(number));
        }
        return type.variants[static_cast<std::size_t>(number)];
    }

    Json one(const DynVectorType& type, const Path& path) {
        const Json length = element<std::int32_t>(path);
        const std::size_t end =
            next_ + static_cast<std::size_t>(type.max_size) * element_count(*type.element);
        Json result;
        if (!length.is_null()) {
            const auto used = length.get<std::int32_t>();
            if (used < 0 || used > type.max_size) {
                throw InterfaceError(path.text(), "length must be 0 to " +
                                                      std::to_string(type.max_size) + ", is " +
                                                      std::to_string(used));
            }
            result = vector(*type.element, used, path);
        }
        next_ = end;
        return result;
    }

    Json one(const SimplePacketType& type, const Path& path) {
        Json packet = Json::array();
        packet.push_back(element<std::string>(Path(path, "address")));
        packet.push_back(write(*type.payload, Path(path, "payload")));
        return packet;
    }

    Json vector(const DataType& type, std::int32_t size, const Path& path) {
        Json result = array(type, size, path);
        if (lengths_ == Lengths::required) result.insert(result.begin(), size);
        return result;
    }

    Json array(const DataType& type, std::int32_t size, const Path& path) {
        Json result = Json::array();
        for (std::int32_t i = 0; i < size; ++i) {
            result.push_back(write(type, Path(path, static_cast<std::size_t>(i))));
        }
        return result;
    }

    Json reals(int count, const Path& path) {
        Json result = Json::array();
        for (int i = 0; i < count; ++i) {
            result.push_back(real(Path(path, static_cast<std::size_t>(i))));
        }
        return result;
    }

    Json real(const Path& path) {
        const Json value = element<double>(path);
        return value.is_null() ? value : json_of_real(value.get<double>());
    }

    template <typename T>
    Json element(const Path& path) {
        const ElementValue& value = values_[next_++];
        if (std::holds_alternative<std::monostate>(value)) return nullptr;
        const T* const typed = std::get_if<T>(&value);
        if (typed == nullptr) {
            const auto kind = static_cast<ElementKind>(value.index() - 1);
            throw InterfaceError(path.text(), "holds " + std::string(to_string(kind)) +
                                                  ", which does not match its type");
        }
        return *typed;
    }

    const ElementValues& values_;
    Lengths lengths_;
    std::size_t next_ = 0;
};

}  // namespace

nlohmann::json value_to_json(const DataType& type, const ElementValues& values, Lengths lengths) {
    const std::size_t expected = element_count(type);
    if (values.size() != expected) {
        throw InterfaceError("", "must have " + std::to_string(expected) + " elements, has " +
                                     std::to_string(values.size()));
    }
    return ValueWriter(values, lengths).write(type, Path());
}

}  // namespace ddc::interface
