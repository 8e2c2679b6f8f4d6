// SPDX-License-Identifier: MIT
#pragma once

#include "dds/participant.hpp"

#include <cstddef>
#include <mutex>
#include <optional>
#include <vector>

namespace gateway::ros2 {

/// The owner of a topic: its first writer, until that disconnects or the vehicle is returned.
/// Thread-safe.
class TopicHolder {
  public:
    enum class Answer {
        admitted,
        refused,
        refused_first,  ///< the writer's first rejection; to be reported
    };
    /// @return whether the writer's sample is accepted
    Answer request(const dds::WriterId& writer);
    void remove(const dds::WriterId& writer);
    void release();

  private:
    /// Limit of the reports for one topic between two releases: new writers without end do not fill
    /// the log.
    static constexpr std::size_t most_reports = 16;

    std::mutex mutex_;
    std::optional<dds::WriterId> holder_;
    std::vector<dds::WriterId>
        refused_;              ///< writers that were reported since the owner's first sample
    std::size_t reports_ = 0;  ///< since the last release
};

}  // namespace gateway::ros2
