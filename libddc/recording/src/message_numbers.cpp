// SPDX-License-Identifier: MIT
#include <ddc/recording/message_numbers.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

namespace ddc::recording {
namespace {

constexpr std::size_t most_numbers = 1'000'000;
constexpr std::size_t most_path_bytes = 64'000'000;

/// Number and bytes of the paths in a type. As doubles they cannot overflow; rounded values are
/// above the limits anyway.
struct PathExtent {
    double paths = 0, bytes = 0;
};

/// Total bytes of `[0]`, `[1]` and so on.
double index_bytes(double count) {
    double bytes = 3 * count;
    for (double first_longer = 10; first_longer < count; first_longer *= 10)
        bytes += count - first_longer;
    return bytes;
}

bool is_left_out(const FieldType& type) {
    const auto* primitive = std::get_if<Primitive>(&type.of);
    return type.arity == Arity::sequence ||
           (primitive != nullptr && *primitive == Primitive::string);
}

PathExtent path_extent(const MessageType& type);

PathExtent path_extent(const FieldType& type) {
    PathExtent extent{1, 0};
    if (is_left_out(type)) return extent;
    if (const auto* inner = std::get_if<MessageTypePtr>(&type.of)) {
        extent = path_extent(**inner);
        extent.bytes += extent.paths;  // a dot in each
    }
    if (type.arity == Arity::one) return extent;
    const auto count = static_cast<double>(type.size);
    return {count * extent.paths, count * extent.bytes + extent.paths * index_bytes(count)};
}

PathExtent path_extent(const MessageType& type) {
    PathExtent sum;
    for (const MessageField& field : type.fields) {
        const PathExtent extent = path_extent(field.type);
        sum.paths += extent.paths;
        sum.bytes += extent.bytes + extent.paths * static_cast<double>(field.name.size());
    }
    return sum;
}

/// Checks the limits before any path is made. @throws std::length_error
void limit_paths(const MessageType& type) {
    const PathExtent extent = path_extent(type);
    if (extent.paths > most_numbers)
        throw std::length_error("has more than " + std::to_string(most_numbers) + " numbers");
    if (extent.bytes > most_path_bytes)
        throw std::length_error("the names of its numbers have more than " +
                                std::to_string(most_path_bytes) + " bytes in all");
}

/// Makes the paths of all numbers.
class PathMaker {
  public:
    PathMaker(std::vector<std::string>& paths, std::vector<std::string>& left_out)
        : paths_(paths), left_out_(left_out) {}

    void add(const MessageType& type, const std::string& prefix) {
        for (const MessageField& field : type.fields) add(field.type, prefix + field.name);
    }

  private:
    void add(const FieldType& type, const std::string& path) {
        const auto* inner = std::get_if<MessageTypePtr>(&type.of);
        if (is_left_out(type)) {
            left_out_.push_back(path);
        } else if (type.arity == Arity::one) {
            add_one(inner, path);
        } else {
            for (std::size_t i = 0; i < type.size; ++i)
                add_one(inner, path + "[" + std::to_string(i) + "]");
        }
    }
    void add_one(const MessageTypePtr* inner, const std::string& path) {
        if (inner != nullptr)
            add(**inner, path + ".");
        else
            paths_.push_back(path);
    }

    std::vector<std::string>& paths_;
    std::vector<std::string>& left_out_;
};

/// Reads a message, and keeps the numbers of fields that are not within a sequence.
class NumberReader {
  public:
    NumberReader(CdrReader& reader, double* out) : reader_(reader), out_(out) {}

    void read(const MessageType& type, bool is_kept) {
        for (const MessageField& field : type.fields) read(field.type, is_kept);
    }

  private:
    void read(const FieldType& type, bool is_kept) {
        const auto* inner = std::get_if<MessageTypePtr>(&type.of);
        std::size_t count = type.arity == Arity::array ? type.size : 1;
        if (type.arity == Arity::sequence) {
            // The least size of a message is not computed here: it takes time for each field.
            count = reader_.count(inner != nullptr ? 1 : size_of(std::get<Primitive>(type.of)));
            is_kept = false;
        }
        if (inner != nullptr)
            for (std::size_t i = 0; i < count; ++i) read(**inner, is_kept);
        else
            read(std::get<Primitive>(type.of), count, is_kept);
    }

    void read(Primitive primitive, std::size_t count, bool is_kept) {
        switch (primitive) {
            case Primitive::boolean:
                return numbers<bool>(count, is_kept);
            case Primitive::uint8:
                return numbers<std::uint8_t>(count, is_kept);
            case Primitive::int8:
                return numbers<std::int8_t>(count, is_kept);
            case Primitive::uint16:
                return numbers<std::uint16_t>(count, is_kept);
            case Primitive::int16:
                return numbers<std::int16_t>(count, is_kept);
            case Primitive::uint32:
                return numbers<std::uint32_t>(count, is_kept);
            case Primitive::int32:
                return numbers<std::int32_t>(count, is_kept);
            case Primitive::uint64:
                return numbers<std::uint64_t>(count, is_kept);
            case Primitive::int64:
                return numbers<std::int64_t>(count, is_kept);
            case Primitive::float32:
                return numbers<float>(count, is_kept);
            case Primitive::float64:
                return numbers<double>(count, is_kept);
            case Primitive::string:
                for (std::size_t i = 0; i < count; ++i) reader_.text();
        }
    }

    template <class T>
    void numbers(std::size_t count, bool is_kept) {
        for (std::size_t i = 0; i < count; ++i) {
            T value{};
            reader_.numbers(&value, 1);
            if (is_kept) *out_++ = static_cast<double>(value);
        }
    }

    CdrReader& reader_;
    double* out_;
};

}  // namespace

MessageNumbers::MessageNumbers(MessageTypePtr type) : type_(std::move(type)) {
    limit_paths(*type_);
    PathMaker(paths_, left_out_).add(*type_, "");
}

void MessageNumbers::read(const std::byte* data, std::size_t size, double* out) const {
    CdrReader reader(data, size);
    NumberReader(reader, out).read(*type_, true);
    reader.end();
}

}  // namespace ddc::recording
