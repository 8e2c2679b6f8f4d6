// SPDX-License-Identifier: MIT
#include "recording_file.hpp"

#include "log_message.hpp"
#include "observer/run_as_batch.hpp"
#include "summary/summary.hpp"

#include <ddc/version.h>

#include <condition_variable>
#include <cstring>
#include <functional>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

namespace gateway {
namespace {

using namespace ddc::recording;
using std::chrono::steady_clock;

constexpr std::size_t most_blocks = 32;                           ///< of 1 MiB
constexpr std::size_t most_lines = std::size_t{1} * 1024 * 1024;  ///< bytes of log lines that wait
/// The thread need not be woken for less.
constexpr std::size_t worth_waking = std::size_t{256} * 1024;
constexpr std::chrono::milliseconds longest_sleep{200};
/// With the sleep, no message waits for longer than a second, also on a busy machine.
constexpr std::chrono::milliseconds longest_open{600};
constexpr std::uint64_t longest_open_ns = 1'000'000'000;
constexpr std::chrono::seconds recording_patience{2};
constexpr McapId log_topic = 1;

/// A line of the log, and how much had been shown of the messages when it came.
struct WaitingLine {
    std::uint64_t behind = 0;
    std::uint64_t time_ns = 0;
    std::uint32_t number = 0;
    Bytes message;
};

}  // namespace

/// Shared with the thread, which may be left behind.
struct RecordingFile::State {
    using Order = std::function<void(McapWriter&)>;

    State(std::shared_ptr<OutputFile> output, Log log)
        : file(std::move(output)), report(std::move(log)) {}
    void run();
    void open();
    void put(std::string_view piece);
    bool take();
    void write_taken();
    void write_lines(std::uint64_t until);
    void write(const McapMessage& message);
    void flush_if_old();
    void fail(int error);

    std::shared_ptr<OutputFile> file;
    std::optional<McapWriter> writer;
    MessageQueue messages{most_blocks};
    std::uint64_t end = 0;  ///< of the messages that are taken this time
    std::vector<Order> orders;
    std::vector<WaitingLine> lines;
    std::size_t next_line = 0;
    std::uint64_t unwritten = 0;         ///< messages that the file did not take yet
    std::atomic<std::uint64_t> lost{0};  ///< of these, when there will be no more
    std::uint64_t chunk_time_ns = 0;     ///< of the first message in the open chunk
    steady_clock::time_point chunk_begun;

