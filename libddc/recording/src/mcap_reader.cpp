// SPDX-License-Identifier: MIT
#include <ddc/recording/mcap_reader.hpp>

#include "mcap_contents.hpp"

#include <algorithm>
#include <utility>

namespace ddc::recording {
namespace {

/// Bytes read at once, so that a length in the file takes no more memory than the file has.
constexpr std::uint64_t read_step = std::uint64_t{1} << 20U;

}  // namespace

struct McapReader::State {
    using Item = McapReader::Item;

    State(std::istream& stream, std::string name) : in(stream), file(std::move(name)) {}

    void read_start();
    std::optional<Item> next();

    bool read(std::uint64_t count, std::string& out);
    bool read_record(Op& op);
    std::optional<Item> take_record(Op op, RecordContent& content);
    std::optional<Item> take_from_chunk();
    void open_chunk(RecordContent& content);
    McapAttachment take_attachment(RecordContent& content);
    void read_end(RecordContent& data_end);
    void check_footer(RecordContent& content, std::uint64_t summary_start, std::uint32_t crc);
    [[noreturn]] void fail(const std::string& what) const { throw McapError(file, offset, what); }

    std::istream& in;
    std::string file;
    McapHeader header;
    McapDefinitions known;

    std::string record;        ///< including its prefix
    std::uint64_t offset = 0;  ///< of the record
    std::uint64_t good = 0;    ///< bytes before the record; with it once it was read
    std::uint32_t crc = 0;     ///< of the bytes before the record
    std::string chunk;         ///< its uncompressed records
    std::size_t chunk_at = 0;
    bool in_chunk = false;
    std::uint64_t chunks = 0;
    bool is_cut = false;
    bool has_ended = false;
};

McapReader::McapReader(std::istream& in, std::string file_name)
    : state_(std::make_unique<State>(in, std::move(file_name))) {
    state_->read_start();
}

McapReader::~McapReader() = default;

const McapHeader& McapReader::header() const {
    return state_->header;
}
std::optional<McapReader::Item> McapReader::next() {
    return state_->next();
}
const std::map<McapId, McapChannel>& McapReader::channels() const {
    return state_->known.channels;
}
const McapChannel& McapReader::channel(McapId id) const {
    return state_->known.channels.at(id);
}
const McapSchema* McapReader::schema(McapId id) const {
    return state_->known.schema(id);
}
bool McapReader::is_cut() const noexcept {
    return state_->is_cut;
}
std::uint64_t McapReader::good_bytes() const noexcept {
    return state_->good;
}
std::uint64_t McapReader::chunks() const noexcept {
    return state_->chunks;
}

/// Appends `count` bytes. @return false if the file ends before
bool McapReader::State::read(std::uint64_t count, std::string& out) {
    while (count > 0) {
        const std::uint64_t step = std::min(count, read_step);
        const std::size_t start = out.size();
        out.resize(start + step);
        in.read(out.data() + start, static_cast<std::streamsize>(step));
        if (static_cast<std::uint64_t>(in.gcount()) < step) return false;
        count -= step;
    }
    return true;
}

/// Reads the next record. @return false if the file ends before
bool McapReader::State::read_record(Op& op) {
    crc = crc32_of(record, crc);
    offset = good;
    record.clear();
    if (!read(record_prefix, record)) return false;
    op = static_cast<Op>(record[0]);
    if (record[0] == 0) fail("expected a record, found a 0");
    const auto length =
        RecordContent(std::string_view(record).substr(1), op, file, offset).number<std::uint64_t>();
    if (!read(length, record)) return false;
    good = offset + record.size();
    return true;
}

void McapReader::State::read_start() {
    if (!read(mcap_magic.size(), record) || record != mcap_magic)
        fail("is not an MCAP file (bad magic bytes)");
    good = record.size();
    Op op{};
    if (!read_record(op)) fail("the file ends before its header");
    if (op != Op::header) fail("the first record is not a header");
    RecordContent content(std::string_view(record).substr(record_prefix), op, file, offset);
    header.profile = content.text();
    header.library = content.text();
}

std::optional<McapReader::Item> McapReader::State::next() {
    while (!has_ended) {
        if (in_chunk) {
            if (auto item = take_from_chunk()) return item;
            continue;
        }
        Op op{};
        if (!read_record(op)) {
            is_cut = has_ended = true;
            return std::nullopt;
        }
        RecordContent content(std::string_view(record).substr(record_prefix), op, file, offset);
        if (auto item = take_record(op, content)) return item;
    }
    return std::nullopt;
}

/// Reads an item of the data section, outside of chunks. Unknown records are skipped.
std::optional<McapReader::Item> McapReader::State::take_record(Op op, RecordContent& content) {
    switch (op) {
        case Op::schema:
            known.take_schema(content);
            break;
        case Op::channel:
            known.take_channel(content);
            break;
        case Op::message:
            return known.take_message(content);
        case Op::chunk:
            open_chunk(content);
            break;
        case Op::attachment:
            return take_attachment(content);
        case Op::metadata: {
            std::string name = content.text();
            return McapMetadata{std::move(name), content.texts()};
        }
        case Op::data_end:
            read_end(content);
            break;
        case Op::header:
        case Op::footer:
            fail("a record (" + std::string(to_string(op)) + ") in the data section");
        default:
            break;
    }
    return std::nullopt;
}

std::optional<McapReader::Item> McapReader::State::take_from_chunk() {
    if (chunk_at == chunk.size()) {
        in_chunk = false;
        ++chunks;
        return std::nullopt;
    }
    RecordContent left(std::string_view(chunk).substr(chunk_at), Op::chunk, file, offset);
    const auto op = static_cast<Op>(left.number<std::uint8_t>());
    RecordContent content(left.take(left.number<std::uint64_t>()), op, file, offset);
    chunk_at = chunk.size() - left.size();
    if (op == Op::schema)
        known.take_schema(content);
    else if (op == Op::channel)
        known.take_channel(content);
    else if (op == Op::message)
        return known.take_message(content);
    return std::nullopt;
}

void McapReader::State::open_chunk(RecordContent& content) {
    unpack_chunk(content, chunk);
    chunk_at = 0;
    in_chunk = true;
}

McapAttachment McapReader::State::take_attachment(RecordContent& content) {
    McapAttachment attachment;
    attachment.log_time_ns = content.number<std::uint64_t>();
    attachment.create_time_ns = content.number<std::uint64_t>();
    attachment.name = content.text();
    attachment.media_type = content.text();
    attachment.data = content.take(content.number<std::uint64_t>());
    const std::size_t size = record.size() - record_prefix - content.size();
    const auto expected = content.number<std::uint32_t>();
    if (expected != 0 && crc32_of(std::string_view(record).substr(record_prefix, size)) != expected)
        content.fail("is damaged: its CRC is wrong");
    return attachment;
}

/// Checks all records after the data.
void McapReader::State::read_end(RecordContent& data_end) {
    const auto expected = data_end.number<std::uint32_t>();
    if (expected != 0 && crc != expected)
        data_end.fail("has a CRC that does not match the data before it");
    has_ended = true;
    const std::uint64_t summary_start = good;
    record.clear();
    crc = 0;
    Op op{};
    do {
        if (!read_record(op)) {
            is_cut = true;
            return;
        }
    } while (op != Op::footer);
    RecordContent footer(std::string_view(record).substr(record_prefix), op, file, offset);
    check_footer(footer, summary_start, crc);
    std::string magic;
    offset = good;
    if (!read(mcap_magic.size(), magic)) {
        is_cut = true;
        return;
    }
    if (magic != mcap_magic || in.peek() != std::istream::traits_type::eof())
        fail("the file does not end with magic bytes after its footer");
    good += magic.size();
}

void McapReader::State::check_footer(RecordContent& content, std::uint64_t summary_start,
                                     std::uint32_t before) {
    const auto start = content.number<std::uint64_t>();
    content.take(sizeof(std::uint64_t));  // start of the summary offsets
    const auto expected = content.number<std::uint32_t>();
    if (start != (offset == summary_start ? 0 : summary_start))
        content.fail("has the start of the summary at byte " + std::to_string(start) +
                     "; it is at byte " + std::to_string(summary_start));
    const std::string_view first(record.data(), record_prefix + 2 * sizeof(std::uint64_t));
    if (start != 0 && expected != 0 && crc32_of(first, before) != expected)
        content.fail("has a CRC that does not match the summary");
}

}  // namespace ddc::recording
