// SPDX-License-Identifier: MIT
#include <ddc/recording/mcap_indexed_reader.hpp>

#include "mcap_summary.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace ddc::recording {
namespace {

/// A message of a chunk, without its bytes.
struct Entry {
    std::uint64_t time_ns = 0;
    std::size_t offset = 0;  ///< of its content among the records
    std::size_t size = 0;
    McapId channel = 0;
};

/// A chunk in memory.
struct OpenChunk {
    std::size_t place = 0;  ///< its position among the chunks
    std::string records;
    std::vector<Entry> entries;  ///< the earliest first
    std::size_t at = 0;          ///< index of the next entry
};

}  // namespace

struct McapIndexedReader::State {
    State(std::istream& stream, std::string name)
        : in(stream), file(std::move(name)), summary(read_summary(in, file)) {
        is_bad.resize(summary.chunks.size());
        for (const ChunkPlace& chunk : summary.chunks) last_ns = std::max(last_ns, chunk.end_ns);
    }

    OpenChunk* earliest();
    bool must_open_next(const OpenChunk* earliest, std::uint64_t until_ns);
    void open_next();
    OpenChunk load(std::size_t place);
    void read_chunk(const ChunkPlace& place, OpenChunk& chunk);
    void list_messages(const ChunkPlace& place, OpenChunk& chunk) const;
    const OpenChunk& cached_chunk(std::size_t place);
    std::optional<std::uint64_t> latest_time(McapId channel, std::uint64_t until_ns);
    McapMessage message(const OpenChunk& chunk, const Entry& entry) const;

    std::istream& in;
    std::string file;
    McapSummary summary;
    std::uint64_t last_ns = 0;
    std::vector<bool> is_bad;  ///< for each chunk: it is damaged and was reported

    std::uint64_t from_ns = 0;   ///< next() returns no earlier message
    std::size_t next_place = 0;  ///< the first chunk not opened yet
    std::vector<OpenChunk> open;
    std::optional<OpenChunk> cached;
};

McapIndexedReader::McapIndexedReader(std::istream& in, std::string file_name)
    : state_(std::make_unique<State>(in, std::move(file_name))) {}

McapIndexedReader::~McapIndexedReader() = default;

const std::map<McapId, McapChannel>& McapIndexedReader::channels() const {
    return state_->summary.known.channels;
}
const McapSchema* McapIndexedReader::schema(McapId id) const {
    return state_->summary.known.schema(id);
}
std::uint64_t McapIndexedReader::first_ns() const noexcept {
    const auto& chunks = state_->summary.chunks;
    return chunks.empty() ? 0 : chunks.front().start_ns;
}
std::uint64_t McapIndexedReader::last_ns() const noexcept {
    return state_->last_ns;
}

void McapIndexedReader::seek(std::uint64_t time_ns) {
    state_->open.clear();
    state_->next_place = 0;
    state_->from_ns = time_ns;
}

std::optional<McapMessage> McapIndexedReader::next(std::uint64_t until_ns) {
    State& s = *state_;
    OpenChunk* chunk = s.earliest();
    while (s.must_open_next(chunk, until_ns)) {
        s.open_next();
        chunk = s.earliest();
    }
    if (chunk == nullptr || chunk->entries[chunk->at].time_ns > until_ns) return std::nullopt;
    return s.message(*chunk, chunk->entries[chunk->at++]);
}

/// Reads no chunk.
std::optional<std::uint64_t> McapIndexedReader::next_ns() {
    State& s = *state_;
    const OpenChunk* chunk = s.earliest();
    if (s.must_open_next(chunk, UINT64_MAX))
        return std::max(s.from_ns, s.summary.chunks[s.next_place].start_ns);
    if (chunk == nullptr) return std::nullopt;
    return chunk->entries[chunk->at].time_ns;
}

/// The open chunk with the next message; closes chunks without further messages.
OpenChunk* McapIndexedReader::State::earliest() {
    open.erase(std::remove_if(open.begin(), open.end(),
                              [](const OpenChunk& c) { return c.at == c.entries.size(); }),
               open.end());
    const auto found =
        std::min_element(open.begin(), open.end(), [](const OpenChunk& a, const OpenChunk& b) {
            return a.entries[a.at].time_ns < b.entries[b.at].time_ns;
        });
    return found == open.end() ? nullptr : &*found;
}

/// True if the next chunk may have an earlier message than the open ones.
bool McapIndexedReader::State::must_open_next(const OpenChunk* earliest, std::uint64_t until_ns) {
    const auto& chunks = summary.chunks;
    while (next_place < chunks.size() &&
           (is_bad[next_place] || chunks[next_place].end_ns < from_ns))
        ++next_place;
    if (next_place == chunks.size() || chunks[next_place].start_ns > until_ns) return false;
    return earliest == nullptr ||
           chunks[next_place].start_ns < earliest->entries[earliest->at].time_ns;
}

