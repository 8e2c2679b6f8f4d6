// SPDX-License-Identifier: MIT
#include "sender.hpp"

#include <cstring>

namespace gateway::ros2 {
namespace {

constexpr std::size_t room = std::size_t{1} * 1024 * 1024;

/// In front of the bytes of a message, while it waits.
struct MessageHead {
    std::uint32_t topic = 0;
    std::uint32_t size = 0;
};

}  // namespace

Sender::Sender(std::shared_ptr<dds::Participant> participant)
    : participant_(std::move(participant)) {
    staged_.reserve(room);
    waiting_.reserve(room);
    thread_ = std::thread([this] { send_until_closed(); });
}

Sender::~Sender() {
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
    }
    filled_.notify_one();
    thread_.join();
}

Sender::Topic Sender::add_topic(const std::string& topic, const std::string& type, int depth) {
    writers_.push_back(participant_->create_writer(dds_topic(topic), dds_type(type), depth));
    return static_cast<Topic>(writers_.size() - 1);
}

std::byte* Sender::begin(Topic topic, std::size_t size) {
    const MessageHead head{topic, static_cast<std::uint32_t>(size)};
    const std::size_t start = staged_.size();
    if (start + sizeof head + size > room) return nullptr;
    staged_.resize(start + sizeof head + size);
    std::memcpy(staged_.data() + start, &head, sizeof head);
    return staged_.data() + start + sizeof head;
}

void Sender::end_turn() {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || waiting_.size() + staged_.size() > room) return;  // with the next turn, then
    waiting_.insert(waiting_.end(), staged_.begin(), staged_.end());
    staged_.clear();
    filled_.notify_one();
}

void Sender::send_until_closed() {
    std::vector<std::byte> taken;
    taken.reserve(room);
    std::unique_lock lock(mutex_);
    for (;;) {
        filled_.wait(lock, [this] { return is_closed_ || !waiting_.empty(); });
        if (waiting_.empty()) return;
        taken.swap(waiting_);
        lock.unlock();
        send(taken);
        taken.clear();
        lock.lock();
    }
}

void Sender::send(const std::vector<std::byte>& messages) {
    for (std::size_t at = 0; at < messages.size();) {
        MessageHead head;
        std::memcpy(&head, messages.data() + at, sizeof head);
        at += sizeof head;
        writers_[head.topic]->write(messages.data() + at, head.size);
        at += head.size;
    }
}

}  // namespace gateway::ros2
