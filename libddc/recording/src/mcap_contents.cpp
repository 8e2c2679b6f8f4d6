// SPDX-License-Identifier: MIT
#include "mcap_contents.hpp"

#include "zstd_frame.hpp"

namespace ddc::recording {
namespace {

/// Largest accepted chunk; writers close theirs at a few MiB.
constexpr std::uint64_t most_chunk_bytes = std::uint64_t{128} << 20U;

}  // namespace

void McapDefinitions::take_schema(RecordContent& content) {
    const auto id = content.number<McapId>();
    if (id == 0) content.fail("has the id 0, which means none");
    McapSchema schema;
    schema.name = content.text();
    schema.encoding = content.text();
    schema.data = content.text();
    const auto [found, is_new] = schemas.try_emplace(id, schema);
    if (!is_new && !(found->second == schema))
        content.fail("redefines the id " + std::to_string(id) + "");
}

void McapDefinitions::take_channel(RecordContent& content) {
    const auto id = content.number<McapId>();
    McapChannel channel;
    channel.schema = content.number<McapId>();
    channel.topic = content.text();
    channel.encoding = content.text();
    channel.metadata = content.texts();
    if (channel.schema != 0 && schemas.count(channel.schema) == 0)
        content.fail("is of the schema " + std::to_string(channel.schema) + ", which is unknown");
    const auto [found, is_new] = channels.try_emplace(id, channel);
    if (!is_new && !(found->second == channel))
        content.fail("redefines the id " + std::to_string(id) + "");
}

McapMessage McapDefinitions::take_message(RecordContent& content) const {
    McapMessage message;
    message.channel = content.number<McapId>();
    message.sequence = content.number<std::uint32_t>();
    message.log_time_ns = content.number<std::uint64_t>();
    message.publish_time_ns = content.number<std::uint64_t>();
    message.data = content.rest();
    if (channels.count(message.channel) == 0)
        content.fail("is of the channel " + std::to_string(message.channel) + ", which is unknown");
    return message;
}

const McapSchema* McapDefinitions::schema(McapId id) const {
    const auto found = schemas.find(id);
    return found == schemas.end() ? nullptr : &found->second;
}

void unpack_chunk(RecordContent& content, std::string& records) {
    content.take(2 * sizeof(std::uint64_t));  // the first and the last time
    const auto size = content.number<std::uint64_t>();
    const auto expected = content.number<std::uint32_t>();
    const std::string compression = content.text();
    const std::string_view bytes = content.take(content.number<std::uint64_t>());
    if (size > most_chunk_bytes)
        content.fail("is of " + std::to_string(size) + " bytes, more than " +
                     std::to_string(most_chunk_bytes));
    const char* problem = nullptr;
    if (compression == "zstd")
        problem = unpack_zstd(bytes, size, records);
    else if (compression.empty())
        records = bytes;
    else if (compression == "lz4")
        content.refuse(
            "a chunk is compressed by lz4, which is not supported; convert it with `mcap "
            "compress` of the MCAP command line");
    else
        content.fail("is compressed by `" + compression + "`; supported: zstd, or no compression");
    if (problem != nullptr) content.fail(std::string("cannot be unpacked: ") + problem);
    if (records.size() != size) content.fail("does not have the size in its header");
    if (expected != 0 && crc32_of(records) != expected)
        content.fail("is damaged: its CRC is wrong");
}

}  // namespace ddc::recording
