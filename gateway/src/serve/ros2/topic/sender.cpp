// SPDX-License-Identifier: MIT
#include "sender.hpp"

#include <chrono>
#include <utility>
#include <vector>

namespace gateway::ros2 {

std::string dropped_text(std::uint64_t dropped) {
    return "ros2: " + std::to_string(dropped) +
           " messages were dropped: DDS is slower than the loop";
}

/// One writer per topic. Used by the sending thread after the first message.
struct Sender::Writers : WritingThread::Sink {
    explicit Writers(std::shared_ptr<dds::Participant> its) : participant(std::move(its)) {}

    void write_messages(MessageQueue& messages) override {
        messages.read(messages.published(), [this](const MessageQueue::Head& head, auto message) {
            of_topic[head.topic]->write(reinterpret_cast<const std::byte*>(message.data()),
                                        message.size());
        });
    }

    std::shared_ptr<dds::Participant> participant;
    std::vector<std::unique_ptr<dds::Writer>> of_topic;
};

/// The thread is woken in each cycle; the queue holds 2 MiB.
Sender::Sender(std::shared_ptr<dds::Participant> participant, std::string space)
    : space_(std::move(space)),
      writers_(std::make_shared<Writers>(std::move(participant))),
      thread_(writers_, {}) {}

Sender::~Sender() {
    thread_.close(std::chrono::steady_clock::time_point::max());
}

Sender::Topic Sender::add_topic(const std::string& topic, const ddc::recording::MessageType& type,
                                const NamedPaths& /*columns*/) {
    return create_writer(space_ + topic, type.name, 1);
}

Sender::Topic Sender::create_writer(const std::string& topic, std::string_view type, int depth) {
    writers_->of_topic.push_back(
        writers_->participant->create_writer(dds_topic(topic), dds_type(type), depth));
    return static_cast<Topic>(writers_->of_topic.size() - 1);
}

std::byte* Sender::begin(Topic topic, SimTime /*now*/, std::size_t size) {
    return thread_.begin({0, 0, static_cast<std::uint32_t>(size), topic});
}

void Sender::end_cycle() {
    thread_.publish();
}

}  // namespace gateway::ros2
