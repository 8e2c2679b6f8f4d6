// SPDX-License-Identifier: MIT
#pragma once

#include "dds/participant.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace gateway::ros2 {

/// Which writer of a topic commands: the first one, until it leaves or the vehicle is given back.
/// From any thread.
class TopicHolder {
  public:
    enum class Answer {
        admitted,
        refused,
        refused_first,  ///< for the first time since; to be reported
    };
    /// @return whether its sample may act
    Answer ask(const dds::WriterId& writer);
    void leave(const dds::WriterId& writer);
    void give_back();

  private:
    /// Of one topic, from one giving back to the next. Who makes writers without end, that come and
    /// leave, does not fill the log.
    static constexpr std::size_t most_reports = 16;

    std::mutex mutex_;
    std::optional<dds::WriterId> holder_;
    std::vector<dds::WriterId> refused_;  ///< that were reported, since the holder came
    std::size_t reports_ = 0;             ///< since the vehicle was given back
};

}  // namespace gateway::ros2
