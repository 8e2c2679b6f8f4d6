// SPDX-License-Identifier: MIT
#pragma once

#include "pad_device.hpp"

#include "loop/arbiter.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace gateway {

/// Opens a gamepad, and again after it was lost, in a separate thread, since that takes too long
/// for the loop.
class PadSeeker {
  public:
    /// Tries to open the gamepad at once.
    PadSeeker(PadPlace place, const PadMap& map);
    ~PadSeeker();
    PadSeeker(const PadSeeker&) = delete;
    PadSeeker& operator=(const PadSeeker&) = delete;

    /// A device that was found since the last call. Does not block.
    std::unique_ptr<PadDevice> take() noexcept;
    /// The device will be closed, and searched for again unless it is a recording.
    void give_back(std::unique_ptr<PadDevice> lost) noexcept;
    /// Number of devices that this user may not read, in the last search.
    int denied() const noexcept { return denied_; }

  private:
    void seek_until_closed();
    bool seek();

    PadPlace place_;
    PadMap map_;
    std::atomic<PadDevice*> found_{nullptr};
    std::atomic<PadDevice*> lost_{nullptr};
    std::atomic<int> denied_{0};
    bool is_out_ = false;  ///< only for the thread: the loop has a device
    std::mutex mutex_;     ///< guards is_closed_
    std::condition_variable changed_;
    bool is_closed_ = false;
    std::thread thread_;
};

struct GamepadOptions {
    PadPlace place;
    PadMap map;
};

/// Manual control with a gamepad: its button `autonomous` takes the vehicle over and gives it back.
/// A gamepad reports only changes, so it times out only while it is unplugged; after that the
/// button `autonomous` continues manual control. Cycles do not allocate.
class GamepadController : public ManualController {
  public:
    explicit GamepadController(const GamepadOptions& options);

    void look(const CycleInput& input) override;
    bool has_new_command() const override { return is_taken_over_; }
    bool gives_back() const override { return is_given_back_; }
    void on_change_over(bool drives, const Feedback& feedback) override;
    Cycle run_cycle(const CycleInput& input) override;
    std::vector<Level> levels() const override { return {pad_.map().level}; }
    std::string name() const override { return name_; }
    std::string explain() const override;

  private:
    void adopt();
    void lose();
    void set_axes();
    void press(const Feedback& feedback);
    void begin(const Feedback& feedback);

    Gamepad pad_;
    PadSeeker seeker_;
    std::unique_ptr<PadDevice> device_;  ///< null while there is none
    std::string name_ = "the gamepad";   ///< of the last device
    bool is_driving_ = false;
    bool is_silent_ = true;
    bool is_taken_over_ = false;  ///< in this cycle
    bool is_given_back_ = false;  ///< in this cycle
};

}  // namespace gateway
