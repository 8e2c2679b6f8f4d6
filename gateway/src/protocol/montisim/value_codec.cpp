// SPDX-License-Identifier: MIT
#include "value_codec.hpp"

#include <ddc/interface/elements.hpp>

#include <string>
#include <variant>

namespace gateway::montisim {

namespace interface = ddc::interface;
using interface::BasicType;
using interface::DataType;

namespace {

std::size_t as_size(std::int32_t number) {
    return static_cast<std::size_t>(number);
}

/// Visits the elements of a type in the order of their entries, and reads their values.
class ValueReader {
  public:
    ValueReader(PayloadReader& payload, ddc::Group& group, std::size_t first)
        : payload_(payload), group_(group), next_(first) {}

    void read(const DataType& type) {
        std::visit([this](const auto& alternative) { one(alternative); }, type.of);
    }

  private:
    void one(BasicType type) {
        switch (type) {
            case BasicType::q:
                return reals(1);
            case BasicType::c:
            case BasicType::vec2:
                return reals(2);
            case BasicType::vec3:
                return reals(3);
            case BasicType::z:
            case BasicType::n:
            case BasicType::n1:
                return integer();
            case BasicType::boolean:
                return group_.set(next_++, payload_.u8() != 0);
            case BasicType::void_:
                return;
        }
    }
    void one(const interface::VectorType& type) {
        const std::size_t end = next_ + as_size(type.size) * element_count(*type.element);
        repeat(*type.element, count(type.size));
        next_ = end;
    }
    void one(const interface::MatrixType& type) {
        repeat(*type.element, as_size(type.rows) * as_size(type.columns));
    }
    void one(const interface::StructType& type) {
        for (const interface::Field& field : type.fields) read(*field.type);
    }
    void one(const interface::EnumType& type) {
        const std::uint32_t index = payload_.u32();
        if (index >= type.variants.size())
            throw PacketError("its variant must be 0 to " +
                              std::to_string(type.variants.size() - 1) + ", is " +
                              std::to_string(static_cast<std::int32_t>(index)));
        group_.set(next_++, static_cast<std::int32_t>(index));
    }
    void one(const interface::DynVectorType& type) {
        const std::size_t end = next_ + 1 + as_size(type.max_size) * element_count(*type.element);
        const std::size_t used = count(type.max_size);
        group_.set(next_++, static_cast<std::int32_t>(used));
        repeat(*type.element, used);
        next_ = end;
    }
    void one(const interface::SimplePacketType& type) {
        const std::string_view address = payload_.text();
        if (address.size() > ddc::max_string_length)
            throw PacketError("its address must have " + std::to_string(ddc::max_string_length) +
                              " bytes or fewer, has " + std::to_string(address.size()));
        group_.text(next_++) = address;
        read(*type.payload);
    }

    std::size_t count(std::int32_t most) {
        const std::size_t count = payload_.u16();
        if (count > as_size(most))
            throw PacketError("it has " + std::to_string(count) + " elements, but the port has " +
                              std::to_string(most));
        return count;
    }
    void repeat(const DataType& type, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) read(type);
    }
    void integer() { group_.set(next_++, static_cast<std::int32_t>(payload_.u32())); }
    void reals(int count) {
        for (int i = 0; i < count; ++i) group_.set(next_++, payload_.f64());
    }

    PayloadReader& payload_;
    ddc::Group& group_;
    std::size_t next_;
};

/// The same for writing.
class ValueWriter {
  public:
    ValueWriter(const ddc::Group& group, std::size_t first, PacketBuffer& packet)
        : group_(group), next_(first), packet_(packet) {}

    void write(const DataType& type) {
        std::visit([this](const auto& alternative) { one(alternative); }, type.of);
    }

  private:
    void one(BasicType type) {
        switch (type) {
            case BasicType::q:
                return reals(1);
            case BasicType::c:
            case BasicType::vec2:
                return reals(2);
            case BasicType::vec3:
                return reals(3);
            case BasicType::z:
            case BasicType::n:
            case BasicType::n1:
                return integer();
            case BasicType::boolean:
                return packet_.u8(group_.boolean(next_++) ? 1 : 0);
            case BasicType::void_:
                return;
        }
    }
    void one(const interface::VectorType& type) {
        packet_.u16(static_cast<std::uint16_t>(type.size));
        repeat(*type.element, as_size(type.size));
    }
    void one(const interface::MatrixType& type) {
        repeat(*type.element, as_size(type.rows) * as_size(type.columns));
    }
    void one(const interface::StructType& type) {
        for (const interface::Field& field : type.fields) write(*field.type);
    }
    void one(const interface::EnumType&) { integer(); }
    void one(const interface::DynVectorType& type) {
        const std::size_t end = next_ + 1 + as_size(type.max_size) * element_count(*type.element);
        const std::int32_t used = group_.int32(next_++);
        if (used < 0 || used > type.max_size)
            throw PacketError("its length must be 0 to " + std::to_string(type.max_size) + ", is " +
                              std::to_string(used));
        packet_.u16(static_cast<std::uint16_t>(used));
        repeat(*type.element, as_size(used));
        next_ = end;
    }
    void one(const interface::SimplePacketType& type) {
        packet_.text(group_.text(next_++));
        write(*type.payload);
    }

    void repeat(const DataType& type, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) write(type);
    }
    void integer() { packet_.u32(static_cast<std::uint32_t>(group_.int32(next_++))); }
    void reals(int count) {
        for (int i = 0; i < count; ++i) packet_.f64(group_.real64(next_++));
    }

    const ddc::Group& group_;
    std::size_t next_;
    PacketBuffer& packet_;
};

}  // namespace

void read_value(const DataType& type, PayloadReader& payload, ddc::Group& group,
                std::size_t first) {
    ValueReader(payload, group, first).read(type);
}

void write_value(const DataType& type, const ddc::Group& group, std::size_t first,
                 PacketBuffer& packet) {
    ValueWriter(group, first, packet).write(type);
}

}  // namespace gateway::montisim
