// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/recording/mcap_reader.hpp>

#include <cstdint>
#include <string>
#include <string_view>

/// The records of an MCAP file: an opcode, the length of the content in eight bytes, the content.
/// All numbers are little endian; lengths and sizes are in bytes.
namespace ddc::recording {

inline constexpr std::string_view mcap_magic{"\x89MCAP0\r\n", 8};
inline constexpr std::size_t length_bytes = 8;  ///< of a record's length, after its opcode
inline constexpr std::size_t record_prefix = 1 + length_bytes;

enum class Op : std::uint8_t {
    header = 1,
    footer,
    schema,
    channel,
    message,
    chunk,
    message_index,
    chunk_index,
    attachment,
    attachment_index,
    statistics,
    metadata,
    metadata_index,
    summary_offset,
    data_end,
};

std::string_view to_string(Op op);

/// CRC-32 (IEEE 802.3) of a text. `crc` is that of the text before it, if any.
std::uint32_t crc32_of(std::string_view text, std::uint32_t crc = 0);

/// @return the position after the number
template <class T>
char* write_number(char* out, T value) {
    for (std::size_t i = 0; i < sizeof(T); ++i)
        *out++ = static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xffU);
    return out;
}

template <class T>
void put_number(std::string& out, T value) {
    char bytes[sizeof(T)];
    write_number(bytes, value);
    out.append(bytes, sizeof bytes);
}

/// Appends the text, preceded by its length in four bytes.
void put_text(std::string& out, std::string_view text);
void put_texts(std::string& out, const McapTexts& texts);

/// Appends a record whose content is appended by `write`.
template <class Write>
void put_record(std::string& out, Op op, Write&& write) {
    out += static_cast<char>(op);
    const std::size_t length_at = out.size();
    put_number(out, std::uint64_t{0});
    write();
    write_number(out.data() + length_at,
                 static_cast<std::uint64_t>(out.size() - length_at - length_bytes));
}

void put_schema(std::string& out, McapId id, const McapSchema& schema);
void put_channel(std::string& out, McapId id, const McapChannel& channel);
void put_message(std::string& out, const McapMessage& message);

/// The content of a record, read from front to back; none of its lengths is trusted.
class RecordContent {
  public:
    /// @param offset position of the record in the file, for messages
    RecordContent(std::string_view content, Op op, const std::string& file, std::uint64_t offset)
        : left_(content), op_(op), file_(file), offset_(offset) {}

    /// @throws McapError if the content is too short, as all functions that follow
    template <class T>
    T number() {
        const std::string_view bytes = take(sizeof(T));
        std::uint64_t value = 0;
        for (std::size_t i = sizeof(T); i-- > 0;)
            value = value << 8U | static_cast<unsigned char>(bytes[i]);
        return static_cast<T>(value);
    }
    std::string_view take(std::uint64_t size);
    std::string text() { return std::string(take(number<std::uint32_t>())); }
    McapTexts texts();
    std::string_view rest() { return take(left_.size()); }
    std::size_t size() const noexcept { return left_.size(); }
    [[noreturn]] void fail(const std::string& what) const;
    /// Throws an McapError for a valid file that is not supported.
    [[noreturn]] void refuse(const std::string& what) const;

  private:
    std::string_view left_;
    Op op_;
    const std::string& file_;
    std::uint64_t offset_;
};

}  // namespace ddc::recording
