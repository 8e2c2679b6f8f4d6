// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/cdr_stream.hpp>
#include <ddc/recording/fields.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

/// Converts messages to CDR bytes and back. All publishers send these bytes unchanged.
namespace ddc::recording {

/// A message in CDR, with its encapsulation header.
using Bytes = std::vector<std::byte>;

/// Number of doubles in a type that consists only of doubles, at any depth; 0 for any other type.
/// Such a type has the same bytes in memory and in CDR.
template <class T>
struct DoublesIn {
    /// The sum over the fields of a message; 0 if one of them is not of doubles.
    template <class... F>
    static constexpr std::size_t sum(const F&... /*fields*/) {
        const bool all = (... && (DoublesIn<typename F::Value>::count > 0));
        return all ? (DoublesIn<typename F::Value>::count + ...) : 0;
    }
    /// See `count`.
    static constexpr std::size_t count_of() {
        if constexpr (std::is_arithmetic_v<T>)
            return std::is_same_v<T, double> ? 1 : 0;
        else
            return std::apply([](const auto&... fields) { return sum(fields...); },
                              Fields<T>::members);
    }
    static constexpr std::size_t count = count_of();  ///< number of doubles, or 0
};

template <>
struct DoublesIn<std::string> {
    static constexpr std::size_t count = 0;
};
template <class T>
struct DoublesIn<std::vector<T>> {
    static constexpr std::size_t count = 0;
};
template <class T, std::size_t N>
struct DoublesIn<std::array<T, N>> {
    static constexpr std::size_t count = N * DoublesIn<T>::count;
};

/// True if the type can be copied to CDR as doubles.
template <class T>
inline constexpr bool is_doubles =
    DoublesIn<T>::count > 0 &&
    sizeof(T) == DoublesIn<T>::count * sizeof(double) && std::is_trivially_copyable_v<T>;

/// Passes the fields of a message to a CdrSizer or a CdrWriter.
template <class Stream>
class CdrOut {
  public:
    /// `stream` must outlive it.
    explicit CdrOut(Stream& stream) : stream_(stream) {}

    /// Passes on a number, a bool, or a message field by field.
    template <class T>
    void put(const T& value) {
        if constexpr (is_doubles<T>)
            stream_.numbers(reinterpret_cast<const double*>(&value), DoublesIn<T>::count);
        else if constexpr (std::is_arithmetic_v<T>)
            stream_.numbers(&value, 1);
        else
            for_each_field<T>([&](const auto& field) { put(value.*field.member); });
    }
    /// Precondition: no byte of the text is 0.
    void put(const std::string& value) { stream_.text(value); }
    /// Passes on the elements; their number is not written.
    template <class T, std::size_t N>
    void put(const std::array<T, N>& values) {
        put_all(values.data(), N);
    }
    /// Passes on the number of elements as uint32, then the elements.
    template <class T>
    void put(const std::vector<T>& values) {
        put(static_cast<std::uint32_t>(values.size()));
        put_all(values.data(), values.size());
    }

  private:
    template <class T>
    void put_all(const T* first, std::size_t count) {
        if constexpr (std::is_arithmetic_v<T>)
            stream_.numbers(first, count);
        else
            for (std::size_t i = 0; i < count; ++i) put(first[i]);
    }

    Stream& stream_;
};

/// Reads the fields of a message from a CdrReader.
class CdrIn {
  public:
    /// `reader` must outlive this object.
    explicit CdrIn(CdrReader& reader) : reader_(reader) {}

    /// Reads a number, a bool, or a message field by field.
    /// @throws CdrError as CdrReader does, here and below; `value` may then be incomplete
    template <class T>
    void get(T& value) {
        if constexpr (is_doubles<T>)
            reader_.numbers(reinterpret_cast<double*>(&value), DoublesIn<T>::count);
        else if constexpr (std::is_arithmetic_v<T>)
            reader_.numbers(&value, 1);
        else
            for_each_field<T>([&](const auto& field) { get(value.*field.member); });
    }
    /// Reads a text without its final 0.
    void get(std::string& value) { value = reader_.text(); }
    /// Reads exactly N elements.
    template <class T, std::size_t N>
    void get(std::array<T, N>& values) {
        get_all(values.data(), N);
    }
    /// Reads any number of elements; one that the bytes cannot contain allocates nothing.
    template <class T>
    void get(std::vector<T>& values) {
        values.resize(reader_.count(least_size(MemberType<T>::type())));
        get_all(values.data(), values.size());
    }

  private:
    template <class T>
    void get_all(T* first, std::size_t count) {
        if constexpr (std::is_arithmetic_v<T>)
            reader_.numbers(first, count);
        else
            for (std::size_t i = 0; i < count; ++i) get(first[i]);
    }

    CdrReader& reader_;
};

/// Size of the message in bytes, including its encapsulation header.
template <class Message>
std::size_t cdr_size(const Message& message) {
    CdrSizer sizer;
    CdrOut<CdrSizer>(sizer).put(message);
    return sizer.size();
}

/// Writes the message with its encapsulation header; allocates nothing.
/// Precondition: `out` has room for cdr_size(message) bytes; no text contains a 0.
template <class Message>
void write_cdr(const Message& message, std::byte* out) {
    CdrWriter writer(out);
    CdrOut<CdrWriter>(writer).put(message);
}

/// Replaces the contents of `out` with the message.
template <class Message>
void to_cdr(const Message& message, Bytes& out) {
    out.resize(cdr_size(message));
    write_cdr(message, out.data());
}

/// The bytes of the message, with its encapsulation header.
template <class Message>
Bytes to_cdr(const Message& message) {
    Bytes bytes;
    to_cdr(message, bytes);
    return bytes;
}

/// Reads a message. @throws CdrError if the bytes are not a message of this type
template <class Message>
Message from_cdr(const std::byte* data, std::size_t size) {
    CdrReader reader(data, size);
    Message message;
    CdrIn(reader).get(message);
    reader.end();
    return message;
}

/// The same for a message in a vector.
template <class Message>
Message from_cdr(const Bytes& bytes) {
    return from_cdr<Message>(bytes.data(), bytes.size());
}

}  // namespace ddc::recording
