// SPDX-License-Identifier: MIT
#include "message_sinks.hpp"

#include <cstring>
#include <utility>

namespace gateway {

using ddc::recording::McapId;

void MessageSinks::add_sink(std::shared_ptr<MessageSink> sink) {
    Member member{std::move(sink), {}, false};
    for (const Topic& topic : topics_)
        member.topics.push_back(member.sink->add_topic(topic.name, topic.type, topic.columns));
    members_.push_back(std::move(member));
    copies_.reserve(members_.size());
}

McapId MessageSinks::add_topic(const std::string& topic, const ddc::recording::MessageType& type,
                               const NamedPaths& columns) {
    for (Member& member : members_)
        member.topics.push_back(member.sink->add_topic(topic, type, columns));
    topics_.push_back({topic, type, columns});
    return static_cast<McapId>(topics_.size());
}

bool MessageSinks::begin_cycle(SimTime now) {
    bool is_any = false;
    for (Member& member : members_) {
        member.is_in_cycle = member.sink->begin_cycle(now);
        is_any = is_any || member.is_in_cycle;
    }
    return is_any;
}

std::byte* MessageSinks::begin(McapId topic, SimTime now, std::size_t size) {
    copy();
    for (const Member& member : members_) {
        if (!member.is_in_cycle) continue;
        std::byte* out = member.sink->begin(member.topics[topic - 1U], now, size);
        if (out == nullptr) continue;
        if (made_ == nullptr)
            made_ = out;
        else
            copies_.push_back(out);
    }
    size_ = size;
    return made_;
}

/// Copies the message that was begun last, which is filled by now.
void MessageSinks::copy() {
    for (std::byte* out : copies_) std::memcpy(out, made_, size_);
    copies_.clear();
    made_ = nullptr;
}

void MessageSinks::end_cycle() {
    copy();
    for (const Member& member : members_) member.sink->end_cycle();
}

void MessageSinks::add_to(Summary& summary) const {
    for (const Member& member : members_) member.sink->add_to(summary);
}

}  // namespace gateway
