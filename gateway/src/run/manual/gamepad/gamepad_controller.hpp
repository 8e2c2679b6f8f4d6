// SPDX-License-Identifier: MIT
#pragma once

#include "loop/arbiter.hpp"
#include "pad_seeker.hpp"

namespace gateway {

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

    void look(const TurnInput& input) override;
    bool has_new_command() const override { return is_taken_over_; }
    bool gives_back() const override { return is_given_back_; }
    void on_change_over(bool drives, const Feedback& feedback) override;
    Turn take_turn(const TurnInput& input) override;
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
