// SPDX-License-Identifier: MIT
#pragma once

#include "pad_device.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace gateway {

/// Opens a gamepad, and again when it was lost, on a thread of its own: what that takes a loop has
/// no time for.
class PadSeeker {
  public:
    /// Opens it already, if it is there.
    PadSeeker(PadPlace place, const PadMap& map);
    ~PadSeeker();
    PadSeeker(const PadSeeker&) = delete;
    PadSeeker& operator=(const PadSeeker&) = delete;

    /// One that was found since the call before. Waits for nothing.
    std::unique_ptr<PadDevice> take() noexcept;
    /// To be closed; then it is looked for again, a recording is not.
    void give_back(std::unique_ptr<PadDevice> lost) noexcept;
    /// Devices that this user may not read, at the last look for one.
    int denied() const noexcept { return denied_; }

  private:
    void seek_until_closed();
    bool seek();

    PadPlace place_;
    PadMap map_;
    std::atomic<PadDevice*> found_{nullptr};
    std::atomic<PadDevice*> lost_{nullptr};
    std::atomic<int> denied_{0};
    bool is_out_ = false;  ///< of the thread alone: the loop has one
    std::mutex mutex_;     ///< guards is_closed_
    std::condition_variable changed_;
    bool is_closed_ = false;
    std::thread thread_;
};

}  // namespace gateway
