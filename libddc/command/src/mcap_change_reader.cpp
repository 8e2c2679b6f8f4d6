// SPDX-License-Identifier: MIT
#include "mcap_change_reader.hpp"

#include <ddc/recording/cdr.hpp>
#include <ddc/recording/ddc_messages.hpp>

#include <utility>

namespace ddc::command {
namespace {

const std::string& entry_type_name() {
    return recording::message_type<recording::Entry>()->name;
}

/// @return the error of an invalid entry; empty for a valid one
std::string problem_of(const recording::Entry& entry) {
    if (entry.id < 0 || entry.id >= max_capacity)
        return "the id " + std::to_string(entry.id) + " is not in 0.." +
               std::to_string(max_capacity - 1);
    if (entry.type > static_cast<std::uint8_t>(Type::string))
        return "the type " + std::to_string(entry.type) + " is not in 0..4";
    if (entry.string_value.size() > max_string_length)
        return "a text of " + std::to_string(entry.string_value.size()) +
               " bytes; an entry has at most " + std::to_string(max_string_length);
    return {};
}

Value value_of(recording::Entry&& entry) {
    switch (static_cast<Type>(entry.type)) {
        case Type::boolean:
            return entry.bool_value;
        case Type::int32:
            return entry.int32_value;
        case Type::real64:
            return entry.float64_value;
        case Type::string:
            return std::move(entry.string_value);
        case Type::no_data:
            break;
    }
    return std::monostate();
}

}  // namespace

McapChangeReader::McapChangeReader(std::istream& in, std::string file_name)
    : file_name_(std::move(file_name)) {
    try {
        reader_ = std::make_unique<recording::McapReader>(in, file_name_);
    } catch (const recording::McapError& error) {
        throw RecordingError(error.what(), false);
    }
}

bool McapChangeReader::is_change(const recording::McapMessage& message) const {
    const recording::McapChannel& channel = reader_->channel(message.channel);
    const recording::McapSchema* schema = reader_->schema(channel.schema);
    return channel.encoding == "cdr" && schema != nullptr && schema->name == entry_type_name();
}

RecordedChange McapChangeReader::change_of(const recording::McapMessage& message) const {
    const auto fail = [&](const std::string& what) {
        throw RecordingError(file_name_ + ": message " + std::to_string(message.sequence) + " of " +
                                 reader_->channel(message.channel).topic + ": " + what,
                             false);
    };
    recording::Entry entry;
    try {
        entry = recording::from_cdr<recording::Entry>(
            reinterpret_cast<const std::byte*>(message.data.data()), message.data.size());
    } catch (const recording::CdrError& error) {
        fail(error.what());
    }
    const std::string problem = problem_of(entry);
    if (!problem.empty()) fail(problem);
    const Id id = entry.id;
    return {static_cast<double>(message.log_time_ns) * 1e-9, id, value_of(std::move(entry))};
}

std::optional<RecordedChange> McapChangeReader::next() {
    try {
        while (const auto item = reader_->next()) {
            const auto* message = std::get_if<recording::McapMessage>(&*item);
            if (message == nullptr || !is_change(*message)) continue;
            has_changes_ = true;
            return change_of(*message);
        }
    } catch (const recording::McapError& error) {
        throw RecordingError(error.what(), false);
    }
    if (reader_->is_cut()) throw RecordingError(file_name_ + ": was not closed", true);
    if (!has_changes_)
        throw RecordingError(file_name_ + ": has no message of the type " + entry_type_name() +
                                 "; was this file written by ddc record?",
                             false);
    return std::nullopt;
}

}  // namespace ddc::command
