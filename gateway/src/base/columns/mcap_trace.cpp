// SPDX-License-Identifier: MIT
#include "mcap_trace.hpp"

#include "recording_clock.hpp"

#include "column_names.hpp"
#include "repair_advice.hpp"

#include <gateway/base/time.hpp>

#include <plant/file_error.hpp>
#include <plant/open_file.hpp>

#include <ddc/interface/visible.hpp>
#include <ddc/recording/cdr_error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace gateway {
namespace {

using namespace ddc::recording;
using ddc::interface::visible;

constexpr const char* time_column = "t_s";
constexpr std::size_t most_columns = 1'000'000;

[[noreturn]] void fail_columns() {
    throw std::invalid_argument("a table has at most " + std::to_string(most_columns) +
                                " columns, whose names have at most " +
                                std::to_string(TopicColumns::most_name_bytes) + " bytes in total");
}

bool has_topic(const std::vector<std::string>& topics, const std::string& topic) {
    return topics.empty() || std::find(topics.begin(), topics.end(), topic) != topics.end();
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
        text += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > most) text += " and " + std::to_string(names.size() - most) + " more";
    return text;
}

}  // namespace

bool is_mcap(const std::filesystem::path& file) {
    constexpr int first_of_all = 0x89;  // no text begins with this byte
    return std::filesystem::is_regular_file(file) &&
           std::ifstream(file, std::ios::binary).get() == first_of_all;
}

McapTrace::McapTrace(const std::filesystem::path& file, const std::vector<std::string>& topics)
    : file_(file.string()), in_(plant::open_file(file)) {
    open();
    std::vector<std::string> names{time_column};
    learn_topics(topics, names);
    open();
    values_.assign(names.size(), std::numeric_limits<double>::quiet_NaN());
    set_columns(std::move(names));
    if (read_message()) first_ns_ = is_run_ ? epoch_ns_ : message_->log_time_ns;
}

void McapTrace::open() {
    in_.clear();
    in_.seekg(0);
    try {
        reader_ = std::make_unique<McapReader>(in_, file_);
    } catch (const McapError& error) {
        fail_file(error.what());
    }
}

void McapTrace::fail_file(const std::string& what) const {
    const std::string prefix = file_ + ": ";
    throw plant::FileError(file_, 0, 0, "",
                           what.rfind(prefix, 0) == 0 ? what.substr(prefix.size()) : what);
}

/// All topics of a run exist by its first message. In other recordings a topic may begin at any
/// time.
void McapTrace::learn_topics(const std::vector<std::string>& topics,
                             std::vector<std::string>& names) {
    try {
        while (const auto item = reader_->next()) {
            if (const auto* metadata = std::get_if<McapMetadata>(&*item))
                read_epoch(*metadata, epoch_ns_);
            if (!std::holds_alternative<McapMessage>(*item)) continue;
            is_run_ = std::any_of(
                reader_->channels().begin(), reader_->channels().end(),
                [](const auto& channel) { return channel.second.metadata.count(columns_key) > 0; });
            if (is_run_) break;
        }
    } catch (const McapError& error) {
        fail_file(with_repair_advice(error));
    }
    for (const auto& [id, channel] : reader_->channels())
        if (has_topic(topics, channel.topic) &&
            (!is_run_ || channel.metadata.count(columns_key) > 0))
            add_topic(id, channel, names);
    if (topics_.empty())
        fail_file("has no columns: " +
                  listed(!topics.empty()  ? topics
                         : notes_.empty() ? std::vector<std::string>{"there are no messages"}
                                          : notes_));
}

void McapTrace::add_topic(McapId id, const McapChannel& channel, std::vector<std::string>& names) {
    try {
        if (is_full_) fail_columns();
        TopicColumns topic(channel, reader_->schema(channel.schema), names.size());
        name_bytes_ += topic.name_bytes();
        is_full_ = names.size() + topic.names().size() > most_columns ||
                   name_bytes_ > TopicColumns::most_name_bytes;
        if (is_full_) fail_columns();
        for (std::string& name : topic.names()) names.push_back(std::move(name));
        if (!is_run_ && !topic.left_out().empty())
            notes_.push_back(visible(
                channel.topic + ": texts and sequences are left out: " + listed(topic.left_out())));
        topics_.emplace(id, std::move(topic));
    } catch (const std::invalid_argument& error) {
        notes_.push_back(visible(channel.topic + " is left out: " + error.what()));
    }
}

/// Reads the next message of a topic that has columns. @return false at the end
bool McapTrace::read_message() {
    message_.reset();
    try {
        while (const auto item = reader_->next()) {
            const auto* message = std::get_if<McapMessage>(&*item);
            if (message == nullptr || topics_.count(message->channel) == 0) continue;
            message_ = *message;
            return true;
        }
    } catch (const McapError& error) {
        fail_file(with_repair_advice(error));
    }
    return false;
}

McapTrace::Key McapTrace::key_of_message() const {
    return {message_->log_time_ns, is_run_ ? message_->sequence : 0};
}

bool McapTrace::next_row() {
    while (message_) {
        const bool is_whole = read_row();
        if (is_whole) return true;
        ++partial_cycles_;
    }
    return false;
}

/// Reads all messages of a cycle, or of a time. @return whether every topic of a run has one
bool McapTrace::read_row() {
    const Key key = key_of_message();
    const auto since_first = static_cast<std::int64_t>(key.time_ns - first_ns_);
    values_[0] = std::chrono::duration<double>(SimTime(since_first)).count();
    filled_ = 0;
    do take_message();
    while (read_message() && key_of_message() == key);
    return !is_run_ || filled_ == topics_.size();
}

void McapTrace::take_message() {
    TopicColumns& topic = topics_.at(message_->channel);
    try {
        topic.read(message_->data, values_);
    } catch (const CdrError& error) {
        fail_row("", "message " + std::to_string(message_->sequence) + " of " + topic.topic() +
                         ": " + error.what());
    }
    ++filled_;
}

std::string McapTrace::text(std::size_t column) const {
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), values_[column]);
    return {text.data(), end.ptr};
}

double McapTrace::number(std::size_t column, const plant::Range& range) const {
    const double value = values_[column];
    if (value >= range.min && value <= range.max) return value;
    double ignored = 0;
    fail_row(columns()[column], plant::read_number(text(column), range, ignored));
}

std::optional<double> McapTrace::finite(std::size_t column) const {
    return std::isfinite(values_[column]) ? std::optional(values_[column]) : std::nullopt;
}

void McapTrace::fail_row(const std::string& key, const std::string& reason) const {
    const bool has_row = !std::isnan(values_[0]);
    throw plant::FileError(file_, 0, 0, key,
                           reason + (has_row ? " (at " + plant::plain(values_[0]) + " s)" : ""));
}

double McapTrace::share() const {
    return static_cast<double>(reader_->good_bytes()) /
           static_cast<double>(std::filesystem::file_size(file_));
}

std::vector<std::string> McapTrace::notes() const {
    std::vector<std::string> notes = notes_;
    if (partial_cycles_ > 0)
        notes.push_back(std::to_string(partial_cycles_) +
                        " cycles are left out, since some of their messages are missing");
    if (reader_->is_cut()) notes.emplace_back("was not closed: it ends before the run did");
    return notes;
}

}  // namespace gateway
