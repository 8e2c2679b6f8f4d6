// SPDX-License-Identifier: MIT
#include "recorded_cycles.hpp"

#include <stdexcept>

namespace gateway {

using namespace ddc::recording;

RecordedCycles::RecordedCycles(const std::filesystem::path& file)
    : file_(file), in_(file, std::ios::binary), reader_(in_, file.string()) {}

bool RecordedCycles::next() {
    bool has_inputs = false;
    while (const auto item = reader_.next()) {
        const auto* message = std::get_if<McapMessage>(&*item);
        if (message == nullptr) continue;
        const std::string& topic = reader_.channel(message->channel).topic;
        if (topic != "/program/inputs" && topic != "/program/outputs") continue;
        const bool is_inputs = topic == "/program/inputs";
        if (message->sequence != cycle_ || is_inputs == has_inputs) miss();
        if (is_inputs) {
            begin(*message);
            has_inputs = true;
            continue;
        }
        outputs_ = message->data;
        if (output_type_.empty()) output_type_ = definition_of(*message);
        ++cycle_;
        return true;
    }
    if (has_inputs) miss();
    return false;
}

void RecordedCycles::begin(const McapMessage& message) {
    const SimTime before = now_;
    now_ = SimTime(static_cast<std::int64_t>(message.log_time_ns));
    since_last_ = cycle_ == 0 ? SimTime{0} : now_ - before;
    inputs_ = message.data;
    if (input_type_.empty()) input_type_ = definition_of(message);
}

void RecordedCycles::miss() const {
    throw std::invalid_argument(file_.string() + ": inputs or outputs of cycle " +
                                std::to_string(cycle_) +
                                " are missing, which the disk was too slow for; record anew");
}

const std::string& RecordedCycles::definition_of(const McapMessage& message) const {
    static const std::string none;
    const McapSchema* schema = reader_.schema(reader_.channel(message.channel).schema);
    return schema == nullptr ? none : schema->data;
}

}  // namespace gateway
