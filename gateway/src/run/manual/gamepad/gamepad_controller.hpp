// SPDX-License-Identifier: MIT
#pragma once

#include "pad_device.hpp"

#include "loop/arbiter.hpp"

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

struct GamepadOptions {
    PadPlace place;
    PadMap map;
};

/// A person with a gamepad: its button `autonomous` takes the vehicle over and gives it back. A
/// gamepad tells changes alone, so the person is silent only while it is unplugged; then it drives
/// on with that button, too. Allocates nothing in a turn.
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
    std::string name_ = "the gamepad";   ///< of the one that was there last
    bool is_driving_ = false;
    bool is_silent_ = true;
    bool is_taken_over_ = false;  ///< in this turn
    bool is_given_back_ = false;  ///< in this turn
};

}  // namespace gateway