    std::mutex mutex;  ///< guards all below
    std::condition_variable filled;
    std::vector<Order> new_orders, last_orders;
    std::vector<WaitingLine> new_lines;
    std::size_t line_bytes = 0;  ///< of the new ones
    std::uint32_t line_count = 0;
    bool is_closing = false, is_broken = false;
    std::string problem;
    Log report;
};

RecordingFile::RecordingFile(std::shared_ptr<OutputFile> file, Log report)
    : state_(std::make_shared<State>(std::move(file), std::move(report))) {
    add_topic<ddc::recording::Log>(log_topic_name);
    thread_.emplace([state = state_] { state->run(); });
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
    is_in_turn_ = true;
    turn_ns_ = now.count();
    return state_->messages.begin(
        {static_cast<std::uint64_t>(now.count()), turn_, static_cast<std::uint32_t>(size), topic});
}

void RecordingFile::end_turn() {
    if (!std::exchange(is_in_turn_, false)) return;
    ++turn_;
    now_ns_.store(turn_ns_, std::memory_order_relaxed);
    state_->messages.show();
    const std::uint64_t shown = state_->messages.shown();
    if (shown - woken_at_ < worth_waking) return;
    woken_at_ = shown;
    state_->filled.notify_one();
}

void RecordingFile::log(const std::string& text) {
    const std::uint64_t behind = state_->messages.shown();
    const std::int64_t now_ns = now_ns_;
    Bytes message = to_cdr(log_message(SimTime(now_ns), text));
    const std::lock_guard lock(state_->mutex);
    if (behind == 0 || state_->is_closing || state_->line_bytes + message.size() > most_lines)
        return;
    state_->line_bytes += message.size();
    state_->new_lines.push_back(
        {behind, static_cast<std::uint64_t>(now_ns), state_->line_count++, std::move(message)});
}

void RecordingFile::tell(Summary& summary) const {
    summary.recording_messages_dropped = dropped();
}

std::uint64_t RecordingFile::dropped() const noexcept {
    return state_->messages.dropped() + state_->lost;
}

std::string RecordingFile::close(const std::string& summary) {
    if (!thread_) return "";
    {
        const std::lock_guard lock(state_->mutex);
        if (dropped() > 0 && state_->problem.empty())
            state_->problem = "recording " + state_->file->name() + ": its place is too slow";
        if (!summary.empty())
            state_->last_orders.push_back(
                [attachment = McapAttachment{static_cast<std::uint64_t>(now_ns_.load()), 0,
                                             "summary.json", "application/json", summary}](
                    McapWriter& writer) { writer.write(attachment); });
        state_->is_closing = true;
    }
    state_->filled.notify_one();
    const bool has_ended = thread_->ends_by(steady_clock::now() + recording_patience);
    thread_.reset();
    const std::lock_guard lock(state_->mutex);
    state_->report = nullptr;
    if (!has_ended && !state_->is_broken)
        return "recording " + state_->file->name() + ": its place does not take what is written";
    return state_->problem;
}

void RecordingFile::State::run() {
    run_as_batch();
    while (take()) {
        if (!writer && end > 0) open();
        for (const Order& order : orders) order(*writer);
        write_taken();
        flush_if_old();
    }
    if (writer) {
        for (const Order& order : last_orders) order(*writer);
        writer->close();
    }
    const int error = file->finish();
    fail(error);
    if (error != 0) lost = unwritten;
}

/// Not before there is a message: a run that did not begin leaves an earlier recording as it was.
void RecordingFile::State::open() {
    writer.emplace([this](std::string_view piece) { put(piece); },
                   McapWriterOptions{{"ros2", "ddc-gateway " DDC_VERSION}, McapCompression::zstd});
}

void RecordingFile::State::put(std::string_view piece) {
    const int error = file->write(piece);
    fail(error);
    if (error == 0) unwritten = 0;
}

/// @return false if there will be no more
bool RecordingFile::State::take() {
    std::unique_lock lock(mutex);
    filled.wait_for(lock, longest_sleep, [this] {
        return is_closing || messages.shown() - messages.taken() >= worth_waking;
    });
    end = messages.shown();
    lines.clear();
    orders.clear();
    if (end > 0) {
        // A line that came before what is taken now is among the new ones: it was behind less.
        lines.swap(new_lines);
        line_bytes = 0;
        orders.swap(new_orders);
    }
    return !is_closing || end > messages.taken() || !lines.empty();
}

/// All topics are known when the first message is there, so that a file does not depend on when
/// this thread woke.
void RecordingFile::State::write_taken() {
    next_line = 0;
    messages.take(end, [this](const MessageQueue::Head& head, std::string_view data) {
        write({head.topic, head.sequence, head.time_ns, head.time_ns, data});
        write_lines(messages.taken());
    });
    write_lines(std::numeric_limits<std::uint64_t>::max());
}

/// Those that came when no more than that had been shown.
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

/// A run that goes slower than the wall clock, or stands still, loses no more than any other.
void RecordingFile::State::flush_if_old() {
    if (writer && writer->open_bytes() > 0 && steady_clock::now() - chunk_begun > longest_open)
        writer->flush();
}

/// After an error the file takes nothing more.
void RecordingFile::State::fail(int error) {
    if (error == 0) return;
    const std::lock_guard lock(mutex);
    if (is_broken) return;
    is_broken = true;
    problem =
        "recording " + file->name() + ": could not be written in full: " + std::strerror(error);
    if (report) report(problem + "; what comes from here on is lost");
}

}  // namespace gateway
