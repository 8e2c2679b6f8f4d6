// SPDX-License-Identifier: MIT
#include <ddc/recording/mcap_writer.hpp>

#include "mcap_records.hpp"
#include "zstd_frame.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ddc::recording {
namespace {

constexpr std::string_view compression_name[] = {"", "zstd"};

/// Bytes of the index of a channel in the open chunk: the time of each message, and its offset in
/// the chunk.
using Index = std::string;

struct Span {
    void add(std::uint64_t time) {
        start = is_empty ? time : std::min(start, time);
        end = is_empty ? time : std::max(end, time);
        is_empty = false;
    }
    void add(const Span& other) {
        if (other.is_empty) return;
        add(other.start);
        add(other.end);
    }

    std::uint64_t start = 0, end = 0;
    bool is_empty = true;
};

void put_index(std::string& out, McapId channel, const Index& index) {
    put_record(out, Op::message_index, [&] {
        put_number(out, channel);
        put_text(out, index);
    });
}

}  // namespace

struct McapWriter::State {
    struct Schema {
        McapSchema schema;
        bool is_written = false;
    };
    struct Channel {
        McapChannel channel;
        std::uint64_t messages = 0;
        Index index;  ///< of the open chunk
    };
    struct Chunk {
        Span span;
        std::uint64_t offset = 0, length = 0, index_length = 0, packed = 0, size = 0;
        std::vector<std::pair<McapId, std::uint64_t>> indexes;
    };

    void emit(std::string_view piece);
    void introduce();
    void put_chunk(std::string& out, const Chunk& chunk, std::string_view packed) const;
    void put_chunk_index(std::string& out, const Chunk& chunk) const;
    void put_statistics(std::string& out) const;
    template <class Write>
    void put_group(std::string& out, std::string& offsets, Op op, Write&& write) const;
    void put_schemas(std::string& out) const;
    void put_channels(std::string& out) const;
    std::string_view name() const {
        return compression_name[static_cast<std::size_t>(options.compression)];
    }

    Sink sink;
    McapWriterOptions options;
    ZstdPacker packer;
    std::vector<Schema> schemas;    ///< from id 1 on
    std::vector<Channel> channels;  ///< from id 1 on
    std::size_t introduced = 0;     ///< number of channels written
    std::string records;            ///< of the open chunk
    std::string piece;
    Span span;  ///< of the open chunk
    std::vector<Chunk> chunks;
    std::string attachment_indexes, metadata_indexes;
    std::uint32_t attachments = 0, metadata = 0;
    std::uint64_t size = 0;
    std::uint32_t crc = 0;
};

McapWriter::McapWriter(Sink sink, McapWriterOptions options) : state_(std::make_unique<State>()) {
    state_->sink = std::move(sink);
    state_->options = std::move(options);
    std::string start(mcap_magic);
    put_record(start, Op::header, [&] {
        put_text(start, state_->options.header.profile);
        put_text(start, state_->options.header.library);
    });
    state_->emit(start);
}

McapWriter::~McapWriter() = default;

McapId McapWriter::add_schema(McapSchema schema) {
    if (state_->schemas.size() >= std::numeric_limits<McapId>::max())
        throw std::length_error("more than 65,535 schemas");
    state_->schemas.push_back({std::move(schema), false});
    return static_cast<McapId>(state_->schemas.size());
}

McapId McapWriter::add_channel(McapChannel channel) {
    if (state_->channels.size() >= std::numeric_limits<McapId>::max())
        throw std::length_error("more than 65,535 channels");
    state_->channels.push_back({std::move(channel), 0, {}});
    return static_cast<McapId>(state_->channels.size());
}

void McapWriter::write(const McapMessage& message) {
    State& s = *state_;
    s.introduce();
    State::Channel& channel = s.channels[message.channel - std::size_t{1}];
    put_number(channel.index, message.log_time_ns);
    put_number(channel.index, static_cast<std::uint64_t>(s.records.size()));
    ++channel.messages;
    put_message(s.records, message);
    s.span.add(message.log_time_ns);
    if (s.records.size() >= s.options.chunk_size) flush();
}

