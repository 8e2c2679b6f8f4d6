// SPDX-License-Identifier: MIT
#include "recording_file.hpp"

#include "log_message.hpp"
#include "observer/reported_file.hpp"
#include "observer/run_as_batch.hpp"
#include "summary/summary.hpp"

#include <ddc/version.h>

#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace gateway {
namespace {

using namespace ddc::recording;
using std::chrono::steady_clock;

constexpr std::size_t most_blocks = 32;                           ///< blocks have 1 MiB
constexpr std::size_t most_lines = std::size_t{1} * 1024 * 1024;  ///< bytes of waiting log lines
/// The thread is woken only for at least so many bytes.
constexpr std::size_t worth_waking = std::size_t{256} * 1024;
constexpr std::chrono::milliseconds longest_sleep{200};
/// Together with the thread's sleep, no message waits longer than a second, also on a busy machine.
constexpr std::chrono::milliseconds longest_open{600};
constexpr std::uint64_t longest_open_ns = 1'000'000'000;
constexpr std::chrono::seconds recording_patience{2};
constexpr McapId log_topic = 1;

/// A line of the log, and the end of the visible messages at its time.
struct WaitingLine {
    std::uint64_t behind = 0;
    std::uint64_t time_ns = 0;
    std::uint32_t number = 0;
    Bytes message;
};

}  // namespace

/// The state of the writing thread, which may outlive the RecordingFile if the disk blocks.
struct RecordingFile::State : WritingThread::Sink {
    using Order = std::function<void(McapWriter&)>;

    State(std::shared_ptr<OutputFile> output, Log report)
        : file(std::move(output), {"recording", "all further messages are lost"},
               std::move(report)) {}
    void begin() override { run_as_batch(); }
    void write_messages(MessageQueue& messages) override;
    void finish() override;
    std::uint64_t take_lines_and_orders(const MessageQueue& messages);
    void open();
    void put(std::string_view piece);
    void write_taken(MessageQueue& messages, std::uint64_t end);
    void write_lines(std::uint64_t until);
    void write(const McapMessage& message);
    void flush_if_old();

    ReportedFile file;
    std::optional<McapWriter> writer;
    std::vector<Order> orders;
    std::vector<WaitingLine> lines;
    std::size_t next_line = 0;
    std::uint64_t unwritten = 0;         ///< messages not written yet
    std::atomic<std::uint64_t> lost{0};  ///< of these, when writing has ended
    std::uint64_t chunk_time_ns = 0;     ///< of the first message in the open chunk
    steady_clock::time_point chunk_begun;

    std::mutex mutex;  ///< guards the members below; no cycle locks it
    std::vector<Order> new_orders, last_orders;
    std::vector<WaitingLine> new_lines;
    std::size_t line_bytes = 0;  ///< of the new ones
    std::uint32_t line_count = 0;
    bool is_closing = false;
};

RecordingFile::RecordingFile(std::shared_ptr<OutputFile> file, Log report)
    : state_(std::make_shared<State>(std::move(file), std::move(report))),
      thread_(state_, {most_blocks, MessageQueue::usual_block_bytes, worth_waking, longest_sleep}) {
    add_topic<ddc::recording::Log>(log_topic_name);
}

RecordingFile::~RecordingFile() {
    close("");
}

McapId RecordingFile::add_topic(const std::string& topic, const MessageType& type,
                                const NamedPaths& columns) {
    McapSchema schema{type.name, "ros2msg", ros2msg(type)};
    McapChannel channel{0, topic, "cdr", {{"offered_qos_profiles", ""}}};
    if (!columns.empty()) channel.metadata[columns_key] = columns_text(columns);
    const std::lock_guard lock(state_->mutex);
    state_->new_orders.push_back([schema, channel](McapWriter& writer) mutable {
        channel.schema = writer.add_schema(std::move(schema));
        writer.add_channel(std::move(channel));
    });
    return ++topics_;
}

void RecordingFile::attach(const std::string& name, const std::string& media_type,
                           std::string data) {
    const std::lock_guard lock(state_->mutex);
    state_->new_orders.push_back(
        [attachment = McapAttachment{0, 0, name, media_type, std::move(data)}](McapWriter& writer) {
            writer.write(attachment);
        });
}

void RecordingFile::describe(const std::string& name, McapTexts values) {
    const std::lock_guard lock(state_->mutex);
    state_->new_orders.push_back([metadata = McapMetadata{name, std::move(values)}](
                                     McapWriter& writer) { writer.write(metadata); });
}

std::byte* RecordingFile::begin(McapId topic, SimTime now, std::size_t size) {
    is_in_cycle_ = true;
    cycle_ns_ = now.count();
    return thread_.begin(
        {static_cast<std::uint64_t>(now.count()), cycle_, static_cast<std::uint32_t>(size), topic});
}

