// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <utility>

namespace gateway {

/// Calls back once, from the thread of the last program, when each program of a run has bound its
/// sockets or ended, unless all have ended.
class Readiness {
  public:
    Readiness(std::size_t programs, std::function<void()> on_ready)
        : left_(programs), on_ready_(std::move(on_ready)) {}

    /// One program of a run, in its thread. Its end without arrive() counts as one that has ended.
    class Member {
      public:
        explicit Member(Readiness& readiness) : readiness_(readiness) {}
        ~Member() { leave(); }
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;
        /// Its sockets are bound.
        void arrive() {
            readiness_.has_any_ = true;
            leave();
        }

      private:
        void leave() {
            if (!std::exchange(has_left_, true)) readiness_.leave();
        }

        Readiness& readiness_;
        bool has_left_ = false;
    };

  private:
    void leave() {
        if (--left_ == 0 && has_any_) on_ready_();
    }

    std::atomic<std::size_t> left_;
    std::atomic<bool> has_any_{false};
    const std::function<void()> on_ready_;
};

}  // namespace gateway
