// SPDX-License-Identifier: MIT
#include "recording_file.hpp"

#include "../record/run_as_batch.hpp"
#include "../record/summary.hpp"
#include "log_message.hpp"

#include <ddc/version.h>

#include <condition_variable>
#include <cstring>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace gateway {
namespace {

using namespace ddc::recording;
using std::chrono::steady_clock;

constexpr std::size_t most_waiting = std::size_t{32} * 1024 * 1024;
constexpr std::size_t most_staged = std::size_t{1} * 1024 * 1024;
/// The thread need not be woken for less.
constexpr std::size_t worth_waking = std::size_t{256} * 1024;
constexpr std::chrono::milliseconds longest_sleep{200};
/// With the sleep, no message waits for longer than a second, also on a busy machine.
constexpr std::chrono::milliseconds longest_open{600};
constexpr std::uint64_t longest_open_ns = 1'000'000'000;
constexpr std::chrono::seconds recording_patience{2};
constexpr McapId log_topic = 1;

/// In front of the bytes of a message, while it waits.
struct Waiting {
    std::uint64_t time_ns = 0;
    std::uint32_t sequence = 0;
    std::uint32_t size = 0;
    McapId topic = 0;
};

/// @return where the message's own bytes go
std::byte* append(std::string& to, const Waiting& head) {
    const std::size_t start = to.size();
    to.resize(start + sizeof head + head.size);
    std::memcpy(to.data() + start, &head, sizeof head);
    return reinterpret_cast<std::byte*>(to.data() + start + sizeof head);
}

}  // namespace

/// Shared with the thread, which may be left behind.
struct RecordingFile::State {
    using Order = std::function<void(McapWriter&)>;

    explicit State(std::shared_ptr<OutputFile> output, Log log);
    void run();
    bool take();
    void write_taken();
    void write(const Waiting& head, const char* data);
    void flush_if_old();
    void fail(int error);

    std::shared_ptr<OutputFile> file;
    std::optional<McapWriter> writer;
    std::string taken;
    std::vector<Order> orders;
    std::uint64_t chunk_time_ns = 0;  ///< of the first message in the open chunk
    steady_clock::time_point chunk_begun;

    std::mutex mutex;  ///< guards all below
    std::condition_variable filled;
    std::string waiting;
    std::vector<Order> new_orders, last_orders;
    std::uint32_t lines = 0;
    bool has_begun = false, is_closing = false, is_broken = false;
    std::string problem;
    Log report;
};

RecordingFile::State::State(std::shared_ptr<OutputFile> output, Log log)
    : file(std::move(output)), report(std::move(log)) {
    waiting.reserve(most_waiting);
    taken.reserve(most_waiting);
}

RecordingFile::RecordingFile(std::shared_ptr<OutputFile> file, Log report)
    : state_(std::make_shared<State>(std::move(file), std::move(report))) {
    staged_.reserve(most_staged);
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
    if (staged_.size() + sizeof(Waiting) + size > most_staged) {
        ++dropped_;
        return nullptr;
    }
    ++staged_messages_;
    now_ns_ = now.count();
    return append(staged_, {static_cast<std::uint64_t>(now.count()), turn_,
                            static_cast<std::uint32_t>(size), topic});
}

void RecordingFile::end_turn() {
    if (std::exchange(is_in_turn_, false)) ++turn_;
    const std::unique_lock lock(state_->mutex, std::try_to_lock);
    if (lock.owns_lock()) hand_over();
}

/// Precondition: the mutex is held.
void RecordingFile::hand_over() {
    if (staged_.empty()) return;
    state_->has_begun = true;
    std::string& waiting = state_->waiting;
    if (waiting.size() + staged_.size() <= most_waiting) {
        const bool is_worth = waiting.size() < worth_waking;
        waiting += staged_;
        if (is_worth && waiting.size() >= worth_waking) state_->filled.notify_one();
    } else {
        dropped_ += staged_messages_;
        if (state_->problem.empty())
            state_->problem = "recording " + state_->file->name() + ": its place is too slow";
    }
    staged_.clear();
    staged_messages_ = 0;
}

void RecordingFile::log(const std::string& text) {
    const std::int64_t now_ns = now_ns_;
    const ddc::recording::Log line = log_message(SimTime(now_ns), text);
    const std::size_t size = cdr_size(line);
    const std::lock_guard lock(state_->mutex);
    if (!state_->has_begun || state_->is_closing ||
        state_->waiting.size() + sizeof(Waiting) + size > most_waiting)
        return;
    write_cdr(line, append(state_->waiting, {static_cast<std::uint64_t>(now_ns), state_->lines++,
                                             static_cast<std::uint32_t>(size), log_topic}));
}

void RecordingFile::tell(Summary& summary) const {
    summary.recording_messages_dropped = dropped_;
}

std::string RecordingFile::close(const std::string& summary) {
    if (!thread_) return "";
    {
        const std::lock_guard lock(state_->mutex);
        hand_over();
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
    writer.emplace([this](std::string_view piece) { fail(file->write(piece)); },
                   McapWriterOptions{{"ros2", "ddc-gateway " DDC_VERSION}, McapCompression::zstd});
    while (take()) {
        for (const Order& order : orders) order(*writer);
        write_taken();
        flush_if_old();
    }
    for (const Order& order : last_orders) order(*writer);
    writer->close();
    fail(file->finish());
}

/// @return false if there will be no more
bool RecordingFile::State::take() {
    std::unique_lock lock(mutex);
    filled.wait_for(lock, longest_sleep, [this] {
        return is_closing || waiting.size() >= worth_waking || !new_orders.empty();
    });
    taken.clear();
    // All topics are known by then, so that a file does not depend on when this thread woke.
    if (has_begun || is_closing) taken.swap(waiting);
    orders.clear();
    orders.swap(new_orders);
    return !is_closing || !taken.empty() || !orders.empty();
}

void RecordingFile::State::write_taken() {
    Waiting head;
    for (std::size_t at = 0; at < taken.size(); at += sizeof head + head.size) {
        std::memcpy(&head, taken.data() + at, sizeof head);
        write(head, taken.data() + at + sizeof head);
    }
}

void RecordingFile::State::write(const Waiting& head, const char* data) {
    if (writer->open_bytes() > 0 && head.time_ns >= chunk_time_ns + longest_open_ns)
        writer->flush();
    if (writer->open_bytes() == 0) {
        chunk_time_ns = head.time_ns;
        chunk_begun = steady_clock::now();
    }
    writer->write(
        McapMessage{head.topic, head.sequence, head.time_ns, head.time_ns, {data, head.size}});
}

/// A run that goes slower than the wall clock, or stands still, loses no more than any other.
void RecordingFile::State::flush_if_old() {
    if (writer->open_bytes() > 0 && steady_clock::now() - chunk_begun > longest_open)
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