/// Writes channels that were added since the last message, with their schemas, before this one.
void McapWriter::State::introduce() {
    for (; introduced < channels.size(); ++introduced) {
        const McapChannel& channel = channels[introduced].channel;
        if (channel.schema != 0) {
            Schema& schema = schemas[channel.schema - std::size_t{1}];
            if (!schema.is_written) put_schema(records, channel.schema, schema.schema);
            schema.is_written = true;
        }
        put_channel(records, static_cast<McapId>(introduced + 1), channel);
    }
}

void McapWriter::State::emit(std::string_view bytes) {
    crc = crc32_of(bytes, crc);
    size += bytes.size();
    sink(bytes);
}

void McapWriter::State::put_chunk(std::string& out, const Chunk& chunk,
                                  std::string_view bytes) const {
    put_record(out, Op::chunk, [&] {
        put_number(out, chunk.span.start);
        put_number(out, chunk.span.end);
        put_number(out, chunk.size);
        put_number(out, crc32_of(records));
        put_text(out, name());
        put_number(out, static_cast<std::uint64_t>(bytes.size()));
        out += bytes;
    });
}

void McapWriter::flush() {
    State& s = *state_;
    if (s.records.empty()) return;
    const bool packs = s.options.compression == McapCompression::zstd;
    const std::string_view bytes = packs ? s.packer.pack(s.records) : s.records;
    State::Chunk chunk{s.span, s.size, 0, 0, bytes.size(), s.records.size(), {}};
    s.piece.clear();
    s.put_chunk(s.piece, chunk, bytes);
    chunk.length = s.piece.size();
    chunk.indexes.reserve(s.channels.size());  // kept until the end: no more than is needed
    for (std::size_t i = 0; i < s.channels.size(); ++i) {
        if (s.channels[i].index.empty()) continue;
        const auto id = static_cast<McapId>(i + 1);
        chunk.indexes.emplace_back(id, s.size + s.piece.size());
        put_index(s.piece, id, s.channels[i].index);
        s.channels[i].index.clear();
    }
    chunk.index_length = s.piece.size() - chunk.length;
    s.emit(s.piece);
    s.chunks.push_back(std::move(chunk));
    s.records.clear();
    s.span = {};
}

std::size_t McapWriter::open_bytes() const noexcept {
    return state_->records.size();
}

void McapWriter::write(const McapAttachment& attachment) {
    flush();
    State& s = *state_;
    std::string record;
    put_record(record, Op::attachment, [&] {
        put_number(record, attachment.log_time_ns);
        put_number(record, attachment.create_time_ns);
        put_text(record, attachment.name);
        put_text(record, attachment.media_type);
        put_number(record, static_cast<std::uint64_t>(attachment.data.size()));
        record += attachment.data;
        put_number(record, crc32_of(std::string_view(record).substr(record_prefix)));
    });
    std::string& index = s.attachment_indexes;
    put_record(index, Op::attachment_index, [&] {
        put_number(index, s.size);
        put_number(index, static_cast<std::uint64_t>(record.size()));
        put_number(index, attachment.log_time_ns);
        put_number(index, attachment.create_time_ns);
        put_number(index, static_cast<std::uint64_t>(attachment.data.size()));
        put_text(index, attachment.name);
        put_text(index, attachment.media_type);
    });
    ++s.attachments;
    s.emit(record);
}

void McapWriter::write(const McapMetadata& metadata) {
    flush();
    State& s = *state_;
    std::string record;
    put_record(record, Op::metadata, [&] {
        put_text(record, metadata.name);
        put_texts(record, metadata.values);
    });
    std::string& index = s.metadata_indexes;
    put_record(index, Op::metadata_index, [&] {
        put_number(index, s.size);
        put_number(index, static_cast<std::uint64_t>(record.size()));
        put_text(index, metadata.name);
    });
    ++s.metadata;
    s.emit(record);
}