void McapIndexedReader::State::open_next() {
    OpenChunk chunk = load(next_place++);
    chunk.at = static_cast<std::size_t>(
        std::partition_point(chunk.entries.begin(), chunk.entries.end(),
                             [this](const Entry& entry) { return entry.time_ns < from_ns; }) -
        chunk.entries.begin());
    open.push_back(std::move(chunk));
}

OpenChunk McapIndexedReader::State::load(std::size_t place) {
    OpenChunk chunk;
    chunk.place = place;
    try {
        read_chunk(summary.chunks[place], chunk);
    } catch (const McapError&) {
        is_bad[place] = true;
        throw;
    }
    return chunk;
}

void McapIndexedReader::State::read_chunk(const ChunkPlace& place, OpenChunk& chunk) {
    std::string record(place.length, '\0');
    in.clear();
    in.seekg(static_cast<std::streamoff>(place.offset));
    in.read(record.data(), static_cast<std::streamsize>(record.size()));
    record.resize(static_cast<std::size_t>(in.gcount()));
    RecordContent prefix(record, Op::chunk, file, place.offset);
    if (static_cast<Op>(prefix.number<std::uint8_t>()) != Op::chunk)
        prefix.fail("is not at the position that the index gives");
    RecordContent content(prefix.take(prefix.number<std::uint64_t>()), Op::chunk, file,
                          place.offset);
    if (prefix.size() != 0) prefix.fail("does not have the length that the index gives");
    unpack_chunk(content, chunk.records);
    if (chunk.records.size() != place.size)
        content.fail("does not have the size that the index gives");
    list_messages(place, chunk);
}

void McapIndexedReader::State::list_messages(const ChunkPlace& place, OpenChunk& chunk) const {
    RecordContent left(chunk.records, Op::chunk, file, place.offset);
    while (left.size() > 0) {
        const auto op = static_cast<Op>(left.number<std::uint8_t>());
        const std::string_view record = left.take(left.number<std::uint64_t>());
        if (op != Op::message) continue;
        RecordContent content(record, op, file, place.offset);
        const McapMessage message = summary.known.take_message(content);
        if (message.log_time_ns < place.start_ns || message.log_time_ns > place.end_ns ||
            !place.has(message.channel))
            content.fail("is not in the index");
        chunk.entries.push_back({message.log_time_ns,
                                 static_cast<std::size_t>(record.data() - chunk.records.data()),
                                 record.size(), message.channel});
    }
    std::stable_sort(chunk.entries.begin(), chunk.entries.end(),
                     [](const Entry& a, const Entry& b) { return a.time_ns < b.time_ns; });
}

McapMessage McapIndexedReader::State::message(const OpenChunk& chunk, const Entry& entry) const {
    RecordContent content(std::string_view(chunk.records).substr(entry.offset, entry.size),
                          Op::message, file, summary.chunks[chunk.place].offset);
    return summary.known.take_message(content);
}

/// The chunk that was used last stays in memory.
const OpenChunk& McapIndexedReader::State::cached_chunk(std::size_t place) {
    if (!cached || cached->place != place) {
        cached.reset();
        cached = load(place);
    }
    return *cached;
}

std::optional<std::uint64_t> McapIndexedReader::State::latest_time(McapId channel,
                                                                   std::uint64_t until_ns) {
    std::optional<std::uint64_t> latest;
    for (std::size_t i = summary.chunks.size(); i-- > 0;) {
        const ChunkPlace& place = summary.chunks[i];
        if (is_bad[i] || !place.has(channel) || place.start_ns > until_ns ||
            (latest && place.end_ns <= *latest))
            continue;
        for (const Entry& entry : cached_chunk(i).entries)
            if (entry.channel == channel && entry.time_ns <= until_ns &&
                (!latest || entry.time_ns > *latest))
                latest = entry.time_ns;
    }
    return latest;
}

void McapIndexedReader::show_latest(McapId channel, std::uint64_t until_ns, const Take& take) {
    State& s = *state_;
    const auto time_ns = s.latest_time(channel, until_ns);
    if (!time_ns) return;
    for (std::size_t i = 0; i < s.summary.chunks.size(); ++i) {
        const ChunkPlace& place = s.summary.chunks[i];
        if (s.is_bad[i] || !place.has(channel) || place.start_ns > *time_ns ||
            place.end_ns < *time_ns)
            continue;
        const OpenChunk& chunk = s.cached_chunk(i);
        for (const Entry& entry : chunk.entries)
            if (entry.channel == channel && entry.time_ns == *time_ns)
                take(s.message(chunk, entry));
    }
}

}  // namespace ddc::recording