void RecordingFile::end_cycle() {
    if (!std::exchange(is_in_cycle_, false)) return;
    ++cycle_;
    now_ns_.store(cycle_ns_, std::memory_order_relaxed);
    thread_.publish();
}

void RecordingFile::log(const LogMessage& line) {
    if (!is_of_log_topic(line)) return;
    const std::uint64_t behind = thread_.published();
    const std::int64_t now_ns = now_ns_;
    Bytes message = to_cdr(log_message(SimTime(now_ns), line));
    const std::lock_guard lock(state_->mutex);
    if (behind == 0 || state_->is_closing || state_->line_bytes + message.size() > most_lines)
        return;
    state_->line_bytes += message.size();
    state_->new_lines.push_back(
        {behind, static_cast<std::uint64_t>(now_ns), state_->line_count++, std::move(message)});
}

void RecordingFile::add_to(Summary& summary) const {
    summary.recording_messages_dropped = dropped();
}

std::uint64_t RecordingFile::dropped() const noexcept {
    return thread_.dropped() + state_->lost;
}

std::string RecordingFile::close(const std::string& summary) {
    if (std::exchange(is_closed_, true)) return "";
    {
        const std::lock_guard lock(state_->mutex);
        if (!summary.empty())
            state_->last_orders.push_back(
                [attachment = McapAttachment{static_cast<std::uint64_t>(now_ns_.load()), 0,
                                             "summary.json", "application/json", summary}](
                    McapWriter& writer) { writer.write(attachment); });
        state_->is_closing = true;
    }
    const bool has_ended = thread_.close(steady_clock::now() + recording_patience);
    const std::string problem = state_->file.close(has_ended);
    return problem.empty() && dropped() > 0 ? state_->file.slow_text() : problem;
}

void RecordingFile::State::write_messages(MessageQueue& messages) {
    const std::uint64_t end = take_lines_and_orders(messages);
    if (end == 0) return;
    if (!writer) open();
    for (const Order& order : orders) order(*writer);
    write_taken(messages, end);
    flush_if_old();
}

/// @return the end of the messages to take; 0 before the first message, when nothing is taken
std::uint64_t RecordingFile::State::take_lines_and_orders(const MessageQueue& messages) {
    const std::lock_guard lock(mutex);
    const std::uint64_t end = messages.published();
    if (end == 0) return 0;
    // A line that was logged before these messages is among the new lines, with a smaller position.
    lines.clear();
    lines.swap(new_lines);
    line_bytes = 0;
    orders.clear();
    orders.swap(new_orders);
    return end;
}

void RecordingFile::State::finish() {
    if (writer) {
        for (const Order& order : last_orders) order(*writer);
        writer->close();
    }
    if (!file.finish()) lost = unwritten;
}

/// Called with the first message, so that a run that does not begin does not change an earlier
/// recording.
void RecordingFile::State::open() {
    writer.emplace([this](std::string_view piece) { put(piece); },
                   McapWriterOptions{{"ros2", "ddc-gateway " DDC_VERSION}, McapCompression::zstd});
}

void RecordingFile::State::put(std::string_view piece) {
    if (file.write(piece)) unwritten = 0;
}

/// All topics are added before the first message, so the file does not depend on the time when this
/// thread wakes.
void RecordingFile::State::write_taken(MessageQueue& messages, std::uint64_t end) {
    next_line = 0;
    messages.read(end, [&](const MessageQueue::Head& head, std::string_view data) {
        write({head.topic, head.sequence, head.time_ns, head.time_ns, data});
        write_lines(messages.read_bytes());
    });
    write_lines(std::numeric_limits<std::uint64_t>::max());
}

/// Writes the lines that were logged before the messages after `until`.
void RecordingFile::State::write_lines(std::uint64_t until) {
    for (; next_line < lines.size() && lines[next_line].behind <= until; ++next_line) {
        const WaitingLine& line = lines[next_line];
        const std::string_view data(reinterpret_cast<const char*>(line.message.data()),
                                    line.message.size());
        write({log_topic, line.number, line.time_ns, line.time_ns, data});
    }
}

void RecordingFile::State::write(const McapMessage& message) {
    if (writer->open_bytes() > 0 && message.log_time_ns >= chunk_time_ns + longest_open_ns)
        writer->flush();
    if (writer->open_bytes() == 0) {
        chunk_time_ns = message.log_time_ns;
        chunk_begun = steady_clock::now();
    }
    ++unwritten;
    writer->write(message);
}

/// Closes a chunk after a time on the wall clock, so that a slow or paused run loses no more data
/// than others.
void RecordingFile::State::flush_if_old() {
    if (writer->open_bytes() > 0 && steady_clock::now() - chunk_begun > longest_open)
        writer->flush();
}

}  // namespace gateway