void McapWriter::State::put_chunk_index(std::string& out, const Chunk& chunk) const {
    put_record(out, Op::chunk_index, [&] {
        put_number(out, chunk.span.start);
        put_number(out, chunk.span.end);
        put_number(out, chunk.offset);
        put_number(out, chunk.length);
        put_number(out, static_cast<std::uint32_t>(chunk.indexes.size() *
                                                   (sizeof(McapId) + sizeof(std::uint64_t))));
        for (const auto& [channel, offset] : chunk.indexes) {
            put_number(out, channel);
            put_number(out, offset);
        }
        put_number(out, chunk.index_length);
        put_text(out, name());
        put_number(out, chunk.packed);
        put_number(out, chunk.size);
    });
}

void McapWriter::State::put_statistics(std::string& out) const {
    Span all;
    for (const Chunk& chunk : chunks) all.add(chunk.span);
    std::uint64_t messages = 0;
    std::string counts;
    for (std::size_t i = 0; i < introduced; ++i) {
        messages += channels[i].messages;
        put_number(counts, static_cast<McapId>(i + 1));
        put_number(counts, channels[i].messages);
    }
    const auto used_schemas = std::count_if(schemas.begin(), schemas.end(),
                                            [](const Schema& schema) { return schema.is_written; });
    put_record(out, Op::statistics, [&] {
        put_number(out, messages);
        put_number(out, static_cast<std::uint16_t>(used_schemas));
        put_number(out, static_cast<std::uint32_t>(introduced));
        put_number(out, attachments);
        put_number(out, metadata);
        put_number(out, static_cast<std::uint32_t>(chunks.size()));
        put_number(out, all.start);
        put_number(out, all.end);
        put_text(out, counts);
    });
}

void McapWriter::State::put_schemas(std::string& out) const {
    for (std::size_t i = 0; i < schemas.size(); ++i)
        if (schemas[i].is_written) put_schema(out, static_cast<McapId>(i + 1), schemas[i].schema);
}

void McapWriter::State::put_channels(std::string& out) const {
    for (std::size_t i = 0; i < introduced; ++i)
        put_channel(out, static_cast<McapId>(i + 1), channels[i].channel);
}

/// Writes records of one kind into the summary, and their offset.
/// @param out the summary so far, which begins after all emitted bytes
template <class Write>
void McapWriter::State::put_group(std::string& out, std::string& offsets, Op op,
                                  Write&& write) const {
    const std::size_t start = out.size();
    write();
    if (out.size() == start) return;
    put_record(offsets, Op::summary_offset, [&] {
        put_number(offsets, op);
        put_number(offsets, size + start);
        put_number(offsets, static_cast<std::uint64_t>(out.size() - start));
    });
}

void McapWriter::close() {
    flush();
    State& s = *state_;
    std::string end;
    put_record(end, Op::data_end, [&] { put_number(end, s.crc); });
    s.emit(end);
    std::string out, offsets;
    s.put_group(out, offsets, Op::schema, [&] { s.put_schemas(out); });
    s.put_group(out, offsets, Op::channel, [&] { s.put_channels(out); });
    s.put_group(out, offsets, Op::statistics, [&] { s.put_statistics(out); });
    s.put_group(out, offsets, Op::chunk_index, [&] {
        for (const State::Chunk& chunk : s.chunks) s.put_chunk_index(out, chunk);
    });
    s.put_group(out, offsets, Op::attachment_index, [&] { out += s.attachment_indexes; });
    s.put_group(out, offsets, Op::metadata_index, [&] { out += s.metadata_indexes; });
    const std::uint64_t offsets_at = s.size + out.size();
    out += offsets;
    put_record(out, Op::footer, [&] {
        put_number(out, s.size);
        put_number(out, offsets_at);
        put_number(out, std::uint32_t{0});
    });
    out.resize(out.size() - sizeof(std::uint32_t));
    put_number(out, crc32_of(out));
    out += mcap_magic;
    s.emit(out);
}

}  // namespace ddc::recording
