// SPDX-License-Identifier: MIT
#include "topic_holder.hpp"

#include <algorithm>

namespace gateway::ros2 {

TopicHolder::Answer TopicHolder::request(const dds::WriterId& writer) {
    const std::lock_guard lock(mutex_);
    if (!holder_) holder_ = writer;
    if (*holder_ == writer) return Answer::admitted;
    const bool is_known = std::find(refused_.begin(), refused_.end(), writer) != refused_.end();
    if (is_known || reports_ == most_reports) return Answer::refused;
    refused_.push_back(writer);
    ++reports_;
    return Answer::refused_first;
}

void TopicHolder::remove(const dds::WriterId& writer) {
    const std::lock_guard lock(mutex_);
    if (holder_ != writer) return;
    holder_.reset();
    refused_.clear();
}

void TopicHolder::release() {
    const std::lock_guard lock(mutex_);
    holder_.reset();
    refused_.clear();
    reports_ = 0;
}

}  // namespace gateway::ros2
