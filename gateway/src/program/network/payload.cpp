// SPDX-License-Identifier: MIT
#include "payload.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <variant>

namespace gateway {

namespace interface = ddc::interface;
using interface::DataType;
using interface::ElementKind;

namespace {

constexpr std::int32_t any = std::numeric_limits<std::int32_t>::max();

std::uint64_t extended(std::int32_t value) noexcept {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

double real_of(std::uint64_t bits) noexcept {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

std::size_t bytes_of(ElementKind kind) noexcept {
    switch (kind) {
        case ElementKind::boolean:
            return 1;
        case ElementKind::int32:
            return 4;
        case ElementKind::real64:
            return 8;
        case ElementKind::string:
            break;  // no payload has one: Payload::has_text
    }
    return 0;
}

}  // namespace

/// Visits the elements of a type in the order of the table.
class Payload::RangeFinder {
  public:
    explicit RangeFinder(std::vector<Range>& out) : out_(out) {}

    void add(const DataType& type) {
        std::visit([this](const auto& alternative) { walk(alternative); }, type.of);
    }

  private:
    void walk(interface::BasicType type) {
        if (type == interface::BasicType::n) limit(0, any);
        if (type == interface::BasicType::n1) limit(1, any);
        next_ += interface::element_count(type);
    }
    void walk(const interface::VectorType& type) { repeat(*type.element, type.size); }
    void walk(const interface::MatrixType& type) {
        for (std::int32_t row = 0; row < type.rows; ++row) repeat(*type.element, type.columns);
    }
    void walk(const interface::StructType& type) {
        for (const interface::Field& field : type.fields) add(*field.type);
    }
    void walk(const interface::EnumType& type) {
        limit(0, static_cast<std::int32_t>(type.variants.size()) - 1);
        ++next_;
    }
    /// Elements after the length have no meaning, and no range.
    void walk(const interface::DynVectorType& type) {
        limit(0, type.max_size);
        next_ += interface::element_count(DataType(type));
    }
    void walk(const interface::SimplePacketType& type) {
        ++next_;
        add(*type.payload);
    }

    void repeat(const DataType& element, std::int32_t count) {
        for (std::int32_t i = 0; i < count; ++i) add(element);
    }
    void limit(std::int32_t min, std::int32_t max) { out_.push_back({next_, min, max}); }

    std::vector<Range>& out_;
    std::size_t next_ = 0;
};

Payload::Payload(const DataType& type) {
    for (const interface::Element& element : interface::elements(type)) {
        kinds_.push_back(element.kind);
        bytes_ += bytes_of(element.kind);
    }
    RangeFinder(ranges_).add(type);
}

bool Payload::has_text() const noexcept {
    return std::find(kinds_.begin(), kinds_.end(), ElementKind::string) != kinds_.end();
}

bool Payload::is_valid(const std::uint64_t* elements) const noexcept {
    return std::all_of(ranges_.begin(), ranges_.end(), [&](const Range& range) {
        const auto value = static_cast<std::int32_t>(elements[range.element]);
        return value >= range.min && value <= range.max;
    });
}

void Payload::load(const ddc::Group& group, std::size_t first,
                   std::uint64_t* elements) const noexcept {
    for (std::size_t i = 0; i < kinds_.size(); ++i)
        elements[i] = kinds_[i] == ElementKind::int32 ? extended(group.int32(first + i))
                                                      : group.item(first + i).bits;
}

void Payload::store(const std::uint64_t* elements, ddc::Group& group,
                    std::size_t first) const noexcept {
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        if (kinds_[i] == ElementKind::boolean) group.set(first + i, elements[i] != 0);
        if (kinds_[i] == ElementKind::int32)
            group.set(first + i, static_cast<std::int32_t>(elements[i]));
        if (kinds_[i] == ElementKind::real64) group.set(first + i, real_of(elements[i]));
    }
}

void Payload::encode(const std::uint64_t* elements, std::byte* data) const noexcept {
    for (std::size_t i = 0; i < kinds_.size(); ++i)
        for (std::size_t shift = 8 * bytes_of(kinds_[i]); shift > 0;) {
            shift -= 8;
            *data++ = static_cast<std::byte>(elements[i] >> shift);
        }
}

bool Payload::decode(const std::byte* data, std::uint64_t* elements) const noexcept {
    for (std::size_t i = 0; i < kinds_.size(); ++i) {
        std::uint64_t value = 0;
        for (std::size_t left = bytes_of(kinds_[i]); left > 0; --left)
            value = value << 8U | std::to_integer<std::uint64_t>(*data++);
        if (kinds_[i] == ElementKind::boolean && value > 1) return false;
        if (kinds_[i] == ElementKind::real64 && !std::isfinite(real_of(value))) return false;
        elements[i] =
            kinds_[i] == ElementKind::int32 ? extended(static_cast<std::int32_t>(value)) : value;
    }
    return is_valid(elements);
}

}  // namespace gateway
