// SPDX-License-Identifier: MIT
#include "mcap_summary.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace ddc::recording {
namespace {

/// Four times the summary of a day with one chunk per second.
constexpr std::uint64_t most_summary_bytes = std::uint64_t{64} << 20U;
/// Limit of the memory for chunks that overlap in time.
constexpr std::uint64_t most_open_bytes = std::uint64_t{256} << 20U;
constexpr std::uint64_t footer_bytes =
    record_prefix + 2 * sizeof(std::uint64_t) + sizeof(std::uint32_t);

std::string read_at(std::istream& in, std::uint64_t offset, std::uint64_t size) {
    std::string bytes(size, '\0');
    in.clear();
    in.seekg(static_cast<std::streamoff>(offset));
    in.read(bytes.data(), static_cast<std::streamsize>(size));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return bytes;
}

std::uint64_t size_of(std::istream& in) {
    in.seekg(0, std::ios::end);
    const auto size = in.tellg();
    return size < 0 ? 0 : static_cast<std::uint64_t>(size);
}

/// Position and size of the summary in the file.
struct SummarySpan {
    std::uint64_t start = 0, size = 0;
    std::uint32_t crc = 0;
    std::string footer;  ///< the part that the CRC covers
};

SummarySpan find_summary(std::istream& in, const std::string& file) {
    if (read_at(in, 0, mcap_magic.size()) != mcap_magic)
        throw McapError(file, 0, "is not an MCAP file (bad magic bytes)");
    const std::uint64_t size = size_of(in), end_bytes = footer_bytes + mcap_magic.size();
    const std::uint64_t footer_at = size - std::min(size, end_bytes);
    const std::string end = read_at(in, footer_at, end_bytes);
    const bool has_end = footer_at >= mcap_magic.size() && end.size() == end_bytes &&
                         static_cast<Op>(end[0]) == Op::footer &&
                         std::string_view(end).substr(footer_bytes) == mcap_magic;
    if (!has_end)
        throw McapError(file, size, "the file ends here; it was not closed, or was truncated");
    RecordContent footer(std::string_view(end).substr(record_prefix), Op::footer, file, footer_at);
    SummarySpan found;
    found.start = footer.number<std::uint64_t>();
    footer.take(sizeof(std::uint64_t));  // start of the summary offsets
    found.crc = footer.number<std::uint32_t>();
    found.footer = end.substr(0, footer_bytes - sizeof(std::uint32_t));
    if (found.start == 0) footer.fail("has no summary, so the file has no index");
    if (found.start < mcap_magic.size() || found.start > footer_at)
        footer.fail("has the start of the summary at byte " + std::to_string(found.start));
    found.size = footer_at - found.start;
    if (found.size > most_summary_bytes)
        footer.fail("has a summary of " + std::to_string(found.size) + " bytes, more than " +
                    std::to_string(most_summary_bytes));
    return found;
}

ChunkPlace take_chunk_index(RecordContent& content, std::uint64_t data_end) {
    ChunkPlace place;
    place.start_ns = content.number<std::uint64_t>();
    place.end_ns = content.number<std::uint64_t>();
    place.offset = content.number<std::uint64_t>();
    place.length = content.number<std::uint64_t>();
    const std::size_t entry = sizeof(McapId) + sizeof(std::uint64_t);
    const auto map_bytes = content.number<std::uint32_t>();
    if (map_bytes % entry != 0) content.fail("ends within a channel");
    for (std::uint32_t at = 0; at < map_bytes; at += entry) {
        place.channels.push_back(content.number<McapId>());
        content.take(sizeof(std::uint64_t));
    }
    content.take(sizeof(std::uint64_t));  // bytes of all message indexes
    content.text();
    content.take(sizeof(std::uint64_t));
    place.size = content.number<std::uint64_t>();
    std::sort(place.channels.begin(), place.channels.end());
    if (place.start_ns > place.end_ns)
        content.fail("has times from " + std::to_string(place.start_ns) + " to " +
                     std::to_string(place.end_ns) + " ns");
    if (place.length <= record_prefix || place.length > data_end ||
        place.offset > data_end - place.length)
        content.fail("refers to a chunk outside the data of the file");
    return place;
}

/// Checks the memory needed for chunks that overlap in time. @throws McapError above the limit
void check_overlaps(const std::vector<ChunkPlace>& chunks, const std::string& file) {
    using End = std::pair<std::uint64_t, std::uint64_t>;  // and the size
    std::priority_queue<End, std::vector<End>, std::greater<>> open;
    std::uint64_t bytes = 0;
    for (const ChunkPlace& chunk : chunks) {
        for (; !open.empty() && open.top().first < chunk.start_ns; open.pop())
            bytes -= open.top().second;
        if (chunk.size > most_open_bytes - bytes)
            throw McapError(file, chunk.offset,
                            "too many chunks overlap in time with the start of this one");
        bytes += chunk.size;
        open.emplace(chunk.end_ns, chunk.size);
    }
}

}  // namespace

bool ChunkPlace::has(McapId channel) const noexcept {
    return channels.empty() || std::binary_search(channels.begin(), channels.end(), channel);
}

McapSummary read_summary(std::istream& in, const std::string& file_name) {
    const SummarySpan span = find_summary(in, file_name);
    const std::string bytes = read_at(in, span.start, span.size);
    if (span.crc != 0 && crc32_of(span.footer, crc32_of(bytes)) != span.crc)
        throw McapError(file_name, span.start, "the summary is damaged: its CRC is wrong");
    McapSummary summary;
    std::string_view left = bytes;
    while (!left.empty()) {
        const std::uint64_t at = span.start + span.size - left.size();
        RecordContent prefix(left, static_cast<Op>(left[0]), file_name, at);
        prefix.take(1);
        const std::string_view record = prefix.take(prefix.number<std::uint64_t>());
        RecordContent content(record, static_cast<Op>(left[0]), file_name, at);
        switch (static_cast<Op>(left[0])) {
            case Op::schema:
                summary.known.take_schema(content);
                break;
            case Op::channel:
                summary.known.take_channel(content);
                break;
            case Op::chunk_index:
                summary.chunks.push_back(take_chunk_index(content, span.start));
                break;
            default:
                break;
        }
        left.remove_prefix(record_prefix + record.size());
    }
    auto& chunks = summary.chunks;
    chunks.erase(std::remove_if(chunks.begin(), chunks.end(),
                                [](const ChunkPlace& chunk) {
                                    return chunk.end_ns == 0 && chunk.channels.empty();
                                }),
                 chunks.end());
    std::sort(chunks.begin(), chunks.end(), [](const ChunkPlace& a, const ChunkPlace& b) {
        return std::tie(a.start_ns, a.offset) < std::tie(b.start_ns, b.offset);
    });
    check_overlaps(chunks, file_name);
    return summary;
}

}  // namespace ddc::recording
