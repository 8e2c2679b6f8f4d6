// SPDX-License-Identifier: MIT
#include "sender.hpp"

namespace gateway::ros2 {
namespace {

constexpr std::size_t most_blocks = 2;  ///< of 1 MiB

}  // namespace

std::string dropped_text(std::uint64_t dropped) {
    return "ros2: " + std::to_string(dropped) +
           " messages were dropped: DDS sends slower than the loop goes";
}

Sender::Sender(std::shared_ptr<dds::Participant> participant, std::string space)
    : participant_(std::move(participant)), space_(std::move(space)), messages_(most_blocks) {
    ::sem_init(&filled_, 0, 0);
    thread_ = std::thread([this] { send_until_closed(); });
}

Sender::~Sender() {
    is_closed_ = true;
    ::sem_post(&filled_);
    thread_.join();
    ::sem_destroy(&filled_);
}

Sender::Topic Sender::add_topic(const std::string& topic, const ddc::recording::MessageType& type,
                                const NamedPaths& /*columns*/) {
    return create_writer(space_ + topic, type.name, 1);
}

Sender::Topic Sender::create_writer(const std::string& topic, std::string_view type, int depth) {
    writers_.push_back(participant_->create_writer(dds_topic(topic), dds_type(type), depth));
    return static_cast<Topic>(writers_.size() - 1);
}

std::byte* Sender::begin(Topic topic, SimTime /*now*/, std::size_t size) {
    return messages_.begin({0, 0, static_cast<std::uint32_t>(size), topic});
}

void Sender::end_turn() {
    messages_.show();
    ::sem_post(&filled_);
}

void Sender::send_until_closed() {
    for (bool is_last = false; !is_last;) {
        while (::sem_wait(&filled_) != 0) continue;  // a signal came
        is_last = is_closed_;
        messages_.take(messages_.shown(), [this](const MessageQueue::Head& head, auto message) {
            writers_[head.topic]->write(reinterpret_cast<const std::byte*>(message.data()),
                                        message.size());
        });
    }
}

}  // namespace gateway::ros2
