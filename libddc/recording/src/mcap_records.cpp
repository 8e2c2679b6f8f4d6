// SPDX-License-Identifier: MIT
#include "mcap_records.hpp"

#include <libdeflate.h>

#include <array>
#include <tuple>

namespace ddc::recording {
namespace {

/// In the order of Op.
constexpr std::array<std::string_view, 16> op_names{
    "unknown",  "header",         "footer",         "schema",     "channel",          "message",
    "chunk",    "message index",  "chunk index",    "attachment", "attachment index", "statistics",
    "metadata", "metadata index", "summary offset", "data end"};

}  // namespace

bool operator==(const McapSchema& a, const McapSchema& b) {
    return std::tie(a.name, a.encoding, a.data) == std::tie(b.name, b.encoding, b.data);
}

bool operator==(const McapChannel& a, const McapChannel& b) {
    return std::tie(a.schema, a.topic, a.encoding, a.metadata) ==
           std::tie(b.schema, b.topic, b.encoding, b.metadata);
}

std::string_view to_string(Op op) {
    const auto number = static_cast<std::size_t>(op);
    return op_names[number < op_names.size() ? number : 0];
}

std::uint32_t crc32_of(std::string_view text, std::uint32_t crc) {
    return ::libdeflate_crc32(crc, text.data(), text.size());
}

void put_text(std::string& out, std::string_view text) {
    put_number(out, static_cast<std::uint32_t>(text.size()));
    out += text;
}

void put_texts(std::string& out, const McapTexts& texts) {
    std::string bytes;
    for (const auto& [key, value] : texts) {
        put_text(bytes, key);
        put_text(bytes, value);
    }
    put_text(out, bytes);
}

void put_schema(std::string& out, McapId id, const McapSchema& schema) {
    put_record(out, Op::schema, [&] {
        put_number(out, id);
        put_text(out, schema.name);
        put_text(out, schema.encoding);
        put_text(out, schema.data);
    });
}

void put_channel(std::string& out, McapId id, const McapChannel& channel) {
    put_record(out, Op::channel, [&] {
        put_number(out, id);
        put_number(out, channel.schema);
        put_text(out, channel.topic);
        put_text(out, channel.encoding);
        put_texts(out, channel.metadata);
    });
}

/// By far the most frequent record, so its numbers are appended as one piece.
void put_message(std::string& out, const McapMessage& message) {
    constexpr std::size_t fields =
        sizeof(McapId) + sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t);
    char head[record_prefix + fields];
    char* end = write_number(head, Op::message);
    end = write_number(end, static_cast<std::uint64_t>(fields + message.data.size()));
    end = write_number(end, message.channel);
    end = write_number(end, message.sequence);
    end = write_number(end, message.log_time_ns);
    write_number(end, message.publish_time_ns);
    out.append(head, sizeof head);
    out += message.data;
}

std::string_view RecordContent::take(std::uint64_t size) {
    if (size > left_.size())
        fail("ends " + std::to_string(size - left_.size()) + " bytes too early");
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
}

McapTexts RecordContent::texts() {
    RecordContent pairs(take(number<std::uint32_t>()), op_, file_, offset_);
    McapTexts texts;
    while (pairs.size() > 0) {
        std::string key = pairs.text();
        texts[std::move(key)] = pairs.text();
    }
    return texts;
}

void RecordContent::fail(const std::string& what) const {
    throw McapError(file_, offset_, "a record (" + std::string(to_string(op_)) + ") " + what);
}

void RecordContent::refuse(const std::string& what) const {
    throw McapError(file_, offset_, what, false);
}

}  // namespace ddc::recording
